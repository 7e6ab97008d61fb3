//! The studies of a piece of the index that hold a concept, or some words together, and in which ways.

use tantivy::{
    DocId, SegmentReader, TERMINATED, Term, postings::BlockSegmentPostings, schema::IndexRecordOption,
};

use crate::{
    wanted::Held,
    ways::{CODES, Ways, Worths},
    window::{Places, Scores, WINDOW, Window},
};

/// Where fewer studies of a window than this are found, each is looked up by itself.
pub(crate) const FEW: usize = 20;
/// To look a study up in a list takes as long as to read so many.
const SEEKING: usize = 16;

/// The studies that hold a concept, or some words together.
pub(crate) struct Holders {
    words: Vec<AnyOf>,
    worths: Worths,
    few: bool,
}

/// The studies that hold one of several words, which stand for each other.
struct AnyOf {
    lists: Vec<List>,
    /// How many studies of a window hold one, more or less.
    in_a_window: usize,
}

/// The studies of a term, in their order.
struct List {
    blocks: BlockSegmentPostings,
    at: usize,
}

impl Holders {
    /// Those who hold what is wanted; nothing when nobody does.
    pub(crate) fn of(held: &Held, segment: &SegmentReader) -> tantivy::Result<Option<Self>> {
        let windows = (segment.max_doc() as usize).div_ceil(WINDOW).max(1);
        let any_of = |terms: &Vec<Term>| -> tantivy::Result<AnyOf> {
            let lists = terms.iter().filter_map(|term| List::of(term, segment).transpose());
            let mut any_of = AnyOf { lists: lists.collect::<Result<_, _>>()?, in_a_window: 0 };
            any_of.in_a_window = any_of.most() / windows;
            Ok(any_of)
        };
        let mut words = held.words.iter().map(any_of).collect::<Result<Vec<_>, _>>()?;
        words.sort_by_key(AnyOf::most);
        let most = words.first().map_or(0, AnyOf::most);
        let few = most < windows * FEW;
        Ok((most > 0).then(|| Self { words, worths: held.worths.clone(), few }))
    }

    /// At most so many studies are found.
    pub(crate) fn most(&self) -> usize {
        self.words.first().map_or(0, AnyOf::most)
    }

    /// The first study at this one or after it that can be found; each of them holds every word.
    pub(crate) fn next(&mut self, mut from: DocId) -> DocId {
        loop {
            let agreed = self.words.iter_mut().fold(from, |from, word| word.next(from));
            if agreed == from || agreed == TERMINATED {
                return agreed;
            }
            from = agreed;
        }
    }

    /// How much a study counts by the best of its ways, and by all of them. Studies come in their order.
    pub(crate) fn worth(&mut self, doc: DocId) -> (f32, f32) {
        let place = self.ways(doc).place();
        (self.worths.best[place], self.worths.sum[place])
    }

    fn ways(&mut self, doc: DocId) -> Ways {
        let mut words = self.words.iter_mut();
        let first = words.next().map_or(Ways::default(), |word| word.ways(doc));
        words.fold(first, |ways, word| if ways.is_none() { ways } else { ways.shared(word.ways(doc)) })
    }

    /// Adds how much each study of the window that begins here counts. Windows come in their order.
    pub(crate) fn add(&mut self, from: DocId, window: &mut Window) {
        let Worths { best, sum } = self.worths;
        self.each(from, |place, ways| {
            if best[ways.place()] > 0.0 {
                window.add(place, best[ways.place()], sum[ways.place()]);
            }
        });
    }

    /// The same for what only adds to others.
    pub(crate) fn add_to(&mut self, from: DocId, sums: &mut Scores) {
        let worths: [f32; CODES] = self.worths.sum;
        self.each(from, |place, ways| sums[place % WINDOW] += worths[ways.place()]);
    }

    /// The places in the window of the studies that hold this, and their ways.
    fn each(&mut self, from: DocId, mut take: impl FnMut(usize, Ways)) {
        if let [word] = self.words.as_mut_slice()
            && let [list] = word.lists.as_mut_slice()
        {
            list.each(from, take);
        } else if self.few {
            let mut doc = self.next(from);
            while doc < end_of(from) {
                take((doc - from) as usize, self.ways(doc));
                doc = self.next(doc + 1);
            }
        } else if self.words.iter_mut().all(|word| word.next(from) < end_of(from)) {
            self.together(from, take);
        }
    }

    /// The same from tables of the words' ways.
    fn together(&mut self, from: DocId, mut take: impl FnMut(usize, Ways)) {
        let Some((rarest, others)) = self.words.split_first_mut() else { return };
        let mut shared = [Ways::default(); WINDOW];
        let mut found = Places::NONE;
        rarest.each(from, |place, ways| {
            found.insert(place);
            shared[place % WINDOW] = shared[place % WINDOW].or(ways);
        });
        for word in others {
            if found.count() * SEEKING < word.in_a_window {
                found.each(|place| {
                    let shared = &mut shared[place % WINDOW];
                    *shared = shared.shared(word.ways(doc_at(from, place)));
                });
                continue;
            }
            let mut of_word = [Ways::default(); WINDOW];
            word.each(from, |place, ways| of_word[place % WINDOW] = of_word[place % WINDOW].or(ways));
            found.each(|place| {
                shared[place % WINDOW] = shared[place % WINDOW].shared(of_word[place % WINDOW]);
            });
        }
        found.each(|place| {
            if !shared[place % WINDOW].is_none() {
                take(place, shared[place % WINDOW]);
            }
        });
    }
}

impl AnyOf {
    fn most(&self) -> usize {
        self.lists.iter().map(|list| list.blocks.doc_freq() as usize).sum()
    }

    fn next(&mut self, from: DocId) -> DocId {
        self.lists.iter_mut().map(|list| list.seek(from)).min().unwrap_or(TERMINATED)
    }

    fn ways(&mut self, doc: DocId) -> Ways {
        self.lists.iter_mut().fold(Ways::default(), |ways, list| ways.or(list.ways(doc)))
    }

    /// The places in the window of the studies that hold one of the words, and in which ways; some of them twice.
    fn each(&mut self, from: DocId, mut take: impl FnMut(usize, Ways)) {
        for list in &mut self.lists {
            list.each(from, &mut take);
        }
    }
}

impl List {
    /// The studies of a term; nothing when the index does not know it.
    fn of(term: &Term, segment: &SegmentReader) -> tantivy::Result<Option<Self>> {
        let index = segment.inverted_index(term.field())?;
        let blocks = index.read_block_postings(term, IndexRecordOption::WithFreqs)?;
        Ok(blocks.map(|blocks| Self { blocks, at: 0 }))
    }

    /// The first study at this one or after it.
    fn seek(&mut self, from: DocId) -> DocId {
        let here = self.here();
        if here >= from {
            return here;
        }
        self.at = self.blocks.seek(from);
        self.here()
    }

    fn here(&self) -> DocId {
        self.blocks.docs().get(self.at).copied().unwrap_or(TERMINATED)
    }

    fn ways(&mut self, doc: DocId) -> Ways {
        if self.seek(doc) == doc { Ways::read(self.blocks.freq(self.at)) } else { Ways::default() }
    }

    /// The places in the window of the studies that stand in it, and their ways.
    fn each(&mut self, from: DocId, mut take: impl FnMut(usize, Ways)) {
        self.seek(from);
        let end = end_of(from);
        loop {
            let docs = self.blocks.docs();
            let left = docs.get(self.at..).unwrap_or_default();
            let inside = match left.last() {
                None => return,
                Some(last) if *last < end => left.len(),
                Some(_) => left.partition_point(|doc| *doc < end),
            };
            for (doc, at) in left[..inside].iter().zip(self.at..) {
                take((doc - from) as usize, Ways::read(self.blocks.freq(at)));
            }
            if inside < left.len() {
                self.at += inside;
                return;
            }
            self.blocks.advance();
            self.at = 0;
        }
    }
}

/// The study at a place of the window that begins here.
pub(crate) fn doc_at(from: DocId, place: usize) -> DocId {
    #[allow(clippy::cast_possible_truncation, reason = "a window is small")]
    let place = place as DocId;
    from + place
}

/// The first study behind the window that begins here.
pub(crate) fn end_of(from: DocId) -> DocId {
    #[allow(clippy::cast_possible_truncation, reason = "a window is small")]
    let end = from.saturating_add(WINDOW as u32);
    end.min(TERMINATED)
}

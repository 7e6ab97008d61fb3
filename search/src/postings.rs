//! The studies of a segment that match a concept or a group of words, and in which ways.

use tantivy::{
    DocId, SegmentReader, TERMINATED, Term, postings::BlockSegmentPostings, schema::IndexRecordOption,
};

use crate::{
    index_query::Clause,
    mention::{CODES, Ways, Weights},
    window::{Places, Scores, WINDOW, Window},
};

/// With fewer matches per window than this, looking up each study is faster than reading lists.
pub(crate) const FEW_PER_WINDOW: usize = 20;
/// How many list entries can be read in the time of one lookup.
const SEEK_COST: usize = 16;

/// The studies that match a clause.
pub(crate) struct Postings {
    words: Vec<WordPostings>,
    weights: Weights,
    few: bool,
}

/// The studies that have any of several interchangeable words.
struct WordPostings {
    lists: Vec<PostingList>,
    /// The approximate number of matches per window.
    in_a_window: usize,
}

/// The posting list of a term, in document order.
struct PostingList {
    blocks: BlockSegmentPostings,
    position: usize,
}

impl Postings {
    /// Returns the postings of a clause, or `None` if no study matches it.
    pub(crate) fn for_clause(clause: &Clause, segment: &SegmentReader) -> tantivy::Result<Option<Self>> {
        let windows = (segment.max_doc() as usize).div_ceil(WINDOW).max(1);
        let any_of = |terms: &Vec<Term>| -> tantivy::Result<WordPostings> {
            let lists = terms.iter().filter_map(|term| PostingList::for_term(term, segment).transpose());
            let mut postings = WordPostings { lists: lists.collect::<Result<_, _>>()?, in_a_window: 0 };
            postings.in_a_window = postings.max_count() / windows;
            Ok(postings)
        };
        let mut words = clause.words.iter().map(any_of).collect::<Result<Vec<_>, _>>()?;
        words.sort_by_key(WordPostings::max_count);
        let most = words.first().map_or(0, WordPostings::max_count);
        let few = most < windows * FEW_PER_WINDOW;
        Ok((most > 0).then(|| Self { words, weights: clause.weights.clone(), few }))
    }

    /// Returns an upper bound on the number of matches.
    pub(crate) fn max_count(&self) -> usize {
        self.words.first().map_or(0, WordPostings::max_count)
    }

    /// Returns the first document from `from` on that has every word.
    pub(crate) fn next(&mut self, mut from: DocId) -> DocId {
        loop {
            let agreed = self.words.iter_mut().fold(from, |from, word| word.next(from));
            if agreed == from || agreed == TERMINATED {
                return agreed;
            }
            from = agreed;
        }
    }

    /// Returns the weight of a study's best way, and the sum over all its ways. Call this with increasing documents.
    pub(crate) fn weight(&mut self, doc: DocId) -> (f32, f32) {
        let place = self.ways(doc).index();
        (self.weights.best[place], self.weights.sum[place])
    }

    fn ways(&mut self, doc: DocId) -> Ways {
        let mut words = self.words.iter_mut();
        let first = words.next().map_or(Ways::default(), |word| word.ways(doc));
        words.fold(first, |ways, word| if ways.is_none() { ways } else { ways.shared(word.ways(doc)) })
    }

    /// Adds the scores of the window that begins at `from`. Call this with increasing windows.
    pub(crate) fn add(&mut self, from: DocId, window: &mut Window) {
        let Weights { best, sum } = self.weights;
        self.for_each(from, |place, ways| {
            if best[ways.index()] > 0.0 {
                window.add(place, best[ways.index()], sum[ways.index()]);
            }
        });
    }

    /// Adds only the sums, for optional clauses.
    pub(crate) fn add_to(&mut self, from: DocId, sums: &mut Scores) {
        let weights: [f32; CODES] = self.weights.sum;
        self.for_each(from, |place, ways| sums[place % WINDOW] += weights[ways.index()]);
    }

    /// Calls `take` with each matching study's place in the window and its ways.
    fn for_each(&mut self, from: DocId, mut take: impl FnMut(usize, Ways)) {
        if let [word] = self.words.as_mut_slice()
            && let [list] = word.lists.as_mut_slice()
        {
            list.for_each(from, take);
        } else if self.few {
            let mut doc = self.next(from);
            while doc < end_of(from) {
                take((doc - from) as usize, self.ways(doc));
                doc = self.next(doc + 1);
            }
        } else if self.words.iter_mut().all(|word| word.next(from) < end_of(from)) {
            self.for_each_by_table(from, take);
        }
    }

    /// Like [`Self::for_each`], with a table of each word's ways in the window.
    fn for_each_by_table(&mut self, from: DocId, mut take: impl FnMut(usize, Ways)) {
        let Some((rarest, others)) = self.words.split_first_mut() else { return };
        let mut shared = [Ways::default(); WINDOW];
        let mut found = Places::NONE;
        rarest.for_each(from, |place, ways| {
            found.insert(place);
            shared[place % WINDOW] = shared[place % WINDOW].or(ways);
        });
        for word in others {
            if found.count() * SEEK_COST < word.in_a_window {
                found.for_each(|place| {
                    let shared = &mut shared[place % WINDOW];
                    *shared = shared.shared(word.ways(doc_at(from, place)));
                });
                continue;
            }
            let mut word_ways = [Ways::default(); WINDOW];
            word.for_each(from, |place, ways| word_ways[place % WINDOW] = word_ways[place % WINDOW].or(ways));
            found.for_each(|place| {
                shared[place % WINDOW] = shared[place % WINDOW].shared(word_ways[place % WINDOW]);
            });
        }
        found.for_each(|place| {
            if !shared[place % WINDOW].is_none() {
                take(place, shared[place % WINDOW]);
            }
        });
    }
}

impl WordPostings {
    fn max_count(&self) -> usize {
        self.lists.iter().map(|list| list.blocks.doc_freq() as usize).sum()
    }

    fn next(&mut self, from: DocId) -> DocId {
        self.lists.iter_mut().map(|list| list.seek(from)).min().unwrap_or(TERMINATED)
    }

    fn ways(&mut self, doc: DocId) -> Ways {
        self.lists.iter_mut().fold(Ways::default(), |ways, list| ways.or(list.ways(doc)))
    }

    /// Calls `take` with each study's place in the window and its ways, possibly more than once per study.
    fn for_each(&mut self, from: DocId, mut take: impl FnMut(usize, Ways)) {
        for list in &mut self.lists {
            list.for_each(from, &mut take);
        }
    }
}

impl PostingList {
    /// Returns the list of a term, or `None` if the index doesn't have it.
    fn for_term(term: &Term, segment: &SegmentReader) -> tantivy::Result<Option<Self>> {
        let index = segment.inverted_index(term.field())?;
        let blocks = index.read_block_postings(term, IndexRecordOption::WithFreqs)?;
        Ok(blocks.map(|blocks| Self { blocks, position: 0 }))
    }

    /// Returns the first study at or after `from`.
    fn seek(&mut self, from: DocId) -> DocId {
        let current = self.current();
        if current >= from {
            return current;
        }
        self.position = self.blocks.seek(from);
        self.current()
    }

    fn current(&self) -> DocId {
        self.blocks.docs().get(self.position).copied().unwrap_or(TERMINATED)
    }

    fn ways(&mut self, doc: DocId) -> Ways {
        if self.seek(doc) == doc {
            Ways::from_frequency(self.blocks.freq(self.position))
        } else {
            Ways::default()
        }
    }

    /// Calls `take` with each study's place in the window and its ways.
    fn for_each(&mut self, from: DocId, mut take: impl FnMut(usize, Ways)) {
        self.seek(from);
        let end = end_of(from);
        loop {
            let docs = self.blocks.docs();
            let left = docs.get(self.position..).unwrap_or_default();
            let inside = match left.last() {
                None => return,
                Some(last) if *last < end => left.len(),
                Some(_) => left.partition_point(|doc| *doc < end),
            };
            for (doc, at) in left[..inside].iter().zip(self.position..) {
                take((doc - from) as usize, Ways::from_frequency(self.blocks.freq(at)));
            }
            if inside < left.len() {
                self.position += inside;
                return;
            }
            self.blocks.advance();
            self.position = 0;
        }
    }
}

/// Returns the document at a place of the window that begins at `from`.
pub(crate) fn doc_at(from: DocId, place: usize) -> DocId {
    #[allow(clippy::cast_possible_truncation, reason = "a window is small")]
    let place = place as DocId;
    from + place
}

/// Returns the first document after the window that begins at `from`.
pub(crate) fn end_of(from: DocId) -> DocId {
    #[allow(clippy::cast_possible_truncation, reason = "a window is small")]
    let end = from.saturating_add(WINDOW as u32);
    end.min(TERMINATED)
}

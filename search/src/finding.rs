//! The studies that hold what is wanted, a window of them at a time.
//!
//! Each list of studies is read once, from its beginning to its end, into a small table of what each study of the
//! window counts. That costs the same for a study however many ways it has to be found.

use tantivy::{
    DocId, SegmentReader, TERMINATED, Term, postings::BlockSegmentPostings, schema::IndexRecordOption,
};

use crate::wanted::Wanted;

/// How many studies are looked at together: their scores fit into the nearest cache.
pub(crate) const WINDOW: usize = 4096;

/// How much each study of a window counts; nothing when it is not found.
pub(crate) type Scores = [f32; WINDOW];

/// Finds the studies of a piece of the index that hold what is wanted.
#[allow(clippy::large_enum_variant, reason = "most of them are lists")]
pub(crate) enum Finder {
    Listed(List, f32),
    All(Vec<Finder>, Box<Scores>),
    Any(Vec<Finder>),
    Best(Vec<Finder>),
    BestWithShare(Vec<Finder>, f32, Box<Scores>),
    Worth(Box<Finder>, f32),
    Beside(Box<Finder>, Vec<Finder>, Box<Scores>),
}

/// The studies of a word or a concept, in their order.
pub(crate) struct List {
    blocks: BlockSegmentPostings,
    at: usize,
}

/// What becomes of what a study counts already and what it counts by another way.
#[derive(Clone, Copy)]
enum Together {
    Best,
    Sum,
}

impl Finder {
    pub(crate) fn new(wanted: &Wanted, segment: &SegmentReader) -> tantivy::Result<Self> {
        let each =
            |all: &[Wanted]| all.iter().map(|one| Self::new(one, segment)).collect::<Result<Vec<_>, _>>();
        Ok(match wanted {
            Wanted::Term(term, weight) => Self::Listed(List::of(term, segment)?, *weight),
            Wanted::All(all) => {
                let mut all = each(all)?;
                all.sort_by_key(Self::most);
                Self::All(all, nothing())
            }
            Wanted::Any(any) => Self::Any(each(any)?),
            Wanted::Best(ways, share) if *share > 0.0 => Self::BestWithShare(each(ways)?, *share, nothing()),
            Wanted::Best(ways, _) => Self::Best(each(ways)?),
            Wanted::Worth(inner, weight) => Self::Worth(Box::new(Self::new(inner, segment)?), *weight),
            Wanted::Beside(needed, beside) => {
                Self::Beside(Box::new(Self::new(needed, segment)?), each(beside)?, nothing())
            }
        })
    }

    /// At most so many studies can be found.
    pub(crate) fn most(&self) -> u64 {
        match self {
            Self::Listed(list, _) => u64::from(list.blocks.doc_freq()),
            Self::All(all, _) => all.iter().map(Self::most).min().unwrap_or_default(),
            Self::Any(any) | Self::Best(any) | Self::BestWithShare(any, ..) => {
                any.iter().map(Self::most).sum()
            }
            Self::Worth(inner, _) | Self::Beside(inner, ..) => inner.most(),
        }
    }

    /// No study before this one, from the given one on, can be found.
    pub(crate) fn next(&mut self, mut from: DocId) -> DocId {
        match self {
            Self::Listed(list, _) => list.seek(from),
            // Where one is a list of many lists, to go on until all agree would take as many steps as they have studies.
            Self::All(all, _) if all.iter().any(|one| !matches!(one, Self::Listed(..))) => {
                all.iter_mut().fold(from, |from, one| one.next(from))
            }
            Self::All(all, _) => loop {
                let agreed = all.iter_mut().fold(from, |from, one| one.next(from));
                if agreed == from || agreed == TERMINATED {
                    return agreed;
                }
                from = agreed;
            },
            Self::Any(any) | Self::Best(any) | Self::BestWithShare(any, ..) => {
                any.iter_mut().map(|one| one.next(from)).min().unwrap_or(TERMINATED)
            }
            Self::Worth(inner, _) | Self::Beside(inner, ..) => inner.next(from),
        }
    }

    /// How much a study counts. Studies come in their order.
    pub(crate) fn score(&mut self, doc: DocId) -> f32 {
        match self {
            Self::Listed(list, weight) => {
                if list.seek(doc) == doc {
                    *weight
                } else {
                    0.0
                }
            }
            Self::All(all, _) => {
                let mut sum = 0.0;
                for one in all {
                    let score = one.score(doc);
                    if score <= 0.0 {
                        return 0.0;
                    }
                    sum += score;
                }
                sum
            }
            Self::Any(any) => any.iter_mut().map(|one| one.score(doc)).sum(),
            Self::Best(ways) => ways.iter_mut().map(|way| way.score(doc)).fold(0.0, f32::max),
            Self::BestWithShare(ways, share, _) => {
                let both = |(best, sum): (f32, f32), score: f32| (best.max(score), sum + score);
                let (best, sum) = ways.iter_mut().map(|way| way.score(doc)).fold((0.0, 0.0), both);
                best + *share * (sum - best)
            }
            Self::Worth(inner, weight) => {
                if inner.score(doc) > 0.0 {
                    *weight
                } else {
                    0.0
                }
            }
            Self::Beside(needed, beside, _) => match needed.score(doc) {
                score if score > 0.0 => score + beside.iter_mut().map(|one| one.score(doc)).sum::<f32>(),
                _ => 0.0,
            },
        }
    }

    /// How much each study of the window that begins here counts. Windows come in their order.
    pub(crate) fn fill(&mut self, from: DocId, scores: &mut Scores) {
        scores.fill(0.0);
        self.fill_empty(from, scores);
    }

    fn add(&mut self, from: DocId, scores: &mut Scores, together: Together) {
        match self {
            Self::Listed(list, weight) => list.add(from, scores, *weight, together),
            Self::Best(ways) if matches!(together, Together::Best) => {
                for way in ways {
                    way.add(from, scores, Together::Best);
                }
            }
            Self::Any(any) if matches!(together, Together::Sum) => {
                for one in any {
                    one.add(from, scores, Together::Sum);
                }
            }
            other => {
                if other.next(from) >= end_of(from) {
                    return;
                }
                let mut own = nothing();
                other.fill_empty(from, &mut own);
                for (score, own) in scores.iter_mut().zip(own.iter()) {
                    *score = match together {
                        Together::Best => score.max(*own),
                        Together::Sum => *score + own,
                    };
                }
            }
        }
    }

    /// Adds to the best and to the sum.
    fn add_twice(&mut self, from: DocId, best: &mut Scores, sums: &mut Scores) {
        if let Self::Listed(list, weight) = self {
            list.each(from, |place| {
                best[place] = best[place].max(*weight);
                sums[place] += *weight;
            });
            return;
        }
        if self.next(from) >= end_of(from) {
            return;
        }
        let mut own = nothing();
        self.fill_empty(from, &mut own);
        for ((best, sum), own) in best.iter_mut().zip(sums.iter_mut()).zip(own.iter()) {
            *best = best.max(*own);
            *sum += own;
        }
    }

    /// The same into a table that holds nothing yet.
    fn fill_empty(&mut self, from: DocId, scores: &mut Scores) {
        match self {
            Self::Listed(..) => self.add(from, scores, Together::Best),
            Self::Best(ways) => ways.iter_mut().for_each(|way| way.add(from, scores, Together::Best)),
            Self::Any(any) => any.iter_mut().for_each(|one| one.add(from, scores, Together::Sum)),
            Self::BestWithShare(ways, share, sums) => {
                sums.fill(0.0);
                for way in ways {
                    way.add_twice(from, scores, sums);
                }
                for (score, sum) in scores.iter_mut().zip(sums.iter()) {
                    *score += *share * (sum - *score);
                }
            }
            Self::All(all, other) => {
                let mut all = all.iter_mut();
                if let Some(first) = all.next() {
                    first.fill_empty(from, scores);
                }
                for one in all {
                    other.fill(0.0);
                    one.fill_empty(from, other);
                    for (score, other) in scores.iter_mut().zip(other.iter()) {
                        let both = *score > 0.0 && *other > 0.0;
                        *score = if both { *score + other } else { 0.0 };
                    }
                }
            }
            Self::Worth(inner, weight) => {
                inner.fill_empty(from, scores);
                for score in scores {
                    *score = if *score > 0.0 { *weight } else { 0.0 };
                }
            }
            Self::Beside(needed, beside, other) => {
                needed.fill_empty(from, scores);
                if beside.is_empty() {
                    return;
                }
                other.fill(0.0);
                for one in beside {
                    one.add(from, other, Together::Sum);
                }
                for (score, other) in scores.iter_mut().zip(other.iter()) {
                    *score = if *score > 0.0 { *score + other } else { 0.0 };
                }
            }
        }
    }
}

impl List {
    /// The studies of a term; none when the index does not know it.
    pub(crate) fn of(term: &Term, segment: &SegmentReader) -> tantivy::Result<Self> {
        let index = segment.inverted_index(term.field())?;
        let blocks = index.read_block_postings(term, IndexRecordOption::Basic)?;
        Ok(Self { blocks: blocks.unwrap_or_else(BlockSegmentPostings::empty), at: 0 })
    }

    /// The first study at this one or after it.
    pub(crate) fn seek(&mut self, from: DocId) -> DocId {
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

    fn add(&mut self, from: DocId, scores: &mut Scores, weight: f32, together: Together) {
        match together {
            Together::Best => self.each(from, |place| scores[place] = scores[place].max(weight)),
            Together::Sum => self.each(from, |place| scores[place] += weight),
        }
    }

    /// The places in the window of the studies that stand in it.
    fn each(&mut self, from: DocId, mut take: impl FnMut(usize)) {
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
            for doc in &left[..inside] {
                take((doc - from) as usize % WINDOW);
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

/// The first study behind the window that begins here.
pub(crate) fn end_of(from: DocId) -> DocId {
    #[allow(clippy::cast_possible_truncation, reason = "a window is small")]
    let end = from.saturating_add(WINDOW as u32);
    end.min(TERMINATED)
}

fn nothing() -> Box<Scores> {
    Box::new([0.0; WINDOW])
}

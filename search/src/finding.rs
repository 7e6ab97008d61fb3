//! The studies that hold what is wanted: one after the other where they are few, a window of them at a time otherwise.
//!
//! In a window, each list of studies is read from its beginning to its end into small tables of what each study counts.
//! That costs the same for a study however many ways it has to be found.

use tantivy::{DocId, SegmentReader, TERMINATED};

use crate::{
    holders::{FEW, Holders, Scores, WINDOW, end_of},
    wanted::{Held, Wanted},
};

/// The share of what the other ways count in which a study is about the same part of a search.
const IN_OTHER_WAYS: f32 = 0.1;
/// How many scores are looked at at once to see that nothing is there.
const STRIDE: usize = 16;

/// Finds the studies of a piece of the index that hold what is wanted.
pub(crate) struct Finder {
    parts: Vec<Part>,
    every: bool,
    beside: Vec<Holders>,
}

/// The ways in which a study can be about a part of a search.
struct Part(Vec<Holders>);

/// What studies of a window count.
struct Tables {
    /// All parts together.
    total: Box<Scores>,
    /// A part by the best way, and by all of them.
    best: Box<Scores>,
    sums: Box<Scores>,
}

impl Finder {
    pub(crate) fn new(wanted: &Wanted, segment: &SegmentReader) -> tantivy::Result<Self> {
        let holders = |all: &Vec<Held>| -> tantivy::Result<Vec<Holders>> {
            all.iter().filter_map(|held| Holders::of(held, segment).transpose()).collect()
        };
        let mut parts =
            wanted.parts.iter().map(|part| holders(part).map(Part)).collect::<Result<Vec<_>, _>>()?;
        parts.sort_by_key(Part::most);
        Ok(Self { parts, every: wanted.every, beside: holders(&wanted.beside)? })
    }

    /// Tells of each study before the last one that is found, in their order, how much it counts.
    pub(crate) fn each(&mut self, last: DocId, take: impl FnMut(DocId, f32)) {
        let windows = (last as usize).div_ceil(WINDOW);
        if self.most() < windows * FEW {
            self.one_by_one(last, take);
        } else {
            self.by_windows(last, take);
        }
    }

    /// At most so many studies can be found.
    fn most(&self) -> usize {
        let each = self.parts.iter().map(Part::most);
        if self.every { each.min().unwrap_or_default() } else { each.sum() }
    }

    /// No study before this one, from the given one on, can be found.
    fn next(&mut self, from: DocId) -> DocId {
        let parts = self.parts.iter_mut();
        if self.every {
            parts.fold(from, |from, part| part.next(from))
        } else {
            parts.map(|part| part.next(from)).min().unwrap_or(TERMINATED)
        }
    }

    fn one_by_one(&mut self, last: DocId, mut take: impl FnMut(DocId, f32)) {
        let mut doc = self.next(0);
        while doc < last {
            let score = self.score(doc);
            if score > 0.0 {
                take(doc, score);
            }
            doc = self.next(doc + 1);
        }
    }

    /// How much a study counts. Studies come in their order.
    fn score(&mut self, doc: DocId) -> f32 {
        let mut sum = 0.0;
        for part in &mut self.parts {
            let score = part.score(doc);
            if self.every && score <= 0.0 {
                return 0.0;
            }
            sum += score;
        }
        if sum > 0.0 {
            sum += self.beside.iter_mut().map(|held| held.worth(doc).1).sum::<f32>();
        }
        sum
    }

    fn by_windows(&mut self, last: DocId, mut take: impl FnMut(DocId, f32)) {
        let nothing = || Box::new([0.0; WINDOW]);
        let mut tables = Tables { total: nothing(), best: nothing(), sums: nothing() };
        let mut from = self.next(0);
        while from < last {
            if self.fill(from, &mut tables) {
                tables.each(|place, score| {
                    if from + place < last {
                        take(from + place, score);
                    }
                });
            }
            from = self.next(end_of(from));
        }
    }

    /// How much each study of the window that begins here counts; whether one can be found.
    fn fill(&mut self, from: DocId, tables: &mut Tables) -> bool {
        let mut first = true;
        for part in &mut self.parts {
            if part.next(from) >= end_of(from) {
                if self.every {
                    return false;
                }
                continue;
            }
            tables.of_part(part, from);
            match (first, self.every) {
                (true, _) => tables.take(|_, score| score),
                (false, true) => {
                    tables.take(|total, score| if total * score > 0.0 { total + score } else { 0.0 });
                }
                (false, false) => tables.take(|total, score| total + score),
            }
            first = false;
        }
        if !first && !self.beside.is_empty() {
            tables.add(&mut self.beside, from);
        }
        !first
    }
}

impl Tables {
    fn of_part(&mut self, part: &mut Part, from: DocId) {
        self.best.fill(0.0);
        self.sums.fill(0.0);
        for held in &mut part.0 {
            held.add(from, &mut self.best, &mut self.sums);
        }
    }

    /// Brings what a part counts into the total.
    fn take(&mut self, with: impl Fn(f32, f32) -> f32) {
        let of_part = self.best.iter().zip(self.sums.iter()).map(|(best, sum)| together(*best, *sum));
        for (total, score) in self.total.iter_mut().zip(of_part) {
            *total = with(*total, score);
        }
    }

    /// Adds to what is found what need not be there.
    fn add(&mut self, beside: &mut [Holders], from: DocId) {
        self.sums.fill(0.0);
        for held in beside {
            held.add_to(from, &mut self.sums);
        }
        for (total, more) in self.total.iter_mut().zip(self.sums.iter()) {
            *total = if *total > 0.0 { *total + more } else { 0.0 };
        }
    }

    /// The places in the window of the studies that are found, and how much they count.
    fn each(&self, mut take: impl FnMut(DocId, f32)) {
        for (stride, from) in self.total.as_chunks::<STRIDE>().0.iter().zip((0..).step_by(STRIDE)) {
            if stride.iter().fold(0, |bits, score| bits | score.to_bits()) == 0 {
                continue;
            }
            for (score, place) in stride.iter().zip(from..) {
                if *score > 0.0 {
                    take(place, *score);
                }
            }
        }
    }
}

impl Part {
    fn most(&self) -> usize {
        self.0.iter().map(Holders::most).sum()
    }

    fn next(&mut self, from: DocId) -> DocId {
        self.0.iter_mut().map(|held| held.next(from)).min().unwrap_or(TERMINATED)
    }

    fn score(&mut self, doc: DocId) -> f32 {
        let both = |(best, sum): (f32, f32), (one, all): (f32, f32)| (best.max(one), sum + all);
        let (best, sum) = self.0.iter_mut().map(|held| held.worth(doc)).fold((0.0, 0.0), both);
        together(best, sum)
    }
}

fn together(best: f32, sum: f32) -> f32 {
    best + IN_OTHER_WAYS * (sum - best)
}

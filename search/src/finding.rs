//! The studies that hold what is wanted: one after the other where they are few, a window of them at a time otherwise.
//!
//! In a window, each list of studies is read from its beginning to its end into small tables of what each study counts.
//! That costs the same for a study however many ways it has to be found.

use tantivy::{DocId, SegmentReader, TERMINATED};

use crate::{
    bits::Bits,
    holders::{FEW, Holders, doc_at, end_of},
    wanted::{Held, Wanted},
    window::{Places, Scores, WINDOW, Window, nothing},
};

/// The share of what the other ways count in which a study is about the same part of a search.
const IN_OTHER_WAYS: f32 = 0.1;

/// Finds the studies of a piece of the index that hold what is wanted.
pub(crate) struct Finder<'a> {
    parts: Vec<Part>,
    every: bool,
    beside: Vec<Holders>,
    /// Nothing but these can be found.
    only: Option<Bits<'a>>,
    /// Whether every one of them is.
    all: bool,
}

/// What a study counts where nothing is looked for.
const SAME: f32 = 1.0;

/// The ways in which a study can be about a part of a search.
struct Part(Vec<Holders>);

/// What the studies of a window count.
struct Tables {
    /// By one part of the search.
    part: Window,
    /// Those that are found, and what they count by all parts.
    found: Places,
    total: Box<Scores>,
    /// What studies count besides.
    beside: Box<Scores>,
}

impl<'a> Finder<'a> {
    pub(crate) fn new(
        wanted: &Wanted,
        only: Option<Bits<'a>>,
        segment: &SegmentReader,
    ) -> tantivy::Result<Self> {
        let holders = |all: &Vec<Held>| -> tantivy::Result<Vec<Holders>> {
            all.iter().filter_map(|held| Holders::of(held, segment).transpose()).collect()
        };
        let mut parts =
            wanted.parts.iter().map(|part| holders(part).map(Part)).collect::<Result<Vec<_>, _>>()?;
        parts.sort_by_key(Part::most);
        Ok(Self { parts, every: wanted.every, beside: holders(&wanted.beside)?, only, all: false })
    }

    /// Finds every study, each of which counts the same.
    pub(crate) fn of_all(only: Option<Bits<'a>>) -> Self {
        Self { parts: Vec::new(), every: false, beside: Vec::new(), only, all: true }
    }

    /// Tells of each study before the last one that is found, in their order, how much it counts.
    pub(crate) fn each(&mut self, last: DocId, mut take: impl FnMut(DocId, f32)) {
        if self.all {
            let found = (0..last).filter(|doc| self.only.is_none_or(|only| only.has(*doc)));
            return found.for_each(|doc| take(doc, SAME));
        }
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
            let score = if self.only.is_none_or(|only| only.has(doc)) { self.score(doc) } else { 0.0 };
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
        let mut tables =
            Tables { part: Window::empty(), found: Places::NONE, total: nothing(), beside: nothing() };
        let mut from = beginning(self.next(0));
        while from < last {
            self.fill(from, &mut tables);
            if let Some(only) = self.only {
                only.keep_among(from, &mut tables.found);
            }
            tables.found.each(|place| {
                let doc = doc_at(from, place);
                if doc < last {
                    take(doc, tables.total[place % WINDOW] + tables.beside[place % WINDOW]);
                }
            });
            from = beginning(self.next(end_of(from)));
        }
    }

    /// How much each study of the window that begins here counts.
    fn fill(&mut self, from: DocId, tables: &mut Tables) {
        tables.found.clear();
        for (place, part) in self.parts.iter_mut().enumerate() {
            for held in &mut part.0 {
                held.add(from, &mut tables.part);
            }
            tables.take_part(place == 0, self.every);
            if self.every && tables.found.is_empty() {
                return;
            }
        }
        if !self.beside.is_empty() {
            tables.beside.fill(0.0);
            for held in &mut self.beside {
                held.add_to(from, &mut tables.beside);
            }
        }
    }
}

impl Tables {
    /// Brings what a part counts into the total.
    fn take_part(&mut self, is_first: bool, every: bool) {
        let Self { part, found, total, .. } = self;
        let score = |place: usize| {
            let (best, sum) = part.of(place);
            together(best, sum)
        };
        if is_first {
            part.found.each(|place| total[place % WINDOW] = score(place));
            *found = part.found.clone();
        } else if every {
            found.keep(&part.found);
            found.each(|place| total[place % WINDOW] += score(place));
        } else {
            let known = found.clone();
            part.found.each(|place| {
                let before = if known.has(place) { total[place % WINDOW] } else { 0.0 };
                total[place % WINDOW] = before + score(place);
            });
            found.join(&part.found);
        }
        part.clear();
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

/// Where the window of a study begins: where a number of bits does.
fn beginning(doc: DocId) -> DocId {
    doc & !63
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
#[path = "finding_tests.rs"]
mod tests;

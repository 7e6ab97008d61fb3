//! Finds the studies that match a query: one at a time if there are few, otherwise a window at a time.
//!
//! For a window, each posting list is read from start to end into small score tables. The cost per study doesn't depend
//! on how many clauses may match it.

use tantivy::{DocId, SegmentReader, TERMINATED};

use crate::{
    bits::Bits,
    index_query::{Clause, IndexQuery},
    postings::{FEW_PER_WINDOW, Postings, doc_at, end_of},
    window::{Places, Scores, WINDOW, Window, zero_scores},
};

/// The weight of a part's other matching clauses, relative to the best one.
const OTHER_CLAUSES: f32 = 0.1;

/// Finds the matching studies of a segment.
pub(crate) struct Finder<'a> {
    parts: Vec<Part>,
    requires_all: bool,
    boosts: Vec<Postings>,
    /// If set, only these studies can match.
    allowed: Option<Bits<'a>>,
    /// Whether every allowed study matches.
    matches_all: bool,
}

/// The score of every study when the query has no terms.
const UNIFORM_SCORE: f32 = 1.0;

/// The clauses by which a study can match one part of a query.
struct Part(Vec<Postings>);

/// The scores of a window's studies.
struct Tables {
    /// Scores for the current part of the query.
    part: Window,
    /// The matching studies, and their total over all parts.
    found: Places,
    total: Box<Scores>,
    /// Additional scores from optional clauses.
    boosts: Box<Scores>,
}

impl<'a> Finder<'a> {
    pub(crate) fn new(
        query: &IndexQuery,
        allowed: Option<Bits<'a>>,
        segment: &SegmentReader,
    ) -> tantivy::Result<Self> {
        let postings = |all: &Vec<Clause>| -> tantivy::Result<Vec<Postings>> {
            all.iter().filter_map(|clause| Postings::for_clause(clause, segment).transpose()).collect()
        };
        let mut parts =
            query.parts.iter().map(|part| postings(part).map(Part)).collect::<Result<Vec<_>, _>>()?;
        parts.sort_by_key(Part::max_count);
        Ok(Self {
            parts,
            requires_all: query.requires_all,
            boosts: postings(&query.boosts)?,
            allowed,
            matches_all: false,
        })
    }

    /// Returns a finder that matches every allowed study with the same score.
    pub(crate) fn for_all_studies(allowed: Option<Bits<'a>>) -> Self {
        Self { parts: Vec::new(), requires_all: false, boosts: Vec::new(), allowed, matches_all: true }
    }

    /// Calls `take` with each matching study before `last` and its score, in document order.
    pub(crate) fn for_each(&mut self, last: DocId, mut take: impl FnMut(DocId, f32)) {
        if self.matches_all {
            let found = (0..last).filter(|doc| self.allowed.is_none_or(|allowed| allowed.has(*doc)));
            return found.for_each(|doc| take(doc, UNIFORM_SCORE));
        }
        let windows = (last as usize).div_ceil(WINDOW);
        if self.max_count() < windows * FEW_PER_WINDOW {
            self.one_by_one(last, take);
        } else {
            self.by_windows(last, take);
        }
    }

    /// Returns an upper bound on the number of matches.
    fn max_count(&self) -> usize {
        let each = self.parts.iter().map(Part::max_count);
        if self.requires_all { each.min().unwrap_or_default() } else { each.sum() }
    }

    /// Returns the first document from `from` on that may match.
    fn next(&mut self, from: DocId) -> DocId {
        let parts = self.parts.iter_mut();
        if self.requires_all {
            parts.fold(from, |from, part| part.next(from))
        } else {
            parts.map(|part| part.next(from)).min().unwrap_or(TERMINATED)
        }
    }

    fn one_by_one(&mut self, last: DocId, mut take: impl FnMut(DocId, f32)) {
        let mut doc = self.next(0);
        while doc < last {
            let score =
                if self.allowed.is_none_or(|allowed| allowed.has(doc)) { self.score(doc) } else { 0.0 };
            if score > 0.0 {
                take(doc, score);
            }
            doc = self.next(doc + 1);
        }
    }

    /// Returns the score of a study. Call this with increasing documents.
    fn score(&mut self, doc: DocId) -> f32 {
        let mut sum = 0.0;
        for part in &mut self.parts {
            let score = part.score(doc);
            if self.requires_all && score <= 0.0 {
                return 0.0;
            }
            sum += score;
        }
        if sum > 0.0 {
            sum += self.boosts.iter_mut().map(|clause| clause.weight(doc).1).sum::<f32>();
        }
        sum
    }

    fn by_windows(&mut self, last: DocId, mut take: impl FnMut(DocId, f32)) {
        let mut tables = Tables {
            part: Window::empty(),
            found: Places::NONE,
            total: zero_scores(),
            boosts: zero_scores(),
        };
        let mut from = beginning(self.next(0));
        while from < last {
            self.fill(from, &mut tables);
            if let Some(allowed) = self.allowed {
                allowed.retain_in_window(from, &mut tables.found);
            }
            tables.found.for_each(|place| {
                let doc = doc_at(from, place);
                if doc < last {
                    take(doc, tables.total[place % WINDOW] + tables.boosts[place % WINDOW]);
                }
            });
            from = beginning(self.next(end_of(from)));
        }
    }

    /// Fills the tables for the window that begins at `from`.
    fn fill(&mut self, from: DocId, tables: &mut Tables) {
        tables.found.clear();
        for (place, part) in self.parts.iter_mut().enumerate() {
            for clause in &mut part.0 {
                clause.add(from, &mut tables.part);
            }
            tables.add_part_scores(place == 0, self.requires_all);
            if self.requires_all && tables.found.is_empty() {
                return;
            }
        }
        if !self.boosts.is_empty() {
            tables.boosts.fill(0.0);
            for clause in &mut self.boosts {
                clause.add_to(from, &mut tables.boosts);
            }
        }
    }
}

impl Tables {
    /// Adds the scores of a part to the total.
    fn add_part_scores(&mut self, is_first: bool, requires_all: bool) {
        let Self { part, found, total, .. } = self;
        let score = |place: usize| {
            let (best, sum) = part.scores(place);
            combined(best, sum)
        };
        if is_first {
            part.found.for_each(|place| total[place % WINDOW] = score(place));
            *found = part.found.clone();
        } else if requires_all {
            found.intersect(&part.found);
            found.for_each(|place| total[place % WINDOW] += score(place));
        } else {
            let known = found.clone();
            part.found.for_each(|place| {
                let before = if known.contains(place) { total[place % WINDOW] } else { 0.0 };
                total[place % WINDOW] = before + score(place);
            });
            found.union(&part.found);
        }
        part.clear();
    }
}

impl Part {
    fn max_count(&self) -> usize {
        self.0.iter().map(Postings::max_count).sum()
    }

    fn next(&mut self, from: DocId) -> DocId {
        self.0.iter_mut().map(|clause| clause.next(from)).min().unwrap_or(TERMINATED)
    }

    fn score(&mut self, doc: DocId) -> f32 {
        let add = |(best, sum): (f32, f32), (one, all): (f32, f32)| (best.max(one), sum + all);
        let (best, sum) = self.0.iter_mut().map(|clause| clause.weight(doc)).fold((0.0, 0.0), add);
        combined(best, sum)
    }
}

fn combined(best: f32, sum: f32) -> f32 {
    best + OTHER_CLAUSES * (sum - best)
}

/// Returns where a study's window begins: a multiple of the bit set's word size.
fn beginning(doc: DocId) -> DocId {
    doc & !63
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may panic")]
#[path = "finding_tests.rs"]
mod tests;

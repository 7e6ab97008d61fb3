//! Which of the studies that were found fit, how many of each kind there are, and the best of them.

use std::{cmp::Reverse, collections::BinaryHeap};

use tantivy::DocId;

use crate::{
    asked::{Asked, Sort},
    counts::{Counts, Tally},
    distances::Distances,
    facts::Facts,
    facts_builder::digits,
    facts_file::{FactsFile, Studies, StudyRow},
    finding::Finder,
    place::{Chord, Point},
};

/// How many of the conditions that most of the studies found are about are told.
const MOST_CONDITIONS: usize = 10;
/// The rows of so many studies are read together, so that the memory brings one while the next is asked for.
const TOGETHER: usize = 16;

/// A study that fits. What comes first is smaller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ranked {
    first: u32,
    second: u32,
    /// Two studies never have the same, so that the order is the same whatever page is asked for.
    pub(crate) number: u32,
    pub(crate) doc: DocId,
}

/// What was gathered.
#[derive(Default)]
pub(crate) struct Gathered<'a> {
    /// The best studies, best first, with how far they are.
    pub(crate) best: Vec<(Ranked, Option<f64>)>,
    pub(crate) counts: Counts,
    /// How many were found, whatever the filters and the distance.
    pub(crate) found: usize,
    /// The ids of the conditions that most of the studies are about, and how many are.
    pub(crate) conditions: Vec<(&'a str, usize)>,
}

/// The filters, each with the bit that says that a study does not fit it.
const SEX: u8 = 1;
const AGE: u8 = 1 << 1;
const AGE_GROUP: u8 = 1 << 2;
const KIND: u8 = 1 << 3;
const PHASE: u8 = 1 << 4;
const HEALTH: u8 = 1 << 5;
const CONDITION: u8 = 1 << 6;

/// A study that fits all filters, or all but one, as far as its facts tell.
#[derive(Clone, Copy)]
struct Fitting {
    doc: DocId,
    score: f32,
    facts: Facts,
    fails: u8,
}

/// Gathers the best studies, and counts.
pub(crate) struct Gathering<'a> {
    asked: &'a Asked<'a>,
    facts: &'a FactsFile,
    studies: Studies<'a>,
    distances: Option<Distances<'a>>,
    within: Option<Chord>,
    condition: Option<u16>,
    region: Option<u16>,
    without: Vec<u32>,
    worst_first: BinaryHeap<Ranked>,
    most: usize,
    counts: bool,
    tally: Tally,
    found: usize,
    of_concept: Vec<u32>,
}

impl<'a> Gathering<'a> {
    /// The condition of the filter and the region are told by their places among those of the facts.
    pub(crate) fn of(
        asked: &'a Asked<'a>,
        condition: Option<u16>,
        region: Option<u16>,
        facts: &'a FactsFile,
    ) -> Self {
        let studies = facts.of_studies();
        Self {
            asked,
            facts,
            studies,
            distances: asked.near.map(|near| Distances::from(Point::of(near.place), studies)),
            within: asked.near.and_then(|near| near.within_km).map(Chord::of_km),
            condition,
            region,
            without: asked.without.iter().map(digits).collect(),
            worst_first: BinaryHeap::new(),
            most: asked.skip.saturating_add(asked.most),
            counts: false,
            tally: Tally::default(),
            found: 0,
            of_concept: Vec::new(),
        }
    }

    /// The same, with counts.
    pub(crate) fn counting(self) -> Self {
        Self { counts: true, of_concept: vec![0; self.facts.concepts().len()], ..self }
    }

    /// The same, but for so many at most, none of them among those whose digits are found already.
    pub(crate) fn beside(self, found: &[u32], most: usize) -> Self {
        let without = self.without.iter().chain(found).copied().collect();
        Self { without, most: self.most.min(most), ..self }
    }

    /// Gathers all that is found and takes people as it is asked for.
    pub(crate) fn gather(mut self, finder: &mut Finder) -> Gathered<'a> {
        let mut waiting = Vec::with_capacity(TOGETHER);
        finder.each(self.facts.end_of(self.asked.standing), |doc, score| {
            self.found += 1;
            if !self.counts && self.is_behind(score) {
                return;
            }
            let Some(facts) = self.studies.facts(doc) else { return };
            let fails = self.fails(facts);
            if fails == 0 || self.counts && !is_more_than_one(fails) {
                waiting.push(Fitting { doc, score, facts, fails });
            }
            if waiting.len() == TOGETHER {
                self.take(&mut waiting);
            }
        });
        self.take(&mut waiting);
        self.finish()
    }

    fn take(&mut self, waiting: &mut Vec<Fitting>) {
        let mut rows = [None; TOGETHER];
        for (row, fitting) in rows.iter_mut().zip(waiting.iter()) {
            *row = self.studies.row(fitting.doc);
        }
        for (study, fitting) in rows.iter().zip(waiting.drain(..)) {
            if let Some(study) = study {
                self.take_one(fitting, *study);
            }
        }
    }

    fn take_one(&mut self, fitting: Fitting, study: StudyRow) {
        let fails = fitting.fails | self.fails_condition(study);
        if is_more_than_one(fails) || self.without.contains(&study.number) {
            return;
        }
        if self.region.is_some_and(|region| !self.studies.has_site_in(region, study)) {
            return;
        }
        let mut chord = None;
        if let (Some(within), Some(distances)) = (self.within, &mut self.distances) {
            let nearest = distances.nearest(study);
            if nearest > within {
                return;
            }
            chord = Some(nearest);
        }
        if self.counts {
            self.count(fitting.facts, study, fails);
        }
        if fails == 0 {
            self.keep(fitting, study, chord);
        }
    }

    /// The bits of the filters that the study does not fit, but for that of a condition.
    fn fails(&self, facts: Facts) -> u8 {
        let filters = &self.asked.filters;
        let bit = |fits: bool, bit: u8| if fits { 0 } else { bit };
        bit(filters.sex.is_none_or(|sex| facts.admits_sex(sex)), SEX)
            | bit(filters.ages.is_none_or(|ages| facts.admits_ages(ages)), AGE)
            | bit(filters.age_group.is_none_or(|group| facts.admits_group(group)), AGE_GROUP)
            | bit(filters.kind.as_ref().is_none_or(|kind| facts.is_of_kind(kind)), KIND)
            | bit(filters.phase.is_none_or(|phase| facts.is_in(phase)), PHASE)
            | bit(filters.healthy.is_none_or(|healthy| facts.takes_healthy() == healthy), HEALTH)
    }

    fn fails_condition(&self, study: StudyRow) -> u8 {
        let is_about = |condition: u16| study.concepts.contains(&condition.to_le_bytes());
        if self.condition.is_none_or(is_about) { 0 } else { CONDITION }
    }

    /// Counts a study that fits every filter, or every filter but one, which then counts it alone.
    fn count(&mut self, facts: Facts, study: StudyRow, fails: u8) {
        let tally = &mut self.tally;
        let counted_by = |filter: u8| fails & !filter == 0;
        let [sex, kind, age_groups, phases, healthy] = facts.codes();
        tally.all += usize::from(fails == 0);
        tally.sex[sex] += usize::from(counted_by(SEX));
        tally.kind[kind] += usize::from(counted_by(KIND));
        tally.age_groups[age_groups] += usize::from(counted_by(AGE_GROUP));
        tally.phases[phases] += usize::from(counted_by(PHASE));
        tally.healthy[healthy] += usize::from(counted_by(HEALTH));
        if counted_by(CONDITION) {
            for concept in study.concepts {
                if let Some(count) = self.of_concept.get_mut(usize::from(u16::from_le_bytes(*concept))) {
                    *count += 1;
                }
            }
        }
    }

    fn keep(&mut self, fitting: Fitting, study: StudyRow, chord: Option<Chord>) {
        let Fitting { doc, score, .. } = fitting;
        if self.is_behind(score) {
            return;
        }
        let relevance = rank_of(score);
        let newness = !study.changed;
        let distances = &mut self.distances;
        let mut km = || {
            chord.or_else(|| distances.as_mut().map(|distances| distances.nearest(study))).map(Chord::rank)
        };
        let (first, second) = match self.asked.sort {
            Sort::Nearest => km().map_or((relevance, newness), |km| (km, relevance)),
            Sort::Newest => (newness, relevance),
            Sort::Relevance => (relevance, km().unwrap_or(newness)),
        };
        let ranked = Ranked { first, second, number: study.number, doc };
        match self.worst() {
            None if self.most > 0 => self.worst_first.push(ranked),
            Some(worst) if ranked < *worst => {
                self.worst_first.pop();
                self.worst_first.push(ranked);
            }
            _ => {}
        }
    }

    /// Whether so many are better already, by what they count alone.
    fn is_behind(&self, score: f32) -> bool {
        self.asked.sort == Sort::Relevance && self.worst().is_some_and(|worst| rank_of(score) > worst.first)
    }

    /// The last of the best, when there are as many as are asked for.
    fn worst(&self) -> Option<&Ranked> {
        if self.worst_first.len() < self.most { None } else { self.worst_first.peek() }
    }

    fn finish(mut self) -> Gathered<'a> {
        let best = std::mem::take(&mut self.worst_first).into_sorted_vec();
        let best = best.into_iter().map(|ranked| (ranked, self.km(ranked.doc))).collect();
        let conditions = most_frequent(&self.of_concept);
        let names = self.facts.concepts();
        let conditions =
            conditions.into_iter().map(|(place, count)| (names[place].as_str(), count)).collect();
        Gathered { best, counts: self.tally.counts(), found: self.found, conditions }
    }

    fn km(&mut self, doc: DocId) -> Option<f64> {
        let study = self.studies.row(doc)?;
        self.distances.as_mut()?.nearest(study).km()
    }
}

/// A number that is the smaller the more a study counts: the bits of numbers above nought grow as they do.
fn rank_of(score: f32) -> u32 {
    !score.to_bits()
}

/// What two filters leave out would not come with another choice of one.
fn is_more_than_one(fails: u8) -> bool {
    fails & fails.wrapping_sub(1) != 0
}

/// The places of the greatest numbers above nought, the greatest first.
fn most_frequent(numbers: &[u32]) -> Vec<(usize, usize)> {
    let above = numbers.iter().enumerate().filter(|(_, number)| **number > 0);
    let mut above: Vec<(Reverse<u32>, usize)> =
        above.map(|(place, number)| (Reverse(*number), place)).collect();
    if above.len() > MOST_CONDITIONS {
        above.select_nth_unstable(MOST_CONDITIONS);
        above.truncate(MOST_CONDITIONS);
    }
    above.sort_unstable();
    above.into_iter().map(|(Reverse(number), place)| (place, number as usize)).collect()
}

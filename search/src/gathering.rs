//! Filters, counts, and ranks the studies that were found.

use std::{
    cmp::Reverse,
    collections::{BTreeSet, BinaryHeap},
};

use tantivy::DocId;

use crate::{
    counts::{Counts, Tally},
    distances::Distances,
    facts::Facts,
    facts_file::{FactsFile, Studies, StudyRow},
    finding::Finder,
    place::{Chord, Point},
    query::{SearchQuery, Sort},
};

/// How many of the most frequent conditions to report.
const MAX_CONDITIONS: usize = 10;
/// How many rows to read in one batch, so that memory accesses overlap.
const BATCH: usize = 16;

/// A study that passes all filters. Better studies compare as smaller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RankedStudy {
    primary: u32,
    secondary: u32,
    /// Unique per study, so that the order is the same on every page.
    pub(crate) number: u32,
    pub(crate) doc: DocId,
}

/// The results of gathering.
#[derive(Default)]
pub(crate) struct GatheredStudies<'a> {
    /// The best studies, best first, with their distances in kilometers.
    pub(crate) best: Vec<(RankedStudy, Option<f64>)>,
    pub(crate) counts: Counts,
    /// How many studies were found before filters and distance.
    pub(crate) found: usize,
    /// The ids of the most frequent conditions, with the number of studies about each.
    pub(crate) conditions: Vec<(&'a str, usize)>,
    /// The digits of the partner studies that match before filters and distance, except that for healthy people.
    pub(crate) partners: Vec<u32>,
}

/// One bit per filter, set if a study fails it.
const SEX: u8 = 1;
const AGE: u8 = 1 << 1;
const AGE_GROUP: u8 = 1 << 2;
const KIND: u8 = 1 << 3;
const PHASE: u8 = 1 << 4;
const HEALTH: u8 = 1 << 5;
const CONDITION: u8 = 1 << 6;

/// A study that passes all filters, or all but one, judging by its facts alone.
#[derive(Clone, Copy)]
struct Candidate {
    doc: DocId,
    score: f32,
    facts: Facts,
    fails: u8,
}

/// Gathers the best studies, and counts them.
pub(crate) struct Gathering<'a> {
    query: &'a SearchQuery<'a>,
    facts: &'a FactsFile,
    studies: Studies<'a>,
    distances: Option<Distances<'a>>,
    within: Option<Chord>,
    conditions: Option<Vec<[u8; 2]>>,
    region: Option<u16>,
    /// Studies that were found before.
    found_before: Vec<u32>,
    unfit: BTreeSet<DocId>,
    worst_first: BinaryHeap<RankedStudy>,
    most: usize,
    counts: bool,
    tally: Tally,
    found: usize,
    concept_counts: Vec<u32>,
    partners: Vec<u32>,
}

impl<'a> Gathering<'a> {
    /// `conditions` and `region` are positions in the tables of the facts file.
    pub(crate) fn new(
        query: &'a SearchQuery<'a>,
        conditions: Option<&[u16]>,
        region: Option<u16>,
        facts: &'a FactsFile,
    ) -> Self {
        let studies = facts.studies_data();
        Self {
            query,
            facts,
            studies,
            distances: query.near.map(|near| Distances::from(Point::new(near.place), studies)),
            within: query.near.and_then(|near| near.within_km).map(Chord::from_km),
            conditions: conditions.map(|positions| positions.iter().map(|one| one.to_le_bytes()).collect()),
            region,
            found_before: Vec::new(),
            unfit: BTreeSet::new(),
            worst_first: BinaryHeap::new(),
            most: query.skip.saturating_add(query.limit),
            counts: false,
            tally: Tally::default(),
            found: 0,
            concept_counts: Vec::new(),
            partners: Vec::new(),
        }
    }

    /// Leaves out these studies.
    pub(crate) fn leaving_out(self, unfit: BTreeSet<DocId>) -> Self {
        Self { unfit, ..self }
    }

    /// Turns on counting.
    pub(crate) fn counting(self) -> Self {
        Self { counts: true, concept_counts: vec![0; self.facts.concepts().len()], ..self }
    }

    /// Excludes the studies with these digits, and limits the number of results.
    pub(crate) fn excluding(self, found_before: &[u32], most: usize) -> Self {
        Self { found_before: found_before.to_vec(), most: self.most.min(most), ..self }
    }

    /// Gathers all found studies whose recruitment status is included.
    pub(crate) fn gather(mut self, finder: &mut Finder) -> GatheredStudies<'a> {
        let mut batch = Vec::with_capacity(BATCH);
        finder.for_each(self.facts.end_of(self.query.recruitment), |doc, score| {
            if self.unfit.contains(&doc) {
                return;
            }
            self.found += 1;
            if !self.counts && self.is_behind(score) {
                return;
            }
            let Some(facts) = self.studies.facts(doc) else { return };
            let fails = self.fails(facts);
            if fails == 0 || self.counts && !fails_several(fails) {
                batch.push(Candidate { doc, score, facts, fails });
            }
            if batch.len() == BATCH {
                self.process_batch(&mut batch);
            }
        });
        self.process_batch(&mut batch);
        self.finish()
    }

    fn process_batch(&mut self, batch: &mut Vec<Candidate>) {
        let mut rows = [None; BATCH];
        for (row, candidate) in rows.iter_mut().zip(batch.iter()) {
            *row = self.studies.row(candidate.doc);
        }
        for (study, candidate) in rows.iter().zip(batch.drain(..)) {
            if let Some(study) = study {
                self.process(candidate, *study);
            }
        }
    }

    fn process(&mut self, candidate: Candidate, study: StudyRow) {
        let fails = candidate.fails | self.fails_condition(study);
        if fails_several(fails) || self.found_before.contains(&study.number) {
            return;
        }
        if self.counts && self.query.partners.contains(study.number) {
            // Only its record says whether a partner study accepts healthy people.
            if fails & HEALTH == 0 {
                self.partners.push(study.number);
            }
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
            self.count(candidate.facts, study, fails);
        }
        if fails == 0 {
            self.rank(candidate, study, chord);
        }
    }

    /// Returns the bits of the filters that the study fails, except for the condition.
    fn fails(&self, facts: Facts) -> u8 {
        let filters = &self.query.filters;
        let bit = |fits: bool, bit: u8| if fits { 0 } else { bit };
        bit(filters.sex.is_none_or(|sex| facts.admits_sex(sex)), SEX)
            | bit(filters.ages.is_none_or(|ages| facts.admits_ages(ages)), AGE)
            | bit(filters.age_group.is_none_or(|group| facts.admits_group(group)), AGE_GROUP)
            | bit(filters.study_type.as_ref().is_none_or(|kind| facts.has_kind(kind)), KIND)
            | bit(filters.phase.is_none_or(|phase| facts.has_phase(phase)), PHASE)
            | bit(filters.healthy.is_none_or(|healthy| facts.accepts_healthy() == healthy), HEALTH)
    }

    fn fails_condition(&self, study: StudyRow) -> u8 {
        let is_about =
            |conditions: &Vec<_>| study.concepts.iter().any(|concept| conditions.contains(concept));
        if self.conditions.as_ref().is_none_or(is_about) { 0 } else { CONDITION }
    }

    /// Counts a study. If it fails one filter, only that filter's values count it.
    fn count(&mut self, facts: Facts, study: StudyRow, fails: u8) {
        let tally = &mut self.tally;
        let counted_by = |filter: u8| fails & !filter == 0;
        let [sex, kind, age_groups, phases, healthy] = facts.codes();
        tally.total += usize::from(fails == 0);
        tally.sex[sex] += usize::from(counted_by(SEX));
        tally.study_type[kind] += usize::from(counted_by(KIND));
        tally.age_groups[age_groups] += usize::from(counted_by(AGE_GROUP));
        tally.phases[phases] += usize::from(counted_by(PHASE));
        tally.healthy[healthy] += usize::from(counted_by(HEALTH));
        if counted_by(CONDITION) {
            for concept in study.concepts {
                if let Some(count) = self.concept_counts.get_mut(usize::from(u16::from_le_bytes(*concept))) {
                    *count += 1;
                }
            }
        }
    }

    fn rank(&mut self, candidate: Candidate, study: StudyRow, chord: Option<Chord>) {
        let Candidate { doc, score, .. } = candidate;
        if self.is_behind(score) {
            return;
        }
        let relevance = rank_of(score);
        let newness = !study.changed;
        let distances = &mut self.distances;
        let mut km = || {
            chord.or_else(|| distances.as_mut().map(|distances| distances.nearest(study))).map(Chord::rank)
        };
        let (primary, secondary) = match self.query.sort {
            Sort::Nearest => km().map_or((relevance, newness), |km| (km, relevance)),
            Sort::Newest => (newness, relevance),
            Sort::Relevance => (relevance, km().unwrap_or(newness)),
        };
        let ranked = RankedStudy { primary, secondary, number: study.number, doc };
        match self.worst() {
            None if self.most > 0 => self.worst_first.push(ranked),
            Some(worst) if ranked < *worst => {
                self.worst_first.pop();
                self.worst_first.push(ranked);
            }
            _ => {}
        }
    }

    /// Whether a study's score alone puts it behind enough better studies.
    fn is_behind(&self, score: f32) -> bool {
        self.query.sort == Sort::Relevance && self.worst().is_some_and(|worst| rank_of(score) > worst.primary)
    }

    /// Returns the worst of the best studies, if there are as many as requested.
    fn worst(&self) -> Option<&RankedStudy> {
        if self.worst_first.len() < self.most { None } else { self.worst_first.peek() }
    }

    fn finish(mut self) -> GatheredStudies<'a> {
        let best = std::mem::take(&mut self.worst_first).into_sorted_vec();
        let best = best.into_iter().map(|ranked| (ranked, self.km(ranked.doc))).collect();
        let conditions = most_frequent(&self.concept_counts);
        let names = self.facts.concepts();
        let conditions =
            conditions.into_iter().map(|(place, count)| (names[place].as_str(), count)).collect();
        let partners = std::mem::take(&mut self.partners);
        GatheredStudies { best, counts: self.tally.counts(), found: self.found, conditions, partners }
    }

    fn km(&mut self, doc: DocId) -> Option<f64> {
        let study = self.studies.row(doc)?;
        self.distances.as_mut()?.nearest(study).km()
    }
}

/// Returns a number that shrinks as the score grows: the bits of positive floats grow with their value.
fn rank_of(score: f32) -> u32 {
    !score.to_bits()
}

/// Whether a study fails two or more filters. Changing one filter would not bring it back.
fn fails_several(fails: u8) -> bool {
    fails & fails.wrapping_sub(1) != 0
}

/// Returns the positions and values of the greatest positive numbers, greatest first.
fn most_frequent(numbers: &[u32]) -> Vec<(usize, usize)> {
    let positive = numbers.iter().enumerate().filter(|(_, number)| **number > 0);
    let mut positive: Vec<(Reverse<u32>, usize)> =
        positive.map(|(place, number)| (Reverse(*number), place)).collect();
    if positive.len() > MAX_CONDITIONS {
        positive.select_nth_unstable(MAX_CONDITIONS);
        positive.truncate(MAX_CONDITIONS);
    }
    positive.sort_unstable();
    positive.into_iter().map(|(Reverse(number), place)| (place, number as usize)).collect()
}

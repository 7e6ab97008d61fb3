//! Filters, counts, and ranks the studies that were found.

use std::sync::Arc;

use tantivy::DocId;

use crate::{
    best_studies::{BestStudies, RankedStudy},
    bits::StudySet,
    counts::{Counts, Tally},
    distances::Distances,
    facts::Facts,
    facts_file::{FactsFile, Studies, StudyRow},
    finding::Finder,
    place::{Chord, Point},
    query::{SearchQuery, Sort},
};

/// How many rows to read in one batch, so that memory accesses overlap.
const BATCH: usize = 16;

/// The results of gathering.
#[derive(Default)]
pub(crate) struct GatheredStudies<'a> {
    /// The best studies, best first, with their distances in kilometers.
    pub(crate) best: Vec<(RankedStudy, Option<f64>)>,
    /// Studies that may fit: they pass all filters but those for the sex and ages that they don't state. Best first.
    pub(crate) unsure: Vec<(RankedStudy, Option<f64>)>,
    pub(crate) counts: Counts,
    /// How many studies were found before filters and distance.
    pub(crate) found: usize,
    /// The most frequent conditions, each with the number of studies that a filter by it leaves.
    pub(crate) conditions: Vec<(&'a str, usize)>,
    /// The records of partner studies that match before filters and distance, except the filter for healthy people.
    pub(crate) partners: Vec<GatheredPartner>,
}

/// The matching record of a partner study.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GatheredPartner {
    pub(crate) number: u32,
    pub(crate) doc: DocId,
    /// Whether the record has an open site in the region and within the distance of the query.
    pub(crate) is_in_reach: bool,
    pub(crate) km: Option<f64>,
}

/// One bit per filter, set if a study fails it.
const SEX: u8 = 1;
const AGE: u8 = 1 << 1;
const AGE_GROUP: u8 = 1 << 2;
const KIND: u8 = 1 << 3;
const PHASE: u8 = 1 << 4;
const HEALTH: u8 = 1 << 5;
const CONDITION: u8 = 1 << 6;
const PARTICIPATION: u8 = 1 << 7;

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
    /// For each name of a condition, whether it contains the text of the filter.
    conditions: Option<Vec<bool>>,
    region: Option<u16>,
    /// Studies that were found before.
    found_before: Vec<u32>,
    unfit: StudySet,
    /// The only studies to gather, in the order of the index; all if `None`.
    among: Option<Arc<[DocId]>>,
    best: BestStudies,
    unsure: BestStudies,
    counts: bool,
    tally: Tally,
    found: usize,
    /// The conditions of each study that passes all filters except perhaps that for the condition.
    stated: Vec<&'a [[u8; 4]]>,
    partners: Vec<GatheredPartner>,
}

impl<'a> Gathering<'a> {
    /// `region` is a position in the table of the facts file.
    pub(crate) fn new(query: &'a SearchQuery<'a>, region: Option<u16>, facts: &'a FactsFile) -> Self {
        let studies = facts.studies_data();
        let condition = query.filters.condition.as_deref();
        let most = query.skip.saturating_add(query.limit);
        Self {
            query,
            facts,
            studies,
            distances: query.near.map(|near| Distances::from(Point::new(near.place), studies)),
            within: query.near.and_then(|near| near.within_km).map(Chord::from_km),
            conditions: condition.map(|text| facts.conditions().containing(text)),
            region,
            found_before: Vec::new(),
            unfit: StudySet::default(),
            among: None,
            best: BestStudies::at_most(most),
            unsure: BestStudies::at_most(most),
            counts: false,
            tally: Tally::default(),
            found: 0,
            stated: Vec::new(),
            partners: Vec::new(),
        }
    }

    /// Leaves out these studies.
    pub(crate) fn leaving_out(self, unfit: StudySet) -> Self {
        Self { unfit, ..self }
    }

    /// Gathers no other studies than these, which are in the order of the index.
    pub(crate) fn among(self, studies: Option<Arc<[DocId]>>) -> Self {
        Self { among: studies, ..self }
    }

    /// Turns on counting.
    pub(crate) fn counting(self) -> Self {
        Self { counts: true, ..self }
    }

    /// Excludes the studies with these digits, and limits the number of results.
    pub(crate) fn excluding(self, found_before: &[u32], most: usize) -> Self {
        let most = self.query.skip.saturating_add(self.query.limit).min(most);
        let [best, unsure] = [BestStudies::at_most(most), BestStudies::at_most(most)];
        Self { found_before: found_before.to_vec(), best, unsure, ..self }
    }

    /// Gathers all found studies whose recruitment status is included.
    pub(crate) fn gather(mut self, finder: &mut Finder) -> GatheredStudies<'a> {
        let mut batch = Vec::with_capacity(BATCH);
        finder.for_each(self.facts.end_of(self.query.recruitment), |doc, score| {
            let is_among = self.among.as_ref().is_none_or(|among| among.binary_search(&doc).is_ok());
            if !is_among || self.unfit.has(doc) {
                return;
            }
            self.found += 1;
            if !self.counts && self.is_behind(&self.best, score) {
                return;
            }
            let Some(facts) = self.studies.facts(doc) else { return };
            let fails = self.fails(facts);
            // Partner studies are reported before filters.
            let is_needed = |fails| !fails_several(fails) || fails & !unstated(facts) == 0;
            let may_count = self.counts && (is_needed(fails) || !self.query.partners.is_empty());
            if fails == 0 || may_count {
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

    fn process(&mut self, candidate: Candidate, study: StudyRow<'a>) {
        let fails = candidate.fails | self.fails_condition(study);
        if self.found_before.contains(&study.number) {
            return;
        }
        if self.counts && self.query.partners.contains(study.number) {
            // Only its record says whether a partner study accepts healthy people.
            if fails & HEALTH == 0 {
                self.add_partner(candidate.doc, study);
            }
            return;
        }
        let is_unsure = self.counts && fails != 0 && fails & !unstated(candidate.facts) == 0;
        if fails_several(fails) && !is_unsure {
            return;
        }
        let (is_in_reach, chord) = self.reach(study);
        if !is_in_reach {
            return;
        }
        if self.counts && !fails_several(fails) {
            self.count(candidate.facts, study, fails);
        }
        if is_unsure && !self.is_behind(&self.unsure, candidate.score) {
            let ranked = self.ranked(candidate, study, chord);
            self.unsure.add(ranked);
        }
        if fails == 0 && !self.is_behind(&self.best, candidate.score) {
            let ranked = self.ranked(candidate, study, chord);
            self.best.add(ranked);
        }
    }

    fn add_partner(&mut self, doc: DocId, study: StudyRow) {
        let (is_in_reach, _) = self.reach(study);
        let km = self.km(doc);
        self.partners.push(GatheredPartner { number: study.number, doc, is_in_reach, km });
    }

    /// Whether a study has a site in the query's region and within its distance, and how far away it is if the query
    /// limits the distance.
    fn reach(&mut self, study: StudyRow) -> (bool, Option<Chord>) {
        if self.region.is_some_and(|region| !self.studies.has_site_in(region, study)) {
            return (false, None);
        }
        let (Some(within), Some(distances)) = (self.within, &mut self.distances) else { return (true, None) };
        let nearest = distances.nearest(study);
        (nearest <= within, Some(nearest))
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
            | bit(facts.participation().has_all(filters.participation), PARTICIPATION)
    }

    fn fails_condition(&self, study: StudyRow) -> u8 {
        let states_one = |fitting: &Vec<bool>| {
            let mut stated = study.conditions.iter().map(|name| u32::from_le_bytes(*name) as usize);
            stated.any(|name| fitting.get(name) == Some(&true))
        };
        if self.conditions.as_ref().is_none_or(states_one) { 0 } else { CONDITION }
    }

    /// Counts a study. If it fails one filter, only that filter's values count it.
    fn count(&mut self, facts: Facts, study: StudyRow<'a>, fails: u8) {
        let tally = &mut self.tally;
        let counted_by = |filter: u8| fails & !filter == 0;
        let [sex, kind, age_groups, phases, healthy] = facts.codes();
        tally.total += usize::from(fails == 0);
        // Choosing one more narrows the results, so only studies that match all filters count.
        tally.participation[usize::from(facts.participation().bits()) % 8] += usize::from(fails == 0);
        tally.sex[sex] += usize::from(counted_by(SEX));
        tally.study_type[kind] += usize::from(counted_by(KIND));
        tally.age_groups[age_groups] += usize::from(counted_by(AGE_GROUP));
        tally.phases[phases] += usize::from(counted_by(PHASE));
        tally.healthy[healthy] += usize::from(counted_by(HEALTH));
        if counted_by(CONDITION) {
            self.stated.push(study.conditions);
        }
    }

    fn ranked(&mut self, candidate: Candidate, study: StudyRow, chord: Option<Chord>) -> RankedStudy {
        let Candidate { doc, score, .. } = candidate;
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
        RankedStudy { primary, secondary, number: study.number, doc }
    }

    /// Whether a study's score alone puts it behind all of these.
    fn is_behind(&self, studies: &BestStudies, score: f32) -> bool {
        self.query.sort == Sort::Relevance
            && studies.worst().is_some_and(|worst| rank_of(score) > worst.primary)
    }

    fn finish(mut self) -> GatheredStudies<'a> {
        let lists = [self.best.take(), self.unsure.take()];
        let [best, unsure] =
            lists.map(|list| list.into_iter().map(|ranked| (ranked, self.km(ranked.doc))).collect());
        let conditions = self.facts.conditions().most_frequent(&self.stated);
        let partners = std::mem::take(&mut self.partners);
        GatheredStudies { best, unsure, counts: self.tally.counts(), found: self.found, conditions, partners }
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

/// Returns the bits of the filters about which a study states nothing.
fn unstated(facts: Facts) -> u8 {
    let sex = if facts.states_sex() { 0 } else { SEX };
    let ages = if facts.states_ages() { 0 } else { AGE | AGE_GROUP };
    sex | ages
}

/// Whether a study fails two or more filters. Changing one filter would not bring it back.
fn fails_several(fails: u8) -> bool {
    fails & fails.wrapping_sub(1) != 0
}

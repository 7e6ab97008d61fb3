//! Which of the studies that were found fit, how many of each kind there are, and the best of them.

use std::{cmp::Reverse, collections::BinaryHeap};

use tantivy::{DocId, TERMINATED};

use crate::{
    asked::{Asked, Sort},
    counts::{Counts, Tally},
    distances::Distances,
    facts::{Facts, Row},
    facts_file::FactsFile,
    finding::{Finder, List, Scores, WINDOW, end_of},
    place::{Chord, Point},
};

/// How many of the conditions that most of the studies found are about are told.
const MOST_CONDITIONS: usize = 10;
/// How many scores are looked at at once to see that nothing is there.
const STRIDE: usize = 16;

/// Where fewer studies of a window than this are found, each is looked up by itself.
const FEW: u64 = 20;

/// A study that fits. What comes first is smaller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ranked {
    first: u32,
    second: u32,
    /// Two studies never have the same, so that the order is the same whatever page is asked for.
    number: u32,
    pub(crate) doc: DocId,
}

/// What was gathered.
#[derive(Default)]
pub(crate) struct Gathered<'a> {
    /// The best studies, best first, with how far they are.
    pub(crate) best: Vec<(Ranked, Option<f64>)>,
    pub(crate) counts: Counts,
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
const STANDING: u8 = 1 << 6;
const CONDITION: u8 = 1 << 7;

/// Gathers the best studies, and counts.
pub(crate) struct Gathering<'a> {
    asked: &'a Asked<'a>,
    facts: &'a FactsFile,
    distances: Option<Distances<'a>>,
    within: Option<Chord>,
    condition: Option<u16>,
    country: Option<List>,
    worst_first: BinaryHeap<Ranked>,
    most: usize,
    tally: Tally,
    of_concept: Vec<u32>,
}

impl<'a> Gathering<'a> {
    /// The condition is that of the filter as it stands among the names of the facts, the country the list of
    /// the studies that are there.
    pub(crate) fn of(
        asked: &'a Asked<'a>,
        condition: Option<u16>,
        country: Option<List>,
        facts: &'a FactsFile,
    ) -> Self {
        Self {
            asked,
            facts,
            distances: asked.near.map(|near| Distances::from(Point::of(near.place), facts)),
            within: asked.near.and_then(|near| near.within_km).map(Chord::of_km),
            condition,
            country,
            worst_first: BinaryHeap::new(),
            most: asked.skip.saturating_add(asked.most),
            tally: Tally::default(),
            of_concept: vec![0; facts.names().len()],
        }
    }

    /// Gathers all that is found.
    pub(crate) fn gather(mut self, finder: &mut Finder) -> Gathered<'a> {
        let windows = self.facts.studies().div_ceil(WINDOW) as u64;
        if finder.most() < windows * FEW {
            self.one_by_one(finder);
        } else {
            self.by_windows(finder);
        }
        self.finish()
    }

    fn one_by_one(&mut self, finder: &mut Finder) {
        let mut doc = finder.next(0);
        while doc < TERMINATED {
            let score = finder.score(doc);
            if score > 0.0 {
                self.take(doc, score);
            }
            doc = finder.next(doc + 1);
        }
    }

    fn by_windows(&mut self, finder: &mut Finder) {
        let mut scores: Box<Scores> = Box::new([0.0; WINDOW]);
        let mut from = finder.next(0);
        while from < TERMINATED {
            finder.fill(from, &mut scores);
            self.window(from, &scores);
            from = finder.next(end_of(from));
        }
    }

    fn window(&mut self, from: DocId, scores: &Scores) {
        for (stride, place) in scores.as_chunks::<STRIDE>().0.iter().zip((from..).step_by(STRIDE)) {
            if stride.iter().fold(0, |bits, score| bits | score.to_bits()) == 0 {
                continue;
            }
            for (score, doc) in stride.iter().zip(place..) {
                if *score > 0.0 {
                    self.take(doc, *score);
                }
            }
        }
    }

    fn take(&mut self, doc: DocId, score: f32) {
        let [row, next] =
            [doc as usize, doc as usize + 1].map(|place| self.facts.rows().get(place).map(Row::read));
        let (Some(row), Some(next)) = (row, next) else { return };
        let (places, concepts) = row.lists(&next);
        let concepts = self.facts.concepts().get(concepts).unwrap_or_default();
        let fails = self.fails(&row.facts, concepts);
        // What two filters leave out would not come with another choice of one.
        if fails & fails.wrapping_sub(1) != 0 {
            return;
        }
        if self.country.as_mut().is_some_and(|country| country.seek(doc) != doc) {
            return;
        }
        let places = self.facts.places().get(places).unwrap_or_default();
        let mut chord = None;
        if let (Some(within), Some(distances)) = (self.within, &mut self.distances) {
            let nearest = distances.nearest(places);
            if nearest > within {
                return;
            }
            chord = Some(nearest);
        }
        self.count(&row.facts, concepts, fails);
        if fails == 0 {
            self.keep(doc, score, &row.facts, places, chord);
        }
    }

    /// The bits of the filters that the study does not fit.
    fn fails(&self, facts: &Facts, concepts: &[[u8; 2]]) -> u8 {
        let filters = &self.asked.filters;
        let bit = |fits: bool, bit: u8| if fits { 0 } else { bit };
        bit(filters.sex.is_none_or(|sex| facts.admits_sex(sex)), SEX)
            | bit(filters.age.is_none_or(|age| facts.admits_age(age)), AGE)
            | bit(filters.age_group.is_none_or(|group| facts.admits_group(group)), AGE_GROUP)
            | bit(filters.kind.as_ref().is_none_or(|kind| facts.is_of_kind(kind)), KIND)
            | bit(filters.phase.is_none_or(|phase| facts.is_in(phase)), PHASE)
            | bit(filters.healthy.is_none_or(|healthy| facts.takes_healthy() == healthy), HEALTH)
            | bit(facts.stands(self.asked.standing), STANDING)
            | bit(
                self.condition.is_none_or(|condition| concepts.contains(&condition.to_le_bytes())),
                CONDITION,
            )
    }

    /// Counts a study that fits every filter, or every filter but one, which then counts it alone.
    fn count(&mut self, facts: &Facts, concepts: &[[u8; 2]], fails: u8) {
        let tally = &mut self.tally;
        let counted_by = |filter: u8| fails & !filter == 0;
        let [sex, kind, age_groups, phases, standing, healthy] = facts.codes();
        tally.all += usize::from(fails == 0);
        tally.sex[sex] += usize::from(counted_by(SEX));
        tally.kind[kind] += usize::from(counted_by(KIND));
        tally.age_groups[age_groups] += usize::from(counted_by(AGE_GROUP));
        tally.phases[phases] += usize::from(counted_by(PHASE));
        tally.standing[standing] += usize::from(counted_by(STANDING));
        tally.healthy[healthy] += usize::from(counted_by(HEALTH));
        if counted_by(CONDITION) {
            for concept in concepts {
                if let Some(count) = self.of_concept.get_mut(usize::from(u16::from_le_bytes(*concept))) {
                    *count += 1;
                }
            }
        }
    }

    fn keep(&mut self, doc: DocId, score: f32, facts: &Facts, places: &[[u8; 4]], chord: Option<Chord>) {
        // The bits of numbers above zero grow as they do.
        let relevance = !score.to_bits();
        let newness = !facts.changed;
        let worst = if self.worst_first.len() < self.most { None } else { self.worst_first.peek() };
        let distances = &mut self.distances;
        let mut km = || {
            chord.or_else(|| distances.as_mut().map(|distances| distances.nearest(places))).map(Chord::rank)
        };
        let (first, second) = match self.asked.sort {
            Sort::Relevance if worst.is_some_and(|worst| relevance > worst.first) => return,
            Sort::Nearest => km().map_or((relevance, newness), |km| (km, relevance)),
            Sort::Newest => (newness, relevance),
            Sort::Relevance => (relevance, km().unwrap_or(newness)),
        };
        let ranked = Ranked { first, second, number: facts.number, doc };
        match worst {
            None if self.most > 0 => self.worst_first.push(ranked),
            Some(worst) if ranked < *worst => {
                self.worst_first.pop();
                self.worst_first.push(ranked);
            }
            _ => {}
        }
    }

    fn finish(mut self) -> Gathered<'a> {
        let best = std::mem::take(&mut self.worst_first).into_sorted_vec();
        let best = best.into_iter().map(|ranked| (ranked, self.km(ranked.doc))).collect();
        let conditions = most_frequent(&self.of_concept);
        let names = self.facts.names();
        let conditions =
            conditions.into_iter().map(|(place, count)| (names[place].as_str(), count)).collect();
        Gathered { best, counts: self.tally.counts(), conditions }
    }

    fn km(&mut self, doc: DocId) -> Option<f64> {
        let rows = self.facts.rows();
        let [row, next] = [rows.get(doc as usize)?, rows.get(doc as usize + 1)?].map(Row::read);
        let places = self.facts.places().get(row.lists(&next).0)?;
        self.distances.as_mut()?.nearest(places).km()
    }
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

//! Generated studies that resemble those of the registry.

use anyhow::{Context, Result};
use waypoint_domain::{
    age_range::AgeRange,
    nct_id::NctId,
    recruitment_status::RecruitmentStatus,
    registry_study::{RegistryStudy, StudyNames},
    sex::Sex,
    study_design::StudyDesign,
    study_site::StudySite,
    study_type::StudyType,
};
use waypoint_vocabulary::{ConceptId, Vocabulary};

use crate::{
    chance::{Random, Weighted},
    distributions::{Distributions, Place},
};

/// Flattens the frequencies of conditions. With this value, about 3% of studies name the most frequent one.
const FLATNESS: f64 = 5.0;
/// How many towns around each city have sites.
const TOWNS: usize = 60;
/// The number of words that hardly any study has.
const RARE_WORDS: f64 = 200_000.0;

/// Generates studies. Each depends only on the seed and its number, so none is stored.
pub(crate) struct Studies<'a> {
    seed: u64,
    vocabulary: &'a Vocabulary,
    concepts: Weighted<ConceptId>,
    conditions: Weighted<usize>,
    keywords: Weighted<usize>,
    sites: Weighted<usize>,
    brief_title: Weighted<usize>,
    official_title: Weighted<usize>,
    summary: Weighted<usize>,
    keyword: Weighted<usize>,
    statuses: Weighted<String>,
    statuses_of_sites: Weighted<Option<String>>,
    kinds: Weighted<(StudyType, Vec<String>)>,
    sexes: Weighted<String>,
    ages: Weighted<AgeRange>,
    healthy: Weighted<Option<bool>>,
    months: Weighted<String>,
    places: Weighted<Place>,
    words: Weighted<String>,
    rare_of_a_thousand: usize,
}

impl<'a> Studies<'a> {
    pub(crate) fn new(seed: u64, known: &Distributions, vocabulary: &'a Vocabulary) -> Self {
        Self {
            seed,
            vocabulary,
            concepts: concepts(seed, known, vocabulary),
            conditions: (&known.conditions_of_a_study).into(),
            keywords: (&known.keywords_of_a_study).into(),
            sites: (&known.sites_of_a_study).into(),
            brief_title: (&known.words_of_a_brief_title).into(),
            official_title: (&known.words_of_an_official_title).into(),
            summary: (&known.words_of_a_summary).into(),
            keyword: (&known.words_of_a_keyword).into(),
            statuses: (&known.statuses).into(),
            statuses_of_sites: (&known.statuses_of_sites).into(),
            kinds: (&known.kinds).into(),
            sexes: (&known.sexes).into(),
            ages: (&known.ages).into(),
            healthy: (&known.healthy).into(),
            months: (&known.months).into(),
            places: (&known.places).into(),
            words: (&known.words).into(),
            rare_of_a_thousand: known.rare_of_a_thousand,
        }
    }

    /// Generates the study with this number.
    pub(crate) fn study(&self, place: usize) -> Result<RegistryStudy> {
        let random = &mut Random::new(self.seed, place as u64);
        let empty = "a distribution is empty";
        let concepts: Vec<ConceptId> = (0..self.conditions.pick(random).copied().unwrap_or(1))
            .filter_map(|_| self.concepts.pick(random).copied())
            .collect();
        let (study_type, phases) = self.kinds.pick(random).context(empty)?.clone();
        let month = self.months.pick(random).context(empty)?;
        let keywords = self.keywords.pick(random).copied().unwrap_or_default();
        let number: Result<NctId, _> = format!("NCT{:08}", 1_000_000 + place).parse();
        Ok(RegistryStudy {
            nct_id: number?,
            brief_title: self.text(&self.brief_title, &concepts, 1, random),
            official_title: self.text(&self.official_title, &concepts, 1, random),
            brief_summary: self.text(&self.summary, &concepts, 3, random),
            detailed_description: String::new(),
            interventions: Vec::new(),
            headings: Vec::new(),
            keywords: (0..keywords).map(|_| self.keyword(&concepts, random)).collect(),
            status: self.statuses.pick(random).context(empty)?.clone().into(),
            study_type,
            phases,
            sex: Some(Sex::from(self.sexes.pick(random).context(empty)?.clone())),
            ages: Some(*self.ages.pick(random).context(empty)?),
            healthy_volunteers: *self.healthy.pick(random).context(empty)?,
            eligibility_criteria: String::new(),
            sponsor: self.name(random, "Sponsor"),
            design: StudyDesign::default(),
            names: StudyNames::default(),
            contacts: Vec::new(),
            site_contacts: Vec::new(),
            officials: Vec::new(),
            why_stopped: String::new(),
            sites: self.sites(random),
            last_updated: Some(format!("{month}-{:02}", 1 + random.below(28)).parse()?),
            conditions: concepts.iter().map(|concept| self.vocabulary.label(*concept).to_owned()).collect(),
        })
    }

    /// Returns a condition, weighted by its frequency among studies.
    pub(crate) fn concept(&self, random: &mut Random) -> Option<ConceptId> {
        self.concepts.pick(random).copied()
    }

    /// Returns a place of sites, weighted by its frequency among sites.
    pub(crate) fn place(&self, random: &mut Random) -> Option<Place> {
        let place = self.places.pick(random)?.clone();
        let town = random.below(TOWNS);
        if town == 0 || random.percent(60) {
            return Some(place);
        }
        // The location of a town depends only on its city and number, so that all its sites share it.
        let mut town_random = Random::new(place.latitude.to_bits() ^ place.longitude.to_bits(), town as u64);
        let mut near = |degrees: f64| ((degrees + (town_random.share() - 0.5) * 2.0) * 1e5).round() / 1e5;
        let (latitude, longitude) = (near(place.latitude), near(place.longitude));
        Some(Place { city: format!("{} {town}", place.city), latitude, longitude, ..place })
    }

    /// Returns a word, weighted by its frequency in texts.
    pub(crate) fn word(&self, random: &mut Random) -> Option<String> {
        if random.below(1000) < self.rare_of_a_thousand {
            // The logarithm of the rank is uniform, so that some rare words are less rare than others.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is positive")]
            let place = RARE_WORDS.powf(random.share()) as u64;
            return Some(rare_word(place));
        }
        self.words.pick(random).cloned()
    }

    fn text(
        &self,
        length: &Weighted<usize>,
        about: &[ConceptId],
        times: usize,
        random: &mut Random,
    ) -> String {
        let length = length.pick(random).copied().unwrap_or_default();
        let named: Vec<usize> = (0..times).map(|_| random.below(length.max(1))).collect();
        let mut text = String::with_capacity(length * 7);
        for place in 0..length {
            if !text.is_empty() {
                text.push_str(if place % 19 == 18 { ". " } else { " " });
            }
            match random.one(about).filter(|_| named.contains(&place)) {
                Some(concept) => text.push_str(self.vocabulary.label(*concept)),
                None => text.push_str(&self.word(random).unwrap_or_default()),
            }
        }
        text
    }

    fn keyword(&self, about: &[ConceptId], random: &mut Random) -> String {
        match random.one(about).filter(|_| random.percent(40)) {
            Some(concept) => self.vocabulary.label(*concept).to_owned(),
            None => self.text(&self.keyword, &[], 0, random),
        }
    }

    fn sites(&self, random: &mut Random) -> Vec<StudySite> {
        let sites = self.sites.pick(random).copied().unwrap_or_default();
        let site = |random: &mut Random| {
            let place = self.place(random)?;
            let status = self.statuses_of_sites.pick(random).cloned().flatten();
            Some(StudySite {
                site_name: self.name(random, "Hospital"),
                street_address: String::new(),
                pin_code: format!("{:05}", random.below(100_000)),
                city: place.city,
                state: place.state,
                country: place.country,
                latitude: Some(place.latitude),
                longitude: Some(place.longitude),
                status: status.map(RecruitmentStatus::from),
                central: false,
            })
        };
        (0..sites).filter_map(|_| site(random)).collect()
    }

    fn name(&self, random: &mut Random, kind: &str) -> String {
        format!("{} {kind}", self.word(random).unwrap_or_default())
    }
}

/// Returns the conditions: first those that the records name, by frequency, then the others in random order.
fn concepts(seed: u64, known: &Distributions, vocabulary: &Vocabulary) -> Weighted<ConceptId> {
    let random = &mut Random::new(seed, u64::MAX);
    let named = |concept: &ConceptId| {
        let id = vocabulary.id(*concept);
        known.concepts.iter().find(|(known, _)| known == id).map_or(0, |(_, count)| *count)
    };
    // Ids of MeSH descriptors begin with D. Other concepts are treatments and groups of people.
    let conditions = vocabulary.concepts().filter(|concept| vocabulary.id(*concept).starts_with('D'));
    let mut ordered: Vec<_> =
        conditions.map(|concept| (u32::MAX - named(&concept), random.below(1 << 32), concept)).collect();
    ordered.sort_unstable();
    Weighted::new(
        ordered
            .into_iter()
            .zip(0..)
            .map(|((.., concept), rank): (_, u32)| (concept, 1.0 / (f64::from(rank) + FLATNESS))),
    )
}

/// Returns a meaningless word.
fn rare_word(place: u64) -> String {
    const PARTS: [&str; 20] = [
        "ba", "cor", "di", "fen", "gu", "hal", "ki", "lor", "mab", "nex", "ol", "pra", "qui", "rit", "sov",
        "tu", "vi", "xan", "yl", "zo",
    ];
    let mut random = Random::new(7, place);
    (0..3 + random.below(2)).filter_map(|_| random.one(&PARTS)).copied().collect()
}

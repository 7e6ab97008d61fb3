//! Studies as the registry might have them, made by chance.

use anyhow::{Context, Result};
use waypoint_domain::{
    age_range::AgeRange, nct_id::NctId, recruitment_status::RecruitmentStatus, registry_study::RegistryStudy,
    sex::Sex, study_site::StudySite, study_type::StudyType,
};
use waypoint_vocabulary::{ConceptId, Vocabulary};

use crate::{
    chance::{Chance, Weighted},
    distributions::{Distributions, Place},
};

/// The more there are, the flatter the conditions' frequencies begin: the first is named by about three studies in
/// a hundred.
const FLATNESS: f64 = 5.0;
/// How many towns have sites around each city that the records name.
const TOWNS: usize = 60;
/// How many words there are that hardly any study has.
const RARE_WORDS: f64 = 200_000.0;

/// Makes studies. Each depends on nothing but the seed and its place, so that none is kept.
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

    /// The so manieth study.
    pub(crate) fn study(&self, place: usize) -> Result<RegistryStudy> {
        let chance = &mut Chance::of(self.seed, place as u64);
        let nothing = "a distribution is empty";
        let concepts: Vec<ConceptId> = (0..self.conditions.pick(chance).copied().unwrap_or(1))
            .filter_map(|_| self.concepts.pick(chance).copied())
            .collect();
        let (study_type, phases) = self.kinds.pick(chance).context(nothing)?.clone();
        let month = self.months.pick(chance).context(nothing)?;
        let keywords = self.keywords.pick(chance).copied().unwrap_or_default();
        let number: Result<NctId, _> = format!("NCT{:08}", 1_000_000 + place).parse();
        Ok(RegistryStudy {
            nct_id: number?,
            brief_title: self.text(&self.brief_title, &concepts, 1, chance),
            official_title: self.text(&self.official_title, &concepts, 1, chance),
            brief_summary: self.text(&self.summary, &concepts, 3, chance),
            detailed_description: String::new(),
            interventions: Vec::new(),
            headings: Vec::new(),
            keywords: (0..keywords).map(|_| self.keyword(&concepts, chance)).collect(),
            status: self.statuses.pick(chance).context(nothing)?.clone().into(),
            study_type,
            phases,
            sex: Sex::from(self.sexes.pick(chance).context(nothing)?.clone()),
            ages: *self.ages.pick(chance).context(nothing)?,
            healthy_volunteers: *self.healthy.pick(chance).context(nothing)?,
            eligibility_criteria: String::new(),
            sponsor: self.name(chance, "Sponsor"),
            contacts: Vec::new(),
            sites: self.sites(chance),
            last_updated: Some(format!("{month}-{:02}", 1 + chance.below(28))),
            conditions: concepts.iter().map(|concept| self.vocabulary.label(*concept).to_owned()).collect(),
        })
    }

    /// A condition, each as likely as it is among studies.
    pub(crate) fn concept(&self, chance: &mut Chance) -> Option<ConceptId> {
        self.concepts.pick(chance).copied()
    }

    /// A place where sites are, each as likely as it is among sites.
    pub(crate) fn place(&self, chance: &mut Chance) -> Option<Place> {
        let place = self.places.pick(chance)?.clone();
        let town = chance.below(TOWNS);
        if town == 0 || chance.percent(60) {
            return Some(place);
        }
        // A town has its place from its city's and its own number, so that all its sites are there.
        let mut of_town = Chance::of(place.latitude.to_bits() ^ place.longitude.to_bits(), town as u64);
        let mut near = |degrees: f64| ((degrees + (of_town.share() - 0.5) * 2.0) * 1e5).round() / 1e5;
        let (latitude, longitude) = (near(place.latitude), near(place.longitude));
        Some(Place { city: format!("{} {town}", place.city), latitude, longitude, ..place })
    }

    /// A word as texts have them.
    pub(crate) fn word(&self, chance: &mut Chance) -> Option<String> {
        if chance.below(1000) < self.rare_of_a_thousand {
            // The logarithm of the place is even: a few of the rare words are less rare than the rest.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is above nought")]
            let place = RARE_WORDS.powf(chance.share()) as u64;
            return Some(rare_word(place));
        }
        self.words.pick(chance).cloned()
    }

    fn text(
        &self,
        length: &Weighted<usize>,
        about: &[ConceptId],
        times: usize,
        chance: &mut Chance,
    ) -> String {
        let length = length.pick(chance).copied().unwrap_or_default();
        let named: Vec<usize> = (0..times).map(|_| chance.below(length.max(1))).collect();
        let mut text = String::with_capacity(length * 7);
        for place in 0..length {
            if !text.is_empty() {
                text.push_str(if place % 19 == 18 { ". " } else { " " });
            }
            match chance.one(about).filter(|_| named.contains(&place)) {
                Some(concept) => text.push_str(self.vocabulary.label(*concept)),
                None => text.push_str(&self.word(chance).unwrap_or_default()),
            }
        }
        text
    }

    fn keyword(&self, about: &[ConceptId], chance: &mut Chance) -> String {
        match chance.one(about).filter(|_| chance.percent(40)) {
            Some(concept) => self.vocabulary.label(*concept).to_owned(),
            None => self.text(&self.keyword, &[], 0, chance),
        }
    }

    fn sites(&self, chance: &mut Chance) -> Vec<StudySite> {
        let sites = self.sites.pick(chance).copied().unwrap_or_default();
        let site = |chance: &mut Chance| {
            let place = self.place(chance)?;
            let status = self.statuses_of_sites.pick(chance).cloned().flatten();
            Some(StudySite {
                site_name: self.name(chance, "Hospital"),
                street_address: String::new(),
                pin_code: format!("{:05}", chance.below(100_000)),
                city: place.city,
                state: place.state,
                country: place.country,
                latitude: Some(place.latitude),
                longitude: Some(place.longitude),
                status: status.map(RecruitmentStatus::from),
                central: false,
            })
        };
        (0..sites).filter_map(|_| site(chance)).collect()
    }

    fn name(&self, chance: &mut Chance, kind: &str) -> String {
        format!("{} {kind}", self.word(chance).unwrap_or_default())
    }
}

/// Conditions: first those that the records name, the most frequent first, then the others in an order by chance.
fn concepts(seed: u64, known: &Distributions, vocabulary: &Vocabulary) -> Weighted<ConceptId> {
    let chance = &mut Chance::of(seed, u64::MAX);
    let named = |concept: &ConceptId| {
        let id = vocabulary.id(*concept);
        known.concepts.iter().find(|(known, _)| known == id).map_or(0, |(_, count)| *count)
    };
    // Descriptors of MeSH have these numbers; the rest are treatments and groups of people.
    let conditions = vocabulary.concepts().filter(|concept| vocabulary.id(*concept).starts_with('D'));
    let mut ordered: Vec<_> =
        conditions.map(|concept| (u32::MAX - named(&concept), chance.below(1 << 32), concept)).collect();
    ordered.sort_unstable();
    Weighted::new(
        ordered
            .into_iter()
            .zip(0..)
            .map(|((.., concept), rank): (_, u32)| (concept, 1.0 / (f64::from(rank) + FLATNESS))),
    )
}

/// A word of which nobody knows the meaning.
fn rare_word(place: u64) -> String {
    const PARTS: [&str; 20] = [
        "ba", "cor", "di", "fen", "gu", "hal", "ki", "lor", "mab", "nex", "ol", "pra", "qui", "rit", "sov",
        "tu", "vi", "xan", "yl", "zo",
    ];
    let mut chance = Chance::of(7, place);
    (0..3 + chance.below(2)).filter_map(|_| chance.one(&PARTS)).copied().collect()
}

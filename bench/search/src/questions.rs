//! Generated queries: words as patients type them, with filters, places, orders, and pages.

use anyhow::{Context, Result};
use waypoint_domain::{
    age::Age, coordinates::Coordinates, country::Country, participation::ParticipationSet, phase::Phase,
    query_ages::QueryAges, sex::Sex, study_type::StudyType,
};
use waypoint_search::{
    AgeGroup, Filters, Near, RecruitmentScope, SearchQuery, Sort, partner::RegistryNumbers,
};
use waypoint_vocabulary::{MatchKind, Reading, Vocabulary};

use crate::{chance::Random, studies::Studies};

/// The number of studies on a page.
pub(crate) const PAGE: usize = 10;

const SEXES: [Sex; 2] = [Sex::Female, Sex::Male];
const KINDS: [StudyType; 2] = [StudyType::Interventional, StudyType::Observational];
const RADII: [f64; 4] = [40.0, 80.0, 160.0, 800.0];

/// A part of the text that a study must match.
#[derive(Debug, Clone)]
pub(crate) struct Part {
    /// The ids of the concepts that it names.
    pub(crate) concepts: Vec<String>,
    /// Its words with typos corrected, so that a search without a vocabulary finds something.
    pub(crate) words: Vec<String>,
}

/// A query for all searches.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    pub(crate) words: String,
    /// What the vocabulary understood.
    pub(crate) parts: Vec<Part>,
    pub(crate) country: Option<Country>,
    pub(crate) standing: RecruitmentScope,
    pub(crate) filters: Filters,
    pub(crate) near: Option<Near>,
    pub(crate) sort: Sort,
    pub(crate) skip: usize,
}

impl Question {
    /// Generates the query with this number.
    pub(crate) fn new(seed: u64, place: usize, studies: &Studies, vocabulary: &Vocabulary) -> Result<Self> {
        let random = &mut Random::new(!seed, place as u64);
        let words = words(studies, vocabulary, random).context("the distributions have no concepts")?;
        let site = studies.place(random).context("there are no places")?;
        let near = match Coordinates::new(Some(site.latitude), Some(site.longitude)) {
            Ok(Some(place)) if random.percent(50) => {
                let within_km = random.one(&RADII).copied().filter(|_| random.percent(50));
                Some(Near { place, within_km })
            }
            _ => None,
        };
        let sort = match random.below(100) {
            0..60 => Sort::Relevance,
            60..80 => Sort::Newest,
            _ if near.is_some() => Sort::Nearest,
            _ => Sort::Relevance,
        };
        let country = match random.below(100) {
            0..50 => Country::parse("United States"),
            50..70 => Country::parse(&site.country),
            _ => None,
        };
        let standing = RecruitmentScope::ALL[[0, 0, 0, 0, 0, 1, 1, 2, 2, 2][random.below(10)]];
        let mut choice = |percent: usize, values: usize| {
            let value = random.below(values);
            random.percent(percent).then_some(value)
        };
        let filters = Filters {
            sex: choice(25, 2).map(|sex| SEXES[sex]),
            ages: choice(30, 90).and_then(|age| QueryAges::single(Age::years(u16::try_from(age).ok()?)).ok()),
            age_group: choice(10, 3).map(|group| AgeGroup::ALL[group]),
            study_type: choice(15, 2).map(|kind| KINDS[kind].clone()),
            phase: choice(10, 5).map(|phase| Phase::ALL[phase]),
            healthy: choice(10, 2).map(|healthy| healthy == 1),
            condition: None,
            participation: ParticipationSet::default(),
        };
        let skip = choice(30, 5).map_or(0, |page| (page + 1) * PAGE);
        let parts = parts(&words, vocabulary);
        Ok(Self { words, parts, country, standing, filters, near, sort, skip })
    }

    pub(crate) fn query<'a>(&'a self, reading: &'a Reading) -> SearchQuery<'a> {
        SearchQuery {
            reading,
            matches_everything: false,
            exact_words: false,
            partners: RegistryNumbers::none(),
            denied: &[],
            country: self.country.as_ref(),
            region: None,
            typed: &self.words,
            institution: None,
            treatment: None,
            recruitment: self.standing,
            filters: self.filters.clone(),
            near: self.near,
            sort: self.sort,
            skip: self.skip,
            limit: PAGE,
        }
    }
}

fn parts(typed: &str, vocabulary: &Vocabulary) -> Vec<Part> {
    let reading = vocabulary.read(typed);
    let split = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect()
    };
    let named = reading.parts.iter().map(|part| Part {
        concepts: part.concepts.iter().map(|concept| vocabulary.id(*concept).to_lowercase()).collect(),
        words: match part.match_kind {
            MatchKind::Named => split(&typed[part.span.clone()]),
            _ => part.words.clone(),
        },
    });
    let rest = reading.rest.iter().filter(|word| !vocabulary.is_plain(&word.folded));
    let rest = rest.map(|word| Part { concepts: Vec::new(), words: split(&typed[word.span.clone()]) });
    named.chain(rest).filter(|part| !part.words.is_empty()).collect()
}

fn words(studies: &Studies, vocabulary: &Vocabulary, random: &mut Random) -> Option<String> {
    let concept = studies.concept(random)?;
    let name = vocabulary.label(concept).to_lowercase();
    Some(match random.below(100) {
        0..40 => name,
        40..55 => {
            let above: Vec<_> = vocabulary.ancestors(concept).collect();
            random.one(&above).map_or(name, |concept| vocabulary.label(*concept).to_lowercase())
        }
        55..65 => format!("{name} and {}", vocabulary.label(studies.concept(random)?).to_lowercase()),
        65..75 => misspelt(&name, random),
        75..85 => {
            let age = 18 + random.below(60);
            match random.below(3) {
                0 => format!("clinical trials for {name} near me"),
                1 => format!("{age} year old with {name}"),
                _ => format!("I have {name} and want to join a study"),
            }
        }
        85..95 => word(studies, vocabulary, random),
        _ => format!("{name} {}", word(studies, vocabulary, random)),
    })
}

/// Returns a word of texts that is not a plain word.
fn word(studies: &Studies, vocabulary: &Vocabulary, random: &mut Random) -> String {
    let mut word = String::new();
    for _ in 0..50 {
        word = studies.word(random).unwrap_or_default();
        if word.len() > 4 && !vocabulary.is_plain(&word) {
            break;
        }
    }
    word
}

/// Returns a text with a typo: a missing or doubled letter, or two swapped ones.
fn misspelt(text: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let at = 1 + random.below(letters.len().saturating_sub(2).max(1));
    match random.below(3) {
        0 if letters.len() > 4 => drop(letters.remove(at)),
        1 if at + 1 < letters.len() => letters.swap(at, at + 1),
        _ => letters.insert(at.min(letters.len() - 1), letters[at.min(letters.len() - 1)]),
    }
    letters.into_iter().collect()
}

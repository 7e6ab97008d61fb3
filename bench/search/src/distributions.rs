//! Distributions of the searchable properties of registry records.

use std::{collections::BTreeMap, fs, path::Path};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use waypoint_domain::{age_range::AgeRange, registry_study::RegistryStudy, study_type::StudyType};
use waypoint_vocabulary::Vocabulary;

/// Items with how often they occur.
pub(crate) type Counted<T> = Vec<(T, u32)>;

/// What was learned from real records: counts, single words, and places, but no texts.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Distributions {
    /// The number of records.
    pub(crate) records: usize,
    /// Numbers of items per study.
    pub(crate) conditions_of_a_study: Counted<usize>,
    pub(crate) keywords_of_a_study: Counted<usize>,
    pub(crate) sites_of_a_study: Counted<usize>,
    /// Numbers of words per text; for summaries in steps of ten.
    pub(crate) words_of_a_brief_title: Counted<usize>,
    pub(crate) words_of_an_official_title: Counted<usize>,
    pub(crate) words_of_a_summary: Counted<usize>,
    pub(crate) words_of_a_keyword: Counted<usize>,
    pub(crate) statuses: Counted<String>,
    pub(crate) statuses_of_sites: Counted<Option<String>>,
    /// Study types with their phases.
    pub(crate) kinds: Counted<(StudyType, Vec<String>)>,
    pub(crate) sexes: Counted<String>,
    pub(crate) ages: Counted<AgeRange>,
    pub(crate) healthy: Counted<Option<bool>>,
    /// Months of the last update.
    pub(crate) months: Counted<String>,
    /// The ids of concepts that conditions name.
    pub(crate) concepts: Counted<String>,
    pub(crate) places: Counted<Place>,
    /// Words that occur in more than one record.
    pub(crate) words: Counted<String>,
    /// How many of 1,000 words occur in only one record.
    pub(crate) rare_of_a_thousand: usize,
}

/// A city with a site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Place {
    pub(crate) city: String,
    pub(crate) state: String,
    pub(crate) country: String,
    pub(crate) latitude: f64,
    pub(crate) longitude: f64,
}

impl Distributions {
    pub(crate) fn read(file: &Path) -> Result<Self> {
        let text = fs::read_to_string(file).with_context(|| format!("{} can't be read", file.display()))?;
        serde_json::from_str(&text).with_context(|| format!("{} has an unsupported format", file.display()))
    }

    pub(crate) fn learn(studies: &[RegistryStudy], vocabulary: &Vocabulary) -> Self {
        let all = |of: &dyn Fn(&RegistryStudy) -> usize| counted(studies.iter().map(of));
        let sites = || studies.iter().flat_map(|study| &study.sites);
        let conditions = studies.iter().flat_map(|study| &study.conditions);
        let concepts = conditions.flat_map(|condition| vocabulary.read_exactly(condition));
        let (words, rare_of_a_thousand) = words_of(studies);
        Self {
            records: studies.len(),
            conditions_of_a_study: all(&|study| study.conditions.len().max(1)),
            keywords_of_a_study: all(&|study| study.keywords.len()),
            sites_of_a_study: all(&|study| study.sites.len()),
            words_of_a_brief_title: all(&|study| length(&study.brief_title)),
            words_of_an_official_title: all(&|study| length(&study.official_title)),
            words_of_a_summary: all(&|study| length(&study.brief_summary).next_multiple_of(10)),
            words_of_a_keyword: counted(
                studies.iter().flat_map(|study| &study.keywords).map(|word| length(word)),
            ),
            statuses: counted(studies.iter().map(|study| study.status.to_string())),
            statuses_of_sites: counted(sites().map(|site| site.status.as_ref().map(ToString::to_string))),
            kinds: counted(studies.iter().map(|study| (study.study_type.clone(), study.phases.clone()))),
            sexes: counted(studies.iter().map(|study| study.sex.unwrap_or_default().label().to_owned())),
            ages: counted(studies.iter().map(|study| study.ages.unwrap_or_default())),
            healthy: counted(studies.iter().map(|study| study.healthy_volunteers)),
            months: counted(
                studies
                    .iter()
                    .filter_map(|study| Some(String::from(study.last_updated?).get(..7)?.to_owned())),
            ),
            concepts: counted(concepts.map(|concept| vocabulary.id(concept).to_owned())),
            places: counted(sites().filter_map(|site| {
                let place = site.coordinates()?;
                let (latitude, longitude) = (place.latitude(), place.longitude());
                let [city, state, country] = [&site.city, &site.state, &site.country].map(Clone::clone);
                Some(Place { city, state, country, latitude, longitude })
            })),
            words,
            rare_of_a_thousand,
        }
    }
}

/// Returns the words of titles and summaries that occur in more than one record, and how many of 1,000 words don't.
fn words_of(studies: &[RegistryStudy]) -> (Counted<String>, usize) {
    let mut seen: BTreeMap<String, (u32, Option<usize>, bool)> = BTreeMap::new();
    for (place, study) in studies.iter().enumerate() {
        let texts = [&study.brief_title, &study.official_title, &study.brief_summary];
        for word in texts.into_iter().flat_map(|text| text.split(|c: char| !c.is_alphanumeric())) {
            let (count, first, shared) = seen.entry(word.to_lowercase()).or_default();
            *count += 1;
            *shared |= *first.get_or_insert(place) != place;
        }
    }
    seen.remove("");
    let all: u32 = seen.values().map(|(count, ..)| count).sum();
    let rare: u32 = seen.values().filter(|(.., shared)| !shared).map(|(count, ..)| count).sum();
    let shared = seen.into_iter().filter(|(_, (.., shared))| *shared);
    (shared.map(|(word, (count, ..))| (word, count)).collect(), (rare * 1000 / all.max(1)) as usize)
}

fn length(text: &str) -> usize {
    text.split_whitespace().count()
}

fn counted<T: Serialize>(all: impl Iterator<Item = T>) -> Counted<T> {
    let mut seen: BTreeMap<String, (T, u32)> = BTreeMap::new();
    for thing in all {
        let key = serde_json::to_string(&thing).unwrap_or_default();
        seen.entry(key).or_insert((thing, 0)).1 += 1;
    }
    seen.into_values().collect()
}

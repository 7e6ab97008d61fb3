//! The index of registry studies: in memory, opened from one file.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use waypoint_domain::{country::Country, registry_study::RegistryStudy};

use super::words::{has_word, spaced, words};

/// An index of the studies that recruit.
#[derive(Debug, Clone, Default)]
pub struct RegistryIndex {
    source: String,
    entries: Vec<Entry>,
    suggestions: Vec<Suggestion>,
}

#[derive(Debug, Clone)]
struct Entry {
    study: RegistryStudy,
    conditions: String,
    title: String,
    rest: String,
}

#[derive(Debug, Clone)]
struct Suggestion {
    text: String,
    spaced: String,
    studies: usize,
}

/// What to look for.
#[derive(Debug, Clone, Copy)]
pub struct IndexQuery<'a> {
    /// What the person typed.
    pub condition: &'a str,
    /// Only studies with a site here; everywhere when absent.
    pub country: Option<&'a Country>,
    /// The most studies to give.
    pub most: usize,
}

/// The index can't be opened or written.
#[derive(Debug, thiserror::Error)]
#[error("the search index {path} {what}; build it again with `cargo xtask serve --fresh`")]
pub struct IndexError {
    path: PathBuf,
    what: &'static str,
    #[source]
    cause: io::Error,
}

/// What the file holds. The version changes when the shape does.
#[derive(Serialize, Deserialize)]
struct File<T> {
    version: u32,
    source: String,
    studies: T,
}

const VERSION: u32 = 2;

impl RegistryIndex {
    /// An index of these studies; those that do not recruit are left out. `source` names the
    /// registry, and the state of it, that they come from.
    #[must_use]
    pub fn new(source: &str, studies: Vec<RegistryStudy>) -> Self {
        let entries: Vec<Entry> =
            studies.into_iter().filter(|study| study.status.is_recruiting()).map(Entry::new).collect();
        let suggestions = suggestions(&entries);
        Self { source: source.to_owned(), entries, suggestions }
    }

    /// The registry, and the state of it, that the studies come from.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Opens an index file.
    ///
    /// # Errors
    /// When the file is missing, or not an index of this version.
    pub fn open(path: &Path) -> Result<Self, IndexError> {
        let error = |what| move |cause| IndexError { path: path.to_owned(), what, cause };
        let bytes = fs::read(path).map_err(error("can't be opened"))?;
        let file: File<Vec<RegistryStudy>> =
            serde_json::from_slice(&bytes).map_err(|e| error("can't be read")(e.into()))?;
        if file.version != VERSION {
            return Err(error("has another version")(io::ErrorKind::InvalidData.into()));
        }
        Ok(Self::new(&file.source, file.studies))
    }

    /// Writes an index file beside an old one and puts it in its place at once.
    ///
    /// # Errors
    /// When the file can't be written; then the old one stays.
    pub fn write(&self, path: &Path) -> Result<(), IndexError> {
        let error = |cause| IndexError { path: path.to_owned(), what: "can't be written", cause };
        let studies: Vec<&RegistryStudy> = self.entries.iter().map(|entry| &entry.study).collect();
        let new = path.with_extension("new");
        let mut file = io::BufWriter::new(fs::File::create(&new).map_err(error)?);
        let whole = File { version: VERSION, source: self.source.clone(), studies };
        serde_json::to_writer(&mut file, &whole).map_err(|e| error(e.into()))?;
        file.flush().map_err(error)?;
        file.get_ref().sync_all().map_err(error)?;
        fs::rename(&new, path).map_err(error)
    }

    /// The studies that answer a query, best first: every word of it occurs in them. Studies about
    /// the condition stand before those that name it in the title, and those before the ones
    /// that only mention it.
    #[must_use]
    pub fn search(&self, query: IndexQuery<'_>) -> Vec<&RegistryStudy> {
        let wanted = words(query.condition);
        if wanted.is_empty() {
            return Vec::new();
        }
        let mut found: Vec<(u8, &RegistryStudy)> = self
            .entries
            .iter()
            .filter(|entry| query.country.is_none_or(|country| entry.study.is_shown_in(country)))
            .filter_map(|entry| Some((entry.rank(&wanted)?, &entry.study)))
            .collect();
        found.sort_by(|a, b| (a.0, &a.1.nct_id).cmp(&(b.0, &b.1.nct_id)));
        found.into_iter().take(query.most).map(|(_, study)| study).collect()
    }

    /// Conditions that what was typed may become, those of most recruiting studies first.
    #[must_use]
    pub fn suggest(&self, typed: &str, most: usize) -> Vec<&str> {
        let typed = words(typed);
        if typed.is_empty() {
            return Vec::new();
        }
        self.suggestions
            .iter()
            .filter(|suggestion| typed.iter().all(|word| has_word(&suggestion.spaced, word)))
            .take(most)
            .map(|suggestion| suggestion.text.as_str())
            .collect()
    }
}

impl Entry {
    fn new(study: RegistryStudy) -> Self {
        let conditions = spaced(&study.conditions.join(" | "));
        let title = spaced(&format!("{} | {}", study.brief_title, study.official_title));
        let rest =
            spaced(&format!("{} | {} | {}", study.nct_id, study.keywords.join(" | "), study.brief_summary));
        Self { study, conditions, title, rest }
    }

    /// How far what is wanted stands from what the study is about; nothing when a word is missing.
    fn rank(&self, wanted: &[String]) -> Option<u8> {
        let all_in = |text: &str| wanted.iter().all(|word| has_word(text, word));
        if all_in(&self.conditions) {
            return Some(0);
        }
        if all_in(&self.title) {
            return Some(1);
        }
        let anywhere = wanted
            .iter()
            .all(|word| [&self.conditions, &self.title, &self.rest].iter().any(|text| has_word(text, word)));
        anywhere.then_some(2)
    }
}

/// Each condition once, as it is spelled first, those of most studies first.
fn suggestions(entries: &[Entry]) -> Vec<Suggestion> {
    let mut by_words: std::collections::BTreeMap<String, Suggestion> = std::collections::BTreeMap::new();
    for condition in entries.iter().flat_map(|entry| &entry.study.conditions) {
        let spaced = spaced(condition);
        by_words
            .entry(spaced.clone())
            .or_insert_with(|| Suggestion { text: condition.clone(), spaced, studies: 0 })
            .studies += 1;
    }
    let mut all: Vec<_> = by_words.into_values().collect();
    all.sort_by_key(|suggestion| std::cmp::Reverse(suggestion.studies));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use waypoint_registry::study_of;

    fn study(number: u32, status: &str, title: &str, condition: &str, country: &str) -> RegistryStudy {
        study_of(&json!({"protocolSection": {
            "identificationModule": {"nctId": format!("NCT{number:08}"), "briefTitle": title},
            "statusModule": {"overallStatus": status},
            "conditionsModule": {"conditions": [condition]},
            "contactsLocationsModule": {"locations": [{"country": country}]}
        }}))
        .unwrap()
    }

    fn numbers(index: &RegistryIndex, condition: &str, country: &str) -> Vec<String> {
        let country = Country::named(country).unwrap();
        let query = IndexQuery { condition, country: Some(&country), most: 20 };
        index.search(query).iter().map(|s| s.nct_id.to_string()).collect()
    }

    #[test]
    fn only_recruiting_studies_with_a_site_in_the_country_are_found() {
        let index = RegistryIndex::new(
            "a",
            vec![
                study(1, "RECRUITING", "A", "Asthma", "United States"),
                study(2, "COMPLETED", "B", "Asthma", "United States"),
                study(3, "RECRUITING", "C", "Asthma", "France"),
            ],
        );
        assert_eq!(numbers(&index, "asthma", "UNITED STATES"), ["NCT00000001"]);
        assert_eq!(numbers(&index, "asthma", "FRANCE"), ["NCT00000003"]);
        assert!(numbers(&index, "asthma", "EGYPT").is_empty());
    }

    #[test]
    fn a_study_about_the_condition_stands_before_one_that_mentions_it() {
        let index = RegistryIndex::new(
            "a",
            vec![
                study(1, "RECRUITING", "Sleep after a lung cancer", "Insomnia", "USA"),
                study(2, "RECRUITING", "A new tablet", "Lung Cancer", "USA"),
            ],
        );
        assert_eq!(numbers(&index, "lung cancer", "USA"), ["NCT00000002", "NCT00000001"]);
    }

    #[test]
    fn at_most_twenty_registry_studies_are_shown() {
        let many = (0..30).map(|n| study(n, "RECRUITING", "A", "Asthma", "USA")).collect();
        assert_eq!(numbers(&RegistryIndex::new("a", many), "asthma", "USA").len(), RegistryStudy::MOST_SHOWN);
    }

    #[test]
    fn suggestions_begin_words_and_the_commonest_come_first() {
        let index = RegistryIndex::new(
            "a",
            vec![
                study(1, "RECRUITING", "A", "Breast Cancer", "USA"),
                study(2, "RECRUITING", "A", "Lung Cancer", "USA"),
                study(3, "RECRUITING", "A", "lung cancer", "USA"),
            ],
        );
        assert_eq!(index.suggest("canc", 10), ["Lung Cancer", "Breast Cancer"]);
        assert!(index.suggest(" ", 10).is_empty() && index.suggest("ancer", 10).is_empty());
    }

    #[test]
    fn an_index_reads_back_from_its_file_and_a_torn_file_is_refused() {
        let folder = std::env::temp_dir().join(format!("waypoint-index-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("index.json");
        RegistryIndex::new("a", vec![study(1, "RECRUITING", "A", "Asthma", "USA")]).write(&path).unwrap();
        let opened = RegistryIndex::open(&path).unwrap();
        assert_eq!((numbers(&opened, "asthma", "USA").len(), opened.source()), (1, "a"));
        let whole = fs::read(&path).unwrap();
        fs::write(&path, &whole[..whole.len() / 2]).unwrap();
        assert!(RegistryIndex::open(&path).unwrap_err().to_string().contains("can't be read"));
        fs::remove_dir_all(&folder).unwrap();
    }
}

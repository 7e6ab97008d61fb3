//! A baseline that searches for plain words: every word of the query must begin a word of the study.

use waypoint_domain::{nct_id::NctId, registry_study::RegistryStudy};

/// The searchable studies.
pub(crate) struct PlainWords(Vec<Texts>);

/// The words of a study, from most to least relevant.
struct Texts {
    number: NctId,
    conditions: Vec<String>,
    titles: Vec<String>,
    rest: Vec<String>,
}

impl PlainWords {
    pub(crate) fn new(studies: &[RegistryStudy]) -> Self {
        Self(studies.iter().map(Texts::new).collect())
    }

    /// Returns matching studies. Matches in conditions come first, then those in titles, then all others.
    pub(crate) fn search(&self, query: &str) -> Vec<&NctId> {
        let typed = words(query);
        if typed.is_empty() {
            return Vec::new();
        }
        let ranked = self.0.iter().filter_map(|texts| Some((texts.rank(&typed)?, &texts.number)));
        let mut found: Vec<(u8, &NctId)> = ranked.collect();
        found.sort();
        found.into_iter().map(|(_, number)| number).collect()
    }
}

impl Texts {
    fn new(study: &RegistryStudy) -> Self {
        Self {
            number: study.nct_id.clone(),
            conditions: words(&study.conditions.join(" ")),
            titles: words(&format!("{} {}", study.brief_title, study.official_title)),
            rest: words(&format!("{} {} {}", study.nct_id, study.keywords.join(" "), study.brief_summary)),
        }
    }

    fn rank(&self, typed: &[String]) -> Option<u8> {
        let all_in = |text: &[String]| typed.iter().all(|word| has_word_with_prefix(text, word));
        let anywhere = || {
            typed.iter().all(|word| {
                [&self.conditions, &self.titles, &self.rest].iter().any(|t| has_word_with_prefix(t, word))
            })
        };
        if all_in(&self.conditions) {
            Some(0)
        } else if all_in(&self.titles) {
            Some(1)
        } else {
            anywhere().then_some(2)
        }
    }
}

fn has_word_with_prefix(text: &[String], word: &str) -> bool {
    text.iter().any(|one| one.starts_with(word))
}

/// Returns the words of a text in lowercase: runs of letters and digits.
fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

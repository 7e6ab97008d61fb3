//! A search for the plain words, to compare with: every word of the query begins a word of the study.

use waypoint_domain::{nct_id::NctId, registry_study::RegistryStudy};

/// Studies under their words.
pub(crate) struct PlainWords(Vec<Texts>);

/// The texts of a study, from what it is about to what it mentions.
struct Texts {
    number: NctId,
    conditions: Vec<String>,
    titles: Vec<String>,
    rest: Vec<String>,
}

impl PlainWords {
    pub(crate) fn of(studies: &[RegistryStudy]) -> Self {
        Self(studies.iter().map(Texts::of).collect())
    }

    /// Studies about the condition stand before those that name it in the title, and those before the ones that only
    /// mention it.
    pub(crate) fn search(&self, query: &str) -> Vec<&NctId> {
        let wanted = words(query);
        if wanted.is_empty() {
            return Vec::new();
        }
        let ranked = self.0.iter().filter_map(|texts| Some((texts.rank(&wanted)?, &texts.number)));
        let mut found: Vec<(u8, &NctId)> = ranked.collect();
        found.sort();
        found.into_iter().map(|(_, number)| number).collect()
    }
}

impl Texts {
    fn of(study: &RegistryStudy) -> Self {
        Self {
            number: study.nct_id.clone(),
            conditions: words(&study.conditions.join(" ")),
            titles: words(&format!("{} {}", study.brief_title, study.official_title)),
            rest: words(&format!("{} {} {}", study.nct_id, study.keywords.join(" "), study.brief_summary)),
        }
    }

    fn rank(&self, wanted: &[String]) -> Option<u8> {
        let all_in = |text: &[String]| wanted.iter().all(|word| begins_a_word(text, word));
        let anywhere = || {
            wanted.iter().all(|word| {
                [&self.conditions, &self.titles, &self.rest].iter().any(|t| begins_a_word(t, word))
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

fn begins_a_word(text: &[String], word: &str) -> bool {
    text.iter().any(|one| one.starts_with(word))
}

/// The words of a text in lower case: runs of letters and digits.
fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

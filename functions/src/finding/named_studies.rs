//! The studies that a chat message names, by number or by name.

use std::collections::BTreeSet;

use waypoint_domain::{
    assistant::NamedStudy, nct_id::NctId, partner_study::PartnerStudy, study_number::StudyNumber,
};
use waypoint_search::partner::PartnerStudies;

use super::{finder::Finder, named_condition::is_condition};

/// The maximum number of named studies.
const MAX_NAMED: usize = 3;
/// The minimum length of a study name in capitals. Shorter ones are abbreviations.
const MIN_NAME_LENGTH: usize = 4;

/// Returns the studies whose numbers are in a text, in its order, and the numbers without a study. Hidden partner
/// studies don't count. Partner studies with a name of their own, such as `MOSAIC`, come last.
#[must_use]
pub fn studies_named(
    finder: &Finder,
    studies: &PartnerStudies,
    text: &str,
) -> (Vec<NamedStudy>, Vec<String>) {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).map(str::to_ascii_uppercase);
    let is_number = |word: &String| word.parse::<StudyNumber>().is_ok() || word.parse::<NctId>().is_ok();
    let mut seen = BTreeSet::new();
    let numbers = words.filter(is_number).filter(|word| seen.insert(word.clone())).take(MAX_NAMED);
    let mut found = (Vec::new(), Vec::new());
    for number in numbers {
        match study_named(finder, studies, &number) {
            // A study may have our number and a registry number.
            Some(study) if found.0.contains(&study) => {}
            Some(study) => found.0.push(study),
            None => found.1.push(number),
        }
    }
    let typed_words: BTreeSet<String> =
        text.split(|c: char| !c.is_alphanumeric()).map(str::to_uppercase).collect();
    // The vocabulary is checked last, because it reads each word.
    let is_named = |study: &&PartnerStudy| {
        names_in(&study.brief_title).any(|name| typed_words.contains(name) && !is_condition(finder, name))
    };
    let lowercase: Vec<String> = typed_words.iter().map(|word| word.to_lowercase()).collect();
    let with_words = studies.with_words(lowercase.iter().map(String::as_str)).into_iter();
    for study in with_words.filter(|study| study.active).filter(is_named).map(NamedStudy::of_ours) {
        if found.0.len() < MAX_NAMED && !found.0.contains(&study) {
            found.0.push(study);
        }
    }
    found
}

/// Returns the words of a title in capitals, which may be the study's name.
fn names_in(title: &str) -> impl Iterator<Item = &str> {
    let words = title.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| word.len() >= MIN_NAME_LENGTH && word.bytes().all(|byte| byte.is_ascii_uppercase()))
}

fn study_named(finder: &Finder, studies: &PartnerStudies, word: &str) -> Option<NamedStudy> {
    let number = word.parse::<StudyNumber>().ok();
    let registered = word.parse::<NctId>().ok();
    let by_number = number.and_then(|number| studies.by_number(&number));
    let by_registry_number = registered.iter().flat_map(|number| studies.by_registry_number(number));
    if let Some(own) = by_number.into_iter().chain(by_registry_number).find(|study| study.active) {
        return Some(NamedStudy::of_ours(own));
    }
    let answer = finder.study(&registered?);
    let answer =
        answer.inspect_err(|error| tracing::error!(%error, "registry studies can't be searched")).ok()?;
    answer.studies.first().map(|found| NamedStudy::of_registry(&found.study))
}

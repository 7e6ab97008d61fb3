//! The studies that a chat message names, by number or by name.

use std::collections::BTreeSet;

use waypoint_domain::{
    assistant::NamedStudy, nct_id::NctId, partner_study::PartnerStudy, study_list::ListingRules,
    study_number::StudyNumber,
};

use super::{finder::Finder, named_condition::is_condition};
use crate::store::Studies;

/// The maximum number of named studies.
const MAX_NAMED: usize = 3;
/// The minimum length of a study name in capitals. Shorter ones are abbreviations.
const MIN_NAME_LENGTH: usize = 4;

/// Loads partner studies and listing rules. When the store fails, only this part of the answer is missing.
pub async fn load_own_studies(studies: &Studies) -> (Vec<PartnerStudy>, ListingRules) {
    match tokio::try_join!(studies.list(), studies.settings()) {
        Ok((studies, settings)) => (studies, settings.listing),
        Err(error) => {
            tracing::error!(operation = error.operation, kind = error.kind, "partner studies can't be read");
            (Vec::new(), ListingRules::default())
        }
    }
}

/// Returns the studies whose numbers are in a text, in its order, and the numbers without a study. Hidden partner
/// studies don't count. Partner studies with a name of their own, such as `MOSAIC`, come last.
#[must_use]
pub fn studies_named(
    finder: &Finder,
    (studies, _): &(Vec<PartnerStudy>, ListingRules),
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
    for study in studies.iter().filter(|study| study.active).filter(is_named).map(NamedStudy::of_ours) {
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

fn study_named(finder: &Finder, studies: &[PartnerStudy], word: &str) -> Option<NamedStudy> {
    let number = word.parse::<StudyNumber>().ok();
    let registered = word.parse::<NctId>().ok();
    let has_number = |study: &&PartnerStudy| {
        study.active
            && (number.as_ref() == Some(&study.snow_study_number)
                || (registered.is_some() && study.nct_number == registered))
    };
    if let Some(own) = studies.iter().find(has_number) {
        return Some(NamedStudy::of_ours(own));
    }
    let answer = finder.study(&registered?);
    let answer =
        answer.inspect_err(|error| tracing::error!(%error, "registry studies can't be searched")).ok()?;
    answer.studies.first().map(|found| NamedStudy::of_registry(&found.study))
}

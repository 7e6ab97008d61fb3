//! The studies that a text of a chat names, by a number or by the name that they go by.

use std::collections::BTreeSet;

use waypoint_domain::{
    assistant::NamedStudy, nct_id::NctId, partner_study::PartnerStudy, study_list::ListingRules,
    study_number::StudyNumber,
};

use super::named_condition::is_condition;
use crate::context::Context;

/// So many studies are told of at once.
const MOST_NAMED: usize = 3;
/// The fewest letters of a name in capitals: shorter ones are abbreviations.
const SHORTEST_NAME: usize = 4;

/// Our own studies with the rules of lists. A store that fails costs this part of the answer alone.
pub async fn own(context: &Context) -> (Vec<PartnerStudy>, ListingRules) {
    match tokio::try_join!(context.studies.all(), context.studies.settings()) {
        Ok((studies, settings)) => (studies, settings.listing),
        Err(error) => {
            tracing::error!(operation = error.operation, kind = error.kind, "partner studies are missing");
            (Vec::new(), ListingRules::default())
        }
    }
}

/// What the numbers of studies in a text name, in its order: ours that are shown, and those of the registry; and numbers of
/// which there is none. Studies of ours that are called by a word of their own, such as `MOSAIC`, come last.
#[must_use]
pub fn studies_named(
    context: &Context,
    (studies, _): &(Vec<PartnerStudy>, ListingRules),
    text: &str,
) -> (Vec<NamedStudy>, Vec<String>) {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).map(str::to_ascii_uppercase);
    let is_number = |word: &String| word.parse::<StudyNumber>().is_ok() || word.parse::<NctId>().is_ok();
    let mut seen = BTreeSet::new();
    let numbers = words.filter(is_number).filter(|word| seen.insert(word.clone())).take(MOST_NAMED);
    let mut found = (Vec::new(), Vec::new());
    for number in numbers {
        match study_named(context, studies, &number) {
            // One study may have a number of ours and one of the registry's.
            Some(study) if found.0.contains(&study) => {}
            Some(study) => found.0.push(study),
            None => found.1.push(number),
        }
    }
    let said: BTreeSet<String> = text.split(|c: char| !c.is_alphanumeric()).map(str::to_uppercase).collect();
    // What the vocabulary knows is asked last: it reads each word.
    let is_called_so = |study: &&PartnerStudy| {
        names_in(&study.brief_title).any(|name| said.contains(name) && !is_condition(context, name))
    };
    for study in studies.iter().filter(|study| study.active).filter(is_called_so).map(NamedStudy::of_ours) {
        if found.0.len() < MOST_NAMED && !found.0.contains(&study) {
            found.0.push(study);
        }
    }
    found
}

/// The words in capitals of a title, by which a study may go.
fn names_in(title: &str) -> impl Iterator<Item = &str> {
    let words = title.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| word.len() >= SHORTEST_NAME && word.bytes().all(|byte| byte.is_ascii_uppercase()))
}

fn study_named(context: &Context, studies: &[PartnerStudy], word: &str) -> Option<NamedStudy> {
    let number = word.parse::<StudyNumber>().ok();
    let registered = word.parse::<NctId>().ok();
    let is_meant = |study: &&PartnerStudy| {
        study.active
            && (number.as_ref() == Some(&study.snow_study_number)
                || (registered.is_some() && study.nct_number == registered))
    };
    if let Some(own) = studies.iter().find(is_meant) {
        return Some(NamedStudy::of_ours(own));
    }
    let answer = context.finder.study(&registered?);
    let answer = answer.inspect_err(|error| tracing::error!(%error, "registry studies are missing")).ok()?;
    answer.studies.first().map(|found| NamedStudy::of_registry(&found.study))
}

//! Well-known studies that no longer take people, of which a search is told (D-041).

use waypoint_domain::{nct_id::NctId, partner_study::PartnerStudy, study_list::ListingRules};

use super::{Finder, Request};

/// The studies of every term that names what was searched for, or what that is a kind of, but for those that take
/// people again.
#[must_use]
pub fn completed(
    request: &Request,
    own: &[PartnerStudy],
    rules: &ListingRules,
    finder: &Finder,
) -> Vec<String> {
    let vocabulary = finder.vocabulary();
    let asked = request.reading.parts.iter().flat_map(|part| &part.concepts);
    let asked: Vec<_> = asked.flat_map(|concept| vocabulary.ancestors(*concept).chain([*concept])).collect();
    let is_meant = |term: &str| vocabulary.read_exactly(term).iter().any(|concept| asked.contains(concept));
    let meant = rules.completed.iter().filter(|completed| is_meant(&completed.term));
    let studies = meant.flat_map(|completed| &completed.studies);
    studies.filter(|number| !takes_people(number, own, finder)).map(NctId::to_string).collect()
}

fn takes_people(number: &NctId, own: &[PartnerStudy], finder: &Finder) -> bool {
    let of_number = own.iter().find(|study| study.nct_number.as_ref() == Some(number));
    let in_registry = || finder.study(number).ok().and_then(|answer| answer.studies.into_iter().next());
    match of_number {
        Some(study) => study.takes_sign_ups(),
        None => in_registry().is_some_and(|found| found.study.status.is_recruiting()),
    }
}

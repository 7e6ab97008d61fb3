//! Well-known studies that are no longer recruiting, which matching searches mention (D-041).

use waypoint_domain::{nct_id::NctId, partner_study::PartnerStudy, study_list::ListingRules};

use super::{Finder, SearchRequest};

/// Returns the studies of every term that names the searched condition or a broader one, except those that are
/// recruiting again.
#[must_use]
pub fn completed_studies(
    request: &SearchRequest,
    own: &[PartnerStudy],
    rules: &ListingRules,
    finder: &Finder,
) -> Vec<String> {
    let vocabulary = finder.vocabulary();
    let searched = request.reading.parts.iter().flat_map(|part| &part.concepts);
    let searched: Vec<_> =
        searched.flat_map(|concept| vocabulary.ancestors(*concept).chain([*concept])).collect();
    let is_searched =
        |term: &str| vocabulary.read_exactly(term).iter().any(|concept| searched.contains(concept));
    let matching = rules.completed.iter().filter(|completed| is_searched(&completed.term));
    let studies = matching.flat_map(|completed| &completed.studies);
    studies.filter(|number| !is_recruiting(number, own, finder)).map(NctId::to_string).collect()
}

fn is_recruiting(number: &NctId, own: &[PartnerStudy], finder: &Finder) -> bool {
    let own_study = own.iter().find(|study| study.nct_number.as_ref() == Some(number));
    let in_registry = || finder.study(number).ok().and_then(|answer| answer.studies.into_iter().next());
    match own_study {
        Some(study) => study.accepts_sign_ups(),
        None => in_registry().is_some_and(|found| found.study.status.is_recruiting()),
    }
}

//! Well-known studies that are no longer recruiting, which matching searches mention (D-041).

use waypoint_domain::{nct_id::NctId, partner_study::PartnerStudy};
use waypoint_search::partner::PartnerStudies;

use super::{Finder, SearchRequest};

/// Returns the studies of every term that names the searched condition or a broader one, except those that are
/// recruiting again.
#[must_use]
pub fn completed_studies(request: &SearchRequest, partners: &PartnerStudies, finder: &Finder) -> Vec<String> {
    let vocabulary = finder.vocabulary();
    let searched = request.reading.parts.iter().flat_map(|part| &part.concepts);
    let searched: Vec<_> =
        searched.flat_map(|concept| vocabulary.ancestors(*concept).chain([*concept])).collect();
    let is_searched =
        |term: &str| vocabulary.read_exactly(term).iter().any(|concept| searched.contains(concept));
    let matching = partners.listing().completed.iter().filter(|completed| is_searched(&completed.term));
    let studies = matching.flat_map(|completed| &completed.studies);
    studies.filter(|number| !is_recruiting(number, partners, finder)).map(NctId::to_string).collect()
}

fn is_recruiting(number: &NctId, partners: &PartnerStudies, finder: &Finder) -> bool {
    let own = partners.by_registry_number(number);
    let in_registry = || finder.study(number).ok().and_then(|answer| answer.studies.into_iter().next());
    if own.is_empty() {
        in_registry().is_some_and(|found| found.study.status.is_recruiting())
    } else {
        own.into_iter().any(PartnerStudy::accepts_sign_ups)
    }
}

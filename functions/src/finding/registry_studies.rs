//! Studies of the public registry that answer a search.

use std::borrow::Cow;

use waypoint_domain::{
    distance::Distance, effort::Effort, nct_id::NctId, partner_mark::mark_of, partner_study::PartnerStudy,
    registry_study::RegistryStudy, study_card::RegistryCard, study_list::ListingRules,
};
use waypoint_search::{Answer, Asked, Filters, IndexError};
use waypoint_vocabulary::ConceptId;

use super::{
    Finder, Request,
    own_studies::{km_to_nearest, listed_of},
};

/// The registry studies of a search: those that take people in its country now, 20 at most (D-180 to D-182), none of
/// which is one of these, because it is one of our own.
pub fn registry_studies(
    request: &Request,
    own: &[NctId],
    finder: &Finder,
    effort: &Effort,
) -> Result<Answer, IndexError> {
    let mut reading = request.reading.clone();
    let condition = request.filters.condition.as_deref().map(|text| finder.read(text, effort));
    let concept =
        request.filters.condition.as_deref().and_then(|text| named(text, finder)).or_else(|| {
            condition.as_ref().and_then(|reading| reading.parts.first()?.concepts.first().copied())
        });
    if let (Some(condition), None) = (condition, concept) {
        reading.rest.extend(condition.rest);
    }
    // Whoever types the number of a study means it, wherever it is and whether it takes people.
    if let Some(number) = NctId::typed(&request.search.condition) {
        return if own.contains(&number) { Ok(Answer::default()) } else { finder.study(&number) };
    }
    let region = request.region();
    let asked = Asked {
        exactly: request.exactly,
        anything: request.anything,
        country: Some(&request.search.country),
        filters: Filters { condition: concept, ..request.registry_filters() },
        region: region.as_deref(),
        near: request.near(),
        sort: request.sort,
        without: own,
        ..Asked::of(&reading, RegistryStudy::MOST_SHOWN)
    };
    finder.search(&asked, effort)
}

/// The condition that is shown under this name: a filter is chosen from what is shown, which may be read otherwise.
fn named(text: &str, finder: &Finder) -> Option<ConceptId> {
    let vocabulary = finder.vocabulary();
    vocabulary.concepts().find(|concept| vocabulary.label(*concept).eq_ignore_ascii_case(text.trim()))
}

/// The cards of these studies. One that is ours under the same number has the title that we
/// gave it, our status and the distance to our sites.
#[must_use]
pub fn cards(
    answer: &Answer,
    request: &Request,
    rules: &ListingRules,
    own: &[PartnerStudy],
) -> Vec<RegistryCard> {
    let card = |found: &waypoint_search::Found| {
        let mut record = Cow::Borrowed(&found.study);
        let mut km = found.km;
        if let Some(ours) = listed_of(&record.nct_id, own) {
            let record = record.to_mut();
            record.brief_title.clone_from(&ours.brief_title);
            record.status.clone_from(&ours.status);
            km = request.near().and_then(|near| km_to_nearest(ours, near.place));
        }
        RegistryCard {
            nearest: km.map(Distance::of_km),
            fit: found.fit,
            partner: mark_of(&record.nct_id, &rules.partner_logos),
            ..RegistryCard::of(&record, &request.search.country)
        }
    };
    answer.studies.iter().map(card).collect()
}

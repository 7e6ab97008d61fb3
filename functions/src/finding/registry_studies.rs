//! Studies of the public registry that answer a search.

use waypoint_domain::{
    distance::Distance, nct_id::NctId, partner_mark::mark_of, registry_study::RegistryStudy,
    study_card::RegistryCard, study_list::ListingRules,
};
use waypoint_search::{Answer, Asked, Filters, IndexError};

use super::{Finder, Request};

/// The registry studies of a search: those that take people in its country now, 20 at most (D-180 to D-182), none of
/// which is one of these, because it is one of our own.
///
/// # Errors
/// When the index can't be read.
pub fn registry_studies(request: &Request, own: &[NctId], finder: &Finder) -> Result<Answer, IndexError> {
    let mut reading = request.reading.clone();
    let condition = request.filters.condition.as_deref().map(|text| finder.read(text));
    let concept = condition.as_ref().and_then(|reading| reading.parts.first()?.concepts.first().copied());
    if let (Some(condition), None) = (condition, concept) {
        reading.rest.extend(condition.rest);
    }
    // Whoever types the number of a study means it, wherever it is and whether it takes people.
    if let Some(number) = NctId::typed(&request.search.condition) {
        return if own.contains(&number) { Ok(Answer::default()) } else { finder.study(&number) };
    }
    let asked = Asked {
        exactly: request.exactly,
        country: Some(&request.search.country),
        filters: Filters {
            sex: request.filters.sex,
            age: request.filters.age,
            kind: request.filters.kind.clone(),
            phase: request.filters.phase,
            condition: concept,
            healthy: request.healthy.then_some(true),
            ..Filters::default()
        },
        near: request.near(),
        sort: request.sort,
        without: own,
        ..Asked::of(&reading, RegistryStudy::MOST_SHOWN)
    };
    finder.search(&asked)
}

/// The cards of these studies.
#[must_use]
pub fn cards(answer: &Answer, request: &Request, rules: &ListingRules) -> Vec<RegistryCard> {
    let card = |found: &waypoint_search::Found| RegistryCard {
        nearest: found.km.map(Distance::of_km),
        fit: found.fit,
        partner: mark_of(&found.study.nct_id, &rules.partner_logos),
        ..RegistryCard::of(&found.study, &request.search.country)
    };
    answer.studies.iter().map(card).collect()
}

//! Registry studies that match a search.

use std::borrow::Cow;

use waypoint_domain::{
    distance::Distance, nct_id::NctId, partner_mark::logo_for, partner_study::PartnerStudy,
    registry_study::RegistryStudy, study_card::RegistryCard, study_list::ListingRules,
    work_budget::WorkBudget,
};
use waypoint_search::{Filters, IndexError, SearchQuery, SearchResults};
use waypoint_vocabulary::ConceptId;

use super::{
    Finder, SearchRequest,
    own_studies::{km_to_nearest, listed_study},
};

/// Returns the registry studies of a search that are recruiting in its country, at most 20 (D-180 to D-182), except the
/// numbers in `own`, which are partner studies.
pub fn registry_studies(
    request: &SearchRequest,
    own: &[NctId],
    finder: &Finder,
    effort: &WorkBudget,
) -> Result<SearchResults, IndexError> {
    let mut reading = request.reading.clone();
    let condition = request.filters.condition.as_deref().map(|text| finder.read(text, effort));
    let concept =
        request.filters.condition.as_deref().and_then(|text| concept_with_label(text, finder)).or_else(
            || condition.as_ref().and_then(|reading| reading.parts.first()?.concepts.first().copied()),
        );
    if let (Some(condition), None) = (condition, concept) {
        reading.rest.extend(condition.rest);
    }
    // A search for a number means this study, wherever it is and even if it isn't recruiting.
    if let Some(number) = NctId::parse_typed(&request.search.condition) {
        return if own.contains(&number) { Ok(SearchResults::default()) } else { finder.study(&number) };
    }
    let region = request.region();
    let search = SearchQuery {
        exact_words: request.exact_words,
        matches_everything: request.any_condition,
        country: Some(&request.search.country),
        filters: Filters { condition: concept, ..request.registry_filters() },
        region: region.as_deref(),
        near: request.near(),
        sort: request.sort,
        excluded: own,
        denied: &request.denied,
        ..SearchQuery::new(&reading, RegistryStudy::MAX_RESULTS)
    };
    finder.search(&search, effort)
}

/// Returns the condition with this label. A filter is chosen from labels, which could be interpreted differently.
fn concept_with_label(text: &str, finder: &Finder) -> Option<ConceptId> {
    let vocabulary = finder.vocabulary();
    vocabulary.concepts().find(|concept| vocabulary.label(*concept).eq_ignore_ascii_case(text.trim()))
}

/// Returns the cards of these studies. For a partner study with the same number, the card has our title, our status,
/// and the distance to our sites.
#[must_use]
pub fn cards(
    answer: &SearchResults,
    request: &SearchRequest,
    rules: &ListingRules,
    own: &[PartnerStudy],
) -> Vec<RegistryCard> {
    let card = |found: &waypoint_search::SearchResult| {
        let mut record = Cow::Borrowed(&found.study);
        let mut km = found.km;
        if let Some(ours) = listed_study(&record.nct_id, own) {
            let record = record.to_mut();
            record.brief_title.clone_from(&ours.brief_title);
            record.status.clone_from(&ours.status);
            km = request.near().and_then(|near| km_to_nearest(ours, near.place));
        }
        RegistryCard {
            nearest: km.map(Distance::from_km),
            fit: found.fit,
            partner: logo_for(&record.nct_id, &rules.partner_logos),
            ..RegistryCard::new(&record, &request.search.country)
        }
    };
    answer.studies.iter().map(card).collect()
}

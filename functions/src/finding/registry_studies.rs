//! Registry studies that match a search.

use waypoint_domain::{
    distance::Distance,
    nct_id::NctId,
    partner_mark::logo_for,
    registry_study::RegistryStudy,
    search::encode_query_value,
    study_card::{PartnerCard, RegistryCard, StudyCard},
    study_list::one_per_registry_number,
    work_budget::WorkBudget,
};
use waypoint_search::{
    IndexError, SearchQuery, SearchResult, SearchResults,
    partner::{PartnerStudies, RegistryNumbers},
};

use super::{
    Finder, SearchRequest,
    nearest_city::nearest_city,
    partner_match::PartnerMatch,
    partner_studies::partner_of_record,
    record_sites::{card_at_record_sites, may_show_record_sites},
};

/// Returns the registry studies of a search that are recruiting in its country, at most 20 (D-180 to D-182). Those with
/// a number in `partners` are partner studies and reported apart.
pub fn registry_studies(
    request: &SearchRequest,
    partners: &RegistryNumbers,
    finder: &Finder,
    effort: &WorkBudget,
) -> Result<SearchResults, IndexError> {
    // A search for a number means this study, wherever it is and even if it isn't recruiting.
    if let Some(number) = NctId::parse_in(&request.search.condition) {
        let found = if partners.has(&number) { SearchResults::default() } else { finder.study(&number)? };
        if partners.has(&number) || !found.studies.is_empty() {
            return Ok(found);
        }
    }
    if !request.exact_words && !request.any_condition {
        let found = finder.studies_with_id(&request.search.condition, RegistryStudy::MAX_RESULTS)?;
        if !found.studies.is_empty() {
            return Ok(found);
        }
    }
    let region = request.region();
    let search = SearchQuery {
        exact_words: request.exact_words,
        matches_everything: request.any_condition,
        country: Some(&request.search.country),
        filters: request.registry_filters(),
        region: region.as_deref(),
        typed: request.typed(),
        institution: request.institution.as_ref(),
        treatment: request.treatment.as_ref(),
        near: request.near(),
        sort: request.sort,
        partners,
        denied: &request.denied,
        ..SearchQuery::new(&request.reading, RegistryStudy::MAX_RESULTS)
    };
    finder.search(&search, effort)
}

/// Returns the cards of these studies. At the position of a partner study's record, which is only related to the search,
/// is the partner study's card, unless the study is among the `shown` ones or can't be joined as searched.
#[must_use]
pub fn cards(
    studies: &[SearchResult],
    request: &SearchRequest,
    partners: &PartnerStudies,
    shown: &[PartnerMatch],
    finder: &Finder,
) -> Vec<StudyCard> {
    let is_shown = |number: &NctId| shown.iter().any(|shown| shown.study.nct_number.as_ref() == Some(number));
    let place = request.place.as_ref().map(|place| {
        let [near, country] =
            [place.label().as_str(), request.search.country.as_str()].map(encode_query_value);
        format!("?near={near}&in={country}")
    });
    let place = place.unwrap_or_default();
    let card = |found: &SearchResult| {
        let number = &found.study.nct_id;
        if partners.registry_numbers().has(number) {
            let is_shown = is_shown(number);
            return if is_shown { None } else { partner_card(found, request, partners, finder) };
        }
        let near = request.near();
        let city = near.and_then(|near| nearest_city(&found.study, near.place, finder.gazetteer()));
        let card = RegistryCard::new(&found.study, &request.search.country);
        Some(StudyCard::Registry(RegistryCard {
            // The study's page shows the contacts of the site nearest to the place.
            href: format!("{}{place}", card.href),
            city: city.unwrap_or(card.city),
            nearest: found.km.map(Distance::from_km),
            fit: found.fit,
            partner: logo_for(number, &partners.listing().partner_logos),
            ..card
        }))
    };
    studies.iter().filter_map(card).collect()
}

/// Returns the card of a partner study at the position of its record: at its own sites, or else at those of the record.
fn partner_card(
    found: &SearchResult,
    request: &SearchRequest,
    partners: &PartnerStudies,
    finder: &Finder,
) -> Option<StudyCard> {
    let number = &found.study.nct_id;
    if let Some(partner) = partner_of_record(partners, number, request, finder) {
        return Some(StudyCard::Partner(partner.card(partners, found.fit, request, finder)));
    }
    let listed = partners.by_registry_number(number).into_iter().filter(|study| may_show_record_sites(study));
    let admitted = listed.filter(|study| request.filters.admits(study)).collect();
    let study = one_per_registry_number(admitted).into_iter().next()?;
    let card = PartnerCard { fit: found.fit, ..PartnerCard::new(study) };
    Some(StudyCard::Partner(card_at_record_sites(card, &found.study, found.km, request, finder)))
}

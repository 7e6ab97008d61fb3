//! Partner studies that match a search, by listing rules and by the same concepts as registry studies.

use std::collections::BTreeSet;

use waypoint_domain::{
    coordinates::Coordinates,
    country::Country,
    distance::Distance,
    fit::Fit,
    nct_id::NctId,
    partner_mark::logo_for,
    partner_study::PartnerStudy,
    study_card::PartnerCard,
    study_list::{self, ListingRules},
    study_site::StudySite,
};
use waypoint_gazetteer::distance_km;
use waypoint_search::{MarkerTexts, SearchResults, Sort, denied_apart};
use waypoint_vocabulary::{ConceptId, Part, Reading, Vocabulary, fold::Word};

use super::{Finder, SearchRequest};

/// A partner study that matches a search.
#[derive(Debug, Clone, Copy)]
pub struct PartnerMatch<'a> {
    pub study: &'a PartnerStudy,
    /// The distance of its nearest open site, when the search has a place and a site has coordinates.
    pub km: Option<f64>,
}

/// Returns the partner studies that match a search before filters: listed, open in its country, and near enough. A
/// study whose registry record matches (`in_registry`) is included. They are in the order of the listing rules, unless
/// the search has another order.
#[must_use]
pub fn partner_matches<'a>(
    studies: &'a [PartnerStudy],
    rules: &ListingRules,
    request: &SearchRequest,
    in_registry: &[NctId],
    finder: &Finder,
) -> Vec<PartnerMatch<'a>> {
    let matching_studies = matching_studies(studies, rules, request, in_registry, finder);
    let mut own: Vec<PartnerMatch> =
        matching_studies.into_iter().filter_map(|study| joinable_study(study, request, finder)).collect();
    match request.sort {
        Sort::Relevance => {}
        Sort::Newest => own.sort_by(|a, b| b.study.sys_updated_on.cmp(&a.study.sys_updated_on)),
        Sort::Nearest => own.sort_by(|a, b| sort_distance(a.km).total_cmp(&sort_distance(b.km))),
    }
    own
}

/// Returns the study if it is open in the search's country and state and near enough. A study searched by number may be
/// in any country.
fn joinable_study<'a>(
    study: &'a PartnerStudy,
    request: &SearchRequest,
    finder: &Finder,
) -> Option<PartnerMatch<'a>> {
    let is_in_country =
        is_searched_by_number(study, request) || study.can_be_joined_in(&request.search.country);
    let is_in_region =
        || request.region().is_none_or(|region| can_be_joined_in_region(study, &region, finder));
    let near = request.near();
    let km = near.and_then(|near| km_to_nearest(study, near.place));
    let is_near = || near.and_then(|near| near.within_km).is_none_or(|most| km.is_some_and(|km| km <= most));
    (is_in_country && is_in_region() && is_near()).then_some(PartnerMatch { study, km })
}

/// Returns the listed partner studies that can't be joined at the searched place.
pub fn studies_not_joinable<'a>(
    studies: &'a [PartnerStudy],
    request: &SearchRequest,
    finder: &Finder,
) -> impl Iterator<Item = &'a PartnerStudy> {
    let listed = studies.iter().filter(|study| study.is_listed());
    listed.filter(move |study| joinable_study(study, request, finder).is_none())
}

/// Returns the partner studies that match the words of a search in any place, by the listing rules. A study searched by
/// number comes first and need not be listed (D-319).
pub(super) fn matching_studies<'a>(
    studies: &'a [PartnerStudy],
    rules: &ListingRules,
    request: &SearchRequest,
    in_registry: &[NctId],
    finder: &Finder,
) -> Vec<&'a PartnerStudy> {
    let vocabulary = finder.vocabulary();
    let is_filler = |word: &Word| vocabulary.is_plain(&word.folded);
    if !request.any_condition
        && request.reading.parts.is_empty()
        && request.reading.rest.iter().all(is_filler)
    {
        return Vec::new();
    }
    let about = |study: &PartnerStudy| {
        request.any_condition
            || is_searched_by_number(study, request)
            || study.nct_number.as_ref().is_some_and(|number| in_registry.contains(number))
            || is_about(study, &request.reading, vocabulary)
    };
    let denied = denied_apart(&request.denied, &request.reading, vocabulary);
    let is_denied = |study: &PartnerStudy| {
        !denied.is_empty() && concepts(study, vocabulary).iter().any(|concept| denied.contains(concept))
    };
    let admits = |study: &&PartnerStudy| {
        let texts = MarkerTexts {
            titles: vec![&study.study_name, &study.brief_title, &study.official_title],
            topics: study.conditions.iter().map(String::as_str).collect(),
            criteria: &study.eligibility,
        };
        is_searched_by_number(study, request)
            || texts.admit(&request.reading, vocabulary) && !is_denied(study)
    };
    let unlisted = studies.iter().filter(|study| study.active && !study.is_listed());
    let by_number = unlisted.filter(|study| is_searched_by_number(study, request));
    let listed =
        study_list::studies_matching(studies, &request.words, rules, about).into_iter().filter(admits);
    by_number.chain(listed).collect()
}

/// Whether the search is this study's number.
fn is_searched_by_number(study: &PartnerStudy, request: &SearchRequest) -> bool {
    study.has_number(&request.search.condition)
}

/// Sorts studies without a located site last.
fn sort_distance(km: Option<f64>) -> f64 {
    km.unwrap_or(f64::INFINITY)
}

/// Returns the numbers of listed partner studies among the registry studies that match the full search.
#[must_use]
pub fn partner_study_numbers(answer: &SearchResults, studies: &[PartnerStudy]) -> Vec<NctId> {
    let fitting =
        answer.studies.iter().filter(|found| found.fit == Fit::All).map(|found| &found.study.nct_id);
    fitting.filter(|number| listed_study(number, studies).is_some()).cloned().collect()
}

/// Returns the listed partner study with this registry number.
pub(super) fn listed_study<'a>(number: &NctId, studies: &'a [PartnerStudy]) -> Option<&'a PartnerStudy> {
    studies.iter().find(|study| study.is_listed() && study.nct_number.as_ref() == Some(number))
}

impl PartnerMatch<'_> {
    /// Returns the study's card.
    #[must_use]
    pub fn card(&self, rules: &ListingRules) -> PartnerCard {
        let number = self.study.nct_number.as_ref();
        PartnerCard {
            nearest: self.km.map(Distance::from_km),
            partner: number.and_then(|number| logo_for(number, &rules.partner_logos)),
            ..PartnerCard::new(self.study)
        }
    }
}

/// Whether a study has an open site in a state or province. A study without sites can be joined anywhere.
fn can_be_joined_in_region(study: &PartnerStudy, region: &str, finder: &Finder) -> bool {
    let gazetteer = finder.gazetteer();
    let is_there = |site: &StudySite| {
        let named = Country::parse(&site.country);
        let named = named.and_then(|country| gazetteer.region_named(&site.state, &country));
        named.or_else(|| gazetteer.region_at(site.coordinates()?)).as_deref() == Some(region)
    };
    study.sites.is_empty() || study.open_sites().any(is_there)
}

/// Returns the distance to the study's nearest open site with coordinates.
pub(super) fn km_to_nearest(study: &PartnerStudy, place: Coordinates) -> Option<f64> {
    let places = study.open_sites().filter_map(StudySite::coordinates);
    places.map(|site| distance_km(place, site)).min_by(f64::total_cmp)
}

/// Whether a study is about everything that was understood, or about one of several alternatives. Its name, titles, or
/// conditions must name each concept or a narrower one, or one of its texts must contain all words of the concept's
/// name. Words that were not understood must also occur.
fn is_about(study: &PartnerStudy, reading: &Reading, vocabulary: &Vocabulary) -> bool {
    let concepts = concepts(study, vocabulary);
    let understood = |concept: &ConceptId| concepts.contains(concept);
    // The listing rules already search the texts for single words.
    let min_words = if reading.parts.len() > 1 { 1 } else { 2 };
    let has_words = |part: &Part| part.words.len() >= min_words && has_words(study, part, vocabulary);
    let is_about = |part: &Part| part.concepts.iter().any(understood) || has_words(part);
    let mut words = reading.rest.iter().filter(|word| !vocabulary.is_plain(&word.folded));
    !reading.parts.is_empty()
        && reading.choices().all(|parts| parts.into_iter().any(is_about))
        && words.all(|word| study.mentions_term(&word.folded))
}

fn has_words(study: &PartnerStudy, part: &Part, vocabulary: &Vocabulary) -> bool {
    let is_significant = |word: &String| word.chars().count() > 2 && !vocabulary.is_plain(word);
    part.words.iter().all(|word| is_significant(word) && study.mentions_term(word))
}

/// Returns the concepts that a study's short texts name, and all broader ones.
fn concepts(study: &PartnerStudy, vocabulary: &Vocabulary) -> BTreeSet<ConceptId> {
    let texts = [&study.study_name, &study.brief_title, &study.official_title];
    let named = texts.into_iter().chain(&study.conditions).flat_map(|text| vocabulary.read_exactly(text));
    let with_broader = |concept| vocabulary.ancestors(concept).chain([concept]).collect::<Vec<_>>();
    let mut concepts: BTreeSet<ConceptId> = named.flat_map(with_broader).collect();
    let composed =
        vocabulary.composed_concepts().filter(|(_, of)| of.iter().all(|concept| concepts.contains(concept)));
    let composed: Vec<ConceptId> = composed.map(|(concept, _)| concept).collect();
    concepts.extend(composed);
    concepts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn study(conditions: &[&str]) -> PartnerStudy {
        serde_json::from_value(serde_json::json!({
            "snow_study_number": "STU00001", "study_sys_id": "0".repeat(32), "study_name": "A",
            "brief_title": "A", "brief_summary": "Tests a gel.", "conditions": conditions, "status": "Recruiting",
            "active": true, "promote": true, "sys_created_on": "2026-01-01", "sys_updated_on": "2026-01-01",
        }))
        .unwrap()
    }

    #[test]
    fn own_study_matches_all_names_of_its_condition_and_of_broader_ones() {
        let vocabulary = Vocabulary::default();
        let table = [
            ("high blood pressure", "Hypertension", true),
            ("hipertensión", "Hypertension", true),
            ("hypertention", "Hypertension", true),
            ("cancer", "Melanoma", true),
            ("melanoma", "Neoplasms", false),
            ("asthma", "Hypertension", false),
            ("the", "Hypertension", false),
            ("hypertension gel", "Hypertension", true),
            ("covid vaccine", "Covid", false),
            ("breast cancer", "Breast and colon cancers", true),
            ("hypertension lamp", "Hypertension", false),
            ("hypertension or asthma", "Hypertension", true),
            ("hypertension and asthma", "Hypertension", false),
            ("breast or lung cancer", "Lung cancer", true),
            ("hypertension surgery", "Hypertension before surgery", true),
            ("hypertension surgery", "Hypertension", false),
        ];
        for (typed, condition, found) in table {
            let reading = vocabulary.read(typed);
            assert_eq!(
                is_about(&study(&[condition]), &reading, &vocabulary),
                found,
                "{typed} in {condition}"
            );
        }
    }
}

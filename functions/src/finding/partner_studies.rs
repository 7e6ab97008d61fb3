//! Partner studies that match a search, by listing rules and by the same concepts as registry studies.

use std::collections::{BTreeMap, HashMap, HashSet};

use waypoint_domain::{
    coordinates::Coordinates, country::Country, nct_id::NctId, partner_study::PartnerStudy,
    study_site::StudySite,
};
use waypoint_gazetteer::distance_km;
use waypoint_search::{
    PartnerRecord, Sort, denied_apart,
    free_text::HEALTHY_VOLUNTEERS,
    partner::{IndexedStudy, PartnerStudies, SHORT_WORD},
};
use waypoint_vocabulary::{ConceptId, Part, Reading, Vocabulary, fold::Word};

use super::{
    Finder, SearchRequest,
    partner_match::{PartnerMatch, one_per_registry_number, sort_distance},
    record_sites::may_show_record_sites,
};

/// Returns the partner studies that match a search before filters: listed, open in its country, and near enough. A
/// study whose registry record matches (`by_record`) is included. Of several studies with one registry number, it is the
/// nearest. They are in the order of the listing rules, unless the search has another order. Studies that have sites there
/// only by their record come last.
#[must_use]
pub fn partner_matches<'a>(
    studies: &'a PartnerStudies,
    request: &SearchRequest,
    by_record: &'a [PartnerRecord],
    finder: &Finder,
) -> Vec<PartnerMatch<'a>> {
    let numbers: Vec<NctId> = by_record.iter().map(|record| record.number.clone()).collect();
    let matching = matching_studies(studies, request, &numbers, finder);
    let joinable = matching.iter().filter_map(|study| joinable_study(study, request, finder));
    let mut matches = one_per_registry_number(joinable);
    let in_reach = by_record.iter().filter(|record| record.is_in_reach);
    let mut in_reach: HashMap<&NctId, &'a PartnerRecord> =
        in_reach.map(|record| (&record.number, record)).collect();
    for number in matches.iter().filter_map(|joinable| joinable.study.nct_number.as_ref()) {
        in_reach.remove(number);
    }
    let at_record_sites = matching.iter().filter(|entry| may_show_record_sites(&entry.study));
    let at_record_sites = at_record_sites.filter_map(|entry| {
        let record = *in_reach.get(entry.study.nct_number.as_ref()?)?;
        Some(PartnerMatch { study: &entry.study, km: record.km, nearest: None, record: Some(record) })
    });
    matches.extend(one_per_registry_number(at_record_sites));
    match request.sort {
        Sort::Relevance => {}
        Sort::Newest => matches.sort_by(|a, b| b.study.sys_updated_on.cmp(&a.study.sys_updated_on)),
        Sort::Nearest => matches.sort_by(|a, b| sort_distance(a.km).total_cmp(&sort_distance(b.km))),
    }
    matches
}

/// Returns the partner study to show at the position of a registry record that is only related to the search, or
/// `None` if the study can't be joined as searched.
#[must_use]
pub fn partner_of_record<'a>(
    studies: &'a PartnerStudies,
    number: &NctId,
    request: &SearchRequest,
    finder: &Finder,
) -> Option<PartnerMatch<'a>> {
    let listed = studies.with_record(number).filter(|entry| entry.study.is_listed());
    let admitted = listed.filter(|entry| request.filters.admits(&entry.study));
    let joinable = admitted.filter_map(|study| joinable_study(study, request, finder));
    one_per_registry_number(joinable).into_iter().next()
}

/// Returns the study if it is open in the search's country and state and near enough. A study searched by number may be
/// in any country.
fn joinable_study<'a>(
    entry: &'a IndexedStudy,
    request: &SearchRequest,
    finder: &Finder,
) -> Option<PartnerMatch<'a>> {
    let study = &entry.study;
    let is_in_country =
        is_searched_by_number(study, request) || entry.can_be_joined_in(&request.search.country);
    let is_in_region =
        || request.region().is_none_or(|region| can_be_joined_in_region(study, &region, finder));
    let near = request.near();
    let nearest = near.and_then(|near| nearest_site(study, near.place));
    let km = nearest.map(|(_, km)| km);
    let is_near = || near.and_then(|near| near.within_km).is_none_or(|most| km.is_some_and(|km| km <= most));
    (is_in_country && is_in_region() && is_near()).then_some(PartnerMatch {
        study,
        km,
        nearest: nearest.map(|(site, _)| site),
        record: None,
    })
}

/// Returns the partner studies that match the words of a search in any place, by the listing rules. A study searched by
/// number comes first and need not be listed (D-319).
pub(super) fn matching_studies<'a>(
    studies: &'a PartnerStudies,
    request: &SearchRequest,
    by_record: &[NctId],
    finder: &Finder,
) -> Vec<&'a IndexedStudy> {
    let with_record = by_record.iter().flat_map(|number| studies.with_record(number));
    let named = studies.candidates(
        &request.search.condition,
        &request.words,
        &request.reading,
        request.any_condition,
        finder.vocabulary(),
    );
    let by_number = |entry: &'a IndexedStudy| (&entry.study.snow_study_number, entry);
    let candidates: BTreeMap<_, _> = named.into_iter().chain(with_record).map(by_number).collect();
    matching_among(&candidates.into_values().collect::<Vec<_>>(), studies, request, by_record, finder)
}

fn matching_among<'a>(
    candidates: &[&'a IndexedStudy],
    studies: &'a PartnerStudies,
    request: &SearchRequest,
    by_record: &[NctId],
    finder: &Finder,
) -> Vec<&'a IndexedStudy> {
    let vocabulary = finder.vocabulary();
    let is_filler = |word: &Word| vocabulary.is_plain(&word.folded);
    if !request.any_condition
        && request.reading.parts.is_empty()
        && request.reading.markers.is_empty()
        && request.reading.rest.iter().all(is_filler)
    {
        return Vec::new();
    }
    let by_record: HashSet<&NctId> = by_record.iter().collect();
    let listing = studies.listing();
    let promoted: HashSet<&NctId> = listing.promoted_for(&request.words).collect();
    let has_number_in = |study: &PartnerStudy, numbers: &HashSet<&NctId>| {
        study.nct_number.as_ref().is_some_and(|own| numbers.contains(own))
    };
    let term = request.words.trim().to_lowercase();
    let is_person = request.reading.parts.is_empty() && request.reading.markers.is_empty() && {
        let mut words = request.reading.rest.iter().filter(|word| !is_filler(word));
        words.all(|word| request.reading.people.contains(&word.folded))
    };
    // A partner study doesn't state whether it accepts healthy people, but its record and its conditions may.
    let healthy_volunteers = vocabulary.concept(HEALTHY_VOLUNTEERS);
    let fits_any_condition = |entry: &IndexedStudy| {
        let names_healthy =
            || healthy_volunteers.is_some_and(|concept| entry.audience.concepts.contains(&concept));
        request.any_condition && (!request.healthy || names_healthy())
    };
    let is_there = |entry: &IndexedStudy| {
        let by_record = || has_number_in(&entry.study, &by_record);
        let is_at = |institution| entry.is_at(institution) || by_record();
        let tests = |treatment| entry.names(treatment) || by_record();
        request.institution.as_ref().is_none_or(is_at) && request.treatment.as_ref().is_none_or(tests)
    };
    let matches = |entry: &IndexedStudy| {
        fits_any_condition(entry)
            || if is_person { entry.mentions_whole(&term) } else { entry.mentions(&term) }
            || is_searched_by_number(&entry.study, request)
            || has_number_in(&entry.study, &promoted)
            || has_number_in(&entry.study, &by_record)
            || is_about(entry, &request.reading, vocabulary)
    };
    let denied = denied_apart(&request.denied, &request.reading, vocabulary);
    let admits = |entry: &IndexedStudy| {
        let study = &entry.study;
        let is_denied = || denied.iter().any(|denied| entry.audience.concepts.contains(denied));
        is_searched_by_number(study, request)
            || entry.audience.admits(&request.reading, vocabulary) && !is_denied()
    };
    let candidates = || candidates.iter().copied();
    let unlisted = candidates().filter(|entry| entry.study.active && !entry.study.is_listed());
    let by_number = unlisted.filter(|entry| is_searched_by_number(&entry.study, request));
    let listed = candidates()
        .filter(|entry| entry.study.is_listed() && matches(entry) && is_there(entry) && admits(entry));
    let is_last =
        |entry: &&IndexedStudy| Some(&entry.study.snow_study_number) == listing.moved_to_end.as_ref();
    let (last, first): (Vec<_>, Vec<_>) = listed.partition(is_last);
    by_number.chain(first).chain(last).collect()
}

/// Whether the search is this study's number.
fn is_searched_by_number(study: &PartnerStudy, request: &SearchRequest) -> bool {
    study.has_number(&request.search.condition)
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

/// Returns the study's nearest open site with coordinates, and its distance.
fn nearest_site(study: &PartnerStudy, place: Coordinates) -> Option<(&StudySite, f64)> {
    let located = study.open_sites().filter_map(|site| Some((site, distance_km(place, site.coordinates()?))));
    located.min_by(|(_, one), (_, other)| one.total_cmp(other))
}

/// Whether a study is about everything that was understood, or about one of several alternatives. Its name, titles, or
/// conditions must name each concept or a narrower one, or one of its texts must contain all words of the concept's
/// name. Words that were not understood must also occur.
fn is_about(entry: &IndexedStudy, reading: &Reading, vocabulary: &Vocabulary) -> bool {
    let understood = |concept: &ConceptId| entry.audience.concepts.contains(concept);
    // The listing rules already search the texts for single words.
    let min_words = if reading.parts.len() > 1 { 1 } else { 2 };
    let has_words = |part: &Part| part.words.len() >= min_words && has_words(entry, part, vocabulary);
    let has_marker = |part: &Part| entry.audience.has_marker_at(&part.span, reading, vocabulary);
    let is_about = |part: &Part| part.concepts.iter().any(understood) || has_words(part) || has_marker(part);
    let mut words = reading.rest.iter().filter(|word| !vocabulary.is_plain(&word.folded));
    // Without a name, a study must name the state of one of the markers.
    let has_topic = !reading.parts.is_empty() || entry.audience.has_marker_of(&reading.markers, vocabulary);
    has_topic
        && reading.choices().all(|parts| parts.into_iter().any(is_about))
        && words.all(|word| {
            let is_person = reading.people.contains(&word.folded);
            let is_mentioned =
                if is_person { entry.mentions_whole(&word.folded) } else { entry.mentions(&word.folded) };
            is_mentioned || entry.audience.has_marker_at(&word.span, reading, vocabulary)
        })
}

fn has_words(entry: &IndexedStudy, part: &Part, vocabulary: &Vocabulary) -> bool {
    let is_significant = |word: &String| word.chars().count() > SHORT_WORD && !vocabulary.is_plain(word);
    part.words.iter().all(|word| is_significant(word) && entry.mentions(word))
}

#[cfg(test)]
mod tests {
    use waypoint_domain::{
        study_list::{ListingRules, Promotion},
        work_budget::WorkBudget,
    };
    use waypoint_search::partner::StudyChange;

    use super::*;
    use crate::finding::SearchParams;

    fn study(conditions: &[&str]) -> PartnerStudy {
        serde_json::from_value(serde_json::json!({
            "snow_study_number": "STU00001", "study_sys_id": "0".repeat(32), "study_name": "A",
            "brief_title": "A", "brief_summary": "Tests a gel.", "conditions": conditions, "status": "Recruiting",
            "active": true, "promote": true, "sys_created_on": "2026-01-01", "sys_updated_on": "2026-01-01",
        }))
        .unwrap()
    }

    const NAMES: &[&str] = &[
        "Hypertension",
        "Asthma",
        "Heart Failure",
        "Breast Cancer",
        "COVID-19",
        "Type 2 Diabetes",
        "Eczema",
        "Migraine",
        "Lupus",
        "Crohn’s Disease",
        "a gel",
        "a walking program",
        "of Older Adults",
        "(phase 2)",
        "with or without COPD",
    ];
    const QUERIES: &[&str] = &[
        "asthma",
        "hypertens",
        "ension",
        "heart failure",
        "rt fail",
        "cancer",
        "breast or lung cancer",
        "covid",
        "gel",
        "asthma and eczema",
        "severe asthma",
        "copd",
        "older adults",
        "walking program",
        "nct0000000",
        "NCT00000003",
        "stu00007",
        "crohn's",
        "crohn’s disease",
        "diabetes",
        "(phase",
        "...",
        "women with lupus",
        "not asthma",
        "severe",
        "skin disease",
        "migraines",
        "asthma gel",
        "any condition",
        "a",
        "trials in Ohio",
    ];

    #[test]
    fn candidates_contain_every_matching_study() {
        let finder = Finder::default();
        let mut studies = PartnerStudies::default();
        studies.apply(
            StudyChange::Listing(ListingRules {
                promotions: vec![Promotion {
                    term: "migraines".into(),
                    studies: vec!["NCT00000005".parse().unwrap()],
                }],
                ..ListingRules::default()
            }),
            finder.vocabulary(),
        );
        for number in 0..60_usize {
            let name = |step: usize| NAMES[number * step % NAMES.len()];
            let mut study = study(&[name(1), name(7)]);
            study.snow_study_number = format!("STU{number:05}").parse().unwrap();
            study.nct_number = (number % 3 == 0).then(|| format!("NCT{number:08}").parse().unwrap());
            study.brief_title = format!("A Study {} {}", name(2), name(11));
            study.brief_summary = format!("Tests {} in {}.", name(4), name(13));
            study.promote = number % 5 != 0;
            studies.apply(StudyChange::to(&study, finder.vocabulary()), finder.vocabulary());
        }
        let all: Vec<&IndexedStudy> = studies.indexed().collect();
        let mut found = 0;
        for typed in QUERIES {
            let params =
                SearchParams { q: (*typed).into(), country: "usa".into(), ..SearchParams::default() };
            let request = SearchRequest::read(&params, &finder, 2026, &WorkBudget::for_request()).unwrap();
            let numbers = |matching: Vec<&IndexedStudy>| {
                matching
                    .into_iter()
                    .map(|entry| entry.study.snow_study_number.to_string())
                    .collect::<Vec<_>>()
            };
            let narrowed = numbers(matching_studies(&studies, &request, &[], &finder));
            assert_eq!(narrowed, numbers(matching_among(&all, &studies, &request, &[], &finder)), "{typed}");
            found += usize::from(!narrowed.is_empty());
        }
        assert!(found > QUERIES.len() / 2, "only {found} queries find a study");
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
            let mut studies = PartnerStudies::default();
            studies.apply(StudyChange::to(&study(&[condition]), &vocabulary), &vocabulary);
            let entry = studies.indexed().next().unwrap();
            assert_eq!(is_about(entry, &reading, &vocabulary), found, "{typed} in {condition}");
        }
    }

    #[test]
    fn own_study_is_found_by_what_its_criteria_require() {
        let finder = Finder::default();
        let (breast, blood) = ("Breast Cancer", "Acute Myeloid Leukemia");
        let (hormones, tandem) = ("Hormone receptor-positive tumor", "FLT3-ITD mutation");
        let table = [
            ("HR+ breast cancer", breast, format!("Inclusion Criteria:\n* {hormones}"), true),
            ("HR- breast cancer", breast, format!("Inclusion Criteria:\n* {hormones}"), false),
            ("FLT3-ITD AML", blood, format!("Inclusion Criteria:\n* {tandem}"), true),
            ("FLT3-ITD", blood, format!("Inclusion Criteria:\n* {tandem}"), true),
            ("FLT3-TKD AML", blood, format!("Inclusion Criteria:\n* {tandem}"), false),
            ("FLT3-ITD AML", blood, String::new(), true),
            ("eczema", blood, String::new(), true),
            ("eczema", blood, "Exclusion Criteria:\n* Eczema".to_owned(), false),
            ("eczema", blood, "Exclusion Criteria:\n* Severe eczema".to_owned(), true),
        ];
        for (typed, condition, eligibility, found) in table {
            let study = PartnerStudy {
                eligibility: eligibility.clone(),
                brief_summary: "Safe in people with eczema.".to_owned(),
                ..study(&[condition])
            };
            let mut studies = PartnerStudies::default();
            studies.apply(StudyChange::to(&study, finder.vocabulary()), finder.vocabulary());
            let params = SearchParams { q: typed.into(), country: "usa".into(), ..SearchParams::default() };
            let request = SearchRequest::read(&params, &finder, 2026, &WorkBudget::for_request()).unwrap();
            let matching = matching_studies(&studies, &request, &[], &finder);
            assert_eq!(!matching.is_empty(), found, "{typed}: {eligibility}");
        }
    }
}

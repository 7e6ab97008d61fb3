//! Suggestions for a search without results.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, HashMap},
};

use waypoint_domain::{
    country::Country, fit::Fit, listed_study::ListedStudy, nct_id::NctId, partner_study::PartnerStudy,
    work_budget::WorkBudget,
};
use waypoint_search::{IndexError, SearchQuery, SearchResults, partner::PartnerStudies};

use super::{Finder, SearchRequest, partner_studies::matching_studies, record_sites::may_show_record_sites};
use crate::wire::{CountryCount, SearchHelp};

/// How many of the best studies in all countries are considered.
const CANDIDATES: usize = 100;
/// The maximum number of countries and of broader conditions.
const MAX_SHOWN: usize = 3;

/// Returns other countries with studies that fit the filters, and broader conditions.
pub fn search_help(
    request: &SearchRequest,
    studies: &PartnerStudies,
    finder: &Finder,
    effort: &WorkBudget,
) -> Result<SearchHelp, IndexError> {
    let search = SearchQuery {
        exact_words: request.exact_words,
        matches_everything: request.any_condition,
        filters: request.registry_filters(),
        denied: &request.denied,
        typed: request.typed(),
        institution: request.institution.as_ref(),
        treatment: request.treatment.as_ref(),
        ..SearchQuery::new(&request.reading, CANDIDATES)
    };
    let in_all_countries = finder.search(&search, effort)?;
    let own = matching_studies(studies, request, &[], finder);
    let own = own.into_iter().map(|entry| &entry.study);
    let own: Vec<&PartnerStudy> = own.filter(|study| request.filters.admits(study)).collect();
    Ok(SearchHelp {
        elsewhere: countries(&in_all_countries, &own, studies, &request.search.country),
        wider: wider(request, finder),
    })
}

/// Returns the other countries of fitting studies. A partner study is found at its own sites and at those of its record,
/// and counts once.
fn countries(
    answer: &SearchResults,
    own: &[&PartnerStudy],
    studies: &PartnerStudies,
    here: &Country,
) -> Vec<CountryCount> {
    let fitting = answer.studies.iter().filter(|found| found.fit == Fit::All);
    let mut by_study: HashMap<&str, BTreeSet<Country>> = HashMap::new();
    for study in own {
        let open = study.open_sites().filter_map(|site| Country::parse(&site.country));
        by_study.entry(study.identifier()).or_default().extend(open);
    }
    let is_shown = |number: &NctId| {
        !studies.registry_numbers().has(number)
            || studies.by_registry_number(number).into_iter().any(may_show_record_sites)
    };
    for ListedStudy { nct_id, places, .. } in fitting.map(|found| &found.study) {
        if is_shown(nct_id) {
            let countries = places.iter().map(|place| place.country.clone());
            by_study.entry(nct_id.as_str()).or_default().extend(countries);
        }
    }
    let mut counts: BTreeMap<Country, usize> = BTreeMap::new();
    for country in by_study.into_values().flatten().filter(|country| country != here) {
        *counts.entry(country).or_default() += 1;
    }
    let mut countries: Vec<_> = counts.into_iter().collect();
    countries.sort_by(|(a, count_a), (b, count_b)| (Reverse(count_a), a).cmp(&(Reverse(count_b), b)));
    let shown = countries.into_iter().take(MAX_SHOWN);
    shown.map(|(country, studies)| CountryCount { country: country.to_string(), studies }).collect()
}

/// Returns the broader conditions of each part of the search that have recruiting studies.
fn wider(request: &SearchRequest, finder: &Finder) -> Vec<String> {
    let vocabulary = finder.vocabulary();
    let concepts = request.reading.parts.iter().flat_map(|part| &part.concepts);
    let mut parents: Vec<_> = concepts.flat_map(|concept| vocabulary.parents(*concept)).collect();
    parents.sort_unstable();
    parents.dedup();
    parents.retain(|parent| finder.recruiting_count(*parent) > 0);
    parents.sort_by_key(|parent| finder.recruiting_count(*parent));
    parents.into_iter().take(MAX_SHOWN).map(|parent| vocabulary.label(parent).to_owned()).collect()
}

//! What else may help where no study fits all that was asked for.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use waypoint_domain::{
    country::Country, effort::Effort, fit::Fit, nct_id::NctId, partner_study::PartnerStudy,
    study_list::ListingRules,
};
use waypoint_search::{Answer, Asked, IndexError};

use super::{Finder, Request, own_studies::answering};
use crate::wire::{CountryCount, SearchHelp};

/// So many of the best studies of all countries tell where there are some.
const LOOKED_AT: usize = 100;
/// How many countries, and wider names, are told.
const MOST: usize = 3;

/// Other countries in which there are studies that fit the filters, and wider names.
pub fn help(
    request: &Request,
    studies: &[PartnerStudy],
    rules: &ListingRules,
    finder: &Finder,
    effort: &Effort,
) -> Result<SearchHelp, IndexError> {
    let asked = Asked {
        exactly: request.exactly,
        filters: request.registry_filters(),
        ..Asked::of(&request.reading, LOOKED_AT)
    };
    let everywhere = finder.search(&asked, effort)?;
    let own = answering(studies, rules, request, &[], finder);
    let own: Vec<&PartnerStudy> = own.into_iter().filter(|study| request.filters.admit(study)).collect();
    Ok(SearchHelp {
        elsewhere: countries(&everywhere, &own, &request.search.country),
        wider: wider(request, finder),
    })
}

/// The countries, but this one, of the studies that fit: those of the registry, and ours, each of them once.
fn countries(answer: &Answer, own: &[&PartnerStudy], here: &Country) -> Vec<CountryCount> {
    let is_ours = |number: &NctId| own.iter().any(|study| study.nct_number.as_ref() == Some(number));
    let fitting =
        answer.studies.iter().filter(|found| found.fit == Fit::All && !is_ours(&found.study.nct_id));
    let of_registry = fitting.flat_map(|found| found.study.places.iter().map(|place| place.country.clone()));
    let of_ours = own.iter().flat_map(|study| {
        let open = study.open_sites().filter_map(|site| Country::named(&site.country));
        open.collect::<BTreeSet<Country>>()
    });
    let mut studies: BTreeMap<Country, usize> = BTreeMap::new();
    for country in of_registry.chain(of_ours).filter(|country| country != here) {
        *studies.entry(country).or_default() += 1;
    }
    let mut countries: Vec<_> = studies.into_iter().collect();
    countries.sort_by(|(a, of_a), (b, of_b)| (Reverse(of_a), a).cmp(&(Reverse(of_b), b)));
    let told = countries.into_iter().take(MOST);
    told.map(|(country, studies)| CountryCount { country: country.to_string(), studies }).collect()
}

/// What each part of the search is a kind of, where studies that take people are about it.
fn wider(request: &Request, finder: &Finder) -> Vec<String> {
    let vocabulary = finder.vocabulary();
    let asked = request.reading.parts.iter().flat_map(|part| &part.concepts);
    let mut parents: Vec<_> = asked.flat_map(|concept| vocabulary.parents(*concept)).collect();
    parents.sort_unstable();
    parents.dedup();
    parents.retain(|parent| finder.recruiting(*parent) > 0);
    parents.sort_by_key(|parent| finder.recruiting(*parent));
    parents.into_iter().take(MOST).map(|parent| vocabulary.label(parent).to_owned()).collect()
}

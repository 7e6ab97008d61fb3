//! What else may help where no study fits all that was asked for.

use std::{cmp::Reverse, collections::BTreeMap};

use waypoint_domain::{country::Country, fit::Fit};
use waypoint_search::{Answer, Asked, IndexError};

use super::{Finder, Request};
use crate::wire::{CountryCount, SearchHelp};

/// So many of the best studies of all countries tell where there are some.
const LOOKED_AT: usize = 100;
/// How many countries, and wider names, are told.
const MOST: usize = 3;

/// Other countries in which there are studies that fit the filters, and wider names.
///
/// # Errors
/// When the index can't be read.
pub fn help(request: &Request, finder: &Finder) -> Result<SearchHelp, IndexError> {
    let asked = Asked {
        exactly: request.exactly,
        filters: request.registry_filters(),
        ..Asked::of(&request.reading, LOOKED_AT)
    };
    let everywhere = finder.search(&asked)?;
    Ok(SearchHelp {
        elsewhere: countries(&everywhere, &request.search.country),
        wider: wider(request, finder),
    })
}

/// The countries, but this one, of the studies that fit.
fn countries(answer: &Answer, here: &Country) -> Vec<CountryCount> {
    let mut studies: BTreeMap<&Country, usize> = BTreeMap::new();
    let fitting = answer.studies.iter().filter(|found| found.fit == Fit::All);
    for place in fitting.flat_map(|found| &found.study.places).filter(|place| place.country != *here) {
        *studies.entry(&place.country).or_default() += 1;
    }
    let mut countries: Vec<_> = studies.into_iter().collect();
    countries.sort_by_key(|(country, studies)| (Reverse(*studies), *country));
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

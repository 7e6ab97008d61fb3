//! The search results for a chat message.

use waypoint_domain::{
    assistant::{FoundPlace, FoundStudies, names_trials},
    country::Country,
    search::{DEFAULT_COUNTRY, encode_query_value, results_address},
    work_budget::WorkBudget,
};
use waypoint_gazetteer::{Place, PlaceKind, PlaceMatch};
use waypoint_search::{SearchQuery as IndexSearch, partner::PartnerStudies};

use super::{
    finder::Finder,
    named_condition::condition_named,
    partner_studies::partner_matches,
    request::{SearchParams, SearchRequest},
};

/// Words that precede the name of a place.
const WORDS_BEFORE_PLACE: &[&str] =
    &["in", "near", "around", "at", "to", "by", "from", "en", "cerca", "ở", "gần", "tại"];
/// The minimum population of a city that is recognized by its name alone.
const LARGE_CITY: u32 = 100_000;

/// Returns the results for the first condition in a text, or else the place it names.
#[must_use]
pub fn studies_found(
    (finder, this_year): (&Finder, u16),
    own: &PartnerStudies,
    text: &str,
    effort: &WorkBudget,
) -> (Option<FoundStudies>, Option<FoundPlace>) {
    let free_text = finder.read_sentence(text, this_year, effort);
    let condition = condition_named(finder, text, &free_text, effort);
    let place = free_text.place.map(|place| place.value);
    if let Some(condition) = condition {
        return (studies_for((finder, this_year), own, condition, place.as_ref(), effort), None);
    }
    let place = place.filter(|_| asks_for_trials_at_place(text));
    let place = place.or_else(|| bare_place(finder, text));
    (None, place.map(|place| any_condition_at(&place)))
}

/// Returns the results for a condition. When the index fails, only this part of the answer is missing.
fn studies_for(
    (finder, this_year): (&Finder, u16),
    own: &PartnerStudies,
    condition: String,
    place: Option<&Place>,
    effort: &WorkBudget,
) -> Option<FoundStudies> {
    let reading = finder.read(&condition, effort);
    let country = place.map(|place| place.country.clone());
    let country = country.or_else(|| Country::parse(DEFAULT_COUNTRY))?;
    let search = IndexSearch { country: Some(&country), ..IndexSearch::new(&reading, 0) };
    let in_registry = |search: &IndexSearch| {
        let found = finder.search(search, effort);
        let found = found.inspect_err(|error| tracing::error!(%error, "registry studies can't be searched"));
        found.map_or((false, false), |found| (found.counts.total > 0, !found.studies.is_empty()))
    };
    let is_own_study_open =
        |near: &str| is_own_study_open((finder, this_year), own, &condition, &country, near, effort);
    let (any_open, any_near) = in_registry(&search);
    let any_open = any_open || is_own_study_open("");
    let any_there = place.and_then(|place| match place.kind {
        PlaceKind::Country => Some(any_open),
        PlaceKind::Region => {
            let region = place.label();
            let search = IndexSearch { region: Some(&region), ..search };
            Some(in_registry(&search).0 || is_own_study_open(&region))
        }
        PlaceKind::City | PlaceKind::Zip(_) => None,
    });
    Some(FoundStudies {
        any_open,
        any_near,
        any_there,
        address: results_page(&condition, &country, place),
        place: place.map(Place::label),
        condition,
    })
}

/// Whether a text asks for trials at a place. The name of a study alone may also be the name of a place.
fn asks_for_trials_at_place(text: &str) -> bool {
    let mut words = text.split_whitespace().map(str::to_lowercase);
    names_trials(text) && words.any(|word| WORDS_BEFORE_PLACE.contains(&word.as_str()))
}

/// Returns the place of a text that contains nothing else. A small town's name may be an everyday word.
fn bare_place(finder: &Finder, text: &str) -> Option<Place> {
    let is_known = |named: &PlaceMatch| {
        let is_large = named.place.kind != PlaceKind::City || named.place.population >= LARGE_CITY;
        named.is_common_name && (named.names_region || is_large)
    };
    finder.gazetteer().read_exactly(text).into_iter().find(is_known).map(|named| named.place)
}

/// Returns the page that lists studies of any condition at a place.
fn any_condition_at(place: &Place) -> FoundPlace {
    FoundPlace { name: place.label(), address: results_page("", &place.country, Some(place)) }
}

/// Whether a partner study for a condition is recruiting in a country or a region of it.
fn is_own_study_open(
    (finder, this_year): (&Finder, u16),
    studies: &PartnerStudies,
    condition: &str,
    country: &Country,
    near: &str,
    effort: &WorkBudget,
) -> bool {
    let (q, country, near) = (condition.to_owned(), country.to_string(), near.to_owned());
    let search = SearchParams { q, country, near, ..SearchParams::default() };
    let Ok(request) = SearchRequest::read(&search, finder, this_year, effort) else {
        return false;
    };
    let own = partner_matches(studies, &request, &[], finder);
    own.iter().any(|own| own.study.status.is_recruiting())
}

/// Returns the URL of the results page for a condition in a country, near a place if possible.
fn results_page(condition: &str, country: &Country, place: Option<&Place>) -> String {
    let near = match place {
        Some(place) if matches!(place.kind, PlaceKind::City | PlaceKind::Zip(_)) => {
            format!("&near={}&sort=nearest", encode_query_value(&place.label()))
        }
        Some(place) if place.kind == PlaceKind::Region => {
            format!("&near={}", encode_query_value(&place.label()))
        }
        _ => String::new(),
    };
    results_address(condition, Some(country)) + &near
}

//! What the search finds for what a text of a chat names.

use waypoint_domain::{
    assistant::{FoundPlace, FoundStudies, names_trials},
    country::Country,
    effort::Effort,
    partner_study::PartnerStudy,
    search::{DEFAULT_COUNTRY, in_query},
    study_list::ListingRules,
};
use waypoint_gazetteer::{Named, Place, PlaceKind};
use waypoint_search::Asked as AskedOfIndex;

use super::{Asked, Request, named_condition::condition_named, own_studies::own_studies};
use crate::context::Context;

/// Words before the name of a place.
const BEFORE_A_PLACE: &[&str] =
    &["in", "near", "around", "at", "to", "by", "from", "en", "cerca", "ở", "gần", "tại"];
/// So many people live in a city that is known by its name alone.
const LARGE_CITY: u32 = 100_000;

/// What the search finds for the first condition that a text names; where it names none, the place that it names.
#[must_use]
pub fn studies_found(
    context: &Context,
    own: &(Vec<PartnerStudy>, ListingRules),
    text: &str,
    effort: &Effort,
) -> (Option<FoundStudies>, Option<FoundPlace>) {
    let said = context.finder.read_freely(text, context.clock.this_year(), effort);
    let condition = condition_named(context, text, &said, effort);
    let place = said.place.map(|place| place.value);
    if let Some(condition) = condition {
        return (studies_for(context, own, condition, place.as_ref(), effort), None);
    }
    let place = place.filter(|_| asks_for_trials_in_a_place(text));
    let place = place.or_else(|| nothing_but_a_place(context, text));
    (None, place.map(|place| of_any_condition(&place)))
}

/// What the search finds for a condition. An index that fails costs this part of the answer alone.
fn studies_for(
    context: &Context,
    own: &(Vec<PartnerStudy>, ListingRules),
    condition: String,
    place: Option<&Place>,
    effort: &Effort,
) -> Option<FoundStudies> {
    let finder = &context.finder;
    let reading = finder.read(&condition, effort);
    let country = place.map(|place| place.country.clone());
    let country = country.or_else(|| Country::named(DEFAULT_COUNTRY))?;
    let asked = AskedOfIndex { country: Some(&country), ..AskedOfIndex::of(&reading, 0) };
    let in_registry = |asked: &AskedOfIndex| {
        let found = finder.search(asked, effort);
        let found = found.inspect_err(|error| tracing::error!(%error, "registry studies are missing"));
        found.map_or((false, false), |found| (found.counts.all > 0, !found.studies.is_empty()))
    };
    let is_ours_open = |near: &str| is_ours_open(context, own, &condition, &country, near, effort);
    let (any_open, any_near) = in_registry(&asked);
    let any_open = any_open || is_ours_open("");
    let any_there = place.and_then(|place| match place.kind {
        PlaceKind::Country => Some(any_open),
        PlaceKind::Region => {
            let region = place.label();
            let asked = AskedOfIndex { region: Some(&region), ..asked };
            Some(in_registry(&asked).0 || is_ours_open(&region))
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

/// Whether a text asks for trials and says where. A name of a study alone may be called like a place.
fn asks_for_trials_in_a_place(text: &str) -> bool {
    let mut words = text.split_whitespace().map(str::to_lowercase);
    names_trials(text) && words.any(|word| BEFORE_A_PLACE.contains(&word.as_str()))
}

/// The place of a text that says nothing else. A small town may be called like an everyday word.
fn nothing_but_a_place(context: &Context, text: &str) -> Option<Place> {
    let is_known = |named: &Named| {
        let is_large = named.place.kind != PlaceKind::City || named.place.population >= LARGE_CITY;
        named.usual && (named.located || is_large)
    };
    context.finder.gazetteer().read_exactly(text).into_iter().find(is_known).map(|named| named.place)
}

/// The page that lists studies of any condition at a place.
fn of_any_condition(place: &Place) -> FoundPlace {
    FoundPlace { name: place.label(), address: results_page("", &place.country, Some(place)) }
}

/// Whether one of our own studies for a condition takes people in a country, or in a region of it.
fn is_ours_open(
    context: &Context,
    (studies, rules): &(Vec<PartnerStudy>, ListingRules),
    condition: &str,
    country: &Country,
    near: &str,
    effort: &Effort,
) -> bool {
    let (q, country, near) = (condition.to_owned(), country.to_string(), near.to_owned());
    let asked = Asked { q, country, near, ..Asked::default() };
    let Ok(request) = Request::read(&asked, &context.finder, context.clock.this_year(), effort) else {
        return false;
    };
    let own = own_studies(studies, rules, &request, &[], &context.finder);
    own.iter().any(|own| own.study.status.is_recruiting())
}

/// The address of the page that lists studies of a condition in a country, at best near a place in it.
fn results_page(condition: &str, country: &Country, place: Option<&Place>) -> String {
    let near = match place {
        Some(place) if matches!(place.kind, PlaceKind::City | PlaceKind::Zip(_)) => {
            format!("&near={}&sort=nearest", in_query(&place.label()))
        }
        Some(place) if place.kind == PlaceKind::Region => format!("&near={}", in_query(&place.label())),
        _ => String::new(),
    };
    format!("/results?q={}&in={}{near}", in_query(condition), in_query(country.as_str()))
}

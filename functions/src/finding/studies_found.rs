//! What the search finds for what a text of a chat names.

use waypoint_domain::{
    assistant::{FoundPlace, FoundStudies, asks_for_trials},
    country::Country,
    partner_study::PartnerStudy,
    search::{DEFAULT_COUNTRY, in_query},
    study_list::ListingRules,
};
use waypoint_gazetteer::{Place, PlaceKind};
use waypoint_search::Asked as AskedOfIndex;

use super::{Asked, Request, named_condition::condition_named, own_studies::own_studies};
use crate::context::Context;

/// Words before the name of a place.
const BEFORE_A_PLACE: &[&str] =
    &["in", "near", "around", "at", "to", "by", "from", "en", "cerca", "ở", "gần", "tại"];

/// What the search finds for the first condition that a text names. An index that fails costs this part of the answer
/// alone.
#[must_use]
pub fn studies_for(
    context: &Context,
    own: &(Vec<PartnerStudy>, ListingRules),
    text: &str,
) -> Option<FoundStudies> {
    let finder = &context.finder;
    let said = finder.read_freely(text, context.clock.this_year());
    let condition = condition_named(context, text, &said)?;
    let reading = finder.read(&condition);
    let place = said.place.map(|place| place.value);
    let country = place.as_ref().map(|place| place.country.clone());
    let country = country.or_else(|| Country::named(DEFAULT_COUNTRY))?;
    let asked = AskedOfIndex { country: Some(&country), ..AskedOfIndex::of(&reading, 0) };
    let in_registry = |asked: &AskedOfIndex| {
        let found = finder.search(asked);
        let found = found.inspect_err(|error| tracing::error!(%error, "registry studies are missing"));
        found.map_or((false, false), |found| (found.counts.all > 0, !found.studies.is_empty()))
    };
    let is_ours_open = |near: &str| is_ours_open(context, own, &condition, &country, near);
    let (any_open, any_near) = in_registry(&asked);
    let any_open = any_open || is_ours_open("");
    let any_there = place.as_ref().and_then(|place| match place.kind {
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
        address: results_page(&condition, &country, place.as_ref()),
        place: place.map(|place| place.label()),
        condition,
    })
}

/// The place that a text names which asks for trials, and the page that lists those of any condition there.
#[must_use]
pub fn place_named(context: &Context, text: &str) -> Option<FoundPlace> {
    let place = context.finder.read_freely(text, context.clock.this_year()).place?.value;
    // A name of a study may be called like a place.
    let names_place =
        text.split_whitespace().any(|word| BEFORE_A_PLACE.contains(&word.to_lowercase().as_str()));
    (asks_for_trials(text) && names_place)
        .then(|| FoundPlace { name: place.label(), address: results_page("", &place.country, Some(&place)) })
}

/// Whether one of our own studies for a condition takes people in a country, or in a region of it.
fn is_ours_open(
    context: &Context,
    (studies, rules): &(Vec<PartnerStudy>, ListingRules),
    condition: &str,
    country: &Country,
    near: &str,
) -> bool {
    let (q, country, near) = (condition.to_owned(), country.to_string(), near.to_owned());
    let asked = Asked { q, country, near, ..Asked::default() };
    let Ok(request) = Request::read(&asked, &context.finder, context.clock.this_year()) else { return false };
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

//! What a text of a chat names: a study by its number, or a condition for which there are studies.

use std::collections::BTreeSet;

use waypoint_domain::{
    assistant::{
        FoundPlace, FoundStudies, NamedStudy, asks_for_trials, names_trials, says_what_somebody_has,
    },
    country::Country,
    nct_id::NctId,
    partner_study::PartnerStudy,
    search::{DEFAULT_COUNTRY, in_query},
    study_list::ListingRules,
    study_number::StudyNumber,
};
use waypoint_gazetteer::{Place, PlaceKind};
use waypoint_search::Asked as AskedOfIndex;
use waypoint_vocabulary::{How, Part};

use super::{Asked, Request, own_studies::own_studies};
use crate::context::Context;

/// So many studies are told of at once.
const MOST_NAMED: usize = 3;
/// How many words that name nothing may stand beside a condition in a text that does not speak of trials.
const MOST_OTHER_WORDS: usize = 1;
/// And in one that says what somebody has.
const MOST_BESIDE_HAVING: usize = 3;
/// A name of so few letters is one of a sentence only in capitals: `ich` and `je` are words of other languages.
const SHORT: usize = 3;
/// A slip has so many letters at least.
const LONG_ENOUGH: usize = 5;
/// And so many where nothing but it is said.
const LONG_ENOUGH_ALONE: usize = 8;
/// Words of how far an illness has come.
const OF_A_CONDITION: &[&str] =
    &["stage", "grade", "type", "advanced", "early", "late", "severe", "mild", "chronic", "ii", "iii", "iv"];
/// Words before the name of what somebody has, or looks for.
const BEFORE_A_CONDITION: &[&str] = &["have", "has", "had", "with", "for"];
/// How many words a text has that is hardly more than a name.
const HARDLY_MORE: usize = 2;
/// What people say to a chat of something else, though a condition or a treatment is called so.
const EVERYDAY: &[&str] = &[
    "call",
    "charge",
    "death",
    "die",
    "dying",
    "emergencies",
    "emergency",
    "gas",
    "hope",
    "hurt",
    "hurts",
    "placebo",
    "placebos",
    "poem",
    "poems",
    "side effect",
    "side effects",
    "still",
    "sugar",
    "sugar pill",
    "sugar pills",
    "travel",
    "voice",
    "withdraw",
    "withdrawal",
    "withdrawing",
];

/// Our own studies with the rules of lists. A store that fails costs this part of the answer alone.
pub async fn own(context: &Context) -> (Vec<PartnerStudy>, ListingRules) {
    match tokio::try_join!(context.studies.all(), context.studies.settings()) {
        Ok((studies, settings)) => (studies, settings.listing),
        Err(error) => {
            tracing::error!(operation = error.operation, kind = error.kind, "partner studies are missing");
            (Vec::new(), ListingRules::default())
        }
    }
}

/// Whether a word by itself names a condition or a treatment, spelled as it should be.
#[must_use]
pub fn is_condition(context: &Context, word: &str) -> bool {
    let reading = context.finder.vocabulary().read(word);
    reading.rest.is_empty()
        && !reading.parts.is_empty()
        && reading.parts.iter().all(|part| part.how == How::Named)
}

/// What the numbers of studies in a text name, in its order: ours that are shown, and those of the registry; and numbers of
/// which there is none.
#[must_use]
pub fn studies_named(
    context: &Context,
    (studies, _): &(Vec<PartnerStudy>, ListingRules),
    text: &str,
) -> (Vec<NamedStudy>, Vec<String>) {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).map(str::to_ascii_uppercase);
    let is_number = |word: &String| word.parse::<StudyNumber>().is_ok() || word.parse::<NctId>().is_ok();
    let mut seen = BTreeSet::new();
    let numbers = words.filter(is_number).filter(|word| seen.insert(word.clone())).take(MOST_NAMED);
    let mut found = (Vec::new(), Vec::new());
    for number in numbers {
        match study_named(context, studies, &number) {
            // One study may have a number of ours and one of the registry's.
            Some(study) if found.0.contains(&study) => {}
            Some(study) => found.0.push(study),
            None => found.1.push(number),
        }
    }
    found
}

fn study_named(context: &Context, studies: &[PartnerStudy], word: &str) -> Option<NamedStudy> {
    let number = word.parse::<StudyNumber>().ok();
    let registered = word.parse::<NctId>().ok();
    let is_meant = |study: &&PartnerStudy| {
        study.active
            && (number.as_ref() == Some(&study.snow_study_number)
                || (registered.is_some() && study.nct_number == registered))
    };
    if let Some(own) = studies.iter().find(is_meant) {
        return Some(NamedStudy::of_ours(own));
    }
    let answer = context.finder.study(&registered?);
    let answer = answer.inspect_err(|error| tracing::error!(%error, "registry studies are missing")).ok()?;
    answer.studies.first().map(|found| NamedStudy::of_registry(&found.study))
}

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
    let reading = finder.read(&said.condition);
    // A word of a sentence about something else may be called like a rare disease.
    let others = if says_what_somebody_has(text) { MOST_BESIDE_HAVING } else { MOST_OTHER_WORDS };
    let beside = reading.rest.iter().filter(|word| !is_of_a_condition(&word.folded)).count();
    let is_about_it = beside <= others;
    let is_all = reading.rest.is_empty() && text.split_whitespace().count() <= HARDLY_MORE;
    let certain = |part: &&Part| {
        !is_everyday(&said.condition, part)
            && (names_trials(text)
                || (is_about_it && part.how == How::Named && !is_by_chance(&said.condition, part))
                || (is_all && is_long_slip(&said.condition, part)))
    };
    // Who writes 'kill' and 'insomnia' means the latter, though the former is nearly a chill; and who hears voices and has
    // schizophrenia looks for this.
    let mut parts = reading.parts.iter().filter(certain).filter(|part| !is_short_slip(&said.condition, part));
    let named = || parts.clone().filter(|part| part.how == How::Named);
    let first = named()
        .find(|part| stands_where_conditions_do(&said.condition, part))
        .or_else(|| named().next())
        .or_else(|| parts.next())?;
    let concept = first.concepts.first()?;
    let condition = finder.vocabulary().label(*concept).to_owned();
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
    asks_for_trials(text)
        .then(|| FoundPlace { name: place.label(), address: results_page("", &place.country, Some(&place)) })
}

/// Whether a word is only like another one, and so short that many are.
fn is_short_slip(text: &str, part: &Part) -> bool {
    let typed = text.get(part.span.clone()).unwrap_or_default();
    part.how != How::Named && typed.chars().count() < LONG_ENOUGH
}

fn is_long_slip(text: &str, part: &Part) -> bool {
    let typed = text.get(part.span.clone()).unwrap_or_default();
    part.how == How::Misspelt && typed.chars().count() >= LONG_ENOUGH_ALONE
}

fn stands_where_conditions_do(text: &str, part: &Part) -> bool {
    let before = text.get(..part.span.start).unwrap_or_default().split_whitespace().next_back();
    before.is_some_and(|word| BEFORE_A_CONDITION.contains(&word.to_lowercase().as_str()))
}

/// Whether a word tells how far an illness has come.
fn is_of_a_condition(word: &str) -> bool {
    OF_A_CONDITION.contains(&word) || word.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_everyday(text: &str, part: &Part) -> bool {
    let typed = text.get(part.span.clone()).unwrap_or_default().to_lowercase();
    EVERYDAY.contains(&typed.as_str())
}

/// Whether a few small letters of a sentence are only called like a condition.
fn is_by_chance(text: &str, part: &Part) -> bool {
    let typed = text.get(part.span.clone()).unwrap_or_default();
    typed.chars().count() <= SHORT
        && !typed.chars().all(char::is_uppercase)
        && text.split_whitespace().count() > HARDLY_MORE
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

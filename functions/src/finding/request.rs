//! A search as the URL of the results page contains it.

use std::fmt;

use serde::Deserialize;
use waypoint_domain::{
    country::Country,
    distance::Distance,
    participation::{Participation, ParticipationSet},
    search::{InvalidSearch, Search},
    search_filters::{InvalidFilter, SearchFilters},
    work_budget::WorkBudget,
};
use waypoint_gazetteer::{Gazetteer, Place, PlaceKind, VisitorPlace};
use waypoint_search::{
    Filters, FreeText, Institution, Near, Sort, Treatment, WithSpan, free_text::NamedInstitution,
};
use waypoint_vocabulary::{ConceptId, MatchKind, Reading, fold::words};

use super::Finder;
use crate::http::problem::Problem;

/// The maximum distance in miles.
const MAX_MILES: u32 = 12_500;
/// The maximum length of a place, an institution, or a treatment in characters.
const MAX_NAME_LENGTH: usize = 100;
/// The search text for trials of any condition.
const ANY_CONDITION: &str = "any condition";

/// The unvalidated query parameters.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct SearchParams {
    /// The search text.
    pub q: String,
    /// The country's name or a common spelling of it: `United States`, `USA`.
    #[serde(rename = "in")]
    pub country: String,
    /// `female` or `male`.
    pub gender: String,
    /// In years, or with another unit, or a range: `58`, `14 months`, `65-`, `13-17`.
    pub age: String,
    /// The kind of study.
    #[serde(rename = "type")]
    pub kind: String,
    /// The phase: `early1`, or a number from 1 to 4.
    pub phase: String,
    /// An additional condition.
    pub condition: String,
    /// `yes` for studies that accept healthy people.
    pub healthy: String,
    /// `yes` for studies in which no one gets a placebo.
    pub without_placebo: String,
    /// `yes` for studies that people do partly at home or by video.
    pub at_home: String,
    /// `yes` for studies that help with travel.
    pub travel_help: String,
    /// A hospital, a university, or another institution.
    pub at: String,
    /// A drug or another treatment.
    pub treatment: String,
    /// A city or a ZIP code.
    pub near: String,
    /// In miles.
    pub within: String,
    /// `relevance`, `newest`, or `nearest`.
    pub sort: String,
    /// `words` to search for the words exactly as typed.
    pub exactly: String,
    /// The page, from 1.
    pub page: Option<u32>,
}

/// A validated search.
#[derive(Debug, Clone)]
pub struct SearchRequest {
    /// The text, the country, and the page.
    pub search: Search,
    /// The words for the condition, without those for the person and the place.
    pub words: String,
    /// The interpretation of these words.
    pub reading: Reading,
    /// Whether to search for trials of any condition.
    pub any_condition: bool,
    /// The filters that a study must match.
    pub filters: SearchFilters,
    /// Whether a registry study must accept healthy people.
    pub healthy: bool,
    /// The institution that a study must name.
    pub institution: Option<Institution>,
    /// The treatment that a study must test.
    pub treatment: Option<Treatment>,
    /// The institution that the search names and no study.
    pub unknown_institution: Option<String>,
    /// The place that distances are measured from.
    pub place: Option<Place>,
    /// The requested place, if it is not known.
    pub missing_place: Option<MissingPlace>,
    /// The requested country, when it is unknown.
    pub unknown_country: Option<String>,
    /// Excluded terms, as typed.
    pub negated: Vec<String>,
    /// The searched conditions that the person only may have, as typed.
    pub suspected: Vec<String>,
    /// The conditions that the person doesn't have.
    pub denied: Vec<ConceptId>,
    /// In miles.
    pub within: Option<u32>,
    /// The order of results.
    pub sort: Sort,
    /// Whether to search for the words exactly as typed.
    pub exact_words: bool,
}

/// Why the place of a search is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MissingPlace {
    /// The gazetteer doesn't have this place.
    Unknown(String),
    /// The person means where they are, without saying where.
    Here,
}

impl SearchParams {
    fn participation(&self) -> ParticipationSet {
        let is_required = |one: &Participation| {
            let text = match one {
                Participation::WithoutPlacebo => &self.without_placebo,
                Participation::PartlyAtHome => &self.at_home,
                Participation::TravelHelp => &self.travel_help,
            };
            text == "yes"
        };
        Participation::ALL.into_iter().filter(is_required).collect()
    }
}

impl SearchRequest {
    /// Validates a search. Query parameters take precedence over the words. Returns the first error.
    pub fn read(
        params: &SearchParams,
        finder: &Finder,
        this_year: u16,
        effort: &WorkBudget,
    ) -> Result<Self, Problem> {
        let page = params.page.map(|page| usize::try_from(page).unwrap_or(usize::MAX));
        let mut search = Search::new(&params.q, &params.country, page).map_err(|error| match error {
            InvalidSearch::Missing => Problem::SearchIncomplete,
            InvalidSearch::TooLong => invalid(error),
        })?;
        let chosen =
            SearchFilters::parse(&params.gender, &params.age, &params.kind, &params.phase, &params.condition)
                .map_err(|error: InvalidFilter| invalid(error))?;
        let exactly = params.exactly == "words";
        let free_text = if exactly {
            FreeText::default()
        } else {
            finder.read_sentence(&search.condition, this_year, effort)
        };
        let words = match free_text.condition.as_str() {
            _ if free_text.any_condition => ANY_CONDITION.to_owned(),
            "" => search.condition.clone(),
            condition => condition.to_owned(),
        };

        let at = parse_name("at", &params.at)?.map(Institution::new);
        let treatment = parse_name("treatment", &params.treatment)?;
        let code_in_words = free_text.postal_code.as_ref().map(|code| code.value.as_str());
        let near = parse_name("near", &params.near)?.or(code_in_words);
        let country = finder.gazetteer().country_of_visitor(&params.country);
        let unknown_country = country.is_none().then(|| params.country.trim().to_owned());
        search.country = country.unwrap_or(search.country);
        let found_place = near.map(|near| finder.gazetteer().place_of_visitor(near, &search.country, effort));
        let near_unknown = near.filter(|_| found_place == Some(VisitorPlace::Unknown)).map(str::to_owned);
        let foreign_code = foreign_code(&free_text, &search);
        let unknown_place = near_unknown.or_else(|| foreign_code.clone().filter(|_| near.is_none()));
        let unknown_place = unknown_place.map(MissingPlace::Unknown);
        let is_guess =
            |place: &WithSpan<Place>| is_of_unknown_institution(place, &free_text, &search.country);
        let place_in_words =
            free_text.place.clone().filter(|place| foreign_code.is_none() && !is_guess(place));
        let place_in_words =
            place_in_words.map(|place| in_chosen_country(place, &search, finder.gazetteer(), effort));
        let is_here = match &found_place {
            Some(place) => *place == VisitorPlace::Here,
            None => free_text.is_near_me && place_in_words.is_none(),
        };
        // A place in another country than the chosen one is where to search, in the words as in the field.
        let named_country = match (&found_place, &place_in_words) {
            (Some(VisitorPlace::Known(place)), _) => Some(&place.country),
            (None, Some(place)) => Some(&place.value.country),
            _ => None,
        };
        search.country = named_country.cloned().unwrap_or(search.country);
        let ages = chosen.ages.or(free_text.ages());
        let place_in_words = place_in_words.filter(|place| place.value.kind != PlaceKind::Country);
        let found_place = found_place.filter(|found| !is_country(found));
        let (institution, unknown_institution) =
            institutions(at, free_text.institution.as_ref(), finder, || {
                !free_text.condition.is_empty() || place_in_words.is_some() || near.is_some()
            });
        let miles_in_words =
            free_text.within_km.as_ref().map(|within| Distance::from_km(within.value).miles.max(1));
        Ok(Self {
            reading: if exactly {
                as_typed(&words)
            } else if free_text.any_condition {
                as_typed("")
            } else {
                read_words(&words, &free_text, finder, effort)
            },
            any_condition: free_text.any_condition,
            filters: SearchFilters {
                sex: chosen.sex.or(free_text.sex.map(|sex| sex.value)),
                ages,
                kind: chosen.kind.or(free_text.kind.map(|kind| kind.value)),
                phase: chosen.phase.or(free_text.phase.map(|phase| phase.value)),
                condition: chosen.condition,
                participation: params.participation(),
            },
            healthy: params.healthy == "yes" || free_text.healthy.is_some_and(|healthy| healthy.value),
            institution,
            treatment: treatment.map(|name| Treatment::new(name, finder.vocabulary())),
            unknown_institution,
            place: match found_place {
                Some(VisitorPlace::Known(place)) => Some(place),
                Some(VisitorPlace::Here | VisitorPlace::Unknown) => None,
                None => place_in_words.map(|place| place.value),
            },
            missing_place: unknown_place.or(is_here.then_some(MissingPlace::Here)),
            unknown_country,
            negated: free_text.negated,
            suspected: free_text.suspected,
            denied: free_text.denied,
            within: parse_within(&params.within)?.or(miles_in_words),
            sort: parse_sort(&params.sort)?,
            search,
            words,
            exact_words: exactly,
        })
    }

    /// Returns the text as typed, in which a study's acronym may be.
    #[must_use]
    pub fn typed(&self) -> &str {
        if self.exact_words { "" } else { &self.search.condition }
    }

    /// Returns the filters of registry studies.
    #[must_use]
    pub fn registry_filters(&self) -> Filters {
        Filters {
            sex: self.filters.sex,
            ages: self.filters.ages,
            study_type: self.filters.kind.clone(),
            phase: self.filters.phase,
            healthy: self.healthy.then_some(true),
            condition: self.filters.condition.clone(),
            participation: self.filters.participation,
            ..Filters::default()
        }
    }

    /// Returns the label of the state or province in which a study must have a site. A person who names one means all
    /// of it.
    #[must_use]
    pub fn region(&self) -> Option<String> {
        self.place.as_ref().filter(|place| place.kind == PlaceKind::Region)?.region_label()
    }

    /// Returns the place and the maximum distance, or `None` for a whole state or province.
    #[must_use]
    pub fn near(&self) -> Option<Near> {
        let place = self.place.as_ref().filter(|place| place.kind != PlaceKind::Region)?.coordinates;
        Some(Near { place, within_km: self.within.map(Distance::miles_to_km) })
    }
}

/// Reads the words for the condition. The names of people in them are no conditions, even as spelled behind a title.
fn read_words(words: &str, free_text: &FreeText, finder: &Finder, effort: &WorkBudget) -> Reading {
    let guesses = [MatchKind::Prefix, MatchKind::Misspelled];
    let has = |people: &[String], word: &str| people.iter().any(|person| person == word);
    finder.read(words, effort).with_people(words, &guesses, |word| has(&free_text.people, word)).with_people(
        words,
        &[MatchKind::Named],
        |word| has(&free_text.titled_people, word),
    )
}

/// Whether a place is only part of the name of an institution that no study names, and in another country than the
/// chosen one. Institutions are often named after a place that shares its name with a town abroad.
fn is_of_unknown_institution(place: &WithSpan<Place>, free_text: &FreeText, country: &Country) -> bool {
    let institution = free_text.institution.as_ref().filter(|found| !found.value.is_known);
    let is_within = institution
        .is_some_and(|found| found.span.start <= place.span.start && place.span.end <= found.span.end);
    is_within && place.value.country != *country
}

/// Returns a code that the text reads as one of the United States although the search is for another country.
fn foreign_code(free_text: &FreeText, search: &Search) -> Option<String> {
    let place = free_text.place.as_ref()?;
    let typed = search.condition.get(place.span.clone())?;
    let is_code = matches!(place.value.kind, PlaceKind::Zip(_)) && !typed.contains(char::is_alphabetic);
    (is_code && place.value.country != search.country).then(|| typed.to_owned())
}

/// Returns the city of the same name in the chosen country, if there is one: Birmingham in Alabama. A text that names
/// its country keeps it.
fn in_chosen_country(
    place: WithSpan<Place>,
    search: &Search,
    gazetteer: &Gazetteer,
    effort: &WorkBudget,
) -> WithSpan<Place> {
    let is_elsewhere = place.value.kind == PlaceKind::City && place.value.country != search.country;
    let Some(typed) = search.condition.get(place.span.clone()).filter(|_| is_elsewhere) else { return place };
    match gazetteer.place_of_visitor(typed, &search.country, effort) {
        VisitorPlace::Known(here) if here.country == search.country && here.kind == PlaceKind::City => {
            WithSpan { value: here, ..place }
        }
        _ => place,
    }
}

/// Whether a place is a whole country, which nothing is near to.
fn is_country(found: &VisitorPlace) -> bool {
    matches!(found, VisitorPlace::Known(place) if place.kind == PlaceKind::Country)
}

/// Returns the institution that a study must name, and the one that none names. The chosen one counts; one in the words
/// that no study names is left out if something else is searched for.
fn institutions(
    chosen: Option<Institution>,
    in_words: Option<&WithSpan<NamedInstitution>>,
    finder: &Finder,
    has_more: impl FnOnce() -> bool,
) -> (Option<Institution>, Option<String>) {
    let (institution, is_known, is_chosen) = match (chosen, in_words) {
        (Some(chosen), _) => {
            let is_known = finder.has_institution(&chosen);
            (chosen, is_known, true)
        }
        (None, Some(found)) => (found.value.institution.clone(), found.value.is_known, false),
        (None, None) => return (None, None),
    };
    let unknown = (!is_known).then(|| institution.name.clone());
    ((is_known || is_chosen || !has_more()).then_some(institution), unknown)
}

/// Returns the words without interpretation.
fn as_typed(text: &str) -> Reading {
    Reading::of_words(words(text))
}

pub(super) fn parse_name<'a>(name: &str, text: &'a str) -> Result<Option<&'a str>, Problem> {
    let text = text.trim();
    if text.chars().count() > MAX_NAME_LENGTH {
        return Err(invalid(format!("{name} is too long; use at most 100 characters")));
    }
    Ok((!text.is_empty()).then_some(text))
}

pub(super) fn parse_within(text: &str) -> Result<Option<u32>, Problem> {
    match text.trim() {
        "" => Ok(None),
        text => {
            let miles = text.parse().ok().filter(|miles| (1..=MAX_MILES).contains(miles));
            miles.map(Some).ok_or_else(|| invalid("within must be a number of miles from 1 to 12500"))
        }
    }
}

pub(super) fn parse_sort(text: &str) -> Result<Sort, Problem> {
    match text.trim() {
        "" | "relevance" => Ok(Sort::Relevance),
        "newest" => Ok(Sort::Newest),
        "nearest" => Ok(Sort::Nearest),
        _ => Err(invalid("sort must be relevance, newest or nearest")),
    }
}

fn invalid(message: impl fmt::Display) -> Problem {
    Problem::InvalidQuery(format!("{message}.").into())
}

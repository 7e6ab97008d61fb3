//! A search as the address of the results page holds it.

use std::fmt;

use serde::Deserialize;
use waypoint_domain::{
    distance::Distance,
    effort::Effort,
    search::{InvalidSearch, Search},
    search_filters::{InvalidFilter, SearchFilters},
};
use waypoint_gazetteer::{Place, PlaceKind};
use waypoint_search::{Filters, FreeText, Near, Sort};
use waypoint_vocabulary::{Reading, fold::words, rewriting::Language};

use super::Finder;
use crate::http::problem::Problem;

/// The most miles within which somebody may look.
const FARTHEST: u32 = 12_500;
/// The most characters of a place's name.
const LONGEST_PLACE: usize = 100;
/// How an address asks for trials of any condition.
const ANY_CONDITION: &str = "any condition";

/// The parts of the address, as they stand there.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Asked {
    /// What somebody looks for.
    pub q: String,
    /// The country.
    #[serde(rename = "in")]
    pub country: String,
    /// `female` or `male`.
    pub gender: String,
    /// In whole years, or between two: `58`, `65-`, `13-17`.
    pub age: String,
    /// What kind of study.
    #[serde(rename = "type")]
    pub kind: String,
    /// How far the testing has come: `early1`, or a number from 1 to 4.
    pub phase: String,
    /// A part of the conditions.
    pub condition: String,
    /// `yes` for studies that take healthy people.
    pub healthy: String,
    /// A city or a ZIP code.
    pub near: String,
    /// In miles.
    pub within: String,
    /// `relevance`, `newest` or `nearest`.
    pub sort: String,
    /// `words` to search for the words as they are typed.
    pub exactly: String,
    /// The page, from 1.
    pub page: Option<u32>,
}

/// A search that can be carried out.
#[derive(Debug, Clone)]
pub struct Request {
    /// What was typed, where, and which page of it.
    pub search: Search,
    /// The words of it that say what is looked for, without those that say who looks and where.
    pub words: String,
    /// What these words mean.
    pub reading: Reading,
    /// Whether trials of any condition are looked for.
    pub anything: bool,
    /// What else a study has to fit.
    pub filters: SearchFilters,
    /// Whether a registry study has to take healthy people.
    pub healthy: bool,
    /// From where distances are counted.
    pub place: Option<Place>,
    /// The place that was asked for, when nobody knows it.
    pub unknown_place: Option<String>,
    /// What the words say is not wanted, as typed.
    pub left_out: Vec<String>,
    /// In miles.
    pub within: Option<u32>,
    /// Which study comes first.
    pub sort: Sort,
    /// Whether the words are searched for as they are typed.
    pub exactly: bool,
}

impl Request {
    /// Reads a search. What the parts of the address say counts more than what the words say.
    pub fn read(asked: &Asked, finder: &Finder, this_year: u16, effort: &Effort) -> Result<Self, Problem> {
        let page = asked.page.map(|page| usize::try_from(page).unwrap_or(usize::MAX));
        let mut search = Search::new(&asked.q, &asked.country, page).map_err(|error| match error {
            InvalidSearch::Missing => Problem::SearchIncomplete,
            InvalidSearch::TooLong => invalid(error),
        })?;
        let chosen =
            SearchFilters::read(&asked.gender, &asked.age, &asked.kind, &asked.phase, &asked.condition)
                .map_err(|error: InvalidFilter| invalid(error))?;
        let exactly = asked.exactly == "words";
        let said = if exactly {
            FreeText::default()
        } else {
            finder.read_freely(&search.condition, this_year, effort)
        };
        let words = match said.condition.as_str() {
            _ if said.anything => ANY_CONDITION.to_owned(),
            "" => search.condition.clone(),
            condition => condition.to_owned(),
        };

        let near = near_of(&asked.near)?;
        let nearest =
            |near| finder.gazetteer().named_in_with(near, &search.country, effort).into_iter().next();
        let named = near.map(nearest);
        let unknown_place = near.filter(|_| named == Some(None)).map(str::to_owned);
        if let (None, Some(place)) = (near, &said.place) {
            search.country = place.value.country.clone();
        }
        let ages = chosen.ages.or(said.asked_ages());
        let of_words = said.place.filter(|place| place.value.kind != PlaceKind::Country);
        let miles_of_words = said.within_km.map(|within| Distance::of_km(within.value).miles.max(1));
        Ok(Self {
            reading: if exactly {
                as_typed(&words)
            } else if said.anything {
                as_typed("")
            } else {
                finder.read(&words, effort)
            },
            anything: said.anything,
            filters: SearchFilters {
                sex: chosen.sex.or(said.sex.map(|sex| sex.value)),
                ages,
                kind: chosen.kind.or(said.kind.map(|kind| kind.value)),
                phase: chosen.phase.or(said.phase.map(|phase| phase.value)),
                condition: chosen.condition,
            },
            healthy: asked.healthy == "yes" || said.healthy.is_some_and(|healthy| healthy.value),
            place: named.unwrap_or_else(|| of_words.map(|place| place.value)),
            unknown_place,
            left_out: said.left_out,
            within: within_of(&asked.within)?.or(miles_of_words),
            sort: sort_of(&asked.sort)?,
            search,
            words,
            exactly,
        })
    }

    /// What a registry study has to fit, but for the condition.
    #[must_use]
    pub fn registry_filters(&self) -> Filters {
        Filters {
            sex: self.filters.sex,
            ages: self.filters.ages,
            kind: self.filters.kind.clone(),
            phase: self.filters.phase,
            healthy: self.healthy.then_some(true),
            ..Filters::default()
        }
    }

    /// The state or province in which a study has to have a site, as the gazetteer labels it: whoever names one means
    /// all of it.
    #[must_use]
    pub fn region(&self) -> Option<String> {
        self.place.as_ref().filter(|place| place.kind == PlaceKind::Region)?.region_label()
    }

    /// From where, and how far; nothing for a whole state or province.
    #[must_use]
    pub fn near(&self) -> Option<Near> {
        let place = self.place.as_ref().filter(|place| place.kind != PlaceKind::Region)?.coordinates;
        Some(Near { place, within_km: self.within.map(Distance::km_of_miles) })
    }
}

/// The words by themselves, none of them understood as anything else.
fn as_typed(text: &str) -> Reading {
    Reading { parts: Vec::new(), rest: words(text), unknown: Vec::new(), language: Language::English }
}

fn near_of(text: &str) -> Result<Option<&str>, Problem> {
    let text = text.trim();
    if text.chars().count() > LONGEST_PLACE {
        return Err(invalid("near is too long; use at most 100 characters"));
    }
    Ok((!text.is_empty()).then_some(text))
}

fn within_of(text: &str) -> Result<Option<u32>, Problem> {
    match text.trim() {
        "" => Ok(None),
        text => {
            let miles = text.parse().ok().filter(|miles| (1..=FARTHEST).contains(miles));
            miles.map(Some).ok_or_else(|| invalid("within must be a number of miles from 1 to 12500"))
        }
    }
}

fn sort_of(text: &str) -> Result<Sort, Problem> {
    match text.trim() {
        "" | "relevance" => Ok(Sort::Relevance),
        "newest" => Ok(Sort::Newest),
        "nearest" => Ok(Sort::Nearest),
        _ => Err(invalid("sort must be relevance, newest or nearest")),
    }
}

fn invalid(message: impl fmt::Display) -> Problem {
    Problem::InvalidQuery(format!("{message}."))
}

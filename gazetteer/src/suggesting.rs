//! Suggests places while a visitor types.

use std::{cmp::Reverse, collections::HashSet};

use fst::{Automaton, IntoStreamer, Streamer, automaton::Str};
use waypoint_domain::country::Country;

use crate::{
    Gazetteer, Place, PlaceKind,
    fold::{Word, key, words},
    gazetteer::{Id, Meaning, first_zip, zip_at},
    place::ZipCode,
};

/// Longer texts get no suggestions.
const LONGEST: usize = 80;

/// The rank of a place: whether it is in the preferred country, then its weight.
type Rank = (bool, u64);

impl Gazetteer {
    /// Returns places whose names begin with the typed text, those in the preferred country first, then the most populous:
    /// `clev`, `cleveland o`, `441`.
    #[must_use]
    pub fn suggest(&self, typed: &str, country: Option<&Country>, most: usize) -> Vec<Place> {
        let words = words(typed);
        if words.is_empty() || key(&words).len() > LONGEST {
            return Vec::new();
        }
        if let [word] = &words[..]
            && word.exact.len() <= 5
            && word.exact.bytes().all(|byte| byte.is_ascii_digit())
        {
            return self.zips_beginning(&word.exact, most);
        }
        let country = country.and_then(|country| self.country_number(country));
        let mut found = self.beginning(&key(&words));
        found.extend((1..words.len()).flat_map(|at| self.located_beginning(&words[..at], &words[at..])));
        let mut ranked: Vec<(Rank, Id)> = found
            .into_iter()
            .map(|meaning| {
                let at_home = country.is_some() && self.region_and_country(meaning.id).1 == country;
                ((at_home, self.weight(meaning)), meaning.id)
            })
            .collect();
        ranked.sort_unstable_by_key(|(rank, id)| (Reverse(*rank), *id));
        let mut labels = HashSet::new();
        let places = ranked.into_iter().filter_map(|(_, id)| self.place_of(id));
        places
            .filter(|place| labels.insert((place.label(), place.kind == PlaceKind::Country)))
            .take(most)
            .collect()
    }

    fn country_number(&self, country: &Country) -> Option<usize> {
        self.areas.countries.iter().position(|area| Country::parse(area.name).as_ref() == Some(country))
    }

    fn beginning(&self, typed: &str) -> Vec<Meaning> {
        let Some(keys) = &self.keys else { return Vec::new() };
        let mut found = Vec::new();
        let mut keys = keys.search(Str::new(typed).starts_with()).into_stream();
        while let Some((_, value)) = keys.next() {
            found.extend(self.decode_meanings(value));
        }
        found
    }

    /// Returns cities of a name in regions and countries that begin with the typed text.
    fn located_beginning(&self, name: &[Word], area: &[Word]) -> Vec<Meaning> {
        let typed = key(area);
        let begins = |name: &str| key(&words(name)).starts_with(&typed);
        let is_there = |meaning: &Meaning| {
            let (region, country) = self.region_and_country(meaning.id);
            let abbreviated = || {
                let named = self.meanings(&typed).into_iter().map(|area| area.id);
                named.into_iter().any(|area| Some(area) == region.map(Id::Region))
            };
            let region_name =
                region.and_then(|region| self.areas.regions.get(region)).map(|region| region.area.name);
            let country_name =
                country.and_then(|country| self.areas.countries.get(country)).map(|area| area.name);
            region_name.is_some_and(begins) || country_name.is_some_and(begins) || abbreviated()
        };
        let cities =
            self.meanings(&key(name)).into_iter().filter(|meaning| matches!(meaning.id, Id::City(_)));
        cities.filter(is_there).collect()
    }

    fn zips_beginning(&self, digits: &str, most: usize) -> Vec<Place> {
        let Ok(typed) = digits.parse::<u32>() else { return Vec::new() };
        let width = 10_u32.pow(u32::try_from(5 - digits.len()).unwrap_or_default());
        let codes = (first_zip(typed * width)..).map_while(zip_at).map(|zip| zip.code);
        let codes = codes.take_while(|code| *code < (typed + 1) * width);
        codes.filter_map(|code| self.zip_of(ZipCode(code))).take(most).collect()
    }
}

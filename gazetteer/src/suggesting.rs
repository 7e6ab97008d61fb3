//! Places that begin as somebody types.

use std::{cmp::Reverse, collections::HashSet};

use fst::{Automaton, IntoStreamer, Streamer, automaton::Str};
use waypoint_domain::country::Country;

use crate::{
    Gazetteer, Place, PlaceKind,
    fold::{Word, key, words},
    gazetteer::{Id, Meant, first_zip, zip_at},
    place::ZipCode,
};

/// A longer text begins no name.
const LONGEST: usize = 80;

/// What is known of a place that begins so.
type Worth = (bool, u64);

impl Gazetteer {
    /// Places that begin as typed, those of the country first, then those where most people live: `clev`, `cleveland o`,
    /// `441`.
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
        let country = country.and_then(|country| self.number_of(country));
        let mut found = self.beginning(&key(&words));
        found.extend((1..words.len()).flat_map(|at| self.located_beginning(&words[..at], &words[at..])));
        let mut ranked: Vec<(Worth, Id)> = found
            .into_iter()
            .map(|meant| {
                let at_home = country.is_some() && self.whereabouts(meant.id).1 == country;
                ((at_home, self.weight(meant)), meant.id)
            })
            .collect();
        ranked.sort_unstable_by_key(|(worth, id)| (Reverse(*worth), *id));
        let mut labels = HashSet::new();
        let places = ranked.into_iter().filter_map(|(_, id)| self.place_of(id));
        places
            .filter(|place| labels.insert((place.label(), place.kind == PlaceKind::Country)))
            .take(most)
            .collect()
    }

    fn number_of(&self, country: &Country) -> Option<usize> {
        self.areas.countries.iter().position(|area| Country::named(area.name).as_ref() == Some(country))
    }

    fn beginning(&self, typed: &str) -> Vec<Meant> {
        let Some(keys) = &self.keys else { return Vec::new() };
        let mut found = Vec::new();
        let mut keys = keys.search(Str::new(typed).starts_with()).into_stream();
        while let Some((_, value)) = keys.next() {
            found.extend(self.meant(value));
        }
        found
    }

    /// Cities of a name in regions and countries that begin as typed.
    fn located_beginning(&self, name: &[Word], area: &[Word]) -> Vec<Meant> {
        let typed = key(area);
        let begins = |name: &str| key(&words(name)).starts_with(&typed);
        let is_there = |meant: &Meant| {
            let (region, country) = self.whereabouts(meant.id);
            let abbreviated = || {
                let named = self.meant_by(&typed).into_iter().map(|area| area.id);
                named.into_iter().any(|area| Some(area) == region.map(Id::Region))
            };
            let region_name =
                region.and_then(|region| self.areas.regions.get(region)).map(|region| region.area.name);
            let country_name =
                country.and_then(|country| self.areas.countries.get(country)).map(|area| area.name);
            region_name.is_some_and(begins) || country_name.is_some_and(begins) || abbreviated()
        };
        let cities = self.meant_by(&key(name)).into_iter().filter(|meant| matches!(meant.id, Id::City(_)));
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

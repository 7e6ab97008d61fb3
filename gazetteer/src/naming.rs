//! Finds the places that a text names.

use std::{cmp::Reverse, collections::HashSet};

use fst::{IntoStreamer, Streamer};
use waypoint_domain::{country::Country, work_budget::WorkBudget};

use crate::{
    Gazetteer, Place, PlaceKind, ZipCode,
    fold::{SHORT, Word, key, words},
    gazetteer::{Id, Meaning},
    globe::distance_km,
    typos::places_one_edit_away,
};

/// Longer texts name no place.
const MAX_WORDS: usize = 12;
/// The maximum number of places that a text can mean.
const MAX_PLACES: usize = 20;
/// The maximum distance between a ZIP code and the town named with it.
const ZIP_KM: f64 = 80.0;

/// Words before a name that don't change its meaning.
const BEFORE: [&[&str]; 8] = [
    &["the", "city", "of"],
    &["city", "of"],
    &["the"],
    &["greater"],
    &["downtown"],
    &["metro"],
    &["ciudad", "de"],
    &["thanh", "pho"],
];
/// Words after a name that don't change its meaning.
const AFTER: [&[&str]; 4] = [&["area"], &["metro", "area"], &["metro"], &["region"]];

/// A place that a text names.
#[derive(Debug, Clone, PartialEq)]
pub struct PlaceMatch {
    pub place: Place,
    /// Whether the spelling is exact, without a typo.
    pub exact: bool,
    /// Whether the name is common for the place, and not foreign or historical.
    pub is_common_name: bool,
    /// Whether the text also names the region, country, or ZIP code.
    pub names_region: bool,
}

/// A possible meaning of a text.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    meaning: Meaning,
    exact: bool,
    located: bool,
}

impl Gazetteer {
    /// Returns the places that a text names, most likely first: `Cleveland`, `cleveland oh`, `Paris, France`, `44106`. If there
    /// are none, one typo in words of five or more letters is allowed.
    #[must_use]
    pub fn named(&self, text: &str) -> Vec<Place> {
        self.read(text).into_iter().map(|named| named.place).collect()
    }

    /// Returns the places that a text names, those in a country first.
    #[must_use]
    pub fn named_in(&self, text: &str, country: &Country) -> Vec<Place> {
        self.named_in_with(text, country, &WorkBudget::for_request())
    }

    /// Like [`Self::named_in`], with the remaining effort of a request.
    #[must_use]
    pub fn named_in_with(&self, text: &str, country: &Country, effort: &WorkBudget) -> Vec<Place> {
        let mut places: Vec<Place> =
            self.read_with(text, effort).into_iter().map(|named| named.place).collect();
        places.sort_by_key(|place| place.country != *country);
        places
    }

    /// Returns the places that a text names, and how it names them.
    #[must_use]
    pub fn read(&self, text: &str) -> Vec<PlaceMatch> {
        self.read_with(text, &WorkBudget::for_request())
    }

    /// Reads a text with the remaining effort of a request. Without any effort left, typos are not considered.
    #[must_use]
    pub fn read_with(&self, text: &str, effort: &WorkBudget) -> Vec<PlaceMatch> {
        let words = words(text);
        let exactly = self.read_words(&words, None);
        if exactly.is_empty() && effort.is_left() { self.read_words(&words, Some(effort)) } else { exactly }
    }

    /// Reads a text without allowing typos.
    #[must_use]
    pub fn read_exactly(&self, text: &str) -> Vec<PlaceMatch> {
        self.read_words(&words(text), None)
    }

    /// Whether any name begins with the first word of a text. This is cheap enough to call for every word.
    #[must_use]
    pub fn has_name_with(&self, first: &str) -> bool {
        let words = words(first);
        let Some(word) = words.first() else { return false };
        let is_zip = word.exact.len() == 5 && word.exact.bytes().all(|byte| byte.is_ascii_digit());
        is_zip || self.begins_key(&word.folded) || (!word.exact.is_ascii() && self.begins_key(&word.exact))
    }

    fn begins_key(&self, word: &str) -> bool {
        let Some(keys) = &self.keys else { return false };
        // Keys with exactly this word come before longer words with the same beginning.
        let mut keys = keys.range().ge(word).into_stream();
        let rest = keys.next().and_then(|(key, _)| key.strip_prefix(word.as_bytes()));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(b" "))
    }

    fn read_words(&self, words: &[Word], effort: Option<&WorkBudget>) -> Vec<PlaceMatch> {
        if words.is_empty() || words.len() > MAX_WORDS {
            return Vec::new();
        }
        if let Some((zip, rest)) = self.zip_among(words) {
            return self.at_zip(zip, &rest, effort);
        }
        let found = self.candidates(words, effort);
        if !found.is_empty() {
            return self.best(found);
        }
        let shorter = shortened(words);
        shorter.map(|words| self.best(self.candidates(words, effort))).unwrap_or_default()
    }

    /// Returns the first known ZIP code, and the other words.
    fn zip_among(&self, words: &[Word]) -> Option<(Place, Vec<Word>)> {
        let of_digits = |word: &Word, count: usize| {
            word.exact.len() == count && word.exact.bytes().all(|byte| byte.is_ascii_digit())
        };
        let at = words.iter().position(|word| of_digits(word, 5))?;
        let zip = self.zip_of(words[at].exact.parse::<ZipCode>().ok()?)?;
        let ends = words[at].span.end;
        let has_four =
            words.get(at + 1).is_some_and(|word| of_digits(word, 4) && word.span.start == ends + 1);
        let after = &words[at + 1 + usize::from(has_four)..];
        Some((zip, [&words[..at], after].concat()))
    }

    /// Returns a ZIP code if the other words agree with it. Other countries have codes of five digits, too.
    fn at_zip(&self, zip: Place, rest: &[Word], effort: Option<&WorkBudget>) -> Vec<PlaceMatch> {
        let places = if rest.is_empty() { Vec::new() } else { self.best(self.candidates(rest, effort)) };
        if effort.is_none() && !rest.is_empty() && places.is_empty() {
            return Vec::new();
        }
        let agrees = |named: &PlaceMatch| match named.place.kind {
            PlaceKind::Country => named.place.country == zip.country,
            PlaceKind::Region => Some(named.place.name) == zip.region,
            _ => {
                named.place.name == zip.name || distance_km(named.place.coordinates, zip.coordinates) < ZIP_KM
            }
        };
        if places.is_empty() || places.iter().any(agrees) {
            vec![PlaceMatch { place: zip, exact: true, is_common_name: true, names_region: true }]
        } else {
            places
        }
    }

    fn candidates(&self, words: &[Word], effort: Option<&WorkBudget>) -> Vec<Candidate> {
        let candidate =
            |located: bool| move |(meaning, exact): (Meaning, bool)| Candidate { meaning, exact, located };
        let mut found: Vec<Candidate> =
            self.meanings_of_words(words, effort).into_iter().map(candidate(false)).collect();
        for at in 1..words.len() {
            let within = self.areas_named(&words[at..], effort);
            if within.is_empty() {
                continue;
            }
            let named = self.meanings_of_words(&words[..at], effort);
            let is_there =
                |(meaning, _): &(Meaning, bool)| within.iter().any(|area| self.is_in(meaning.id, *area));
            found.extend(named.into_iter().filter(is_there).map(candidate(true)));
        }
        found
    }

    /// Returns the places with a name, and whether the spelling is exact.
    fn meanings_of_words(&self, words: &[Word], effort: Option<&WorkBudget>) -> Vec<(Meaning, bool)> {
        // A word such as 'Mount' alone is no name, and not the abbreviation of Montana.
        if let [word] = words
            && SHORT.iter().any(|(long, _)| *long == word.exact)
        {
            return Vec::new();
        }
        let mut found = self.meanings(&key(words));
        if let [word] = words
            && !word.exact.is_ascii()
        {
            found.extend(self.meanings(&word.exact));
        }
        if let (true, Some(effort)) = (found.is_empty(), effort) {
            let meaning = places_one_edit_away(self, &key(words), effort);
            return meaning.into_iter().map(|meaning| (meaning, false)).collect();
        }
        found.into_iter().map(|meaning| (meaning, true)).collect()
    }

    /// Returns the regions and countries that words name: `oh`, `Ohio`, `United States`, `Ohio, United States`.
    fn areas_named(&self, words: &[Word], effort: Option<&WorkBudget>) -> Vec<Id> {
        let areas = |words: &[Word]| -> Vec<Id> {
            let named = self.meanings_of_words(words, effort).into_iter().map(|(meaning, _)| meaning.id);
            named.filter(|id| !matches!(id, Id::City(_))).collect()
        };
        let mut found = areas(words);
        for at in 1..words.len() {
            let countries = areas(&words[at..]);
            let of_country = |region: &Id| countries.iter().any(|country| self.is_in(*region, *country));
            found.extend(areas(&words[..at]).into_iter().filter(of_country));
        }
        found
    }

    fn is_in(&self, id: Id, area: Id) -> bool {
        let ((region, country), (area_region, area_country)) =
            (self.region_and_country(id), self.region_and_country(area));
        id != area
            && match area {
                Id::Country(_) => country == area_country,
                Id::Region(_) => matches!(id, Id::City(_)) && region == area_region,
                Id::City(_) => false,
            }
    }

    /// Returns each place once, most likely first.
    fn best(&self, mut found: Vec<Candidate>) -> Vec<PlaceMatch> {
        found.sort_by_key(|candidate| {
            let Candidate { meaning, exact, located } = *candidate;
            (Reverse(located), Reverse(exact), Reverse(self.weight(meaning)), meaning.id)
        });
        let mut labels = HashSet::new();
        let mut named = Vec::new();
        for Candidate { meaning, exact, located } in found {
            if named.len() == MAX_PLACES {
                break;
            }
            // A city and a region with the same label count as one.
            let place = self
                .place_of(meaning.id)
                .filter(|place| labels.insert((place.label(), place.kind == PlaceKind::Country)));
            named.extend(place.map(|place| PlaceMatch {
                place,
                exact,
                is_common_name: meaning.usual,
                names_region: located,
            }));
        }
        named
    }

    /// Returns how likely a name means this place. It grows with the population. A city outweighs a region of the same name
    /// with less than ten times as many people. Names in other languages weigh less.
    pub(crate) fn weight(&self, meaning: Meaning) -> u64 {
        let population = u64::from(self.population(meaning.id));
        match (meaning.id, meaning.usual) {
            (Id::City(_), true) => 100 * population,
            (Id::City(_), false) => population,
            _ => 10 * population,
        }
    }
}

/// Removes surrounding words that don't change the meaning of a name.
fn shortened(words: &[Word]) -> Option<&[Word]> {
    let matches = |words: &[Word], named: &&&[&str]| {
        words.iter().map(|word| word.folded.as_str()).eq(named.iter().copied())
    };
    let longer = |around: &&&[&str]| around.len() < words.len();
    let before = BEFORE.iter().filter(longer).find(|before| matches(&words[..before.len()], before));
    let after = AFTER.iter().filter(longer).find(|after| matches(&words[words.len() - after.len()..], after));
    match (before, after) {
        (None, None) => None,
        (before, after) => {
            let (begins, cut) =
                (before.map_or(0, |before| before.len()), after.map_or(0, |after| after.len()));
            words.get(begins..words.len() - cut).filter(|words| !words.is_empty())
        }
    }
}

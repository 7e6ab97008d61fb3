//! The places that a text names.

use std::{cmp::Reverse, collections::HashSet};

use fst::{IntoStreamer, Streamer};
use waypoint_domain::{country::Country, effort::Effort};

use crate::{
    Gazetteer, Place, PlaceKind, ZipCode,
    fold::{Word, key, words},
    gazetteer::{Id, Meant},
    globe::distance_km,
    slips::without_slip,
};

/// A longer text names no place.
const MOST_WORDS: usize = 12;
/// How many places a text can mean at the most.
const MOST_PLACES: usize = 20;
/// How far a ZIP code's own town may be from the town that is named with it.
const ZIP_KM: f64 = 80.0;

/// Words around a name without which it names the same.
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
const AFTER: [&[&str]; 4] = [&["area"], &["metro", "area"], &["metro"], &["region"]];

/// A place that a text names.
#[derive(Debug, Clone, PartialEq)]
pub struct Named {
    /// The place.
    pub place: Place,
    /// Whether it is spelled as written; otherwise there is a slip.
    pub exact: bool,
    /// Whether it is usually called so; otherwise the name is another language's, or an old one.
    pub usual: bool,
    /// Whether the text says where it is, by region, country or ZIP code.
    pub located: bool,
}

/// A place that may have been meant.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    meant: Meant,
    exact: bool,
    located: bool,
}

impl Gazetteer {
    /// The places that a text names, the likeliest first: `Cleveland`, `cleveland oh`, `Paris, France`, `44106`. One slip
    /// of spelling in words of five letters and more is forgiven where nothing is called as it stands.
    #[must_use]
    pub fn named(&self, text: &str) -> Vec<Place> {
        self.read(text).into_iter().map(|named| named.place).collect()
    }

    /// The same, those of a country first.
    #[must_use]
    pub fn named_in(&self, text: &str, country: &Country) -> Vec<Place> {
        self.named_in_with(text, country, &Effort::of_request())
    }

    /// The same with the effort that is left of a request's.
    #[must_use]
    pub fn named_in_with(&self, text: &str, country: &Country, effort: &Effort) -> Vec<Place> {
        let mut places: Vec<Place> =
            self.read_with(text, effort).into_iter().map(|named| named.place).collect();
        places.sort_by_key(|place| place.country != *country);
        places
    }

    /// The places that a text names, with how it does.
    #[must_use]
    pub fn read(&self, text: &str) -> Vec<Named> {
        self.read_with(text, &Effort::of_request())
    }

    /// The same with the effort that is left of a request's. Without any, no slip is looked for.
    #[must_use]
    pub fn read_with(&self, text: &str, effort: &Effort) -> Vec<Named> {
        let words = words(text);
        let exactly = self.read_words(&words, None);
        if exactly.is_empty() && effort.is_left() { self.read_words(&words, Some(effort)) } else { exactly }
    }

    /// The same, as it stands, without a slip.
    #[must_use]
    pub fn read_exactly(&self, text: &str) -> Vec<Named> {
        self.read_words(&words(text), None)
    }

    /// Whether some name begins with the first word of a text, as it stands. It is asked of every word of a long text.
    #[must_use]
    pub fn has_name_with(&self, first: &str) -> bool {
        let words = words(first);
        let Some(word) = words.first() else { return false };
        let is_zip = word.exact.len() == 5 && word.exact.bytes().all(|byte| byte.is_ascii_digit());
        is_zip || self.begins_key(&word.folded) || (!word.exact.is_ascii() && self.begins_key(&word.exact))
    }

    fn begins_key(&self, word: &str) -> bool {
        let Some(keys) = &self.keys else { return false };
        // Of keys that begin with the letters, those of the word alone and with a space behind it are the first.
        let mut keys = keys.range().ge(word).into_stream();
        let rest = keys.next().and_then(|(key, _)| key.strip_prefix(word.as_bytes()));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(b" "))
    }

    fn read_words(&self, words: &[Word], slips: Option<&Effort>) -> Vec<Named> {
        if words.is_empty() || words.len() > MOST_WORDS {
            return Vec::new();
        }
        if let Some((zip, rest)) = self.zip_among(words) {
            return self.at_zip(zip, &rest, slips);
        }
        let found = self.candidates(words, slips);
        if !found.is_empty() {
            return self.best(found);
        }
        let shorter = shortened(words);
        shorter.map(|words| self.best(self.candidates(words, slips))).unwrap_or_default()
    }

    /// A ZIP code that is known, and the other words.
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

    /// A ZIP code with other words: itself when they agree. Other countries have codes of five digits too.
    fn at_zip(&self, zip: Place, rest: &[Word], slips: Option<&Effort>) -> Vec<Named> {
        let places = if rest.is_empty() { Vec::new() } else { self.best(self.candidates(rest, slips)) };
        if slips.is_none() && !rest.is_empty() && places.is_empty() {
            return Vec::new();
        }
        let agrees = |named: &Named| match named.place.kind {
            PlaceKind::Country => named.place.country == zip.country,
            PlaceKind::Region => Some(named.place.name) == zip.region,
            _ => {
                named.place.name == zip.name || distance_km(named.place.coordinates, zip.coordinates) < ZIP_KM
            }
        };
        if places.is_empty() || places.iter().any(agrees) {
            vec![Named { place: zip, exact: true, usual: true, located: true }]
        } else {
            places
        }
    }

    fn candidates(&self, words: &[Word], slips: Option<&Effort>) -> Vec<Candidate> {
        let candidate =
            |located: bool| move |(meant, exact): (Meant, bool)| Candidate { meant, exact, located };
        let mut found: Vec<Candidate> =
            self.meant_by_words(words, slips).into_iter().map(candidate(false)).collect();
        for at in 1..words.len() {
            let within = self.areas_named(&words[at..], slips);
            if within.is_empty() {
                continue;
            }
            let named = self.meant_by_words(&words[..at], slips);
            let is_there = |(meant, _): &(Meant, bool)| within.iter().any(|area| self.is_in(meant.id, *area));
            found.extend(named.into_iter().filter(is_there).map(candidate(true)));
        }
        found
    }

    /// The places of a name, each with whether it is spelled as written.
    fn meant_by_words(&self, words: &[Word], slips: Option<&Effort>) -> Vec<(Meant, bool)> {
        let mut found = self.meant_by(&key(words));
        if let [word] = words
            && !word.exact.is_ascii()
        {
            found.extend(self.meant_by(&word.exact));
        }
        if let (true, Some(effort)) = (found.is_empty(), slips) {
            let meant = without_slip(self, &key(words), effort);
            return meant.into_iter().map(|meant| (meant, false)).collect();
        }
        found.into_iter().map(|meant| (meant, true)).collect()
    }

    /// The regions and countries that the end of a text names: `oh`, `Ohio`, `United States`, `Ohio, United States`.
    fn areas_named(&self, words: &[Word], slips: Option<&Effort>) -> Vec<Id> {
        let areas = |words: &[Word]| -> Vec<Id> {
            let named = self.meant_by_words(words, slips).into_iter().map(|(meant, _)| meant.id);
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
        let ((region, country), (area_region, area_country)) = (self.whereabouts(id), self.whereabouts(area));
        id != area
            && match area {
                Id::Country(_) => country == area_country,
                Id::Region(_) => matches!(id, Id::City(_)) && region == area_region,
                Id::City(_) => false,
            }
    }

    /// Each place once, the likeliest first.
    fn best(&self, mut found: Vec<Candidate>) -> Vec<Named> {
        found.sort_by_key(|candidate| {
            let Candidate { meant, exact, located } = *candidate;
            (Reverse(located), Reverse(exact), Reverse(self.weight(meant)), meant.id)
        });
        let mut labels = HashSet::new();
        let mut named = Vec::new();
        for Candidate { meant, exact, located } in found {
            if named.len() == MOST_PLACES {
                break;
            }
            // A city and its region of the same name read the same, and so they are one.
            let place = self
                .place_of(meant.id)
                .filter(|place| labels.insert((place.label(), place.kind == PlaceKind::Country)));
            named.extend(place.map(|place| Named { place, exact, usual: meant.usual, located }));
        }
        named
    }

    /// How likely a place is meant by its name: the more people live there the more, a city more than a region of
    /// the same name that has not ten times as many, and one that has the name in another language less.
    pub(crate) fn weight(&self, meant: Meant) -> u64 {
        let population = u64::from(self.population(meant.id));
        match (meant.id, meant.usual) {
            (Id::City(_), true) => 100 * population,
            (Id::City(_), false) => population,
            _ => 10 * population,
        }
    }
}

/// A name without the words around it that say nothing.
fn shortened(words: &[Word]) -> Option<&[Word]> {
    let is = |words: &[Word], named: &&&[&str]| {
        words.iter().map(|word| word.folded.as_str()).eq(named.iter().copied())
    };
    let longer = |around: &&&[&str]| around.len() < words.len();
    let before = BEFORE.iter().filter(longer).find(|before| is(&words[..before.len()], before));
    let after = AFTER.iter().filter(longer).find(|after| is(&words[words.len() - after.len()..], after));
    match (before, after) {
        (None, None) => None,
        (before, after) => {
            let (begins, cut) =
                (before.map_or(0, |before| before.len()), after.map_or(0, |after| after.len()));
            words.get(begins..words.len() - cut).filter(|words| !words.is_empty())
        }
    }
}

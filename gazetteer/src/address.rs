//! Locates addresses by ZIP code or town.

use waypoint_domain::work_budget::WorkBudget;

use crate::{Gazetteer, Place};

/// The maximum number of words in a town with its state and country.
const MAX_NAME_WORDS: usize = 6;
/// The maximum number of comma-separated parts to try.
const MAX_PARTS: usize = 12;

impl Gazetteer {
    /// Returns the place of an address such as `11100 Euclid Ave, Cleveland, OH 44106`: its ZIP code, or the town named at its
    /// end. Streets are ignored.
    #[must_use]
    pub fn locate_address(&self, address: &str) -> Option<Place> {
        let mut words = address.split([' ', ',']).rev();
        let effort = WorkBudget::for_request();
        let by_commas = || {
            let parts: Vec<&str> = address.split(',').collect();
            let first = parts.len().saturating_sub(MAX_PARTS);
            let mut named =
                (first..parts.len()).map(|from| self.read_with(&parts[from..].join(","), &effort));
            named.find_map(|named| named.into_iter().next()).map(|named| named.place)
        };
        words.find_map(|word| self.zip(word)).or_else(by_commas).or_else(|| self.locate_last_words(address))
    }

    /// Handles addresses without commas: '11100 Euclid Ave Cleveland OH'.
    fn locate_last_words(&self, address: &str) -> Option<Place> {
        let words: Vec<&str> = address.split_whitespace().collect();
        let from = words.len().saturating_sub(MAX_NAME_WORDS)..words.len();
        let mut named = from.map(|from| self.read_exactly(&words[from..].join(" ")));
        named.find_map(|named| named.into_iter().next()).map(|named| named.place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_is_located_by_zip_code_or_town() {
        let table = [
            ("11100 Euclid Ave, Cleveland, OH 44106", Some("Cleveland, Ohio 44106, United States")),
            ("44106-1234", Some("Cleveland, Ohio 44106, United States")),
            ("11100 Euclid Ave, Cleveland, OH", Some("Cleveland, Ohio, United States")),
            ("11100 Euclid Ave Cleveland OH", Some("Cleveland, Ohio, United States")),
            ("1 Main St New York New York USA", Some("New York City, New York, United States")),
            ("12 Rue de Rivoli, Paris, France", Some("Paris, Île-de-France, France")),
            ("Nowhere Lane, Xyzzyville", None),
            ("", None),
        ];
        let gazetteer = Gazetteer::default();
        for (address, label) in table {
            assert_eq!(
                gazetteer.locate_address(address).map(|place| place.label()).as_deref(),
                label,
                "{address}"
            );
        }
    }
}

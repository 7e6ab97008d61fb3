//! Where an address is, as far as a list of towns can tell.

use waypoint_domain::effort::Effort;

use crate::{Gazetteer, Place};

/// The most words of a town with its state and country.
const LONGEST_NAME: usize = 6;
/// The most parts, with commas between them, of which the last may be a town.
const MOST_PARTS: usize = 12;

impl Gazetteer {
    /// The place of an address, such as `11100 Euclid Ave, Cleveland, OH 44106`: its ZIP code, or the town that its end
    /// names. Streets are not known.
    #[must_use]
    pub fn of_address(&self, address: &str) -> Option<Place> {
        let mut words = address.split([' ', ',']).rev();
        let effort = Effort::of_request();
        let behind_a_comma = || {
            let parts: Vec<&str> = address.split(',').collect();
            let first = parts.len().saturating_sub(MOST_PARTS);
            let mut named =
                (first..parts.len()).map(|from| self.read_with(&parts[from..].join(","), &effort));
            named.find_map(|named| named.into_iter().next()).map(|named| named.place)
        };
        words.find_map(|word| self.zip(word)).or_else(behind_a_comma).or_else(|| self.of_last_words(address))
    }

    /// '11100 Euclid Ave Cleveland OH', where no comma says where the town begins.
    fn of_last_words(&self, address: &str) -> Option<Place> {
        let words: Vec<&str> = address.split_whitespace().collect();
        let from = words.len().saturating_sub(LONGEST_NAME)..words.len();
        let mut named = from.map(|from| self.read_exactly(&words[from..].join(" ")));
        named.find_map(|named| named.into_iter().next()).map(|named| named.place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_where_its_zip_code_or_its_town_is() {
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
                gazetteer.of_address(address).map(|place| place.label()).as_deref(),
                label,
                "{address}"
            );
        }
    }
}

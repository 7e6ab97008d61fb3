//! Places as visitors type them into a field for a place or a country.
//!
//! The chosen country decides what a code means: 10115 is in Berlin if the search is for Germany, and the gazetteer has
//! no German codes, so it is unknown and not in New York.

use waypoint_domain::{country::Country, work_budget::WorkBudget};

use crate::{Gazetteer, Place, PlaceKind, fold::words};

/// What visitors type who mean where they are, folded, separated by `|`.
const HERE: &str = "me|near me|here|home|at home|my home|my house|my place|my area|my location|current location|\
    my current location|where i live|where i am|nearby|close to me|close to home|mi|mi casa|aqui|cerca|cerca de mi|cerca de casa|\
    mi ubicacion|donde vivo|toi|gan toi|gan nha|nha|nha toi|day|o day";
/// Countries with their two-letter codes.
const COUNTRIES: &str = include_str!("../data/countries.tsv");
/// Where postal codes with this first letter are (Canada Post). Toronto and Montreal have a letter of their own.
const CANADIAN: [(char, &str); 18] = [
    ('a', "Newfoundland and Labrador"),
    ('b', "Nova Scotia"),
    ('c', "Prince Edward Island"),
    ('e', "New Brunswick"),
    ('g', "Quebec"),
    ('h', "Montreal, Quebec"),
    ('j', "Quebec"),
    ('k', "Ontario"),
    ('l', "Ontario"),
    ('m', "Toronto, Ontario"),
    ('n', "Ontario"),
    ('p', "Ontario"),
    ('r', "Manitoba"),
    ('s', "Saskatchewan"),
    ('t', "Alberta"),
    ('v', "British Columbia"),
    ('x', "Northwest Territories"),
    ('y', "Yukon"),
];

/// What a visitor typed as a place.
#[derive(Debug, Clone, PartialEq)]
pub enum VisitorPlace {
    /// A place.
    Known(Place),
    /// Where the visitor is, which the text doesn't say.
    Here,
    /// No known place.
    Unknown,
}

impl Gazetteer {
    /// Returns the place that a visitor means who searches in a country, with the remaining effort of a request.
    #[must_use]
    pub fn place_of_visitor(&self, text: &str, country: &Country, effort: &WorkBudget) -> VisitorPlace {
        let typed: Vec<String> = words(text).into_iter().map(|word| word.folded).collect();
        if HERE.split('|').any(|here| typed.join(" ") == here) {
            return VisitorPlace::Here;
        }
        let canadian = canadian_area(&typed.concat());
        let canada = Country::from("CANADA".to_owned());
        let known = match canadian {
            Some(area) => self.named_in(area, &canada).into_iter().find(|place| place.country == canada),
            None => self.named_in_with(text, country, effort).into_iter().next(),
        };
        let is_foreign_code = |place: &Place| {
            matches!(place.kind, PlaceKind::Zip(_)) && typed.len() == 1 && place.country != *country
        };
        known.filter(|place| !is_foreign_code(place)).map_or(VisitorPlace::Unknown, VisitorPlace::Known)
    }

    /// Returns the country that a visitor means: by one of its names, its code, or the name of a part, such as England.
    #[must_use]
    pub fn country_of_visitor(&self, text: &str) -> Option<Country> {
        let code = text.trim().to_uppercase();
        let mut rows = COUNTRIES.lines().filter_map(|row| row.split_once('\t'));
        let by_code = rows.find(|(own, _)| *own == code).and_then(|(_, rest)| rest.split('\t').next());
        let named = self.read_exactly(by_code.unwrap_or(text));
        let country = named.iter().find(|named| named.place.kind == PlaceKind::Country);
        let part = || named.iter().find(|named| named.place.kind == PlaceKind::Region);
        country.or_else(part).map(|named| named.place.country.clone())
    }
}

/// Returns the area of a Canadian postal code, such as M5V 2T6, or of its first three characters.
fn canadian_area(typed: &str) -> Option<&'static str> {
    let letters: Vec<char> = typed.chars().collect();
    let is_letter_or_digit = |(place, letter): (usize, &char)| {
        if place % 2 == 0 { letter.is_ascii_alphabetic() } else { letter.is_ascii_digit() }
    };
    if ![3, 6].contains(&letters.len()) || !letters.iter().enumerate().all(is_letter_or_digit) {
        return None;
    }
    CANADIAN.iter().find(|(first, _)| Some(first) == letters.first()).map(|(_, area)| *area)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;

    fn place(text: &str, country: &str) -> String {
        let country = Country::parse(country).unwrap();
        match Gazetteer::default().place_of_visitor(text, &country, &WorkBudget::for_request()) {
            VisitorPlace::Known(place) => place.label(),
            VisitorPlace::Here => "here".to_owned(),
            VisitorPlace::Unknown => "unknown".to_owned(),
        }
    }

    #[test]
    fn chosen_country_decides_what_a_code_means() {
        let table = [
            ("44106", "United States", "Cleveland, Ohio 44106, United States"),
            ("10115", "United States", "New York 10115, United States"),
            ("10115", "Germany", "unknown"),
            ("75001", "France", "unknown"),
            ("75001 Paris", "France", "Paris, Île-de-France, France"),
            ("M5V 2T6", "Canada", "Toronto, Ontario, Canada"),
            ("m5v2t6", "United States", "Toronto, Ontario, Canada"),
            ("H2X", "Canada", "Montreal, Quebec, Canada"),
            ("V6B 1A1", "Canada", "British Columbia, Canada"),
            ("London", "Canada", "London, Ontario, Canada"),
            ("London", "United Kingdom", "London, England, United Kingdom"),
        ];
        for (text, country, label) in table {
            assert_eq!(place(text, country), label, "{text} in {country}");
        }
    }

    #[test]
    fn where_the_visitor_is_is_no_place() {
        for text in ["me", "near me", "Home", "my house", "here", "cerca de mí", "gần tôi", "my location"]
        {
            assert_eq!(place(text, "United States"), "here", "{text}");
        }
        assert_eq!(place("ME, United States", "United States"), "Maine, United States");
        assert_eq!(place("Home, Washington", "United States"), "Home, Washington, United States");
    }

    #[test]
    fn country_is_known_by_each_of_its_names() {
        let gazetteer = Gazetteer::default();
        let table = [
            ("UNITED STATES", Some("UNITED STATES")),
            ("America", Some("UNITED STATES")),
            ("us", Some("UNITED STATES")),
            ("England", Some("UNITED KINGDOM")),
            ("GB", Some("UNITED KINGDOM")),
            ("U.K.", Some("UNITED KINGDOM")),
            ("Korea", Some("KOREA, REPUBLIC OF")),
            ("UAE", Some("UNITED ARAB EMIRATES")),
            ("TÜRKİYE", Some("TURKEY")),
            ("Türkiye", Some("TURKEY")),
            ("Georgia", Some("GEORGIA")),
            ("Deutschland", Some("GERMANY")),
            ("México", Some("MEXICO")),
            ("Hoa Kỳ", Some("UNITED STATES")),
            ("Ontario", Some("CANADA")),
            ("Atlantis", None),
            ("", None),
        ];
        for (text, country) in table {
            let found = gazetteer.country_of_visitor(text);
            assert_eq!(found.as_ref().map(Country::as_str), country, "{text}");
        }
    }
}

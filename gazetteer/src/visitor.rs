//! Places as visitors type them into a field for a place or a country.
//!
//! The chosen country decides what a code means: 10115 is in Berlin if the search is for Germany, and the gazetteer has
//! no German codes, so it is unknown and not in New York.

use waypoint_domain::{country::Country, work_budget::WorkBudget};
use waypoint_text::{Table, table};

use crate::{
    Gazetteer, Place, PlaceKind,
    fold::words,
    postal_code::{lettered_codes, without_postal_codes},
};

/// What visitors type who mean where they are, folded, separated by `|`.
const HERE: &str = "me|near me|here|home|at home|my home|my house|my place|my area|my location|current location|\
    my current location|where i live|where i am|nearby|close to me|close to home|mi|mi casa|aqui|cerca|cerca de mi|cerca de casa|\
    mi ubicacion|donde vivo|en casa|mi zona|mi ciudad|mi barrio|por aqui|near home|local|locally|around me|\
    around here|in my area|my city|my town|my neighborhood|my zip|my zip code|xung quanh toi|khu vuc cua toi|toi|gan toi|gan nha|nha|nha toi|day|o day";
/// Countries with their two-letter codes.
const COUNTRIES: Table<3> = Table::without_header(
    "../data/countries.tsv",
    ["code", "name", "people"],
    include_str!("../data/countries.tsv"),
);
/// Where Canadian postal codes with these first characters are. The longest prefix counts.
const CANADIAN: Table<2> = table!("../data/canadian_postal_codes.tsv", ["prefix", "area"]);
/// The European Union is no country, but its abbreviation is one of the United States in Spanish.
const NO_COUNTRY: &str = "EU";
const UNITED_STATES: &str = "UNITED STATES";

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
        if let Some(place) = self.place_of_text(text, &typed, country, effort) {
            return VisitorPlace::Known(place);
        }
        // Of a code of another country, only the town beside it is known: 'London SW1A 1AA', '1012 AB Amsterdam'.
        let town = without_postal_codes(text).filter(|town| town.contains(char::is_alphabetic));
        let place = town.and_then(|town| {
            let typed: Vec<String> = words(&town).into_iter().map(|word| word.folded).collect();
            let of_code = lettered_codes(text).first().map(|code| Country::from(code.country.to_owned()));
            self.place_of_text(&town, &typed, of_code.as_ref().unwrap_or(country), effort)
        });
        place.map_or(VisitorPlace::Unknown, VisitorPlace::Known)
    }

    /// Returns the place that a text means for a visitor who searches in a country.
    fn place_of_text(
        &self,
        text: &str,
        typed: &[String],
        country: &Country,
        effort: &WorkBudget,
    ) -> Option<Place> {
        let canada = Country::from("CANADA".to_owned());
        let known = match canadian_area(typed) {
            Some(area) => self.named_in(area, &canada).into_iter().find(|place| place.country == canada),
            None => self.named_in_with(text, country, effort).into_iter().next(),
        };
        known.filter(|place| !self.is_foreign_code(text, typed, place, country))
    }

    /// Whether a text is a postal code of another country than that of the place: `10115`, `D-10115`, `DE 10115`. Beside a
    /// code of the United States is at most its state or its town.
    fn is_foreign_code(&self, text: &str, typed: &[String], place: &Place, country: &Country) -> bool {
        let is_code = |word: &String| word.len() == 5 && word.bytes().all(|byte| byte.is_ascii_digit());
        let others: Vec<&String> = typed.iter().filter(|word| !is_code(word)).collect();
        if others.len() == typed.len() {
            return false;
        }
        let is_zip = matches!(place.kind, PlaceKind::Zip(_));
        if others.iter().any(|word| word.chars().count() > 3) {
            let agrees = || self.read_exactly(text).iter().any(|named| named.place.kind == place.kind);
            return is_zip && place.country != *country && !agrees();
        }
        let states = |word: &String| {
            let united_states = Country::from(UNITED_STATES.to_owned());
            let named = self.named_in(word, &united_states);
            named.iter().any(|named| named.kind == PlaceKind::Region && Some(named.name) == place.region)
        };
        let is_of_state = is_zip && others.iter().all(|word| states(word));
        !is_of_state || others.is_empty() && place.country != *country
    }

    /// Returns the country that a visitor means: by one of its names, its code, or the name of a part, such as England.
    #[must_use]
    pub fn country_of_visitor(&self, text: &str) -> Option<Country> {
        let code = text.trim().to_uppercase();
        if code == NO_COUNTRY {
            return None;
        }
        let of_code = COUNTRIES.rows().find(|[own, ..]| *own == code);
        let named = self.read_exactly(of_code.map_or(text, |[_, name, _]| name));
        let country = named.iter().find(|named| named.place.kind == PlaceKind::Country);
        let part = || named.iter().find(|named| named.place.kind == PlaceKind::Region);
        country.or_else(part).map(|named| named.place.country.clone())
    }
}

/// Returns the area of a Canadian postal code in a text, such as M5V 2T6, or of a text that is its first three characters.
fn canadian_area(typed: &[String]) -> Option<&'static str> {
    let joined = |length: usize| typed.windows(length).map(<[String]>::concat);
    let codes = joined(1).chain(joined(2)).filter(|code| code.len() == 6);
    let code = codes.chain([typed.concat()]).find(|code| is_canadian_code(code))?;
    let matching = CANADIAN.rows().filter(|[prefix, _]| code.starts_with(prefix));
    matching.max_by_key(|[prefix, _]| prefix.len()).map(|[_, area]| area)
}

fn is_canadian_code(text: &str) -> bool {
    let is_letter_or_digit = |(place, byte): (usize, u8)| {
        if place % 2 == 0 { byte.is_ascii_alphabetic() } else { byte.is_ascii_digit() }
    };
    [3, 6].contains(&text.len()) && text.bytes().enumerate().all(is_letter_or_digit)
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
            ("V6B 1A1", "Canada", "Vancouver, British Columbia, Canada"),
            ("V0N 1A0", "Canada", "British Columbia, Canada"),
            ("T2P 1J9", "Canada", "Calgary, Alberta, Canada"),
            ("K1A 0B1", "Canada", "Ottawa, Ontario, Canada"),
            ("M5V 3L9, Canada", "Canada", "Toronto, Ontario, Canada"),
            ("Toronto M5V 3L9", "Canada", "Toronto, Ontario, Canada"),
            ("D-10115", "Germany", "unknown"),
            ("D 10115", "Germany", "unknown"),
            ("DE-10115", "Germany", "unknown"),
            ("F-75001", "France", "unknown"),
            ("E-28001", "Spain", "unknown"),
            ("D-10115", "United States", "unknown"),
            ("OH 44106", "United States", "Cleveland, Ohio 44106, United States"),
            ("44106 OH", "Germany", "Cleveland, Ohio 44106, United States"),
            ("DE 19901", "United States", "Dover, Delaware 19901, United States"),
            ("SW1A 1AA", "United Kingdom", "unknown"),
            ("SW1A 1AA", "United States", "unknown"),
            ("London SW1A 1AA", "United Kingdom", "London, England, United Kingdom"),
            ("SW1A1AA", "United Kingdom", "unknown"),
            ("M1 1AE, Manchester", "United Kingdom", "Manchester, England, United Kingdom"),
            ("London", "Canada", "London, Ontario, Canada"),
            ("London", "United Kingdom", "London, England, United Kingdom"),
        ];
        for (text, country, label) in table {
            assert_eq!(place(text, country), label, "{text} in {country}");
        }
    }

    #[test]
    fn town_beside_a_code_of_any_country_is_the_place() {
        let table = [
            ("London SW1A1AA", "United Kingdom", "London", "United Kingdom"),
            ("m11ae, manchester", "United Kingdom", "Manchester", "United Kingdom"),
            ("1012 AB", "Netherlands", "unknown", "unknown"),
            ("1012AB", "Netherlands", "unknown", "unknown"),
            ("1012 AB Amsterdam", "Netherlands", "Amsterdam", "Netherlands"),
            ("Amsterdam 1012AB", "United States", "Amsterdam", "Netherlands"),
            ("2611 GX Delft", "Netherlands", "Delft", "Netherlands"),
            ("Dublin D02 AF30", "Ireland", "Dublin", "Ireland"),
            ("D02AF30", "Ireland", "unknown", "unknown"),
            ("Dublin 2", "Ireland", "Dublin", "Ireland"),
            ("1000-001 Lisboa", "Portugal", "Lisbon", "Portugal"),
            ("00-001", "Poland", "unknown", "unknown"),
            ("100-0001 Tokyo", "Japan", "Tokyo", "Japan"),
            ("111 22 Stockholm", "Sweden", "Stockholm", "Sweden"),
            ("São Paulo 01310-100", "Brazil", "São Paulo", "Brazil"),
            ("C1425CLA Buenos Aires", "Argentina", "Buenos Aires", "Argentina"),
            ("D-10115 Berlin", "Germany", "Berlin", "Germany"),
            ("Sydney 2000", "Australia", "Sydney", "Australia"),
            ("2000", "Australia", "unknown", "unknown"),
            ("A-1010 Wien", "Austria", "Vienna", "Austria"),
            ("8001 Zürich", "Switzerland", "Zürich", "Switzerland"),
            ("Toronto M5V2T6", "Canada", "Toronto", "Canada"),
            ("Cleveland 44106", "United States", "Cleveland", "United States"),
            ("1600 Pennsylvania Ave NW", "United States", "unknown", "unknown"),
        ];
        for (text, country, town, found_in) in table {
            let label = place(text, country);
            assert!(label.starts_with(town) && label.ends_with(found_in), "{text} in {country}: {label}");
        }
    }

    #[test]
    fn where_the_visitor_is_is_no_place() {
        for text in [
            "me",
            "near me",
            "Home",
            "my house",
            "here",
            "local",
            "around me",
            "my city",
            "en casa",
            "cerca de mí",
            "gần tôi",
        ] {
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
            ("EU", None),
            ("", None),
        ];
        for (text, country) in table {
            let found = gazetteer.country_of_visitor(text);
            assert_eq!(found.as_ref().map(Country::as_str), country, "{text}");
        }
    }
}

//! Countries and the names they are known by.

use std::fmt;

use serde::{Deserialize, Serialize};
use waypoint_text::in_one_line;

/// A country's name in upper case, in the spelling of the country list.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Country(String);

/// Spellings found in records and links, with the name in the country list.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("USA", "UNITED STATES"),
    ("US", "UNITED STATES"),
    ("U.S.", "UNITED STATES"),
    ("U.S.A.", "UNITED STATES"),
    ("UNITED STATES OF AMERICA", "UNITED STATES"),
    ("THE UNITED STATES", "UNITED STATES"),
    ("THE UNITED STATES OF AMERICA", "UNITED STATES"),
    ("UK", "UNITED KINGDOM"),
    ("GREAT BRITAIN", "UNITED KINGDOM"),
    ("RUSSIA", "RUSSIAN FEDERATION"),
    ("SOUTH KOREA", "KOREA, REPUBLIC OF"),
    ("REPUBLIC OF KOREA", "KOREA, REPUBLIC OF"),
    ("NORTH KOREA", "KOREA, DEMOCRATIC PEOPLE'S REPUBLIC OF"),
    ("CZECH REPUBLIC", "CZECHIA"),
    ("TURKIYE", "TURKEY"),
    ("TÜRKIYE", "TURKEY"),
    ("TURKEY (TÜRKIYE)", "TURKEY"),
    ("VIET NAM", "VIETNAM"),
    ("IRAN, ISLAMIC REPUBLIC OF", "IRAN"),
    ("SYRIAN ARAB REPUBLIC", "SYRIA"),
    ("MOLDOVA, REPUBLIC OF", "MOLDOVA"),
    ("MACEDONIA, THE FORMER YUGOSLAV REPUBLIC OF", "NORTH MACEDONIA"),
    ("LAO PEOPLE'S DEMOCRATIC REPUBLIC", "LAOS"),
    ("CÔTE D'IVOIRE", "COTE D'IVOIRE"),
    ("IVORY COAST", "COTE D'IVOIRE"),
    ("HOLLAND", "NETHERLANDS"),
    ("THE NETHERLANDS", "NETHERLANDS"),
    ("SWAZILAND", "ESWATINI"),
    ("BURMA", "MYANMAR"),
    ("THE GAMBIA", "GAMBIA"),
    ("CABO VERDE", "CAPE VERDE"),
    ("DEMOCRATIC REPUBLIC OF THE CONGO", "CONGO, THE DEMOCRATIC REPUBLIC OF THE"),
    ("REPUBLIC OF THE CONGO", "CONGO"),
    ("MACAO", "MACAU"),
    ("PALESTINIAN TERRITORY", "PALESTINIAN TERRITORIES"),
    ("PALESTINIAN TERRITORIES, OCCUPIED", "PALESTINIAN TERRITORIES"),
    ("REUNION", "RÉUNION"),
    ("TIMOR LESTE", "TIMOR-LESTE"),
    ("VATICAN", "VATICAN CITY"),
];

impl Country {
    /// Returns the country with this name, or `None` for blank text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let words = in_one_line(text);
        (!words.is_empty()).then(|| Self::from(words))
    }

    /// The name as the country list spells it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<String> for Country {
    fn from(text: String) -> Self {
        let upper = text.trim().to_uppercase();
        match OTHER_NAMES.iter().find(|(other, _)| *other == upper) {
            Some((_, name)) => Self((*name).to_owned()),
            None => Self(upper),
        }
    }
}

impl From<Country> for String {
    fn from(country: Country) -> Self {
        country.0
    }
}

impl fmt::Display for Country {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_names_of_the_united_states_are_one_country() {
        for name in ["United States", "UNITED STATES OF AMERICA", "usa", " US ", "united  states"] {
            assert_eq!(Country::parse(name).unwrap().as_str(), "UNITED STATES", "{name}");
        }
    }

    #[test]
    fn blank_text_is_no_country() {
        assert_eq!(Country::parse("  "), None);
    }

    #[test]
    fn other_names_resolve_to_canonical_names() {
        for (_, name) in OTHER_NAMES {
            assert_eq!(Country::from((*name).to_owned()).as_str(), *name);
        }
    }
}

//! Postal codes by country. `data/postal_codes.tsv` has the patterns and cites their source.

use std::{collections::BTreeMap, sync::LazyLock};

use regex_lite::Regex;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;
use waypoint_text::{Table, table};

use crate::{country::Country, human_text::remove_hidden_characters};

const TABLE: Table<4> = table!("../../data/postal_codes.tsv", ["country", "need", "pattern", "example"]);

/// The maximum length of a country or region prefix before a code.
const MAX_PREFIX_LENGTH: usize = 3;

/// A postal code in upper case, with its spaces and hyphens as typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PostalCode(String);

/// The text is not a valid postal code of the country.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Enter a ZIP or postal code, such as {example}")]
pub struct InvalidPostalCode {
    example: &'static str,
}

/// Whether addresses in a country need a postal code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PostalCodeNeed {
    /// Every address needs one.
    Required,
    /// The country has postal codes, but mail arrives without one.
    Optional,
    /// The country has no postal codes.
    Absent,
}

struct Rule {
    need: PostalCodeNeed,
    pattern: &'static str,
    example: &'static str,
}

/// Rules by ISO 3166-1 country code.
static RULES: LazyLock<BTreeMap<&'static str, Rule>> = LazyLock::new(|| {
    let need = |need: &str| match need {
        "required" => PostalCodeNeed::Required,
        "optional" => PostalCodeNeed::Optional,
        _ => PostalCodeNeed::Absent,
    };
    let rows = TABLE.rows();
    rows.map(|[code, needed, pattern, example]| (code, Rule { need: need(needed), pattern, example }))
        .collect()
});

impl PostalCode {
    /// Parses a postal code of a country, with or without spaces, hyphens, and a country prefix. For an unknown country, any
    /// code with a digit is valid.
    pub fn parse(text: &str, country: Option<&Country>) -> Result<Self, InvalidPostalCode> {
        let code = country.and_then(Country::code);
        let rule = code.and_then(|code| RULES.get(code)).filter(|rule| rule.need != PostalCodeNeed::Absent);
        let text = remove_hidden_characters(text).nfkc().collect::<String>().trim().to_uppercase();
        let compact: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
        let separates = |c: char| matches!(c, ' ' | '\u{A0}' | '.' | '-' | '\u{2010}'..='\u{2015}' | '〒');
        let is_plain = text.chars().all(|c| c.is_ascii_alphanumeric() || separates(c));
        let fits = match rule {
            None => (2..=12).contains(&text.chars().count()),
            Some(rule) => {
                let pattern = Regex::new(&format!("^(?:{})$", rule.pattern)).ok();
                let is_code = |code: &str| pattern.as_ref().is_none_or(|pattern| pattern.is_match(code));
                let letters = code.unwrap_or_default();
                is_code(&compact)
                    || compact.strip_prefix(letters).is_some_and(is_code)
                    || is_code(without_prefix(&compact, &text))
                    || is_code(&format!("{letters}{compact}"))
            }
        };
        if !is_plain || !fits || !compact.chars().any(|c| c.is_ascii_digit()) {
            return Err(InvalidPostalCode { example: rule.map_or("44106", |rule| rule.example) });
        }
        let written = text.split(separates).filter(|part| !part.is_empty()).collect::<Vec<_>>();
        let separator = if text.contains(' ') { " " } else { "-" };
        Ok(Self(written.join(separator)))
    }

    /// The code as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Removes a country or region prefix, as in `D-10115`, `CH 8001`, and `OH 44106`.
fn without_prefix<'a>(compact: &'a str, text: &str) -> &'a str {
    let letters = text.chars().take_while(char::is_ascii_alphabetic).count();
    let is_apart = text.chars().nth(letters).is_some_and(|c| !c.is_ascii_alphanumeric());
    if is_apart && letters <= MAX_PREFIX_LENGTH { &compact[letters..] } else { compact }
}

/// Returns whether addresses in a country need a postal code. For an unknown country, it is optional.
#[must_use]
pub fn postal_code_need(country: Option<&Country>) -> PostalCodeNeed {
    let rule = country.and_then(Country::code).and_then(|code| RULES.get(code));
    rule.map_or(PostalCodeNeed::Optional, |rule| rule.need)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str, country: &str) -> Option<String> {
        PostalCode::parse(text, Country::parse(country).as_ref()).ok().map(|code| code.0)
    }

    #[test]
    fn postal_code_is_checked_for_its_country() {
        let table = [
            ("44106", "USA", Some("44106")),
            ("44106-1234", "USA", Some("44106-1234")),
            ("44106 1234", "USA", Some("44106 1234")),
            ("44106\u{2011}1234", "USA", Some("44106-1234")),
            ("\u{202A}44106\u{202C}", "USA", Some("44106")),
            ("SW1A 1AA", "USA", None),
            ("4410", "USA", None),
            ("441067", "USA", None),
            ("Cleveland", "USA", None),
            ("44106; DROP", "USA", None),
            ("SW1A 1AA", "UK", Some("SW1A 1AA")),
            ("sw1a1aa", "UK", Some("SW1A1AA")),
            ("44106", "UK", None),
            ("K1A-0B1", "Canada", Some("K1A-0B1")),
            ("k1a 0b1", "Canada", Some("K1A 0B1")),
            ("00-950", "Poland", Some("00-950")),
            ("00950", "Poland", Some("00950")),
            ("〒154-0023", "Japan", Some("154-0023")),
            ("D-26133", "Germany", Some("D-26133")),
            ("D26133", "Germany", None),
            ("CH 8001", "Switzerland", Some("CH 8001")),
            ("ABCD-26133", "Germany", None),
            ("D-2613", "Germany", None),
            ("OH 44106", "USA", Some("OH 44106")),
            ("４４１０６", "USA", Some("44106")),
            ("〒１５４－００２３", "Japan", Some("154-0023")),
            ("DE-26133", "Germany", Some("DE-26133")),
            ("1073", "Latvia", Some("1073")),
            ("700000", "Vietnam", Some("700000")),
            ("7", "Vietnam", None),
            ("999077", "Hong Kong", Some("999077")),
            ("44106", "Narnia", Some("44106")),
            ("Narnia", "Narnia", None),
        ];
        for (text, country, code) in table {
            assert_eq!(read(text, country).as_deref(), code, "{text} in {country}");
        }
    }

    #[test]
    fn need_for_postal_code_depends_on_country() {
        let table = [
            ("USA", PostalCodeNeed::Required),
            ("UK", PostalCodeNeed::Required),
            ("Hong Kong", PostalCodeNeed::Absent),
            ("United Arab Emirates", PostalCodeNeed::Absent),
            ("Vietnam", PostalCodeNeed::Optional),
            ("Narnia", PostalCodeNeed::Optional),
        ];
        for (country, need) in table {
            assert_eq!(postal_code_need(Country::parse(country).as_ref()), need, "{country}");
        }
    }

    #[test]
    fn every_pattern_matches_its_example() {
        let mut with_codes = 0;
        for (code, rule) in RULES.iter().filter(|(_, rule)| rule.need != PostalCodeNeed::Absent) {
            let pattern = Regex::new(&format!("^(?:{})$", rule.pattern)).unwrap();
            let compact: String = rule.example.chars().filter(char::is_ascii_alphanumeric).collect();
            assert!(pattern.is_match(&compact), "{code}: {}", rule.example);
            with_codes += 1;
        }
        assert!(with_codes > 170 && RULES.len() > 240);
    }

    proptest! {
        #[test]
        fn parsing_arbitrary_text_never_panics(text in any::<String>(), country in ".{0,20}") {
            let _ = read(&text, &country);
        }
    }
}

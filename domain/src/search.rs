//! Search queries and pages of search results.

use waypoint_text::in_one_line;

use crate::country::Country;

/// The number of results per page.
pub const PAGE_SIZE: usize = 10;

/// The alert when a search has no condition or no country.
pub const MISSING_CONDITION_OR_COUNTRY: &str =
    "Please enter search condition and select country to get clinical trials";

/// The maximum length of a condition in characters.
pub const MAX_CONDITION_LENGTH: usize = 200;

/// The country of a search that doesn't name one (D-002, D-033).
pub const DEFAULT_COUNTRY: &str = "UNITED STATES";

/// A valid search query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// The condition as typed, with normalized spaces.
    pub condition: String,
    pub country: Country,
    /// The page number, from 1.
    pub page: usize,
}

/// Why a search query is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidSearch {
    /// The condition or the country is missing.
    #[error("{MISSING_CONDITION_OR_COUNTRY}")]
    Missing,
    /// The condition has more than [`MAX_CONDITION_LENGTH`] characters.
    #[error("the condition is too long; use at most 200 characters")]
    TooLong,
}

impl Search {
    /// Creates a search query from a condition, a country, and a page number.
    pub fn new(condition: &str, country: &str, page: Option<usize>) -> Result<Self, InvalidSearch> {
        let condition = in_one_line(condition);
        let country = Country::parse(country).ok_or(InvalidSearch::Missing)?;
        if condition.is_empty() {
            return Err(InvalidSearch::Missing);
        }
        if condition.chars().count() > MAX_CONDITION_LENGTH {
            return Err(InvalidSearch::TooLong);
        }
        Ok(Self { condition, country, page: page.unwrap_or(1).max(1) })
    }
}

/// The address of the results page for a condition, in a country if there is one.
#[must_use]
pub fn results_address(condition: &str, country: Option<&Country>) -> String {
    let place = country.map(|country| format!("&in={}", encode_query_value(country.as_str())));
    format!("/results?q={}{}", encode_query_value(condition), place.unwrap_or_default())
}

/// Encodes a text as a value in the query string of a URL.
#[must_use]
pub fn encode_query_value(text: &str) -> String {
    let mut query = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => query.push(byte.into()),
            b' ' => query.push('+'),
            _ => query.extend(['%', hex(byte >> 4), hex(byte & 15)]),
        }
    }
    query
}

fn hex(nibble: u8) -> char {
    char::from(if nibble < 10 { b'0' + nibble } else { b'A' + nibble - 10 })
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    pub entries: Vec<T>,
    /// The number of this page, from 1 to `count`.
    pub number: usize,
    /// The number of pages, at least 1.
    pub count: usize,
    /// The number of entries on all pages.
    pub total: usize,
}

/// Returns page `number` of a list. A number past the end gives the last page.
#[must_use]
pub fn paginate<T>(all: Vec<T>, number: usize) -> Page<T> {
    let total = all.len();
    let count = total.div_ceil(PAGE_SIZE).max(1);
    let number = number.clamp(1, count);
    let entries = all.into_iter().skip((number - 1) * PAGE_SIZE).take(PAGE_SIZE).collect();
    Page { entries, number, count, total }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn query_value_keeps_letters_and_digits_and_encodes_the_rest() {
        assert_eq!(encode_query_value("UNITED STATES"), "UNITED+STATES");
        assert_eq!(encode_query_value("Crohn’s & colitis?"), "Crohn%E2%80%99s+%26+colitis%3F");
    }
    use proptest::prelude::*;

    #[test]
    fn results_address_has_the_condition_and_the_country() {
        let country = Country::parse("usa").unwrap();
        assert_eq!(results_address("Crohn’s", Some(&country)), "/results?q=Crohn%E2%80%99s&in=UNITED+STATES");
        assert_eq!(results_address("a&b=c", None), "/results?q=a%26b%3Dc");
    }

    #[test]
    fn search_needs_a_condition_and_a_country() {
        for (q, country) in [("", "USA"), ("asthma", ""), ("  ", "  "), ("", "")] {
            assert_eq!(Search::new(q, country, None), Err(InvalidSearch::Missing), "{q} {country}");
        }
        let search = Search::new("  lung   cancer ", "usa", None).unwrap();
        assert_eq!(
            (search.condition.as_str(), search.country.as_str(), search.page),
            ("lung cancer", "UNITED STATES", 1)
        );
    }

    #[test]
    fn overlong_condition_is_rejected() {
        assert_eq!(Search::new(&"a".repeat(201), "usa", None), Err(InvalidSearch::TooLong));
    }

    #[test]
    fn page_has_ten_results() {
        let page = paginate((0..24).collect(), 3);
        assert_eq!((page.entries, page.number, page.count, page.total), (vec![20, 21, 22, 23], 3, 3, 24));
        assert_eq!(paginate((0..24).collect::<Vec<_>>(), 99).number, 3);
        assert_eq!(paginate(Vec::<u8>::new(), 5).count, 1);
    }

    proptest! {
        #[test]
        fn all_pages_together_are_the_list(length in 0usize..60) {
            let all: Vec<usize> = (0..length).collect();
            let pages = paginate(all.clone(), 1).count;
            let joined: Vec<usize> = (1..=pages).flat_map(|n| paginate(all.clone(), n).entries).collect();
            prop_assert_eq!(joined, all);
        }
    }
}

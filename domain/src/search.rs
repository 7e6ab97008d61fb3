//! A patient's search, from what was typed to a page of results.

use crate::country::Country;

/// How many results a page shows.
pub const PAGE_SIZE: usize = 10;

/// The alert when a search lacks a condition or a country.
pub const MISSING_CONDITION_OR_COUNTRY: &str =
    "Please enter search condition and select country to get clinical trials";

/// The most characters that a condition may have.
pub const LONGEST_CONDITION: usize = 200;

/// In which country studies are looked for unless another one is named (D-002, D-033).
pub const DEFAULT_COUNTRY: &str = "UNITED STATES";

/// A search that can be carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// What the person looks for.
    pub condition: String,
    /// Where.
    pub country: Country,
    /// Which page, from 1.
    pub page: usize,
}

/// Why a search can't be carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidSearch {
    /// No condition or no country.
    #[error("{MISSING_CONDITION_OR_COUNTRY}")]
    Missing,
    /// More than [`LONGEST_CONDITION`] characters.
    #[error("the condition is too long; use at most 200 characters")]
    TooLong,
}

impl Search {
    /// Reads a search from its three parts.
    ///
    /// # Errors
    /// When condition or country is blank, or the condition is too long.
    pub fn new(condition: &str, country: &str, page: Option<usize>) -> Result<Self, InvalidSearch> {
        let condition = condition.split_whitespace().collect::<Vec<_>>().join(" ");
        let country = Country::named(country).ok_or(InvalidSearch::Missing)?;
        if condition.is_empty() {
            return Err(InvalidSearch::Missing);
        }
        if condition.chars().count() > LONGEST_CONDITION {
            return Err(InvalidSearch::TooLong);
        }
        Ok(Self { condition, country, page: page.unwrap_or(1).max(1) })
    }
}

/// A text as a value in the query of an address.
#[must_use]
pub fn in_query(text: &str) -> String {
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

fn hex(half: u8) -> char {
    char::from(if half < 10 { b'0' + half } else { b'A' + half - 10 })
}

/// One page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// The entries of this page.
    pub entries: Vec<T>,
    /// This page's number, from 1; never past the last.
    pub number: usize,
    /// How many pages there are; at least 1.
    pub count: usize,
    /// How many entries all pages have.
    pub total: usize,
}

/// Cuts page `number` out of a list. A number past the end gives the last page.
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
    fn a_value_of_a_query_keeps_letters_and_digits_and_encodes_the_rest() {
        assert_eq!(in_query("UNITED STATES"), "UNITED+STATES");
        assert_eq!(in_query("Crohn’s & colitis?"), "Crohn%E2%80%99s+%26+colitis%3F");
    }
    use proptest::prelude::*;

    #[test]
    fn a_search_needs_a_condition_and_a_country() {
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
    fn an_endless_condition_is_refused() {
        assert_eq!(Search::new(&"a".repeat(201), "usa", None), Err(InvalidSearch::TooLong));
    }

    #[test]
    fn results_come_ten_a_page() {
        let page = paginate((0..24).collect(), 3);
        assert_eq!((page.entries, page.number, page.count, page.total), (vec![20, 21, 22, 23], 3, 3, 24));
        assert_eq!(paginate((0..24).collect::<Vec<_>>(), 99).number, 3);
        assert_eq!(paginate(Vec::<u8>::new(), 5).count, 1);
    }

    proptest! {
        #[test]
        fn the_pages_together_are_the_list(length in 0usize..60) {
            let all: Vec<usize> = (0..length).collect();
            let pages = paginate(all.clone(), 1).count;
            let joined: Vec<usize> = (1..=pages).flat_map(|n| paginate(all.clone(), n).entries).collect();
            prop_assert_eq!(joined, all);
        }
    }
}

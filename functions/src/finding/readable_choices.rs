//! Which choices of a results page can be read, each by itself.

use waypoint_domain::search_filters::SearchFilters;

use super::request::{parse_name, parse_sort, parse_within};

/// Whether a search can use this value of a choice. A name that is no choice has no invalid values.
#[must_use]
pub fn is_readable(name: &str, value: &str) -> bool {
    let filters = |[gender, age, kind, phase, condition]: [&str; 5]| {
        SearchFilters::parse(gender, age, kind, phase, condition).is_ok()
    };
    match name {
        "gender" => filters([value, "", "", "", ""]),
        "age" => filters(["", value, "", "", ""]),
        "type" => filters(["", "", value, "", ""]),
        "phase" => filters(["", "", "", value, ""]),
        "condition" => filters(["", "", "", "", value]),
        "at" | "near" | "treatment" => parse_name(name, value).is_ok(),
        "within" => parse_within(value).is_ok(),
        "sort" => parse_sort(value).is_ok(),
        "page" => value.is_empty() || value.parse::<u32>().is_ok_and(|page| page > 0),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use waypoint_domain::work_budget::WorkBudget;

    use super::*;
    use crate::{
        filled_pages::address::PageAddress,
        finding::{Finder, SearchParams, SearchRequest},
    };

    #[test]
    fn choice_is_readable_if_a_search_with_it_is_valid() {
        let finder = Finder::default();
        let long = "a".repeat(101);
        let values = [
            "",
            "abc",
            "0",
            "-1",
            "1",
            "1.5",
            "58",
            "65-",
            "200",
            "12501",
            "male",
            "Female",
            "both",
            "early1",
            "5",
            "interventional",
            "nearest",
            "best",
            "Cleveland",
            &long,
        ];
        let mut unreadable = 0;
        for name in [
            "gender",
            "age",
            "type",
            "phase",
            "condition",
            "healthy",
            "at",
            "near",
            "within",
            "sort",
            "page",
            "x",
        ] {
            for value in values.into_iter().filter(|value| (name, *value) != ("page", "0")) {
                let address = PageAddress::parse(&format!("/results?q=asthma&in=usa&{name}={value}"));
                let is_valid = address.read::<SearchParams>().is_ok_and(|params| {
                    SearchRequest::read(&params, &finder, 2026, &WorkBudget::for_request()).is_ok()
                });
                assert_eq!(is_readable(name, value), is_valid, "{name}={value}");
                unreadable += usize::from(!is_valid);
            }
        }
        assert!(unreadable > 40 && !is_readable("page", "0"), "{unreadable}");
    }
}

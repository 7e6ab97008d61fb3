//! From which age a person signs up alone. The table is `data/age_of_majority.tsv`, which names the laws.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Serialize;

use crate::country::Country;

/// The age almost everywhere, in years.
pub const USUAL_AGE: u8 = 18;

const TABLE: &str = include_str!("../data/age_of_majority.tsv");

/// Where people come of age later than usual, by ISO 3166-1 code.
static LATER: LazyLock<BTreeMap<&'static str, Vec<Rule>>> = LazyLock::new(|| {
    let mut rules: BTreeMap<&str, Vec<Rule>> = BTreeMap::new();
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let mut cells = line.split('\t');
        let (Some(code), Some(regions), Some(Ok(age))) =
            (cells.next(), cells.next(), cells.next().map(str::parse))
        else {
            continue;
        };
        let regions = regions.split('|').filter(|name| !name.is_empty()).collect();
        rules.entry(code).or_default().push(Rule { regions, age });
    }
    rules
});

/// The age in a country, or in some of its regions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Rule {
    /// The region's name and abbreviation; none for the whole country.
    pub regions: Vec<&'static str>,
    /// The age in years.
    pub age: u8,
}

/// The age in years from which a person may sign up alone, by country and by what was typed as state or territory.
#[must_use]
pub fn age_of_majority(country: Option<&Country>, region: &str) -> u8 {
    let rules = country.and_then(Country::code).and_then(|code| LATER.get(code));
    let rule = rules.into_iter().flatten().find(|rule| rule.applies_in(region));
    rule.map_or(USUAL_AGE, |rule| rule.age)
}

/// Every later age by the name of the country, for the form.
#[must_use]
pub fn later_ages(countries: &[String]) -> BTreeMap<&str, &'static [Rule]> {
    let rules = |name: &str| LATER.get(Country::named(name)?.code()?).map(Vec::as_slice);
    countries.iter().filter_map(|name| Some((name.as_str(), rules(name)?))).collect()
}

impl Rule {
    fn applies_in(&self, region: &str) -> bool {
        self.regions.is_empty() || self.regions.iter().any(|name| folded(name) == folded(region))
    }
}

/// Letters only: people write `N.S.` and `Nova  Scotia`.
fn folded(name: &str) -> String {
    name.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn age_of_majority_is_that_of_country_and_region() {
        let table = [
            ("United States", "Ohio", 18),
            ("USA", "Alabama", 19),
            ("United States", "NE", 19),
            ("United States", " ms ", 21),
            ("United States", "", 18),
            ("Canada", "Ontario", 18),
            ("Canada", "N.S.", 19),
            ("Canada", "british columbia", 19),
            ("Puerto Rico", "", 21),
            ("Singapore", "anything", 21),
            ("Vietnam", "", 18),
            ("Narnia", "", 18),
        ];
        for (country, region, age) in table {
            assert_eq!(age_of_majority(Country::named(country).as_ref(), region), age, "{region}, {country}");
        }
        assert_eq!(age_of_majority(None, ""), USUAL_AGE);
    }

    #[test]
    fn every_line_of_the_table_names_a_country_a_later_age_and_a_law() {
        for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
            let cells: Vec<&str> = line.split('\t').collect();
            let [code, _, age, law] = cells.as_slice() else { panic!("four cells: {line}") };
            assert!(code.len() == 2 && !law.is_empty(), "{line}");
            assert!(age.parse::<u8>().is_ok_and(|age| (19..=21).contains(&age)), "{line}");
        }
    }
}

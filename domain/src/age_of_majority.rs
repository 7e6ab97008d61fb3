//! The age from which a person may sign up without a representative. `data/age_of_majority.tsv` cites the laws.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Serialize;

use crate::country::Country;

/// The age of majority in years where the table has no other.
pub const USUAL_AGE: u8 = 18;

const TABLE: &str = include_str!("../data/age_of_majority.tsv");

/// Ages of majority above [`USUAL_AGE`], by ISO 3166-1 country code.
static LATER_AGES: LazyLock<BTreeMap<&'static str, Vec<Rule>>> = LazyLock::new(|| {
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

/// The age of majority in a country, or in one of its regions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Rule {
    /// The region's name and abbreviation. Empty for the whole country.
    pub regions: Vec<&'static str>,
    /// The age in years.
    pub age: u8,
}

/// Returns the age of majority in years. `region` is the state or territory as the visitor typed it.
#[must_use]
pub fn age_of_majority(country: Option<&Country>, region: &str) -> u8 {
    let rules = country.and_then(Country::code).and_then(|code| LATER_AGES.get(code));
    let rule = rules.into_iter().flatten().find(|rule| rule.applies_in(region));
    rule.map_or(USUAL_AGE, |rule| rule.age)
}

/// Returns the rules of each listed country whose age of majority is above [`USUAL_AGE`]. The sign-up form needs them.
#[must_use]
pub fn later_ages(countries: &[String]) -> BTreeMap<&str, &'static [Rule]> {
    let rules = |name: &str| LATER_AGES.get(Country::parse(name)?.code()?).map(Vec::as_slice);
    countries.iter().filter_map(|name| Some((name.as_str(), rules(name)?))).collect()
}

impl Rule {
    fn applies_in(&self, region: &str) -> bool {
        let names = || region.split([',', ';', '/', '(', ')']).map(folded);
        self.regions.is_empty() || self.regions.iter().any(|name| names().any(|typed| typed == folded(name)))
    }
}

/// Keeps only letters, in lower case, because people write `N.S.` and `Nova  Scotia`.
fn folded(name: &str) -> String {
    name.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn age_of_majority_depends_on_country_and_region() {
        let table = [
            ("United States", "Ohio", 18),
            ("USA", "Alabama", 19),
            ("United States", "NE", 19),
            ("United States", " ms ", 21),
            ("United States", "Birmingham, Alabama", 19),
            ("United States", "Mississippi (MS)", 21),
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
            assert_eq!(age_of_majority(Country::parse(country).as_ref(), region), age, "{region}, {country}");
        }
        assert_eq!(age_of_majority(None, ""), USUAL_AGE);
    }

    #[test]
    fn every_table_line_has_country_code_later_age_and_law() {
        for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
            let cells: Vec<&str> = line.split('\t').collect();
            let [code, _, age, law] = cells.as_slice() else { panic!("four cells: {line}") };
            assert!(code.len() == 2 && !law.is_empty(), "{line}");
            assert!(age.parse::<u8>().is_ok_and(|age| (19..=21).contains(&age)), "{line}");
        }
    }
}

//! The age from which a person may sign up without a representative. `data/age_of_majority.tsv` cites the laws.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Serialize;
use waypoint_text::{Table, table};

use crate::country::Country;

/// The age of majority in years where the table has no other.
pub const USUAL_AGE: u8 = 18;

const TABLE: Table<5> =
    table!("../data/age_of_majority.tsv", ["country", "regions", "postal_codes", "age", "law"]);

/// Ages of majority above [`USUAL_AGE`], by ISO 3166-1 country code.
static LATER_AGES: LazyLock<BTreeMap<&'static str, Vec<Rule>>> = LazyLock::new(|| {
    let mut rules: BTreeMap<&str, Vec<Rule>> = BTreeMap::new();
    for [code, regions, postal_codes, age, _] in TABLE.rows() {
        let Ok(age) = age.parse() else { continue };
        let [regions, postal_codes] =
            [regions, postal_codes].map(|cell| cell.split('|').filter(|part| !part.is_empty()).collect());
        rules.entry(code).or_default().push(Rule { regions, postal_codes, age });
    }
    rules
});

/// The age of majority in a country, or in one of its regions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Rule {
    /// The region's name and abbreviations. Empty for the whole country.
    pub regions: Vec<&'static str>,
    /// How the region's postal codes start.
    pub postal_codes: Vec<&'static str>,
    /// The age in years.
    pub age: u8,
}

/// Returns the age of majority in years, the highest that the address allows. `region` is the state or territory as the
/// visitor typed it. It is optional in the form and has many spellings, so the postal code decides, too.
#[must_use]
pub fn age_of_majority(country: Option<&Country>, region: &str, postal_code: &str) -> u8 {
    let rules = country.and_then(Country::code).and_then(|code| LATER_AGES.get(code));
    let applying = rules.into_iter().flatten().filter(|rule| rule.applies_at(region, postal_code));
    applying.map(|rule| rule.age).max().unwrap_or(USUAL_AGE)
}

/// Returns the rules of each listed country whose age of majority is above [`USUAL_AGE`]. The sign-up form needs them.
#[must_use]
pub fn later_ages(countries: &[String]) -> BTreeMap<&str, &'static [Rule]> {
    let rules = |name: &str| LATER_AGES.get(Country::parse(name)?.code()?).map(Vec::as_slice);
    countries.iter().filter_map(|name| Some((name.as_str(), rules(name)?))).collect()
}

impl Rule {
    fn applies_at(&self, region: &str, postal_code: &str) -> bool {
        let names = || region.split([',', ';', '/', '(', ')']).map(folded);
        self.regions.is_empty()
            || self.regions.iter().any(|name| names().any(|typed| typed == folded(name)))
            || self.postal_codes.iter().any(|start| code_starts_with(postal_code, start))
    }
}

/// Whether a postal code starts with these letters and digits. It may have a prefix, as in `AL-35203` and `CA V5K 0A1`.
fn code_starts_with(postal_code: &str, start: &str) -> bool {
    let code: String =
        postal_code.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_uppercase();
    let letters = start.bytes().take_while(u8::is_ascii_alphabetic).count();
    let first_digit = code.find(|c: char| c.is_ascii_digit()).unwrap_or_default();
    first_digit >= letters && code[first_digit - letters..].starts_with(start)
}

/// Keeps only letters, in lower case and without accents, because people write `N.S.` and `Nova  Scotia`.
fn folded(name: &str) -> String {
    waypoint_text::fold(name).chars().filter(|c| c.is_alphabetic()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn age_of_majority_depends_on_country_and_region() {
        let table = [
            ("United States", "Ohio", 18),
            ("United States", "Ala.", 19),
            ("United States", "Nebr.", 19),
            ("United States", "Miss", 21),
            ("USA", "Alabama", 19),
            ("United States", "NE", 19),
            ("United States", " ms ", 21),
            ("United States", "Birmingham, Alabama", 19),
            ("United States", "Mississippi (MS)", 21),
            ("United States", "", 18),
            ("Canada", "Ontario", 18),
            ("Canada", "N.S.", 19),
            ("Canada", "Nfld", 19),
            ("Canada", "Newfoundland & Labrador", 19),
            ("Canada", "british columbia", 19),
            ("Puerto Rico", "", 21),
            ("Singapore", "anything", 21),
            ("Vietnam", "", 18),
            ("Narnia", "", 18),
        ];
        for (country, region, age) in table {
            let parsed = Country::parse(country);
            assert_eq!(age_of_majority(parsed.as_ref(), region, ""), age, "{region}, {country}");
        }
        assert_eq!(age_of_majority(None, "", ""), USUAL_AGE);
    }

    #[test]
    fn postal_code_decides_when_the_region_is_missing_or_unknown() {
        let table = [
            ("United States", "35203", 19),
            ("United States", "36104-1234", 19),
            ("United States", "AL-35203", 19),
            ("United States", "US 3 5203", 19),
            ("United States", "68102", 19),
            ("United States", "39201", 21),
            ("United States", "00901", 21),
            ("United States", "00802", 18),
            ("United States", "38501", 18),
            ("United States", "44106", 18),
            ("Canada", "v5k 0a1", 19),
            ("Canada", "BC V5K0A1", 19),
            ("Canada", "X0A 0A0", 19),
            ("Canada", "M5V 2T6", 18),
            ("Vietnam", "35203", 18),
            ("Narnia", "35203", 18),
        ];
        for (country, code, age) in table {
            let country = Country::parse(country);
            for region in ["", "Heart of Dixie", "Ohio"] {
                assert_eq!(
                    age_of_majority(country.as_ref(), region, code),
                    age,
                    "{region:?} {code} {country:?}"
                );
            }
        }
    }

    #[test]
    fn every_table_line_has_country_code_later_age_and_law() {
        for [code, regions, postal_codes, age, law] in TABLE.rows() {
            assert_eq!(regions.is_empty(), postal_codes.is_empty(), "{code} {law}");
            assert!(code.len() == 2 && !law.is_empty(), "{code} {law}");
            assert!(age.parse::<u8>().is_ok_and(|age| (19..=21).contains(&age)), "{code} {law}");
        }
    }
}

//! Suggestions as small static files, one per beginning of a word, so that typing doesn't wait for a function.
//!
//! `en-lu.json` has, for each concept with an English name that has a word beginning with "lu": the preferred name, the countries
//! with results, and the synonyms that have such a word.

use std::{collections::BTreeMap, fs, io, path::Path};

use serde::Serialize;
use waypoint_domain::country::Country;
use waypoint_vocabulary::Language;

use super::suggested_concept::{NameRole, SuggestedConcept, SuggestedName};

/// The folder within an index that holds the files.
pub const FOLDER: &str = "suggestions";
/// The longest beginning, in letters, that has a file; the page filters it for longer input. URLs are logged, and two
/// letters don't reveal a condition.
const MAX_PREFIX_LENGTH: usize = 2;
/// The maximum number of concepts in the file of a shorter beginning. The page shows the first ones with results in the country.
const MAX_SHORT: usize = 60;
/// The maximum number of concepts in the file of a longest beginning.
const MAX_LONG: usize = 400;

/// A concept: the preferred name, a bit set of countries in hexadecimal digits, and synonyms.
type Entry<'a> = Vec<&'a str>;

/// The content of a file, in the format of the endpoint that answers when no file does.
#[derive(Debug, Serialize)]
struct File<'a> {
    output: Output<'a>,
}

#[derive(Debug, Serialize)]
struct Output<'a> {
    countries: &'a [&'a str],
    suggestions: Vec<Entry<'a>>,
}

/// Writes the files to `suggestions` in a folder. Concepts are in the order in which they are suggested.
pub(crate) fn write(folder: &Path, concepts: &[SuggestedConcept], countries: &[Country]) -> io::Result<()> {
    let folder = folder.join(FOLDER);
    fs::create_dir_all(&folder)?;
    let names: Vec<&str> = countries.iter().map(Country::as_str).collect();
    let digits: Vec<String> = concepts.iter().map(hexadecimal).collect();
    for language in Language::ALL {
        for (beginning, suggestions) in by_beginning(concepts, &digits, language) {
            let file = File { output: Output { countries: &names, suggestions } };
            let path = folder.join(format!("{}-{beginning}.json", language.code()));
            fs::write(path, serde_json::to_vec(&file)?)?;
        }
    }
    Ok(())
}

/// Returns the concepts for each beginning of a word, those whose name begins with it first.
fn by_beginning<'a>(
    concepts: &'a [SuggestedConcept],
    digits: &'a [String],
    language: Language,
) -> BTreeMap<String, Vec<Entry<'a>>> {
    let mut files: BTreeMap<String, [Vec<Entry>; 2]> = BTreeMap::new();
    for (concept, digits) in concepts.iter().zip(digits) {
        // With so few letters, a name in another language is rarely meant.
        let Some(preferred) = concept.preferred_in(language) else { continue };
        for (beginning, names) in shown_names(concept, preferred, language) {
            let begins = names.iter().any(|name| name.folded.starts_with(&beginning));
            let is_synonym = |name: &&&SuggestedName| name.text != preferred.text;
            let synonyms = names.iter().filter(is_synonym).map(|name| name.text.as_ref());
            let entry = [preferred.text.as_ref(), digits].into_iter().chain(synonyms).collect();
            files.entry(beginning).or_default()[usize::from(!begins)].push(entry);
        }
    }
    let limited = files.into_iter().map(|(beginning, entries)| {
        let most = if beginning.len() == MAX_PREFIX_LENGTH { MAX_LONG } else { MAX_SHORT };
        (beginning, entries.into_iter().flatten().take(most).collect())
    });
    limited.collect()
}

/// Returns the names that are shown for each beginning. With one letter, only preferred names are.
fn shown_names<'a>(
    concept: &'a SuggestedConcept,
    preferred: &'a SuggestedName,
    language: Language,
) -> BTreeMap<String, Vec<&'a SuggestedName<'a>>> {
    let is_shown = |name: &&SuggestedName| name.language == language && name.role == NameRole::Synonym;
    let mut by_beginning: BTreeMap<String, Vec<&SuggestedName>> = BTreeMap::new();
    for name in std::iter::once(preferred).chain(concept.names.iter().filter(is_shown)) {
        for beginning in beginnings(name) {
            if name.is_preferred() || beginning.len() == MAX_PREFIX_LENGTH {
                by_beginning.entry(beginning).or_default().push(name);
            }
        }
    }
    by_beginning
}

/// Returns the beginnings of a name's words that are safe in URLs.
fn beginnings(name: &SuggestedName) -> Vec<String> {
    let words = name.folded.split(' ').filter(|word| word.is_ascii());
    let mut beginnings: Vec<String> = words
        .flat_map(|word| (1..=MAX_PREFIX_LENGTH.min(word.len())).map(|length| word[..length].to_owned()))
        .collect();
    beginnings.sort();
    beginnings.dedup();
    beginnings
}

/// Returns the countries of a concept as digits of four each, the first country in the lowest bit of the first digit.
fn hexadecimal(concept: &SuggestedConcept) -> String {
    let (registry, partners) = (&concept.countries, &concept.partner_countries);
    let bits = |of: &[u8], place: usize| of.get(place).copied().unwrap_or_default();
    let bytes =
        (0..registry.len().max(partners.len())).map(|place| bits(registry, place) | bits(partners, place));
    let digits = bytes.flat_map(|byte| [byte & 15, byte >> 4]);
    let digits: String = digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect();
    digits.trim_end_matches('0').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suggestions::suggested_concept::Likelihood;

    fn concept(
        id: &'static str,
        countries: Vec<u8>,
        names: &[(&'static str, Language, NameRole)],
    ) -> SuggestedConcept<'static> {
        let likelihood = Likelihood { is_condition: true, commonness: 1 };
        let names = names.iter().map(|(name, language, role)| SuggestedName::new(name, *language, *role));
        SuggestedConcept {
            id: id.into(),
            names: names.collect(),
            countries: countries.into(),
            partner_countries: Vec::new(),
            likelihood,
        }
    }

    #[test]
    fn files_list_concepts_once_by_beginning_and_language() {
        use Language::{English, Spanish};
        use NameRole::{Hidden, Preferred, Synonym};
        let concepts = [
            concept(
                "D1",
                vec![0b11, 1],
                &[
                    ("Cancer", English, Preferred),
                    ("cáncer", Spanish, Preferred),
                    ("Neoplasms", English, Synonym),
                    ("big C", English, Hidden),
                ],
            ),
            concept("D2", vec![0b10], &[("Lung Cancer", English, Preferred)]),
            concept("D3", vec![0], &[("Canavan Disease", English, Preferred)]),
        ];
        let digits: Vec<String> = concepts.iter().map(hexadecimal).collect();
        let english = by_beginning(&concepts, &digits, English);
        let [cancer, canavan, lung] =
            [vec!["Cancer", "301"], vec!["Canavan Disease", ""], vec!["Lung Cancer", "2"]];
        assert_eq!(english["ca"], [cancer.clone(), canavan, lung.clone()], "names that begin so come first");
        assert_eq!(english["ne"], [["Cancer", "301", "Neoplasms"]]);
        assert!(!english.contains_key("n"), "with one letter, only preferred names are listed");
        assert_eq!(english["l"], [lung]);
        assert!(!english.contains_key("bi"));
        let spanish = by_beginning(&concepts, &digits, Spanish);
        assert_eq!(spanish["ca"][0], ["cáncer", "301"]);
        assert!(!spanish.contains_key("lu"), "a concept without a name in the language isn't listed");
    }
}

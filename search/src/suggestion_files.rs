//! Suggestions as small static files, one per beginning of a word, so that typing doesn't wait for a function.

use std::{collections::BTreeMap, fs, io, path::Path};

use serde::Serialize;
use waypoint_vocabulary::{ConceptId, Vocabulary, fold::letters};

use crate::recruiting::Recruiting;

/// The folder within an index that holds the files.
pub const FOLDER: &str = "suggestions";
/// The longest beginning, in letters, that has a file; the page filters it for longer input. URLs are logged, and two
/// letters don't reveal a condition.
const MAX_PREFIX_LENGTH: usize = 2;
/// The maximum number of names in the file of a shorter beginning: as many as the page shows.
const MAX_SHORT: usize = 8;
/// The maximum number of names in the file of a longest beginning.
const MAX_LONG: usize = 400;
/// The maximum number of words in a name that is suggested although no study is about it.
const MAX_COMMON_WORDS: usize = 3;
/// Concepts with at least this many descendants are categories and not suggested without studies.
const BROAD: usize = 100;

/// A suggestion: the name as written, its concept's id, and the number of recruiting studies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct Suggestion<'a>(&'a str, &'a str, u32);

/// The content of a file, in the format of the endpoint that answers when no file does.
#[derive(Debug, Serialize)]
struct File<'a> {
    output: Output<'a>,
}

#[derive(Debug, Serialize)]
struct Output<'a> {
    suggestions: Vec<Suggestion<'a>>,
}

/// Writes the files to `suggestions` in a folder.
pub(crate) fn write(folder: &Path, vocabulary: &Vocabulary, recruiting: &Recruiting) -> io::Result<()> {
    let folder = folder.join(FOLDER);
    fs::create_dir_all(&folder)?;
    for (beginning, suggestions) in by_beginning(vocabulary, recruiting) {
        let file = File { output: Output { suggestions } };
        fs::write(folder.join(format!("{beginning}.json")), serde_json::to_vec(&file)?)?;
    }
    Ok(())
}

/// Returns the names for each beginning of one of their words, those with the most studies first.
fn by_beginning<'a>(
    vocabulary: &'a Vocabulary,
    recruiting: &Recruiting,
) -> BTreeMap<String, Vec<Suggestion<'a>>> {
    let mut names: Vec<(&str, ConceptId, u32)> = vocabulary
        .names()
        .map(|(name, concept)| (name, concept, recruiting.studies(concept)))
        .filter(|(name, concept, studies)| *studies > 0 || is_common(name, *concept, vocabulary))
        .collect();
    // Among the names of one concept, its label comes first.
    names.sort_by_key(|(name, concept, studies)| {
        let is_other = vocabulary.label(*concept) != *name;
        (std::cmp::Reverse(*studies), *concept, is_other, name.chars().count(), *name)
    });
    let mut files: BTreeMap<String, Vec<Suggestion>> = BTreeMap::new();
    for (name, concept, studies) in names {
        let named = Suggestion(name, vocabulary.id(concept), studies);
        let is_shown = vocabulary.label(concept) == name;
        for beginning in beginnings(name) {
            let is_long = beginning.len() == MAX_PREFIX_LENGTH;
            if studies == 0 && !(is_long && begins_with(name, &beginning)) {
                continue;
            }
            if !is_long && !is_shown {
                continue;
            }
            let file = files.entry(beginning).or_default();
            // With few letters typed, only labels are suggested; with more, other names are too.
            let is_new = !file.iter().any(|known| known.0.eq_ignore_ascii_case(name));
            if is_new && file.len() < if is_long { MAX_LONG } else { MAX_SHORT } {
                file.push(named.clone());
            }
        }
    }
    files
}

/// Whether the first word of a name has this beginning.
fn begins_with(name: &str, beginning: &str) -> bool {
    letters(name).first().is_some_and(|word| word.starts_with(beginning))
}

/// Whether a name is suggested even if no study is about it: a short label.
fn is_common(name: &str, concept: ConceptId, vocabulary: &Vocabulary) -> bool {
    vocabulary.label(concept) == name
        && name.split(' ').count() <= MAX_COMMON_WORDS
        && vocabulary.descendant_count(concept) < BROAD
}

/// Returns the beginnings of a name's words that are safe in URLs.
fn beginnings(name: &str) -> impl Iterator<Item = String> {
    let mut beginnings: Vec<String> = letters(name)
        .iter()
        .filter(|word| word.is_ascii())
        .flat_map(|word| (1..=MAX_PREFIX_LENGTH.min(word.len())).map(|length| word[..length].to_owned()))
        .collect();
    beginnings.sort();
    beginnings.dedup();
    beginnings.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names<'a>(files: &'a BTreeMap<String, Vec<Suggestion>>, beginning: &str) -> Vec<&'a str> {
        files[beginning].iter().map(|named| named.0).collect()
    }

    #[test]
    fn names_are_grouped_by_beginning_and_sorted_by_studies() {
        let vocabulary = Vocabulary::default();
        let concept = |id| vocabulary.concept(id).unwrap_or_else(|| panic!("there is no {id}"));
        let mut recruiting = Recruiting::default();
        recruiting.count([concept("D008175"), concept("D008175"), concept("D008180")]);
        let files = by_beginning(&vocabulary, &recruiting);
        let lung = names(&files, "lu");
        let label = vocabulary.label(concept("D008175"));
        assert!(lung.len() > 2 && lung[0] == label, "{lung:?}");
        assert_eq!(names(&files, "l"), [label, "Lupus"], "one letter lists each concept once");
        assert_eq!(files["lu"][0].1, "D008175");
        assert!(names(&files, "ca").iter().any(|name| name.to_lowercase() == "lung cancer"));
        let asthma = names(&files, "as");
        assert!(asthma.contains(&"Asthma"), "a common label is suggested without studies: {asthma:?}");
        assert!(files["as"].iter().all(|named| named.2 == 0));
    }

    #[test]
    fn beginnings_drop_accents() {
        let beginnings: Vec<String> = beginnings("Đột quỵ").collect();
        assert_eq!(beginnings, ["d", "do", "q", "qu"]);
    }
}

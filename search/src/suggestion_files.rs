//! Suggestions as small files, one for each beginning of a word, so that typing waits for no function.

use std::{collections::BTreeMap, fs, io, path::Path};

use serde::Serialize;
use waypoint_vocabulary::{ConceptId, Vocabulary, fold::letters};

use crate::recruiting::Recruiting;

/// The folder of an index that holds them.
pub const FOLDER: &str = "suggestions";
/// Files are kept for beginnings of up to as many letters; whoever has typed more looks in the last of them. Addresses
/// are logged, and two letters tell nobody what somebody has.
const LONGEST_BEGINNING: usize = 2;
/// How many names a file of a shorter beginning holds. Nobody sees more of them.
const MOST_OF_SHORT: usize = 8;
/// How many names a file of the longest beginning holds.
const MOST_OF_LONG: usize = 400;
/// The most words of a name that stands there while no study is about it.
const COMMON: usize = 3;
/// What has more kinds orders others.
const WIDE: usize = 100;

/// A name: as it is written, the id of its concept, and how many studies that take people now are about that.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct Named<'a>(&'a str, &'a str, u32);

/// What a file holds, in the shape of the call that answers when no file does.
#[derive(Debug, Serialize)]
struct File<'a> {
    output: Output<'a>,
}

#[derive(Debug, Serialize)]
struct Output<'a> {
    suggestions: Vec<Named<'a>>,
}

/// Writes the files of all names of concepts that studies are about, in `suggestions` of a folder.
pub(crate) fn write(folder: &Path, vocabulary: &Vocabulary, recruiting: &Recruiting) -> io::Result<()> {
    let folder = folder.join(FOLDER);
    fs::create_dir_all(&folder)?;
    for (beginning, suggestions) in by_beginning(vocabulary, recruiting) {
        let file = File { output: Output { suggestions } };
        fs::write(folder.join(format!("{beginning}.json")), serde_json::to_vec(&file)?)?;
    }
    Ok(())
}

/// The names of each beginning of one of their words, those of most studies first.
fn by_beginning<'a>(vocabulary: &'a Vocabulary, recruiting: &Recruiting) -> BTreeMap<String, Vec<Named<'a>>> {
    let mut names: Vec<(&str, ConceptId, u32)> = vocabulary
        .names()
        .map(|(name, concept)| (name, concept, recruiting.studies(concept)))
        .filter(|(name, concept, studies)| *studies > 0 || is_common(name, *concept, vocabulary))
        .collect();
    // Of what is called in several ways, the name that is shown of it comes first.
    names.sort_by_key(|(name, concept, studies)| {
        let is_other = vocabulary.label(*concept) != *name;
        (std::cmp::Reverse(*studies), *concept, is_other, name.chars().count(), *name)
    });
    let mut files: BTreeMap<String, Vec<Named>> = BTreeMap::new();
    for (name, concept, studies) in names {
        let named = Named(name, vocabulary.id(concept), studies);
        let is_shown = vocabulary.label(concept) == name;
        for beginning in beginnings(name) {
            let is_long = beginning.len() == LONGEST_BEGINNING;
            if studies == 0 && !(is_long && begins_with(name, &beginning)) {
                continue;
            }
            if !is_long && !is_shown {
                continue;
            }
            let file = files.entry(beginning).or_default();
            // Who has typed little chooses among the names that are shown; who has typed more may look for any.
            let is_new = !file.iter().any(|known| known.0.eq_ignore_ascii_case(name));
            if is_new && file.len() < if is_long { MOST_OF_LONG } else { MOST_OF_SHORT } {
                file.push(named.clone());
            }
        }
    }
    files
}

/// Whether the first word of a name begins so.
fn begins_with(name: &str, beginning: &str) -> bool {
    letters(name).first().is_some_and(|word| word.starts_with(beginning))
}

/// Whether a name is one that people look for, also while no study is about it: shown, and short.
fn is_common(name: &str, concept: ConceptId, vocabulary: &Vocabulary) -> bool {
    vocabulary.label(concept) == name && name.split(' ').count() <= COMMON && vocabulary.kinds(concept) < WIDE
}

/// The beginnings of a name's words, in letters that every address may have.
fn beginnings(name: &str) -> impl Iterator<Item = String> {
    let mut beginnings: Vec<String> = letters(name)
        .iter()
        .filter(|word| word.is_ascii())
        .flat_map(|word| (1..=LONGEST_BEGINNING.min(word.len())).map(|length| word[..length].to_owned()))
        .collect();
    beginnings.sort();
    beginnings.dedup();
    beginnings.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names<'a>(files: &'a BTreeMap<String, Vec<Named>>, beginning: &str) -> Vec<&'a str> {
        files[beginning].iter().map(|named| named.0).collect()
    }

    #[test]
    fn names_stand_under_the_beginnings_of_their_words_and_those_of_most_studies_first() {
        let vocabulary = Vocabulary::default();
        let concept = |id| vocabulary.concept(id).unwrap_or_else(|| panic!("there is no {id}"));
        let mut recruiting = Recruiting::default();
        recruiting.count([concept("D008175"), concept("D008175"), concept("D008180")]);
        let files = by_beginning(&vocabulary, &recruiting);
        let of_lung = names(&files, "lu");
        let label = vocabulary.label(concept("D008175"));
        assert!(of_lung.len() > 2 && of_lung[0] == label, "{of_lung:?}");
        assert_eq!(names(&files, "l"), [label, "Lupus"], "each concept stands once under few letters");
        assert_eq!(files["lu"][0].1, "D008175");
        assert!(names(&files, "ca").iter().any(|name| name.to_lowercase() == "lung cancer"));
        let of_asthma = names(&files, "as");
        assert!(of_asthma.contains(&"Asthma"), "no study is about it, and people look for it: {of_asthma:?}");
        assert!(files["as"].iter().all(|named| named.2 == 0));
    }

    #[test]
    fn a_name_is_found_by_its_letters_without_accents() {
        let beginnings: Vec<String> = beginnings("Đột quỵ").collect();
        assert_eq!(beginnings, ["d", "do", "q", "qu"]);
    }
}

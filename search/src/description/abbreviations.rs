//! Abbreviations with several meanings in notes: `PD` is Parkinson's disease, a disease that progresses, or dialysis.
//!
//! A wrong condition is worse than none. Such an abbreviation names a condition only if words in the note support it,
//! or the text says that the person has it.

use std::{collections::HashMap, ops::Range, sync::LazyLock};

use waypoint_domain::work_budget::WorkBudget;
use waypoint_text::{Table, table};
use waypoint_vocabulary::{ConceptId, Vocabulary, fold::words};

use super::sentences::Section;

const ABBREVIATIONS: Table<3> = table!("../../data/note_abbreviations.tsv", ["abbreviation", "name", "with"]);

/// Words directly before what a person has, folded.
const HAVING: [&str; 14] =
    ["have", "has", "had", "with", "of", "my", "for", "having", "con", "de", "tengo", "tiene", "bi", "mac"];

/// The known abbreviations with their meanings, the most common one first.
static KNOWN: LazyLock<HashMap<&str, Vec<Meaning>>> = LazyLock::new(|| {
    let mut all: HashMap<&str, Vec<Meaning>> = HashMap::new();
    for [abbreviation, name, with] in ABBREVIATIONS.rows() {
        let with = with.split('|').filter(|words| !words.is_empty()).map(folded).collect();
        all.entry(abbreviation).or_default().push(Meaning { name, with });
    }
    all
});

/// What an abbreviation may mean.
struct Meaning {
    /// What it names; empty if nothing that a search is for.
    name: &'static str,
    /// Phrases of folded words, of which one supports this meaning. Without any, this is the meaning without support.
    with: Vec<String>,
}

impl Meaning {
    /// Returns the concepts that the name means.
    fn concepts(&self, vocabulary: &Vocabulary) -> Vec<ConceptId> {
        let parts = vocabulary.read_with(self.name, &WorkBudget::with_steps(0)).parts;
        parts.into_iter().flat_map(|part| part.concepts).collect()
    }
}

/// The words of a note, in which support is searched.
pub(super) struct Note {
    words: String,
    concepts: Vec<ConceptId>,
}

/// An abbreviation in a sentence, in bytes, and what it names.
pub(super) struct Abbreviation {
    pub(super) span: Range<usize>,
    /// The concepts that it names, of each meaning if it is undecided.
    pub(super) concepts: Vec<ConceptId>,
    /// Whether nothing in the note supports one of its meanings more than the others.
    pub(super) is_undecided: bool,
}

impl Note {
    /// Reads a note. `concepts` are those that its full names name.
    pub(super) fn new(text: &str, concepts: Vec<ConceptId>) -> Self {
        Self { words: folded(text), concepts }
    }
}

/// Whether a word is an abbreviation with several meanings.
pub(super) fn is_abbreviation(word: &str) -> bool {
    KNOWN.contains_key(word)
}

/// Returns the abbreviations of a sentence, in order. A part of a longer word names nothing.
pub(super) fn abbreviations(
    sentence: &str,
    section: Section,
    note: &Note,
    vocabulary: &Vocabulary,
) -> Vec<Abbreviation> {
    let here = folded(sentence);
    let mut found = Vec::new();
    let mut before = String::new();
    for word in words(sentence) {
        if let Some(meanings) = KNOWN.get(&sentence[word.span.clone()]) {
            let is_had =
                HAVING.contains(&before.as_str()) || matches!(section, Section::Past | Section::Diagnosis);
            let is_alone = stands_alone(sentence, &word.span);
            let likely =
                if is_alone { likely(meanings, &here, note, is_had, vocabulary) } else { Vec::new() };
            let concepts = likely.iter().flat_map(|meaning| meaning.concepts(vocabulary)).collect();
            found.push(Abbreviation { span: word.span.clone(), concepts, is_undecided: likely.len() > 1 });
        }
        before = word.folded;
    }
    found
}

/// Returns the meaning that the sentence supports, or else one that the note names in full or supports. Otherwise it is the
/// usual one, if there is one. If there is none, each condition may be meant that the abbreviation stands for, unless it often
/// stands for something else and the text doesn't say that the person has it.
fn likely<'a>(
    meanings: &'a [Meaning],
    sentence: &str,
    note: &Note,
    is_had: bool,
    vocabulary: &Vocabulary,
) -> Vec<&'a Meaning> {
    let supported = |text: &str| {
        let is_in = |phrase: &String| text.contains(phrase.as_str());
        meanings.iter().find(|one| one.with.iter().any(is_in))
    };
    let is_named = |one: &&Meaning| one.concepts(vocabulary).iter().any(|one| note.concepts.contains(one));
    let named = || meanings.iter().find(is_named);
    let usual = || meanings.iter().find(|one| one.with.is_empty() && !one.name.is_empty());
    let chosen = supported(sentence).or_else(named).or_else(|| supported(&note.words)).or_else(usual);
    if let Some(chosen) = chosen {
        return vec![chosen];
    }
    let conditions: Vec<&Meaning> = meanings.iter().filter(|one| !one.name.is_empty()).collect();
    let has_other_meaning = conditions.len() < meanings.len();
    if is_had || !has_other_meaning { conditions } else { Vec::new() }
}

/// Whether a word is no part of a longer one, such as `PD-L1`, and no title, as in `MS. LEE`. A sentence would end behind
/// another word with a period.
fn stands_alone(sentence: &str, span: &Range<usize>) -> bool {
    let joins = |c: char| matches!(c, '-' | '\'' | '’' | '.' | '&');
    let before = sentence[..span.start].chars().next_back();
    let behind = &sentence[span.end..];
    let is_joined = behind.starts_with(joins) && behind.chars().nth(1).is_some_and(char::is_alphanumeric);
    let next = behind.strip_prefix('.').and_then(|rest| rest.trim_start().chars().next());
    let is_title = next.is_some_and(char::is_uppercase);
    !before.is_some_and(joins) && !is_joined && !is_title
}

/// Returns the folded words between spaces, so that a search finds whole words.
fn folded(text: &str) -> String {
    let mut folded = String::from(" ");
    for word in words(text) {
        folded.push_str(&word.folded);
        folded.push(' ');
    }
    folded
}

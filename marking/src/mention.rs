//! What is worth showing beside a line that stays unknown: the first record of something that the line names.

use waypoint_vocabulary::Vocabulary;

use crate::{
    condition::Noted,
    finding::Finding,
    known::{Known, LONGEST_NAME},
    medicine::COMMON,
    records::Records,
    tokens::{Token, contains, key, tokens},
    vaccine, why,
};

/// Words after these are not looked at.
const MOST_WORDS: usize = 60;
/// The fewest letters of a name.
const FEWEST_LETTERS: usize = 4;
/// A concept that has more kinds is so broad that it says little.
const MOST_KINDS: usize = 40;
/// Words of what is measured: who speaks of blood pressure does not name a high one.
const MEASURED: &[&str] = &[
    "pressure",
    "weight",
    "bmi",
    "mass",
    "glucose",
    "sugar",
    "cholesterol",
    "lipid",
    "level",
    "count",
    "ratio",
    "clearance",
    "vaccine",
    "vaccination",
    "shot",
];
/// Words of lines that speak of other people.
const OF_OTHERS: &[&str] =
    &["family", "relative", "parent", "mother", "father", "sibling", "caregiver", "partner"];

/// Last words of names that say little by themselves.
const TOO_BROAD: &[&str] =
    &["condition", "disease", "disorder", "finding", "history", "illness", "pain", "problem", "syndrome"];

/// What the records have of what a line names.
pub(crate) fn mentioned(line: &str, records: &Records, known: &Known, vocabulary: &Vocabulary) -> Finding {
    let mut words = key(line);
    words.truncate(MOST_WORDS);
    if words.iter().any(|word| OF_OTHERS.contains(&word.as_str())) {
        return Finding::Nothing;
    }
    let quote = allergy(&words, records)
        .or_else(|| condition(line, &words, records, known, vocabulary))
        .or_else(|| medicine(&words, records))
        .or_else(|| vaccine::mentioned(line, &records.vaccines));
    quote.map_or(Finding::Nothing, |record| Finding::Shown {
        record: record.to_owned(),
        why: why::ONLY_PARTLY,
    })
}

fn allergy<'a>(words: &[String], records: &'a Records) -> Option<&'a str> {
    const BEGINNINGS: &[&str] = &["allerg", "hypersensi", "anaphyla"];
    let is_about = words.iter().any(|word| BEGINNINGS.iter().any(|begins| word.starts_with(begins)));
    let mut allergies = records.allergies.iter().filter(|_| is_about);
    allergies.find(|one| contains(words, &one.to)).map(|one| one.quote.as_str())
}

fn medicine<'a>(words: &[String], records: &'a Records) -> Option<&'a str> {
    let is_told = |content: &Vec<String>| {
        let name = content.first().filter(|name| name.len() > FEWEST_LETTERS);
        name.is_some_and(|name| !COMMON.contains(&name.as_str()) && words.contains(name))
    };
    records.medicines.iter().find(|one| one.contents.iter().any(is_told)).map(|one| one.quote.as_str())
}

fn condition<'a>(
    line: &str,
    words: &[String],
    records: &'a Records,
    known: &Known,
    vocabulary: &Vocabulary,
) -> Option<&'a str> {
    let mut shown = records.conditions.iter().filter(|one| one.can_be_shown()).peekable();
    shown.peek()?;
    let letters = |key: &[String]| key.iter().map(String::len).sum::<usize>();
    let names = names_in(words, known);
    let in_words = |one: &&Noted| {
        one.keys.iter().any(|key| letters(key) >= FEWEST_LETTERS && stands_in(words, key, &names))
    };
    let in_table = |one: &&Noted| {
        one.keys.iter().any(|key| names.iter().any(|name| known.relation(key, name).is_some()))
    };
    let is_measured = words.iter().any(|word| MEASURED.contains(&word.as_str()));
    let mut concepts = if is_measured { Vec::new() } else { vocabulary.read_sentences(line) };
    concepts.retain(|concept| vocabulary.descendant_count(*concept) <= MOST_KINDS);
    let in_vocabulary = |one: &&Noted| one.concepts.iter().any(|held| concepts.contains(held));
    let meant = meant(line);
    let in_short = |one: &&Noted| one.keys.iter().any(|key| is_in_short(key, &meant));
    let all: Vec<&Noted> = shown.collect();
    let found = |is_it: &dyn Fn(&&Noted) -> bool| all.iter().copied().find(is_it);
    let found = found(&in_words)
        .or_else(|| found(&in_table))
        .or_else(|| found(&in_vocabulary))
        .or_else(|| found(&in_short));
    found.map(|one| one.quote.as_str())
}

/// The words that a line takes as known: 'ulcer' of 'the ulcer is infected'.
fn meant(line: &str) -> Vec<String> {
    let words = tokens(line);
    let pairs = words.windows(2).take(MOST_WORDS);
    let is_known = |pair: &&[Token]| matches!(pair[0].written.as_str(), "the" | "your");
    pairs.filter(is_known).map(|pair| pair[1].folded.clone()).collect()
}

/// Whether a line means a record's condition by the last word of its name.
fn is_in_short(name: &[String], meant: &[String]) -> bool {
    let last = name.last().filter(|last| name.len() > 1 && last.len() >= FEWEST_LETTERS);
    last.is_some_and(|last| meant.contains(last) && !TOO_BROAD.contains(&last.as_str()))
}

/// The names of the table that a line holds, the longest at each place: who writes of type 1 diabetes does not name
/// diabetes at large.
fn names_in<'a>(words: &'a [String], known: &Known) -> Vec<&'a [String]> {
    let mut names = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let longest = LONGEST_NAME.min(words.len() - at);
        let found = (1..=longest).rev().find(|length| known.named(&words[at..at + length]).is_some());
        names.extend(found.map(|length| &words[at..at + length]));
        at += found.unwrap_or(1);
    }
    names
}

/// Whether a name stands in the words of a line by itself, and not within a longer one of the table.
fn stands_in(words: &[String], name: &[String], names: &[&[String]]) -> bool {
    let is_within = |longer: &&[String]| longer.len() > name.len() && contains(longer, name);
    contains(words, name) && !names.iter().any(is_within)
}

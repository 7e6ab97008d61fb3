//! Where a cancer has spread, which is no condition of its own: 'bone and liver mets', 'mets to bone, lung and liver'.

use waypoint_domain::work_budget::WorkBudget;
use waypoint_vocabulary::{Part, Vocabulary, fold::words};

use super::{name::Name, owners::is_cancer};

/// Words for parts of a cancer elsewhere, folded. 'Metastatic' says it of the cancer itself.
const METASTASES: [&str; 2] = ["metastasis", "met"];
/// 'Spread', before the place. Behind a cancer it means that the cancer has spread.
const SPREAD_TO: [&str; 2] = ["di", "can"];
/// Words that say that a cancer has spread, and words between them and the place, folded.
const METASTATIC: [&str; 6] =
    ["metastatic", "metastasized", "spread", "metastasico", "metastasica", "extendido"];
const TO: [&str; 6] = ["to", "in", "into", "a", "al", "en"];
/// How many words before and behind a place may say that a cancer has spread there.
const MAX_WORDS_BEFORE: usize = 6;
const MAX_WORDS_BEHIND: usize = 4;
/// Words between the places of a list, folded.
const BETWEEN: [&str; 9] = ["and", "or", "the", "both", "y", "e", "o", "va", "hoac"];
/// Signs between them.
const SIGNS: [char; 6] = [',', '/', '&', '+', ' ', '\u{a0}'];

/// Whether a part of a text says where a cancer has spread.
pub(super) fn is_spread(part: &Part) -> bool {
    let spreads_to =
        |words: &[String]| words.len() > SPREAD_TO.len() && words.starts_with(&SPREAD_TO.map(String::from));
    part.words.iter().any(|word| METASTASES.contains(&word.as_str()))
        || (0..part.words.len()).any(|at| spreads_to(&part.words[at..]))
}

/// Marks the places in lists with a place where a cancer has spread. The names are in order.
pub(super) fn mark_lists(sentence: &str, names: &mut [Name], vocabulary: &Vocabulary) {
    let continues = |names: &[Name], one: usize, other: usize| {
        let between = &sentence[names[one].span.end..names[other].span.start];
        let is_list = words(between).iter().all(|word| BETWEEN.contains(&word.folded.as_str()))
            && between.chars().all(|c| c.is_alphanumeric() || SIGNS.contains(&c));
        is_list && !between.trim().is_empty()
    };
    for name in names.iter_mut().filter(|name| !name.is_spread) {
        name.is_spread = is_beside_metastases(sentence, name) && is_organ(sentence, name, vocabulary);
    }
    for at in 1..names.len() {
        if names[at - 1].is_spread && continues(names, at - 1, at) {
            names[at].is_spread |= is_organ(sentence, &names[at], vocabulary);
        }
    }
    for at in (1..names.len()).rev() {
        if names[at].is_spread && continues(names, at - 1, at) {
            names[at - 1].is_spread |= is_organ(sentence, &names[at - 1], vocabulary);
        }
    }
}

/// Whether words say that a cancer has spread to what a name names: 'metastatic to the brain', 'brain and adrenal mets'.
fn is_beside_metastases(sentence: &str, name: &Name) -> bool {
    let is_spread = |word: &str| METASTATIC.contains(&word) || METASTASES.contains(&word);
    let before = words(&sentence[..name.span.start]);
    let last = &before[before.len().saturating_sub(MAX_WORDS_BEFORE)..];
    let to = last.iter().rposition(|word| TO.contains(&word.folded.as_str()));
    let is_directly_before =
        |to: usize| last[to + 1..].iter().all(|word| BETWEEN.contains(&word.folded.as_str()));
    let follows = to.filter(|to| is_directly_before(*to)).is_some_and(|to| {
        let begins = last.first().map_or(0, |word| word.span.start);
        last[..to].iter().any(|word| is_spread(&word.folded))
            && !sentence[begins..name.span.start].contains([';', '.'])
    });
    let behind = &sentence[name.span.end..];
    let item = &behind[..behind.find([',', ';', '.', ':', '(', ')']).unwrap_or(behind.len())];
    let behind = words(item);
    let precedes = behind.first().is_some_and(|word| BETWEEN.contains(&word.folded.as_str()))
        && behind.iter().take(MAX_WORDS_BEHIND).any(|word| METASTASES.contains(&word.folded.as_str()));
    follows || precedes
}

/// Whether a name is one of a part of the body, to which a cancer may spread: 'liver', but not 'lupus' or 'breast cancer'.
fn is_organ(sentence: &str, name: &Name, vocabulary: &Vocabulary) -> bool {
    if name.concepts.iter().any(|concept| is_cancer(*concept, vocabulary)) {
        return false;
    }
    let spread = format!("{} metastases", &sentence[name.span.clone()]);
    let read = vocabulary.read_with(&spread, &WorkBudget::with_steps(0));
    matches!(read.parts.as_slice(), [part] if read.rest.is_empty() && is_spread(part))
}

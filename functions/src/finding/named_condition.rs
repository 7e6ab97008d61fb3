//! The condition that a chat message names, if it is about one.

use waypoint_domain::{
    assistant::{looks_for_something, names_trials, names_trials_in_english, says_what_somebody_has},
    work_budget::WorkBudget,
};
use waypoint_search::FreeText;
use waypoint_vocabulary::{MatchKind, Part};

use super::finder::Finder;

/// How many other words may accompany a condition in a text that doesn't mention trials.
const MAX_OTHER_WORDS: usize = 1;
/// How many other words may accompany a condition in a text that says what condition a person has.
const MAX_WORDS_WITH_HAVING: usize = 3;
/// How many other words may accompany a condition in a text that asks for trials.
const MAX_WORDS_WITH_REQUEST: usize = 8;
/// Names this short only count in capitals within a sentence: `ich` and `je` are words of other languages.
const SHORT_NAME: usize = 3;
/// The minimum length of a misspelled name.
const MIN_MISSPELLED_LENGTH: usize = 5;
/// The minimum length of a misspelled name that is the whole text.
const MIN_MISSPELLED_LENGTH_ALONE: usize = 8;
/// Words that describe the stage or severity of a condition.
const STAGE_WORDS: &[&str] =
    &["stage", "grade", "type", "advanced", "early", "late", "severe", "mild", "chronic", "ii", "iii", "iv"];
/// Words that precede the name of a condition that a person has or is looking for.
const WORDS_BEFORE_CONDITION: &[&str] = &["have", "has", "had", "with", "for"];
/// The maximum number of words of a text that is little more than a name.
const MAX_WORDS_OF_BARE_NAME: usize = 2;
/// The maximum number of words of a text that is a possibly misspelled name.
const MAX_WORDS_ALONE: usize = 4;
/// Everyday words in a chat that are also names of conditions or treatments.
const EVERYDAY: &[&str] = &[
    "call",
    "charge",
    "death",
    "die",
    "dying",
    "emergencies",
    "emergency",
    "gas",
    "hope",
    "hurt",
    "hurts",
    "inclusion",
    "placebo",
    "placebos",
    "poem",
    "poems",
    "side effect",
    "side effects",
    "still",
    "sugar",
    "sugar pill",
    "sugar pills",
    "travel",
    "voice",
    "withdraw",
    "withdrawal",
    "withdrawing",
];

/// Whether a word is the correctly spelled name of a condition or treatment.
#[must_use]
pub fn is_condition(finder: &Finder, word: &str) -> bool {
    finder.vocabulary().is_name(word)
}

/// Returns the label of the condition that a text names.
pub(super) fn condition_named(
    finder: &Finder,
    text: &str,
    free_text: &FreeText,
    effort: &WorkBudget,
) -> Option<String> {
    // People who ask for studies of healthy volunteers name no other condition.
    let healthy = free_text.healthy.as_ref().and_then(|healthy| text.get(healthy.span.clone()));
    let condition = match (free_text.condition.as_str(), healthy) {
        ("", Some(healthy)) => healthy,
        (condition, _) => condition,
    };
    let reading = finder.read(condition, effort);
    // A word in a sentence about another topic may also be the name of a rare disease.
    let is_search = names_trials_in_english(text) || looks_for_something(text);
    let max_other_words = match (says_what_somebody_has(text), is_search || names_trials(text)) {
        (_, true) => MAX_WORDS_WITH_REQUEST,
        (true, false) => MAX_WORDS_WITH_HAVING,
        (false, false) => MAX_OTHER_WORDS,
    };
    let other_words = reading.rest.iter().filter(|word| !is_stage_word(&word.folded)).count();
    let is_about_condition = other_words <= max_other_words;
    let is_whole_text = reading.rest.is_empty() && text.split_whitespace().count() <= MAX_WORDS_ALONE;
    let is_certain = |part: &&Part| {
        !is_everyday(condition, part)
            && (is_search
                || (is_about_condition
                    && part.match_kind == MatchKind::Named
                    && !is_coincidence(condition, part))
                || (is_whole_text && is_long_misspelling(condition, part)))
    };
    // In a text with 'kill' and 'insomnia', the latter is meant, although 'kill' resembles 'chill'. A person who hears
    // voices and has schizophrenia is looking for schizophrenia.
    let mut parts =
        reading.parts.iter().filter(is_certain).filter(|part| !is_short_misspelling(condition, part));
    let named = || parts.clone().filter(|part| part.match_kind == MatchKind::Named);
    let first = named()
        .find(|part| follows_condition_word(condition, part))
        .or_else(|| named().next())
        .or_else(|| parts.next())?;
    let concept = first.concepts.first()?;
    Some(finder.vocabulary().label(*concept).to_owned())
}

/// Whether a word only resembles a name and is too short to be certain.
fn is_short_misspelling(text: &str, part: &Part) -> bool {
    let typed = text.get(part.span.clone()).unwrap_or_default();
    part.match_kind != MatchKind::Named && typed.chars().count() < MIN_MISSPELLED_LENGTH
}

fn is_long_misspelling(text: &str, part: &Part) -> bool {
    let typed = text.get(part.span.clone()).unwrap_or_default();
    part.match_kind == MatchKind::Misspelled && typed.chars().count() >= MIN_MISSPELLED_LENGTH_ALONE
}

fn follows_condition_word(text: &str, part: &Part) -> bool {
    let before = text.get(..part.span.start).unwrap_or_default().split_whitespace().next_back();
    before.is_some_and(|word| WORDS_BEFORE_CONDITION.contains(&word.to_lowercase().as_str()))
}

/// Whether a word describes the stage or severity of a condition.
fn is_stage_word(word: &str) -> bool {
    STAGE_WORDS.contains(&word) || word.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_everyday(text: &str, part: &Part) -> bool {
    let typed = text.get(part.span.clone()).unwrap_or_default().to_lowercase();
    EVERYDAY.contains(&typed.as_str())
}

/// Whether a short lowercase word in a sentence only coincides with a name.
fn is_coincidence(text: &str, part: &Part) -> bool {
    let typed = text.get(part.span.clone()).unwrap_or_default();
    typed.chars().count() <= SHORT_NAME
        && !typed.chars().all(char::is_uppercase)
        && text.split_whitespace().count() > MAX_WORDS_OF_BARE_NAME
}

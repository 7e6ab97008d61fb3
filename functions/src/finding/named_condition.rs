//! The condition that a text of a chat names, if it is about one.

use waypoint_domain::{
    assistant::{looks_for_something, names_trials, names_trials_in_english, says_what_somebody_has},
    effort::Effort,
};
use waypoint_search::FreeText;
use waypoint_vocabulary::{How, Part};

use crate::context::Context;

/// How many words that name nothing may stand beside a condition in a text that does not speak of trials.
const MOST_OTHER_WORDS: usize = 1;
/// And in one that says what somebody has.
const MOST_BESIDE_HAVING: usize = 3;
/// And in one that asks for trials.
const MOST_BESIDE_ASKING: usize = 8;
/// A name of so few letters is one of a sentence only in capitals: `ich` and `je` are words of other languages.
const SHORT: usize = 3;
/// A slip has so many letters at least.
const LONG_ENOUGH: usize = 5;
/// And so many where nothing but it is said.
const LONG_ENOUGH_ALONE: usize = 8;
/// Words of how far an illness has come.
const OF_A_CONDITION: &[&str] =
    &["stage", "grade", "type", "advanced", "early", "late", "severe", "mild", "chronic", "ii", "iii", "iv"];
/// Words before the name of what somebody has, or looks for.
const BEFORE_A_CONDITION: &[&str] = &["have", "has", "had", "with", "for"];
/// How many words a text has that is hardly more than a name.
const HARDLY_MORE: usize = 2;
/// How many words the name of a condition has at most that may be misspelt where nothing else is said.
const LONGEST_ALONE: usize = 4;
/// What people say to a chat of something else, though a condition or a treatment is called so.
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

/// Whether a word by itself names a condition or a treatment, spelled as it should be.
#[must_use]
pub fn is_condition(context: &Context, word: &str) -> bool {
    context.finder.vocabulary().is_name(word)
}

/// The condition that a text names, as our vocabulary calls it.
pub(super) fn condition_named(
    context: &Context,
    text: &str,
    said: &FreeText,
    effort: &Effort,
) -> Option<String> {
    let finder = &context.finder;
    let reading = finder.read(&said.condition, effort);
    // A word of a sentence about something else may be called like a rare disease.
    let is_search = names_trials_in_english(text) || looks_for_something(text);
    let others = match (says_what_somebody_has(text), is_search || names_trials(text)) {
        (_, true) => MOST_BESIDE_ASKING,
        (true, false) => MOST_BESIDE_HAVING,
        (false, false) => MOST_OTHER_WORDS,
    };
    let beside = reading.rest.iter().filter(|word| !is_of_a_condition(&word.folded)).count();
    let is_about_it = beside <= others;
    let is_all = reading.rest.is_empty() && text.split_whitespace().count() <= LONGEST_ALONE;
    let certain = |part: &&Part| {
        !is_everyday(&said.condition, part)
            && (is_search
                || (is_about_it && part.how == How::Named && !is_by_chance(&said.condition, part))
                || (is_all && is_long_slip(&said.condition, part)))
    };
    // Who writes 'kill' and 'insomnia' means the latter, though the former is nearly a chill; and who hears voices and has
    // schizophrenia looks for this.
    let mut parts = reading.parts.iter().filter(certain).filter(|part| !is_short_slip(&said.condition, part));
    let named = || parts.clone().filter(|part| part.how == How::Named);
    let first = named()
        .find(|part| stands_where_conditions_do(&said.condition, part))
        .or_else(|| named().next())
        .or_else(|| parts.next())?;
    let concept = first.concepts.first()?;
    Some(finder.vocabulary().label(*concept).to_owned())
}

/// Whether a word is only like another one, and so short that many are.
fn is_short_slip(text: &str, part: &Part) -> bool {
    let typed = text.get(part.span.clone()).unwrap_or_default();
    part.how != How::Named && typed.chars().count() < LONG_ENOUGH
}

fn is_long_slip(text: &str, part: &Part) -> bool {
    let typed = text.get(part.span.clone()).unwrap_or_default();
    part.how == How::Misspelt && typed.chars().count() >= LONG_ENOUGH_ALONE
}

fn stands_where_conditions_do(text: &str, part: &Part) -> bool {
    let before = text.get(..part.span.start).unwrap_or_default().split_whitespace().next_back();
    before.is_some_and(|word| BEFORE_A_CONDITION.contains(&word.to_lowercase().as_str()))
}

/// Whether a word tells how far an illness has come.
fn is_of_a_condition(word: &str) -> bool {
    OF_A_CONDITION.contains(&word) || word.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_everyday(text: &str, part: &Part) -> bool {
    let typed = text.get(part.span.clone()).unwrap_or_default().to_lowercase();
    EVERYDAY.contains(&typed.as_str())
}

/// Whether a few small letters of a sentence are only called like a condition.
fn is_by_chance(text: &str, part: &Part) -> bool {
    let typed = text.get(part.span.clone()).unwrap_or_default();
    typed.chars().count() <= SHORT
        && !typed.chars().all(char::is_uppercase)
        && text.split_whitespace().count() > HARDLY_MORE
}

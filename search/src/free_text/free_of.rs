//! What someone is free of: 'cancer-free for 5 years', 'seizure free', 'drug-free trials'.

use std::ops::Range;

use super::{age_unit::unit_at, number::number_at, reading::Reading};

/// Words before 'free' that aren't conditions: 'placebo free'.
const NO_CONDITIONS: [&str; 8] =
    ["placebo", "needle", "drug", "chemo", "symptom", "symptoms", "disease", "illness"];
/// Words behind 'free' that make it part of a name: 'progression-free survival', 'gluten-free diet'.
const OF_NAMES: [&str; 7] = ["survival", "interval", "time", "diet", "food", "foods", "t3"];
/// Words behind a separate 'free': 'seizure free for a year', but not 'asthma free trials'.
const FOLLOWING: [&str; 12] =
    ["for", "since", "x", "after", "and", "but", "now", "with", "in", "who", "looking", "near"];
/// Words before how long it has been so.
const LASTING: [&str; 5] = ["for", "since", "x", "over", "almost"];
/// The beginning of the ids of drugs and other treatments.
const OF_TREATMENTS: char = 'T';

/// Returns the end of 'free' and how long it has been so, if it begins at a token behind what someone is free of.
pub(super) fn free_end(reading: &Reading, free: usize) -> Option<usize> {
    let token = reading.get(free).filter(|token| token.folded == "free")?;
    let next = reading.get(free + 1);
    let is_separate = token.gap == " ";
    let may_follow =
        |word: &str| if is_separate { FOLLOWING.contains(&word) } else { !OF_NAMES.contains(&word) };
    let end = lasting_end(reading, free + 1);
    let lasts = end > free + 1;
    let is_denial = lasts || next.is_none_or(|next| next.is_apart() || may_follow(&next.folded));
    ((is_separate || is_hyphen(&token.gap)) && is_denial).then_some(end)
}

/// Returns the tokens of what someone is free of that is no condition: a treatment, or a word without a meaning.
pub(super) fn free_of_at(reading: &Reading, at: usize) -> Option<Range<usize>> {
    let name = reading.whole_name(at..at + 1);
    let end = free_end(reading, name.end).filter(|_| name.start == at)?;
    let is_hyphenated = reading.get(name.end).is_some_and(|token| is_hyphen(&token.gap));
    let is_treatment = reading.concept_ids(name.clone()).all(|id| id.starts_with(OF_TREATMENTS));
    let is_word = NO_CONDITIONS.contains(&reading.word(at));
    let is_dropped = if reading.is_named(name) { is_treatment || is_word } else { is_hyphenated || is_word };
    is_dropped.then_some(at..end)
}

fn is_hyphen(gap: &str) -> bool {
    ["-", "\u{2010}", "\u{2011}", "\u{2013}"].contains(&gap)
}

/// 'for 5 years', 'since 2019', '3 years'
fn lasting_end(reading: &Reading, at: usize) -> usize {
    let is_introduced = LASTING.contains(&reading.word(at));
    let Some(number) = number_at(reading, at + usize::from(is_introduced)) else { return at };
    let unit = unit_at(reading, number.tokens.end).map(|(_, end)| end);
    unit.or(is_introduced.then_some(number.tokens.end)).unwrap_or(at)
}

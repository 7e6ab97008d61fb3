//! Whether somebody asks for trials, or says what they have.

use super::phrases::Words;

/// Words for what people take part in.
pub(super) const TRIALS: &[&str] = &["trial", "trials", "study", "studies", "research"];
/// The same in Spanish and Vietnamese.
const TRIALS_ELSEWHERE: &str =
    "estudio|estudios|ensayo|ensayos|investigación|nghiên cứu|thử nghiệm|nghien cuu|thu nghiem";

/// How somebody says what they or others have.
const HAVING: &str = "i have|ive|i had|im|i am|he has|she has|has|diagnosed with|living with|lives with|suffer from|\
    suffers from|tengo|tiene|tôi bị|bị";

/// Whether a text says what somebody has: then a condition in it is what it is about.
#[must_use]
pub fn says_what_somebody_has(text: &str) -> bool {
    Words::of(text).say(HAVING) && !text.contains('?')
}

/// Whether a text names trials. Only then a misspelt word may be taken for a condition.
#[must_use]
pub fn names_trials(text: &str) -> bool {
    Words::of(text).have_any(TRIALS)
}

/// The same in each language that is understood.
#[must_use]
pub fn asks_for_trials(text: &str) -> bool {
    names_trials_in(&Words::of(text))
}

pub(super) fn names_trials_in(words: &Words) -> bool {
    words.have_any(TRIALS) || words.say(TRIALS_ELSEWHERE)
}

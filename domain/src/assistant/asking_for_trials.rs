//! Whether a text names trials, or says what somebody has.

use super::phrases::Words;

/// Words for what people take part in.
pub(super) const TRIALS: &[&str] = &["trial", "trials", "study", "studies", "research"];
/// The same in Spanish and Vietnamese.
const TRIALS_ELSEWHERE: &str =
    "estudio|estudios|ensayo|ensayos|investigación|nghiên cứu|thử nghiệm|nghien cuu|thu nghiem";

/// How somebody says what they or others have.
const HAVING: &str = "i have|ive|i had|im|i am|he has|she has|has|diagnosed with|living with|lives with|suffer from|\
    suffers from|tengo|tiene|tôi bị|bị";

/// How somebody looks for a trial without its name.
pub(super) const SOMETHING_FOR: &str = "anything for|any thing for|something for|anything new for|something new for|anything available for|\
    anything left to try|anything left for|anything out there for|anything else for|what is there for|whats there for|\
    any hope for|any options for";
const OPTIONS_FOR: &str = "anything open for|options for|algo para|có gì cho";

/// Whether a text says what somebody has: then a condition in it is what it is about.
#[must_use]
pub fn says_what_somebody_has(text: &str) -> bool {
    Words::of(text).say(HAVING) && !text.contains('?')
}

/// Whether a text names trials, in any language that is understood.
#[must_use]
pub fn names_trials(text: &str) -> bool {
    name_trials(&Words::of(text))
}

/// Whether it does so in English. Only then a misspelt word may be taken for a condition.
#[must_use]
pub fn names_trials_in_english(text: &str) -> bool {
    Words::of(text).have_any(TRIALS)
}

/// Whether it looks for something for an illness, as people do who mean a trial and do not say so.
#[must_use]
pub fn looks_for_something(text: &str) -> bool {
    let words = Words::of(text);
    words.say(SOMETHING_FOR) || words.say(OPTIONS_FOR)
}

pub(super) fn name_trials(words: &Words) -> bool {
    words.have_any(TRIALS) || words.say(TRIALS_ELSEWHERE)
}

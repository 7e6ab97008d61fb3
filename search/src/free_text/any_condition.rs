//! Requests for trials of any condition: 'trials near Cleveland', 'any condition'.

use super::reading::Reading;

/// Phrases that ask for any condition.
const ANYTHING: [&str; 16] = [
    "any condition",
    "any conditions",
    "all conditions",
    "any disease",
    "any trial",
    "any trials",
    "all trials",
    "any study",
    "any studies",
    "all studies",
    "cualquier enfermedad",
    "cualquier condicion",
    "cualquier estudio",
    "todos los estudios",
    "tat ca nghien cuu",
    "moi benh",
];
/// Words for trials in general.
const TRIALS: [&str; 12] = [
    "trial",
    "trials",
    "study",
    "studies",
    "research",
    "ensayo",
    "ensayos",
    "estudio",
    "estudios",
    "investigacion",
    "nghien cuu",
    "thu nghiem",
];

/// Returns the tokens that ask for any condition.
pub(super) fn any_condition(reading: &Reading) -> Option<std::ops::Range<usize>> {
    (0..reading.tokens.len()).find_map(|at| {
        let length = ANYTHING.iter().map(|phrase| reading.phrase_at(at, phrase)).max()?;
        (length > 0 && reading.is_free(at..at + length)).then_some(at..at + length)
    })
}

/// Whether the text mentions trials.
pub(super) fn mentions_trials(reading: &Reading) -> bool {
    (0..reading.tokens.len()).any(|at| TRIALS.iter().any(|phrase| reading.phrase_at(at, phrase) > 0))
}

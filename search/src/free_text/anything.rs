//! Whether somebody looks for trials of any condition: 'trials near Cleveland', 'any condition'.

use super::reading::Reading;

/// Words that say so by themselves, where nothing else is looked for.
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
/// Words for what is looked for, whatever its condition.
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

/// Where words stand that ask for any condition.
pub(super) fn anything(reading: &Reading) -> Option<std::ops::Range<usize>> {
    (0..reading.tokens.len()).find_map(|at| {
        let length = ANYTHING.iter().map(|phrase| reading.phrase_at(at, phrase)).max()?;
        (length > 0 && reading.is_free(at..at + length)).then_some(at..at + length)
    })
}

/// Whether trials are spoken of.
pub(super) fn speaks_of_trials(reading: &Reading) -> bool {
    (0..reading.tokens.len()).any(|at| TRIALS.iter().any(|phrase| reading.phrase_at(at, phrase) > 0))
}

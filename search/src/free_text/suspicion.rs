//! Conditions that the person may have: 'rule out COPD', 'could it be MS'. They are no diagnosis.

use std::ops::Range;

use super::reading::Reading;
use crate::statement_cues::{SUSPICIONS_AFTER, SUSPICIONS_BEFORE};

/// Questions, which are suspicions only right before a condition.
const QUESTIONS: [(&str, ()); 7] = [
    ("do i have", ()),
    ("does he have", ()),
    ("does she have", ()),
    ("does my child have", ()),
    ("is it", ()),
    ("is this", ()),
    ("tengo yo", ()),
];
/// Words between a suspicion and the condition.
const BETWEEN: [&str; 5] = ["a", "an", "the", "un", "una"];
/// Words between alternatives.
const OR: [&str; 4] = ["or", "o", "hoac", "vs"];

/// A suspicion, in tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Suspicion {
    /// The words that say that it is one.
    pub(super) cue: Range<usize>,
    /// What the person may have.
    pub(super) condition: Range<usize>,
}

impl Suspicion {
    /// Returns all of its tokens.
    pub(super) fn whole(&self) -> Range<usize> {
        self.cue.start.min(self.condition.start)..self.cue.end.max(self.condition.end)
    }
}

/// Returns the suspicions of a text, in order.
pub(super) fn suspicions(reading: &Reading) -> Vec<Suspicion> {
    let mut found: Vec<Suspicion> = Vec::new();
    let mut at = 0;
    while at < reading.tokens.len() {
        let suspicion = before_condition(reading, at).or_else(|| behind_condition(reading, at));
        let suspicion = suspicion.filter(|one| reading.is_free(one.whole()));
        at = suspicion.as_ref().map_or(at + 1, |one| one.whole().end);
        found.extend(suspicion);
    }
    found
}

/// Whether the text names a condition apart from the suspected ones.
pub(super) fn names_others(reading: &Reading, suspicions: &[Suspicion]) -> bool {
    let is_suspected = |at: &usize| suspicions.iter().any(|one| one.whole().contains(at));
    (0..reading.tokens.len())
        .filter(|at| !is_suspected(at))
        .any(|at| reading.is_free(at..at + 1) && reading.names_disease(reading.whole_name(at..at + 1)))
}

/// 'rule out COPD', 'possible asthma or COPD'
fn before_condition(reading: &Reading, at: usize) -> Option<Suspicion> {
    let cue = reading.longest_at(at, &SUSPICIONS_BEFORE).or_else(|| reading.longest_at(at, &QUESTIONS));
    let (length, ()) = cue?;
    let cue = at..at + length;
    let mut first = cue.end;
    while BETWEEN.contains(&reading.word(first)) && !reading.is_named(first..first + 1) {
        first += 1;
    }
    let mut end = name_end(reading, first)?;
    while OR.contains(&reading.word(end))
        && let Some(next) = name_end(reading, end + 1)
    {
        end = next;
    }
    (!reading.is_in_name(cue.clone())).then_some(Suspicion { cue, condition: first..end })
}

/// 'lupus suspected'
fn behind_condition(reading: &Reading, at: usize) -> Option<Suspicion> {
    let end = name_end(reading, at)?;
    let (length, ()) = reading.longest_at(end, &SUSPICIONS_AFTER)?;
    Some(Suspicion { condition: at..end, cue: end..end + length })
}

/// Returns the end of a name that begins at a token.
fn name_end(reading: &Reading, at: usize) -> Option<usize> {
    let name = reading.is_named(at..at + 1).then(|| reading.whole_name(at..at + 1))?;
    let is_apart = reading.get(at)?.is_apart();
    (name.start == at && (!is_apart || at == 0)).then_some(name.end)
}

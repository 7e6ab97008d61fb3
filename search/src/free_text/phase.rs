//! The requested study phase.

use waypoint_domain::phase::Phase;

use super::reading::{Found, Reading};

const BEFORE: [&str; 3] = ["phase", "phases", "fase"];
const NUMBERS: [(&str, Phase); 8] = [
    ("1", Phase::One),
    ("2", Phase::Two),
    ("3", Phase::Three),
    ("4", Phase::Four),
    ("i", Phase::One),
    ("ii", Phase::Two),
    ("iii", Phase::Three),
    ("iv", Phase::Four),
];
/// Letters for parts of a phase, as in 'phase 2b'.
const PARTS: [&str; 3] = ["a", "b", "c"];
/// Words that belong to the phase when they follow it.
const STUDY: [&str; 8] = ["study", "studies", "trial", "trials", "estudio", "estudios", "ensayo", "ensayos"];

/// Returns the first phase that the text names: `phase 3`, `phase IIb trial`.
pub(super) fn phase(reading: &Reading) -> Option<Found<Phase>> {
    (0..reading.tokens.len()).find_map(|at| phase_at(reading, at))
}

fn phase_at(reading: &Reading, at: usize) -> Option<Found<Phase>> {
    if !BEFORE.contains(&reading.word(at)) {
        return None;
    }
    let value = number(reading, at + 1)?;
    let is_part = |at: usize| {
        PARTS.contains(&reading.word(at)) && reading.get(at).is_some_and(super::token::Token::is_attached)
    };
    let mut ends = at + 2;
    ends += usize::from(is_part(ends));
    // 'Phase 2/3', 'phase 1 or 2'
    let joined = usize::from(["or", "and", "to", "o", "y"].contains(&reading.word(ends)));
    let goes_on = joined > 0 || reading.get(ends).is_some_and(|next| ["/", "-"].contains(&next.gap.as_str()));
    if goes_on && number(reading, ends + joined).is_some() {
        ends += joined + 1;
        ends += usize::from(is_part(ends));
    }
    ends += usize::from(STUDY.contains(&reading.word(ends)));
    let is_early = reading.word_before(at, 1) == "early" && value == Phase::One;
    let begins = at - usize::from(is_early);
    let tokens = begins..ends;
    (reading.is_free(tokens.clone()) && !reading.is_in_name(tokens.clone()))
        .then_some(Found { value: if is_early { Phase::Early1 } else { value }, tokens })
}

fn number(reading: &Reading, at: usize) -> Option<Phase> {
    let word = reading.word(at);
    // 'Phase iiib' is one token.
    let whole = word.trim_end_matches(['a', 'b']);
    let known = NUMBERS.iter().find(|(number, _)| *number == word || *number == whole);
    known.map(|(_, phase)| *phase)
}

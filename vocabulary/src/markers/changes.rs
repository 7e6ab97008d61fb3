//! Reads the changes that are written at a marker: `G12C`, `V600E/K`, `exon 19 deletion or L858R`, `non-V600`, `T790M-`.

use std::ops::Range;

use super::{
    kinds::{any_kind_at, kind_at},
    pieces::{Piece, protein_change, variant_at},
    state::{
        MarkerState::{self, Negative, Positive},
        Variant,
    },
    written_state::{JOINING, is_in, is_wild_type, sign_at, skip_between, state_word_at, text},
};

/// How many of them may stand between two changes.
const MAX_JOINING: usize = 2;
/// Words before a change that say that people have another one.
const OTHER_THAN: &str = "non|not|other than|besides";

/// Reads changes with 'or', a slash, or a comma between them. `kinds` are the kinds of change that are states of their own.
/// Returns the states, the piece after them, and the pieces of the changes.
pub(super) fn changes_at(
    pieces: &[Piece],
    at: usize,
    kinds: &[&str],
) -> Option<(Vec<MarkerState>, usize, Range<usize>)> {
    let change_at = |at: usize| {
        let exact = variant_at(pieces, at).or_else(|| other_than_at(pieces, at));
        // 'exon 14 skipping mutation'
        let with_kind = |(change, end)| (change, any_kind_at(pieces, end).unwrap_or(end));
        exact.map(with_kind).or_else(|| kind_at(pieces, at, kinds))
    };
    let (first, mut end) = change_at(at)?;
    let position = first.position().map(str::to_owned);
    let begins_with_kind = !first.is_of_sequence();
    let mut states = vec![MarkerState::Variant(first)];
    loop {
        let joins = (end..end + MAX_JOINING).take_while(|at| JOINING.contains(&text(pieces, *at))).count();
        let next = end + joins;
        let letter = position
            .as_ref()
            .and_then(|position| protein_change(&format!("{position}{}", text(pieces, next))));
        let is_letter = text(pieces, next).len() == 1 && text(pieces, end) == "/";
        let change =
            change_at(next).or_else(|| letter.filter(|_| is_letter).map(|change| (change, next + 1)));
        let change = change.map(|(change, after)| (MarkerState::Variant(change), after));
        // 'HER2 mutation or amplification': for some kinds, the marker is only present.
        let present =
            || any_kind_at(pieces, next).filter(|_| begins_with_kind).map(|after| (Positive, after));
        let Some((state, after)) = change.or_else(present).filter(|_| joins > 0) else { break };
        states.push(state);
        end = after;
    }
    let (states, after) = with_state_behind(states, pieces, end);
    // The words of a kind are in names of conditions: 'FGFR2 fusion'.
    let is_named = begins_with_kind && states.iter().any(|state| matches!(state, MarkerState::Variant(_)));
    Some((states, after, if is_named { at..at } else { at..after }))
}

/// Returns the states of these changes with the word or sign behind them, and the piece after it.
pub(super) fn with_state_behind(
    states: Vec<MarkerState>,
    pieces: &[Piece],
    end: usize,
) -> (Vec<MarkerState>, usize) {
    match state_behind(pieces, end) {
        Some((Negative, after)) if is_wild_type(pieces, skip_between(pieces, end)) => (vec![Negative], after),
        Some((Negative, after)) => (without(states), after),
        Some((Positive, after)) => (states, after),
        _ => (states, end),
    }
}

/// Returns the states of a person without these.
pub(super) fn without(states: Vec<MarkerState>) -> Vec<MarkerState> {
    let opposite = |state| match state {
        MarkerState::Variant(change) => MarkerState::Without(change),
        _ => Negative,
    };
    states.into_iter().map(opposite).collect()
}

/// Reads `non-V600`: any change but those.
pub(super) fn other_than_at(pieces: &[Piece], at: usize) -> Option<(Variant, usize)> {
    let two = format!("{} {}", text(pieces, at), text(pieces, at + 1));
    let length = if is_in(OTHER_THAN, &two) { 2 } else { usize::from(is_in(OTHER_THAN, text(pieces, at))) };
    let next = at + length + usize::from(text(pieces, at + length) == "-");
    let (change, end) = variant_at(pieces, next).filter(|_| length > 0)?;
    Some((change.other_than(), end))
}

/// Reads the state behind a change: `T790M-negative`, `ITD+`, `G12C not detected`.
fn state_behind(pieces: &[Piece], end: usize) -> Option<(MarkerState, usize)> {
    sign_at(pieces, end).or_else(|| state_word_at(pieces, skip_between(pieces, end)))
}

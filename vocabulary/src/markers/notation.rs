//! Reads the names of markers in a text, and the states written at them.
//!
//! Notations: signs (`HER2-`, `HER2(+)`, `ER-/PR-`), words behind (`EGFR wild type`, `EGFR mutation-negative`), words
//! before (`no ALK rearrangement`, `negative for HER2`), and changes (`KRAS G12C`, `EGFR exon 20`). A state belongs to all
//! markers joined before it: `ER and PR negative`.

use std::ops::Range;

use super::{
    changes::{changes_at, other_than_at, with_state_behind, without},
    kinds::{end_of_words, kind_before},
    pieces::{Piece, is_whole_change, pieces, protein_change, variant_at},
    score::{percent_at, scores_at},
    state::{
        MarkerId, MarkerMention,
        MarkerState::{self, Equivocal, Low, Negative, Positive, Zero},
        Variant,
    },
    table::{Markers, Name},
    written_state::{
        BETWEEN, JOINING, MAX_BETWEEN, POSITIVE, is_in, is_opened, sign_at, skip_between, state_word_at, text,
    },
};

/// Words before a marker that say that it is absent.
const DENYING: &str = "no|non|not|negative|neg|without|lack|lacking|lacks|lack of|absence of|negative for|neg for|wild type|wildtype|wt|\
    unmutated|sin|negativo para|negativa para|ninguna|khong|khong co|khong bi|am tinh voi|do not have|does not have|tested negative for";
/// Words before a marker that say that it is present.
const AFFIRMING: &str =
    "positive for|mutant|mutated|activating|sensitizing|positivo para|duong tinh voi|amplified";
/// How many signs and words may join two markers: `ER (+) and/or PR`.
const MAX_JOINING: usize = 4;
/// How many pieces a change may have: `ex20 - ins`.
const MAX_CHANGE: usize = 4;
/// A marker at its pieces.
struct Named {
    marker: MarkerId,
    states: Vec<MarkerState>,
    /// The pieces of the name with what belongs to it.
    pieces: Range<usize>,
    /// The pieces of the name alone, or of the change that implies it.
    name: Range<usize>,
    /// The pieces of the changes, empty if there are none.
    changes: Range<usize>,
    /// Whether the name itself states the state, or a change the marker.
    is_fixed: bool,
    /// Whether a change implies it: `L858R`.
    is_implied: bool,
    /// Whether words before it deny it.
    is_denied: bool,
}

impl Markers {
    /// Reads the markers of a text, in order.
    #[must_use]
    pub fn read(&self, text: &str) -> Vec<MarkerMention> {
        let pieces = pieces(text);
        let mut named: Vec<Named> = Vec::new();
        let mut at = 0;
        while at < pieces.len() {
            // What belongs to one marker is not said of the next one.
            let floor = named.last().map_or(0, |before| before.pieces.end);
            let numbered = self.numbered_at(&pieces, at, &named);
            let here = match numbered {
                Some(numbered) => vec![numbered],
                None => self.named_at(&pieces, at, floor),
            };
            at = here.iter().map(|named| named.pieces.end).max().unwrap_or(at).max(at + 1);
            named.extend(here);
        }
        share_states(&mut named, &pieces);
        let counts = |named: &Named| !named.states.is_empty() || !self.needs_state(named.marker);
        let read = named.into_iter().filter(counts);
        read.map(|named| mention(self.needs_state(named.marker), named, &pieces)).collect()
    }

    /// Returns the markers that the longest name at a piece names: several for `triple negative`.
    fn named_at(&self, pieces: &[Piece], at: usize, floor: usize) -> Vec<Named> {
        let names = self.names_from(&pieces[at].text);
        let ends = names.iter().filter_map(|name| Some((name, end_of_words(&name.words, pieces, at)?)));
        let longest = ends.clone().map(|(_, end)| end).max();
        let found: Vec<Named> = ends
            .filter(|(_, end)| Some(*end) == longest)
            .map(|(name, end)| with_state(name, pieces, at..end, floor, self.kinds(name.marker)))
            .collect();
        if found.is_empty() {
            self.glued_at(pieces, at).or_else(|| self.change_at(pieces, at, floor)).into_iter().collect()
        } else {
            found
        }
    }

    /// Reads the number of another marker behind one that differs in its last digit: `BRCA1/2`, `IDH1 or 2`.
    fn numbered_at(&self, pieces: &[Piece], at: usize, before: &[Named]) -> Option<Named> {
        let digit = text(pieces, at);
        let is_number = digit.len() == 1 && digit.starts_with(|c: char| c.is_ascii_digit());
        let joins = before.last()?.pieces.end..at;
        let is_joined = !joins.is_empty() && joins.into_iter().all(|at| JOINING.contains(&text(pieces, at)));
        let names =
            before.iter().rev().filter_map(|named| Some(text(pieces, named.name.end.checked_sub(1)?)));
        let last = names.into_iter().find(|name| name.len() > 1)?;
        let stem = last.strip_suffix(|c: char| c.is_ascii_digit()).filter(|_| is_number && is_joined)?;
        let word = format!("{stem}{digit}");
        let name = self.names_from(&word).iter().find(|name| name.words.len() == 1)?;
        Some(with_state(name, pieces, at..at + 1, at, self.kinds(name.marker)))
    }

    /// Reads a name and its state that are one word: `EGFRm`, `KRASG12C`.
    fn glued_at(&self, pieces: &[Piece], at: usize) -> Option<Named> {
        let word = pieces[at].text.as_str();
        let mut ends = (3..word.len()).rev().filter(|end| word.is_char_boundary(*end));
        ends.find_map(|end| {
            let (name, rest) = word.split_at(end);
            let name = self.names_from(name).iter().find(|known| known.words.len() == 1)?;
            let (state, after) = match rest {
                "m" | "mut" => (Positive, at + 1),
                "wt" => (Negative, at + 1),
                change => {
                    let (change, length) = change_of_glued(pieces, at, change)?;
                    (MarkerState::Variant(change), at + length)
                }
            };
            // The one word names no condition, but the marker may.
            let is_implied = state != Negative;
            Some(Named {
                marker: name.marker,
                states: vec![state],
                pieces: at..after,
                name: at..after,
                changes: at..at,
                is_fixed: true,
                is_implied,
                is_denied: false,
            })
        })
    }

    /// Reads a change that belongs to one marker only: `V600E`.
    fn change_at(&self, pieces: &[Piece], at: usize, floor: usize) -> Option<Named> {
        let other =
            || other_than_at(pieces, at).and_then(|(other, end)| Some((other.excepted()?, other, end)));
        let own = variant_at(pieces, at).map(|(change, end)| (change.clone(), change, end));
        let (known, variant, end) = own.or_else(other)?;
        let marker = self.with_variant(&known).filter(|_| is_whole_change(&pieces[at..end]))?;
        let (mut states, mut after) = with_state_behind(vec![MarkerState::Variant(variant)], pieces, end);
        let denied = begin_before(pieces, at, DENYING).filter(|begin| *begin >= floor);
        let denied = denied.filter(|_| states.iter().all(is_change));
        if denied.is_some() {
            states = without(states);
        }
        let is_present = states.iter().all(is_change);
        if is_present {
            after = end;
        }
        let span = denied.unwrap_or(at)..after;
        Some(Named {
            marker,
            states,
            changes: if is_present { at..at } else { span.clone() },
            name: span.clone(),
            pieces: span,
            is_implied: is_present,
            is_fixed: is_present,
            is_denied: denied.is_some(),
        })
    }
}

/// Reads the state of a name at these pieces. Words before `floor` belong to something else.
fn with_state(name: &Name, pieces: &[Piece], at: Range<usize>, floor: usize, kinds: &[&str]) -> Named {
    let before = |phrases| begin_before(pieces, at.start, phrases).filter(|begin| *begin >= floor);
    if let Some(state) = &name.state {
        return with_fixed_state(name.marker, state, pieces, at.clone(), before(DENYING));
    }
    let (mut states, mut end, mut changes) = states_after(pieces, at.end, kinds);
    let mut start = at.start;
    let (denied, affirmed) = (before(DENYING), before(AFFIRMING));
    let is_absent = |state: &MarkerState| matches!(state, Negative | Low | Zero | MarkerState::Without(_));
    let is_denied = denied.is_some() && !states.iter().any(is_absent);
    let kind = kind_before(pieces, at.start, kinds).filter(|(_, begin)| *begin >= floor);
    if let Some(begin) = denied.filter(|_| is_denied) {
        let are_changes = !states.is_empty() && states.iter().all(is_change);
        (states, start) = (if are_changes { without(states) } else { vec![Negative] }, begin);
        changes = if are_changes { at.end..end } else { changes };
    } else if let Some((kind, begin)) = kind.filter(|_| states.is_empty()) {
        (states, start) = (vec![MarkerState::Variant(kind)], begin);
    } else if let Some(begin) = affirmed.filter(|_| states.is_empty()) {
        (states, start) = (vec![Positive], begin);
    }
    if states.is_empty() {
        end = at.end;
    }
    Named {
        marker: name.marker,
        states,
        pieces: start..end,
        name: at,
        changes,
        is_fixed: false,
        is_implied: false,
        is_denied,
    }
}

/// Reads a name that states a state itself. A word that denies it turns it around: `not MSI-H`, `dMMR negative`.
fn with_fixed_state(
    marker: MarkerId,
    state: &MarkerState,
    pieces: &[Piece],
    at: Range<usize>,
    denied: Option<usize>,
) -> Named {
    let behind = sign_at(pieces, at.end).or_else(|| state_word_at(pieces, skip_between(pieces, at.end)));
    let (is_turned, span) = match (behind, denied) {
        _ if *state != Positive => (false, at.clone()),
        (Some((Negative, end)), _) => (true, at.start..end),
        (_, Some(begin)) => (true, begin..at.end),
        (Some((Positive, end)), _) => (false, at.start..end),
        _ => (false, at.clone()),
    };
    Named {
        marker,
        states: vec![if is_turned { Negative } else { state.clone() }],
        changes: at.end..at.end,
        name: at,
        pieces: span,
        is_fixed: !is_turned,
        is_implied: false,
        is_denied: is_turned && denied.is_some(),
    }
}

/// Reads the change at the end of a word, and how many pieces it has: `KRASG12C`, `METex14 skipping`.
fn change_of_glued(pieces: &[Piece], at: usize, change: &str) -> Option<(Variant, usize)> {
    let ends = (at + MAX_CHANGE).min(pieces.len());
    let mut parted = pieces[at..ends].to_vec();
    change.clone_into(&mut parted.first_mut()?.text);
    let is_exact = protein_change(change).is_some() || change.starts_with("ex");
    variant_at(&parted, 0).filter(|_| is_exact)
}

fn is_change(state: &MarkerState) -> bool {
    matches!(state, MarkerState::Variant(_))
}

/// Returns the states written after a name, the piece after them, and the pieces of changes.
fn states_after(pieces: &[Piece], at: usize, kinds: &[&str]) -> (Vec<MarkerState>, usize, Range<usize>) {
    // 'estrogen receptor (ER)-positive'
    let at = at + usize::from(text(pieces, at) == ")" && is_opened(pieces, at));
    if let Some((states, end)) = scores_at(pieces, at).or_else(|| percent_at(pieces, at, kinds)) {
        return (states, end, end..end);
    }
    if let Some((state, end)) = sign_at(pieces, at) {
        return (vec![state], end, end..end);
    }
    let begin = skip_between(pieces, at);
    if let Some(found) = changes_at(pieces, begin, kinds) {
        return found;
    }
    let Some((state, end)) = state_word_at(pieces, begin) else { return (Vec::new(), at, at..at) };
    // 'EGFR mutation-negative', 'KRAS mutation (G12C)'
    let next = skip_between(pieces, end);
    match (changes_at(pieces, next, kinds), state_word_at(pieces, next)) {
        (Some(found), _) if state == Positive => found,
        (_, Some((Negative, end))) => (vec![Negative], end, end..end),
        (_, Some((_, end))) => (vec![state], end, end..end),
        _ => (vec![state], end, end..end),
    }
}

/// Returns where one of these phrases begins that ends right before a piece, or before words between them. A word for
/// what is present may be between them, too: `sin mutaciones de EGFR`.
fn begin_before(pieces: &[Piece], at: usize, phrases: &str) -> Option<usize> {
    let begin_of_any =
        |end, phrases: &str| phrases.split('|').filter_map(|phrase| begin_of(pieces, end, phrase)).min();
    let mut end = at;
    for _ in 0..=MAX_BETWEEN {
        let found = begin_of_any(end, phrases);
        let around = || begin_of_any(begin_of_any(end, POSITIVE)?, phrases);
        if let Some(found) = found.or_else(around) {
            return Some(found);
        }
        let before = end.checked_sub(1)?;
        let is_between = is_in(BETWEEN, text(pieces, before)) || text(pieces, before) == "-";
        end = is_between.then_some(before)?;
    }
    None
}

/// Returns where a phrase begins that ends right before a piece.
fn begin_of(pieces: &[Piece], end: usize, phrase: &str) -> Option<usize> {
    let mut begin = end;
    for (index, word) in phrase.split(' ').rev().enumerate() {
        begin = begin.checked_sub(1)?;
        if index > 0 && text(pieces, begin) == "-" {
            begin = begin.checked_sub(1)?;
        }
        if text(pieces, begin) != word {
            return None;
        }
    }
    Some(begin)
}

/// Gives a marker without a state the one of the marker that it is joined to.
fn share_states(named: &mut [Named], pieces: &[Piece]) {
    let is_joined = |one: &Named, next: &Named| {
        let between = one.pieces.end..next.pieces.start;
        !between.is_empty()
            && between.len() <= MAX_JOINING
            && between.into_iter().all(|at| JOINING.contains(&text(pieces, at)))
    };
    for at in 1..named.len() {
        let [before, next] = &mut named[at - 1..=at] else { continue };
        if before.is_denied && !next.is_denied && is_joined(before, next) && !next.states.contains(&Negative)
        {
            let are_changes = !next.states.is_empty() && next.states.iter().all(is_change);
            let states = std::mem::take(&mut next.states);
            next.states = if are_changes { without(states) } else { vec![Negative] };
            next.is_denied = true;
            next.pieces.start = before.pieces.end;
        }
    }
    for at in (1..named.len()).rev() {
        let [before, next] = &mut named[at - 1..=at] else { continue };
        if before.states.is_empty() && !next.is_fixed && is_joined(before, next) {
            before.states.clone_from(&next.states);
            before.pieces.end = next.pieces.start.max(before.pieces.end);
        }
    }
}

/// `is_other_word` is whether the name is also another word.
fn mention(is_other_word: bool, named: Named, pieces: &[Piece]) -> MarkerMention {
    let span = |at: &Range<usize>| match pieces.get(at.clone()) {
        Some([first, .., last]) => first.span.start..last.span.end,
        Some([only]) => only.span.clone(),
        _ => 0..0,
    };
    // 'HER2 low' is in names, and a score such as 1+ is not.
    let is_score = named.states.contains(&Low)
        && pieces.get(named.pieces.clone()).is_some_and(|all| all.iter().any(|piece| piece.text == "+"));
    let is_absent = |state: &MarkerState| matches!(state, Negative | Zero | Equivocal);
    let is_other = is_score || named.states.iter().any(is_absent);
    let masked = match (is_other, named.is_fixed) {
        (true, false) => span(&named.pieces),
        (_, true) => 0..0,
        (false, false) => span(&named.changes),
    };
    let name = if is_other_word { 0..0 } else { span(&named.name) };
    MarkerMention {
        marker: named.marker,
        span: span(&named.pieces),
        name,
        is_implied: named.is_implied,
        states: named.states,
        masked,
    }
}

#[cfg(test)]
#[path = "notation_tests.rs"]
mod tests;

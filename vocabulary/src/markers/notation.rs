//! Reads the names of markers in a text, and the states written at them.
//!
//! Notations: signs (`HER2-`, `HER2(+)`, `ER-/PR-`), words behind (`EGFR wild type`, `EGFR mutation-negative`), words
//! before (`no ALK rearrangement`, `negative for HER2`), and changes (`KRAS G12C`, `EGFR exon 20`). A state belongs to all
//! markers joined before it: `ER and PR negative`.

use std::ops::Range;

use super::{
    pieces::{Piece, is_whole_change, pieces, protein_change, variant_at},
    score::score_at,
    share::share_at,
    state::{
        MarkerId, MarkerMention,
        MarkerState::{self, Equivocal, Low, Negative, Positive},
    },
    table::{Markers, Name},
    written_state::{
        BETWEEN, MAX_BETWEEN, POSITIVE, is_in, is_opened, sign_at, skip_between, state_word_at, text,
    },
};

/// Words before a marker that say that it is absent.
const DENYING: &str = "no|non|not|negative|neg|without|lack|lacking|lacks|lack of|absence of|negative for|neg for|wild type|wildtype|wt|\
    unmutated|sin|negativo para|negativa para|ninguna|khong|khong co|khong bi|am tinh voi|do not have|does not have|tested negative for";
/// Words before a marker that say that it is present.
const AFFIRMING: &str =
    "positive for|mutant|mutated|activating|sensitizing|positivo para|duong tinh voi|amplified";
/// Signs and words that join markers which share a state.
const JOINING: [&str; 13] = ["/", "and", "or", ",", "&", "y", "o", "va", "hoac", "nor", "ni", "(", ")"];
/// How many signs and words may join two markers: `ER (+) and/or PR`.
const MAX_JOINING: usize = 4;
/// Whose text is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Writer {
    /// The text may be a study's record, in which a share is a requirement.
    Anyone,
    /// The person who has the markers, or a doctor.
    Person,
}

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
        self.read_by(text, Writer::Anyone)
    }

    /// Reads the markers of a person's own text, in order. It may state shares of cells: `ER 90%`.
    #[must_use]
    pub fn read_report(&self, text: &str) -> Vec<MarkerMention> {
        self.read_by(text, Writer::Person)
    }

    fn read_by(&self, text: &str, writer: Writer) -> Vec<MarkerMention> {
        let pieces = pieces(text);
        let mut named: Vec<Named> = Vec::new();
        let mut at = 0;
        while at < pieces.len() {
            // What belongs to one marker is not said of the next one.
            let floor = named.last().map_or(0, |before| before.pieces.end);
            let here = self.named_at(&pieces, at, floor, writer);
            at = here.iter().map(|named| named.pieces.end).max().unwrap_or(at).max(at + 1);
            named.extend(here);
        }
        share_states(&mut named, &pieces);
        let counts = |named: &Named| !named.states.is_empty() || !self.needs_state(named.marker);
        let read = named.into_iter().filter(counts);
        read.map(|named| mention(self.needs_state(named.marker), named, &pieces)).collect()
    }

    /// Returns the markers that the longest name at a piece names: several for `triple negative`.
    fn named_at(&self, pieces: &[Piece], at: usize, floor: usize, writer: Writer) -> Vec<Named> {
        let names = self.names_from(&pieces[at].text);
        let ends = names.iter().filter_map(|name| Some((name, end_of_name(name, pieces, at)?)));
        let longest = ends.clone().map(|(_, end)| end).max();
        let found: Vec<Named> = ends
            .filter(|(_, end)| Some(*end) == longest)
            .map(|(name, end)| {
                let has_share = writer == Writer::Person && self.has_share(name.marker);
                let share = has_share.then(|| share_at(pieces, end)).flatten();
                with_state(name, pieces, at..end, floor, share)
            })
            .collect();
        if found.is_empty() {
            self.glued_at(pieces, at).or_else(|| self.change_at(pieces, at)).into_iter().collect()
        } else {
            found
        }
    }

    /// Reads a name and its state that are one word: `EGFRm`, `KRASG12C`.
    fn glued_at(&self, pieces: &[Piece], at: usize) -> Option<Named> {
        let word = pieces[at].text.as_str();
        let mut ends = (3..word.len()).rev().filter(|end| word.is_char_boundary(*end));
        ends.find_map(|end| {
            let (name, rest) = word.split_at(end);
            let name = self.names_from(name).iter().find(|known| known.words.len() == 1)?;
            let state = match rest {
                "m" | "mut" => Positive,
                "wt" => Negative,
                change => MarkerState::Variant(protein_change(change)?),
            };
            // The one word names no condition, but the marker may.
            let is_implied = state != Negative;
            Some(Named {
                marker: name.marker,
                states: vec![state],
                pieces: at..at + 1,
                name: at..at + 1,
                changes: at..at,
                is_fixed: true,
                is_implied,
                is_denied: false,
            })
        })
    }

    /// Reads a change that belongs to one marker only: `V600E`.
    fn change_at(&self, pieces: &[Piece], at: usize) -> Option<Named> {
        let (variant, end) = variant_at(pieces, at)?;
        let marker = self.with_variant(&variant).filter(|_| is_whole_change(&pieces[at..end]))?;
        let states = vec![MarkerState::Variant(variant)];
        Some(Named {
            marker,
            states,
            pieces: at..end,
            name: at..end,
            changes: at..at,
            is_implied: true,
            is_fixed: true,
            is_denied: false,
        })
    }
}

/// Returns the piece after a name that begins at a piece. A single sign may stand between its words: `HER-2/neu`.
fn end_of_name(name: &Name, pieces: &[Piece], at: usize) -> Option<usize> {
    let mut end = at;
    for (index, word) in name.words.iter().enumerate() {
        if index > 0 && ["-", "/", "."].contains(&text(pieces, end)) {
            end += 1;
        }
        if text(pieces, end) != *word {
            return None;
        }
        end += 1;
    }
    Some(end)
}

/// Reads the state of a name at these pieces, which may be the one of a share of cells. Words before `floor` belong to
/// something else.
fn with_state(
    name: &Name,
    pieces: &[Piece],
    at: Range<usize>,
    floor: usize,
    share: Option<(MarkerState, usize)>,
) -> Named {
    if let Some(state) = &name.state {
        let states = vec![state.clone()];
        return Named {
            marker: name.marker,
            states,
            changes: at.end..at.end,
            name: at.clone(),
            pieces: at,
            is_fixed: true,
            is_implied: false,
            is_denied: false,
        };
    }
    let (mut states, mut end, changes) =
        share.map_or_else(|| states_after(pieces, at.end), |(state, end)| (vec![state], end, end..end));
    let mut start = at.start;
    let before = |phrases| begin_before(pieces, start, phrases).filter(|begin| *begin >= floor);
    let (denied, affirmed) = (before(DENYING), before(AFFIRMING));
    let is_denied = denied.is_some() && !states.iter().any(|state| matches!(state, Negative | Low));
    if let Some(begin) = denied.filter(|_| is_denied) {
        (states, start) = (vec![Negative], begin);
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

/// Returns the states written after a name, the piece after them, and the pieces of changes.
fn states_after(pieces: &[Piece], at: usize) -> (Vec<MarkerState>, usize, Range<usize>) {
    // 'estrogen receptor (ER)-positive'
    let at = at + usize::from(text(pieces, at) == ")" && is_opened(pieces, at));
    if let Some((state, end)) = score_at(pieces, at) {
        return (vec![state], end, end..end);
    }
    if let Some((state, end)) = sign_at(pieces, at) {
        return (vec![state], end, end..end);
    }
    let begin = skip_between(pieces, at);
    if let Some(found) = changes_at(pieces, begin) {
        return found;
    }
    let Some((state, end)) = state_word_at(pieces, begin) else { return (Vec::new(), at, at..at) };
    // 'EGFR mutation-negative', 'KRAS mutation (G12C)'
    let next = skip_between(pieces, end);
    match (changes_at(pieces, next), state_word_at(pieces, next)) {
        (Some(found), _) if state == Positive => found,
        (_, Some((Negative, end))) => (vec![Negative], end, end..end),
        (_, Some((_, end))) => (vec![state], end, end..end),
        _ => (vec![state], end, end..end),
    }
}

/// Reads changes with 'or', a slash, or a comma between them: `G12C`, `V600E/K`, `exon 19 deletion or L858R`.
fn changes_at(pieces: &[Piece], at: usize) -> Option<(Vec<MarkerState>, usize, Range<usize>)> {
    let (first, mut end) = variant_at(pieces, at)?;
    let position = first.position().map(str::to_owned);
    let mut changes = vec![first];
    loop {
        let joins = (end..end + 2).take_while(|at| JOINING.contains(&text(pieces, *at))).count();
        let next = end + joins;
        let letter = position
            .as_ref()
            .and_then(|position| protein_change(&format!("{position}{}", text(pieces, next))));
        let is_letter = text(pieces, next).len() == 1 && text(pieces, end) == "/";
        let found = variant_at(pieces, next)
            .or_else(|| letter.filter(|_| is_letter).map(|change| (change, next + 1)));
        let Some((change, after)) = found.filter(|_| joins > 0) else { break };
        changes.push(change);
        end = after;
    }
    let states = changes.into_iter().map(MarkerState::Variant).collect();
    let (states, end) = match state_word_at(pieces, end) {
        Some((Negative, after)) => (vec![Negative], after),
        Some((Positive, after)) => (states, after),
        _ => (states, end),
    };
    Some((states, end, at..end))
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
            (next.states, next.is_denied) = (vec![Negative], true);
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
    let is_other = is_score || named.states.contains(&Negative) || named.states.contains(&Equivocal);
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

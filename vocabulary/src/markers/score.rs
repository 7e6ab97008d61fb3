//! Reads the score of a stain: `HER2 IHC 3+`, `HER2 0`, `HER2 equivocal`.
//!
//! A 2+ decides nothing. A test of the gene, in situ hybridization, decides it: `HER2 2+/FISH-`.

use super::{
    pieces::Piece,
    state::MarkerState::{self, Equivocal, Low, Negative, Positive},
    written_state::{is_in, is_opened, sign_at, skip_between, state_word_at, text},
};

/// Pieces before a score.
const BEFORE: [&str; 4] = ["(", "ihc", "score", "-"];
const MAX_BEFORE: usize = 3;
const UNDECIDED: &str = "equivocal|unknown|unk|untested|not tested|desconocido|desconocida|equivoco|equivoca|borderline|indeterminate|indeterminado|indeterminada|khong ro rang";
const ZERO: &str = "0|zero|cero";
/// Tests of the gene.
const GENE_TESTS: &str = "fish|ish|dish|sish|cish";
/// Pieces between a score and such a test.
const JOINING: [&str; 8] = ["/", ",", ";", "(", "and", "but", "by", "with"];
const MAX_JOINING: usize = 2;

/// Returns the state of the score that begins at a piece, and the piece after it.
pub(super) fn score_at(pieces: &[Piece], at: usize) -> Option<(MarkerState, usize)> {
    let (state, end) = number_at(pieces, at).or_else(|| undecided_at(pieces, at))?;
    let end = end + usize::from(text(pieces, end) == ")" && is_opened(pieces, end));
    let tested = if state == Equivocal { gene_test_at(pieces, end) } else { None };
    // A 2+ without the gene's change is little, as a 1+ is.
    Some(tested.map_or((state, end), |(found, end)| (if found == Negative { Low } else { found }, end)))
}

fn number_at(pieces: &[Piece], at: usize) -> Option<(MarkerState, usize)> {
    let is_before = |piece: &&Piece| BEFORE.contains(&piece.text.as_str());
    let digit = at + pieces.get(at..)?.iter().take(MAX_BEFORE).take_while(is_before).count();
    let has_plus = text(pieces, digit + 1) == "+";
    let state = match text(pieces, digit) {
        "1" if has_plus => Low,
        "2" if has_plus => Equivocal,
        "3" if has_plus => Positive,
        // Without a plus, as in '0.5', it may be another number.
        zero if is_in(ZERO, zero) && text(pieces, digit + 1) != "." => Negative,
        _ => return None,
    };
    Some((state, digit + 1 + usize::from(has_plus)))
}

fn undecided_at(pieces: &[Piece], at: usize) -> Option<(MarkerState, usize)> {
    let begin = skip_between(pieces, at);
    let length = (1..=3).rev().find(|length| {
        let words: Vec<&str> = (begin..begin + length).map(|at| text(pieces, at)).collect();
        is_in(UNDECIDED, &words.join(" "))
    })?;
    Some((Equivocal, begin + length))
}

/// Reads what a test of the gene found: `/FISH+`, `, ISH negative`.
fn gene_test_at(pieces: &[Piece], at: usize) -> Option<(MarkerState, usize)> {
    let joining = (at..at + MAX_JOINING).take_while(|at| JOINING.contains(&text(pieces, *at))).count();
    let test = at + joining;
    is_in(GENE_TESTS, text(pieces, test)).then_some(())?;
    let found = sign_at(pieces, test + 1).or_else(|| state_word_at(pieces, skip_between(pieces, test + 1)));
    let (state, end) = found?;
    Some((state, end + usize::from(text(pieces, end) == ")" && is_opened(pieces, end))))
}

//! Reads the share of cells that have a marker: `ER 90%`, `PD-L1 (TPS) <1%`, `PD-L1 CPS 10`.

use super::{
    pieces::Piece,
    state::MarkerState::{self, Negative, Positive},
    written_state::{is_in, is_opened, text},
};

/// A marker counts as present from this percentage on.
const PRESENT_FROM: u32 = 1;
/// Scores that are written without a percent sign.
const SCORES: &str = "tps|cps";
/// Words and signs between a marker and its share.
const BEFORE: &str = "(|)|-|:|=|~|tps|cps|ihc|score|status|expression|staining|stain|stained|strong|strongly|weak|weakly|moderate|about|\
    is|was|of|in|with|receptor|al|en|de|del|el|fuerte|expresion";
const MAX_BEFORE: usize = 5;

/// Returns the state that the share behind a marker means, and the piece after it.
pub(super) fn share_at(pieces: &[Piece], at: usize) -> Option<(MarkerState, usize)> {
    let is_before = |at: &usize| *at < pieces.len() && is_in(BEFORE, text(pieces, *at));
    let begins = at + (at..at + MAX_BEFORE).take_while(is_before).count();
    let has_score = (at..begins).any(|at| is_in(SCORES, text(pieces, at)));
    let (is_below, is_above) = match text(pieces, begins) {
        "<" | "≤" => (true, false),
        ">" | "≥" => (false, true),
        _ => (false, false),
    };
    let signs = usize::from(is_below || is_above);
    let number_at = begins + signs + usize::from(signs > 0 && text(pieces, begins + 1) == "=");
    let share: u32 = text(pieces, number_at).parse().ok()?;
    let end = end_of_number(pieces, number_at);
    let is_percent = text(pieces, end) == "%";
    if !is_percent && !has_score {
        return None;
    }
    let state = match (is_below, is_above) {
        (true, _) => (share <= PRESENT_FROM).then_some(Negative)?,
        (_, true) => Positive,
        _ if share >= PRESENT_FROM => Positive,
        _ => Negative,
    };
    let end = end + usize::from(is_percent);
    Some((state, end + usize::from(text(pieces, end) == ")" && is_opened(pieces, end))))
}

/// Returns the piece after a number, which may have decimals or be the first one of a range: `0.5`, `80-90`, `2 - 3`.
fn end_of_number(pieces: &[Piece], at: usize) -> usize {
    let mut end = at + 1;
    while [".", ",", "-"].contains(&text(pieces, end)) && text(pieces, end + 1).parse::<u32>().is_ok() {
        end += 2;
    }
    end
}

//! Reads the score of a stain: `HER2 IHC 3+`, `HER2 0`, `HER2 equivocal`, or how many cells have a stain: `PD-L1 60%`.
//!
//! A 2+ decides nothing. A test of the gene, in situ hybridization, decides it: `HER2 2+/FISH-`.

use super::{
    kinds::{HIGH, IN_PERCENT, LOW},
    pieces::Piece,
    state::{
        MarkerState::{self, Equivocal, Low, Negative, Positive, Zero},
        Variant,
    },
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

/// Words between a marker and a percentage, or between the scores of which one is enough.
const BEFORE_PERCENT: &str = "(|)|:|=|~|-|,|tps|cps|tc|ic|tumor|proportion|combined|score|status|expression|of|is|was|with|about|at|in|level|\
    stain|stained|staining|strong|strongly|moderate|weak|weakly|ihc|by|a|an|positive|receptor|al|en|de|del|el|fuerte|expresion|positivo|\
    positivos|positiva";
const MAX_BEFORE_PERCENT: usize = 6;
/// Scores that are written without a percent sign.
const SCORES: &str = "tps|cps|score";
/// The score that also counts immune cells, whose limits differ from one cancer to the next.
const COMBINED: &str = "cps|combined";
/// From this percentage on, there is much of a marker.
const MUCH: f32 = 50.0;
/// Below this percentage, there is none: guidelines count a single percent as positive.
const SOME: f32 = 1.0;
/// An upper bound up to this percentage means as good as none: 'ER below 10%'.
const LITTLE: f32 = 10.0;

/// Returns the states of the scores that begin at a piece, and the piece after them: `IHC 1+ or 2+/ISH-`.
pub(super) fn scores_at(pieces: &[Piece], at: usize) -> Option<(Vec<MarkerState>, usize)> {
    let (first, mut end) = score_at(pieces, at)?;
    let mut states = vec![first];
    loop {
        let is_joining = |at: &usize| ["/", ",", "or", "to", "o", "hoac"].contains(&text(pieces, *at));
        let joins = (end..end + MAX_JOINING).take_while(is_joining).count();
        let next = Some(end + joins).filter(|_| joins > 0).and_then(|next| score_at(pieces, next));
        let Some((state, after)) = next.filter(|(_, after)| text(pieces, after - 1) != "0") else { break };
        states.push(state);
        end = after;
    }
    states.dedup();
    Some((states, end))
}

/// Returns the state of a percentage that begins at a piece, and the piece after it: `TPS ≥50%`, `<1%`, `1-49%`.
pub(super) fn percent_at(pieces: &[Piece], at: usize, kinds: &[&str]) -> Option<(Vec<MarkerState>, usize)> {
    if !kinds.contains(&IN_PERCENT) {
        return None;
    }
    let is_before = |at: &usize| is_in(BEFORE_PERCENT, text(pieces, *at));
    let begin = at + (at..at + MAX_BEFORE_PERCENT).take_while(is_before).count();
    let has = |words: &str| (at..begin).any(|at| is_in(words, text(pieces, at)));
    let (is_score, is_combined) = (has(SCORES), has(COMBINED));
    let is_sign = |at: &usize| ["<", ">", "≥", "≤", "="].contains(&text(pieces, *at));
    let number = begin + (begin..begin + 2).take_while(is_sign).count();
    let (first, mut end) = number_at_percent(pieces, number)?;
    let range =
        ["-", "to"].contains(&text(pieces, end)).then(|| number_at_percent(pieces, end + 1)).flatten();
    let upper = range.map(|(upper, after)| {
        end = after;
        upper
    });
    let has_percent = text(pieces, end) == "%";
    end += usize::from(has_percent);
    let end = end + usize::from(text(pieces, end) == ")" && is_opened(pieces, end));
    let degree = |kind: &str| {
        if !is_combined && kinds.contains(&kind) {
            MarkerState::Variant(Variant::new(kind))
        } else {
            Positive
        }
    };
    let state = match text(pieces, begin) {
        "<" | "≤" if first <= LITTLE => Negative,
        "<" | "≤" => return None,
        _ if upper.unwrap_or(first) < SOME => Negative,
        _ if first >= MUCH => degree(HIGH),
        ">" | "≥" => Positive,
        _ if upper.unwrap_or(first) < MUCH => degree(LOW),
        _ => Positive,
    };
    (has_percent || is_score).then_some((vec![state], end))
}

/// Reads a number, perhaps with a fraction.
fn number_at_percent(pieces: &[Piece], at: usize) -> Option<(f32, usize)> {
    let whole: f32 =
        text(pieces, at).parse().ok().filter(|_| text(pieces, at).bytes().all(|b| b.is_ascii_digit()))?;
    let fraction = [".", ","].contains(&text(pieces, at + 1)).then(|| text(pieces, at + 2));
    let with_fraction = fraction.and_then(|fraction| format!("{whole}.{fraction}").parse().ok());
    Some(with_fraction.map_or((whole, at + 1), |number| (number, at + 3)))
}

/// Returns the state of the score that begins at a piece, and the piece after it.
fn score_at(pieces: &[Piece], at: usize) -> Option<(MarkerState, usize)> {
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
    let score = text(pieces, digit);
    let state = match score.strip_prefix("ihc").unwrap_or(score) {
        "1" if has_plus => Low,
        "2" if has_plus => Equivocal,
        "3" if has_plus => Positive,
        // Without a plus, as in '0.5', it may be another number.
        zero if is_in(ZERO, zero) && ![".", "%"].contains(&text(pieces, digit + 1)) => Zero,
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

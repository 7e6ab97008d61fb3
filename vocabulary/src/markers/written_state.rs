//! Reads a state that is written at a marker, as a sign or in words: `+`, `(neg)`, `wild type`, `no mutado`.

use super::{
    pieces::Piece,
    state::MarkerState::{self, Low, Negative, Positive},
};

/// Words that say that a marker is present.
pub(super) const POSITIVE: &str = "positive|pos|positivo|positiva|positivos|positivas|positivity|duong tinh|amplified|amplification|\
    overexpressing|overexpression|overexpressed|expressing|mutation|mutations|mutated|mutant|mut|\
    mutacion|mutaciones|mutado|mutada|dot bien|rearranged|rearrangement|rearrangements|translocation|\
    translocated|fusion|fusions|fusionado|altered|alteration|alterations|driven|high|methylated|\
    methylation|codeleted|plus|codeletion|co deleted|carrier|carriers|change|changes|cambio|cambios|thay doi|variant|variants|seropositive";
/// Words that say that a whole gene is unchanged.
const WILD_TYPE: &str = "wild type|wildtype|wt|tipo salvaje|unmutated|nonmutated|non mutated|not mutated";
/// Words that say that a marker is absent.
const NEGATIVE: &str = "negative|neg|minus|negativo|negativa|negativos|negativas|negativity|am tinh|not amplified|non amplified|nonamplified|\
    unamplified|unmethylated|not detected|absent|null|seronegative|loss|deficient";
/// Words that say that there is little of a marker.
const LOW: &str = "low|ultralow|ultra low|bajo|baja|thap";
/// Words that turn a following word for a present marker around: `no mutado`, `khong co dot bien`.
const TURNING: &str = "no|not|non|sin|without|khong|khong co|khong bi";
/// Words between a marker and what is said of it.
pub(super) const BETWEEN: &str = "gene|genes|gen|antibody|antibodies|autoantibody|autoantibodies|igg|anticuerpo|anticuerpos|receptor|receptors|protein|status|expression|is|are|was|were|be|tumor|tumors|tumour|\
    tumours|oncogene|kinase|the|a|an|any|known|documented|actionable|targetable|sensitizing|activating|\
    somatic|germline|common|classical|driver|confirmed|of|in|estado|del|de|la|en|el";
/// Signs and words that join markers which share a state, or changes of one marker.
pub(super) const JOINING: [&str; 13] =
    ["/", "and", "or", ",", "&", "y", "o", "va", "hoac", "nor", "ni", "(", ")"];
/// How many words may stand between a marker and what is said of it.
pub(super) const MAX_BETWEEN: usize = 3;

pub(super) fn is_in(words: &str, word: &str) -> bool {
    words.split('|').any(|known| known == word)
}

pub(super) fn text(pieces: &[Piece], at: usize) -> &str {
    pieces.get(at).map_or("", |piece| piece.text.as_str())
}

/// Whether no space separates two neighboring pieces.
fn is_glued(pieces: &[Piece], at: usize) -> bool {
    pieces.get(at).zip(pieces.get(at + 1)).is_some_and(|(one, next)| one.span.end == next.span.start)
}

/// Reads a sign: `+`, `-`, `(+)`, `(neg)`, `-ve`. A dash before a word joins it: `HER2-positive`.
pub(super) fn sign_at(pieces: &[Piece], at: usize) -> Option<(MarkerState, usize)> {
    match text(pieces, at) {
        "(" | "[" => {
            let (state, end) = match text(pieces, at + 1) {
                "+" => (Positive, at + 2),
                "-" => (Negative, at + 2),
                _ => state_word_at(pieces, at + 1)?,
            };
            let end = (end..end + 2).find(|end| text(pieces, *end) != "+")?;
            [")", "]"].contains(&text(pieces, end)).then_some((state, end + 1))
        }
        "+" => {
            let end = (at..pieces.len()).find(|at| text(pieces, *at) != "+").unwrap_or(pieces.len());
            Some((Positive, end + usize::from(text(pieces, end) == "ve")))
        }
        "-" if text(pieces, at + 1) == "ve" => Some((Negative, at + 2)),
        "-" => {
            let follows_name = at > 0 && is_glued(pieces, at - 1);
            let ends = pieces.get(at + 1).is_none_or(|next| !next.is_word() || !is_glued(pieces, at));
            (follows_name && ends).then_some((Negative, at + 1))
        }
        _ => None,
    }
}

/// Whether words at a piece say that the whole gene is unchanged.
pub(super) fn is_wild_type(pieces: &[Piece], at: usize) -> bool {
    let dash = usize::from(text(pieces, at + 1) == "-");
    let two = format!("{} {}", text(pieces, at), text(pieces, at + 1 + dash));
    is_in(WILD_TYPE, text(pieces, at)) || is_in(WILD_TYPE, &two)
}

/// Whether the parenthesis that closes at a piece opened shortly before it.
pub(super) fn is_opened(pieces: &[Piece], at: usize) -> bool {
    (at.saturating_sub(MAX_BETWEEN)..at).any(|before| text(pieces, before) == "(")
}

/// Returns the first piece after words such as 'receptor status:'.
pub(super) fn skip_between(pieces: &[Piece], at: usize) -> usize {
    let mut end = at;
    for _ in 0..MAX_BETWEEN {
        let next = end + usize::from(["-", ":", "=", "("].contains(&text(pieces, end)));
        if is_in(BETWEEN, text(pieces, next)) {
            end = next + 1;
        } else {
            break;
        }
    }
    end + usize::from(["-", ":", "=", "("].contains(&text(pieces, end)))
}

/// Returns the state that words state, and the piece after them.
pub(super) fn state_word_at(pieces: &[Piece], at: usize) -> Option<(MarkerState, usize)> {
    let listed = |at: usize| {
        let dash = usize::from(text(pieces, at + 1) == "-");
        let two = format!("{} {}", text(pieces, at), text(pieces, at + 1 + dash));
        let state_of = |words: &str| {
            let table = [(NEGATIVE, Negative), (WILD_TYPE, Negative), (LOW, Low), (POSITIVE, Positive)];
            table.into_iter().find(|(list, _)| is_in(list, words)).map(|(_, state)| state)
        };
        let long = state_of(&two).map(|state| (state, at + 2 + dash));
        long.or_else(|| state_of(text(pieces, at)).map(|state| (state, at + 1)))
    };
    let turned = || {
        let two = format!("{} {}", text(pieces, at), text(pieces, at + 1));
        let length = if is_in(TURNING, &two) { 2 } else { usize::from(is_in(TURNING, text(pieces, at))) };
        let (_, end) = listed(at + length).filter(|(state, _)| length > 0 && *state == Positive)?;
        Some((Negative, end))
    };
    listed(at).or_else(turned)
}

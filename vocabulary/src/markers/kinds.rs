//! Kinds of change, from `data/marker_kinds.tsv`. For some genes each is a state of its own: a drug against the skipped exon
//! of MET does nothing against its amplification.

use std::sync::LazyLock;

use waypoint_text::{Table, table};

use super::{
    pieces::Piece,
    state::Variant,
    written_state::{BETWEEN, MAX_BETWEEN, is_in, text},
};

pub(crate) const TABLE: Table<2> = table!("../../data/marker_kinds.tsv", ["kind", "words"]);

/// The kind of a changed sequence, which an exon or an amino acid specifies.
pub(super) const MUTATION: &str = "mutation";
/// The entry of a marker whose expression is measured in percent.
pub(super) const IN_PERCENT: &str = "%";
/// Kinds that say how much of a marker there is.
pub(super) const HIGH: &str = "high";
pub(super) const LOW: &str = "low";
/// The maximum number of pieces of the words for a kind.
const MAX_WORDS: usize = 4;

/// The words of a phrase.
type Phrase = Vec<&'static str>;

/// Each kind with the phrases for it.
static KINDS: LazyLock<Vec<(&str, Vec<Phrase>)>> = LazyLock::new(|| {
    let phrases = |words: &'static str| words.split('|').map(|words| words.split(' ').collect()).collect();
    TABLE.rows().map(|[kind, words]| (kind, phrases(words))).collect()
});

/// Reads one of these kinds at a piece, and returns the piece after it.
pub(super) fn kind_at(pieces: &[Piece], at: usize, kinds: &[&str]) -> Option<(Variant, usize)> {
    let end = |words: &Vec<&str>| end_of_words(words, pieces, at);
    let longest = |phrases: &Vec<Vec<&str>>| phrases.iter().filter_map(end).max();
    let known = KINDS.iter().filter(|(kind, _)| kinds.contains(kind));
    let found = known.filter_map(|(kind, phrases)| Some((*kind, longest(phrases)?)));
    let (kind, end) = found.max_by_key(|(_, end)| *end)?;
    Some((Variant::new(kind), end))
}

/// Returns the piece after the words for any kind.
pub(super) fn any_kind_at(pieces: &[Piece], at: usize) -> Option<usize> {
    KINDS.iter().flat_map(|(_, phrases)| phrases).filter_map(|words| end_of_words(words, pieces, at)).max()
}

/// Reads one of these kinds right before a piece, or before words between them: `amplification of MET`. Returns where it
/// begins.
pub(super) fn kind_before(pieces: &[Piece], at: usize, kinds: &[&str]) -> Option<(Variant, usize)> {
    if kinds.is_empty() {
        return None;
    }
    let mut end = at;
    for _ in 0..=MAX_BETWEEN {
        let ends_here = |begin: &usize| {
            kind_at(pieces, *begin, kinds).filter(|(_, after)| *after == end).map(|(kind, _)| (kind, *begin))
        };
        if let Some(found) = (end.saturating_sub(MAX_WORDS)..end).find_map(|begin| ends_here(&begin)) {
            return Some(found);
        }
        let before = end.checked_sub(1)?;
        end = is_in(BETWEEN, text(pieces, before)).then_some(before)?;
    }
    None
}

/// Returns the piece after these words if they begin at a piece. A single sign may stand between them: `HER-2/neu`.
pub(super) fn end_of_words(words: &[&str], pieces: &[Piece], at: usize) -> Option<usize> {
    let mut end = at;
    for (index, word) in words.iter().enumerate() {
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

//! Markers, their states, and where a text names them.

use std::{collections::BTreeSet, ops::Range};

/// A biomarker of [`super::Markers`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MarkerId(pub(crate) u16);

/// The state of a marker.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarkerState {
    /// Present: expressed, amplified, mutated, or rearranged.
    Positive,
    /// Expressed, but too little to count as present. Its studies also call it negative.
    Low,
    /// Absent, or of the wild type.
    Negative,
    /// Tested without a clear result.
    Equivocal,
    /// Named by a patient without a state: people name what they have, be it little.
    Named,
    /// Changed in this way.
    Variant(Variant),
}

/// A change of a gene, in lowercase: `g12c`, `exon 20`. `v600` stands for each change at this position.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Variant(pub(super) String);

/// A marker that a text names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkerMention {
    /// The marker.
    pub marker: MarkerId,
    /// Its states, several if the text names alternatives; empty if it states none.
    pub states: Vec<MarkerState>,
    /// Where the text names the marker and its state, in bytes.
    pub span: Range<usize>,
    /// Where its name is, in bytes. It is empty if the name is also another word, such as `PR`.
    pub(super) name: Range<usize>,
    /// Whether a change implies the marker: `L858R`.
    pub(super) is_implied: bool,
    /// Where the text says something that its other words don't mean, in bytes: a whole negative mention, or a variant.
    pub(super) masked: Range<usize>,
}

/// The states of markers, and what follows from them: without both of its receptors, the hormone receptor is negative.
pub type MarkerStates = BTreeSet<(MarkerId, MarkerState)>;

impl MarkerMention {
    /// Whether it says something that no part of a reading does: a negative state, or a change.
    #[must_use]
    pub fn is_apart(&self) -> bool {
        !self.masked.is_empty()
    }
}

impl MarkerMention {
    /// Whether a change implies the marker: `L858R`.
    pub(crate) fn is_implied(&self) -> bool {
        self.is_implied
    }

    /// Whether a word at this position only belongs to the mention: a sign, the word for a state, or the name of a
    /// marker that is absent.
    #[must_use]
    pub fn has_only(&self, word: &Range<usize>) -> bool {
        let is_in = |span: &Range<usize>| span.start <= word.start && word.end <= span.end;
        let is_absent =
            self.states.iter().any(|state| !matches!(state, MarkerState::Positive | MarkerState::Variant(_)));
        let is_name = is_in(&self.name);
        !self.states.is_empty() && is_in(&self.span) && (is_absent || !is_name)
    }
}

impl Variant {
    /// Returns the change as text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Returns the position without the new amino acid: `v600` of `v600e`.
    #[must_use]
    pub fn position(&self) -> Option<&str> {
        let position = self.0.trim_end_matches(char::is_alphabetic);
        (position.len() > 1 && !self.0.contains(' ')).then_some(position)
    }
}

/// Returns a text of the same length without the words that state the opposite of a marker's name, or a change. What
/// remains can be read as names of conditions.
#[must_use]
pub fn masked(text: &str, mentions: &[MarkerMention]) -> String {
    let mut masked = text.to_owned();
    for mention in mentions {
        let blank = " ".repeat(mention.masked.len());
        masked.replace_range(mention.masked.clone(), &blank);
    }
    masked
}

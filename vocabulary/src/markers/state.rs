//! Markers, their states, and where a text names them.

use std::{collections::BTreeSet, ops::Range};

/// What is before a change that people don't have, if they have another one.
const OTHER_THAN: &str = "non-";
/// Kinds of change that are written behind a hyphen, in capitals.
const ABBREVIATED: [&str; 2] = ["itd", "tkd"];
/// Kinds that say how much of a marker there is, which are written behind a hyphen, too.
const DEGREES: [&str; 2] = ["high", "low"];

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
    /// Not expressed at all. Its studies call it negative, and those of little of it don't admit it.
    Zero,
    /// Tested without a clear result.
    Equivocal,
    /// Named by a patient without a state: people name what they have, be it little.
    Named,
    /// Changed in this way.
    Variant(Variant),
    /// Without this change. Nothing is said of others: `T790M-negative`.
    Without(Variant),
}

/// A change of a gene, in lowercase: `g12c`, `exon 20`, `amplification`. `v600` stands for each change at this position, and
/// `non-v600` for each change at others.
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
    pub(super) fn new(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// Returns each change but this one.
    pub(super) fn other_than(&self) -> Self {
        Self(format!("{OTHER_THAN}{}", self.0))
    }

    /// Returns the change that this one says people don't have: `v600` of `non-v600`.
    #[must_use]
    pub fn excepted(&self) -> Option<Self> {
        self.0.strip_prefix(OTHER_THAN).map(Self::new)
    }

    /// Whether it says where in the gene it is: not an amplification.
    #[must_use]
    pub fn is_of_sequence(&self) -> bool {
        self.0.contains(|c: char| c.is_ascii_digit())
    }

    /// Returns the change as people write it behind the name of the gene, with the sign between them.
    pub(super) fn label(&self) -> String {
        let text = self.0.as_str();
        match self.excepted() {
            Some(other) => format!(" {OTHER_THAN}{}", other.0.to_uppercase()),
            None if ABBREVIATED.contains(&text) => format!("-{}", text.to_uppercase()),
            None if DEGREES.contains(&text) => format!("-{text}"),
            None if text.contains(' ') || !self.is_of_sequence() => format!(" {text}"),
            None => format!(" {}", text.to_uppercase()),
        }
    }

    /// Returns the change as text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Returns the position without the new amino acid: `v600` of `v600e`.
    #[must_use]
    pub fn position(&self) -> Option<&str> {
        let position = self.0.trim_end_matches(char::is_alphabetic);
        let is_exact = !self.0.contains(' ') && !self.0.starts_with(OTHER_THAN);
        (position.len() > 1 && is_exact).then_some(position)
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

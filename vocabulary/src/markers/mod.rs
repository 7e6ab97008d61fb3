//! Biomarkers, such as HER2 and KRAS, with the state that a text gives them.
//!
//! A text may state the opposite of what a name alone suggests: `HER2-`, `no EGFR mutation`, `KRAS wild type`. The
//! state decides which studies fit a patient, so it is read before the names of conditions.

mod notation;
mod pieces;
mod table;

use std::{collections::BTreeSet, ops::Range};

pub(crate) use table::FILE;
pub use table::Markers;

/// A biomarker of [`Markers`].
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
    /// Named by a patient without a state: people name what they have, be it little.
    Named,
    /// Changed in this way.
    Variant(Variant),
}

/// A change of a gene, in lowercase: `g12c`, `exon 20`. `v600` stands for each change at this position.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Variant(String);

/// A marker that a text names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkerMention {
    /// The marker.
    pub marker: MarkerId,
    /// Its states, several if the text names alternatives; empty if it states none.
    pub states: Vec<MarkerState>,
    /// Where the text names the marker and its state, in bytes.
    pub span: Range<usize>,
    /// Where the text says something that its other words don't mean, in bytes: a whole negative mention, or a variant.
    masked: Range<usize>,
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

impl Markers {
    /// Returns a text of the same length without the words that state the opposite of a marker's name, or a variant. What
    /// remains can be read as names of conditions.
    #[must_use]
    pub fn masked(&self, text: &str, mentions: &[MarkerMention]) -> String {
        let mut masked = text.to_owned();
        for mention in mentions {
            let blank = " ".repeat(mention.masked.len());
            masked.replace_range(mention.masked.clone(), &blank);
        }
        masked
    }

    /// Returns the states of a patient's markers.
    #[must_use]
    pub fn of_patient(&self, mentions: &[MarkerMention]) -> MarkerStates {
        let states = mentions.iter().flat_map(|mention| {
            let stated = mention.states.iter().cloned();
            let unstated = mention.states.is_empty().then_some(MarkerState::Named);
            stated.chain(unstated).map(|state| (mention.marker, state))
        });
        self.with_implied(states.collect())
    }

    /// Adds the states of groups and of their members.
    #[must_use]
    pub fn with_implied(&self, mut states: MarkerStates) -> MarkerStates {
        use MarkerState::{Named, Negative, Positive, Variant};
        for (group, members) in self.groups() {
            let is_negative = |marker: MarkerId| states.contains(&(marker, Negative));
            let is_positive = |marker: MarkerId| {
                let is_present = |state: &MarkerState| matches!(state, Positive | Named | Variant(_));
                states.iter().any(|(other, state)| *other == marker && is_present(state))
            };
            let implied: Vec<(MarkerId, MarkerState)> = if is_negative(group) && !is_positive(group) {
                members.iter().map(|member| (*member, Negative)).collect()
            } else if members.iter().any(|member| is_positive(*member)) {
                vec![(group, Positive)]
            } else if members.iter().any(|member| is_negative(*member)) && !is_positive(group) {
                vec![(group, Negative)]
            } else {
                Vec::new()
            };
            states.extend(implied);
        }
        states
    }

    /// Returns a state as people write it: `HER2-negative`, `KRAS G12V`.
    #[must_use]
    pub fn label(&self, marker: MarkerId, state: &MarkerState) -> String {
        let name = self.name(marker);
        match state {
            MarkerState::Positive => format!("{name}-positive"),
            MarkerState::Named => name.to_owned(),
            MarkerState::Low => format!("{name}-low"),
            MarkerState::Negative => format!("{name}-negative"),
            MarkerState::Variant(variant) if variant.0.contains(' ') => format!("{name} {}", variant.0),
            MarkerState::Variant(variant) => format!("{name} {}", variant.0.to_uppercase()),
        }
    }
}

//! A concept that a text names, with what the text says of it.

use std::ops::Range;

use waypoint_vocabulary::{ConceptId, markers::MarkerMention};

use super::{sentences::Section, standing::Standing};
use crate::concept_kind::ConceptKind;

/// A concept that a text names.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Mention {
    pub(super) concept: ConceptId,
    pub(super) kind: ConceptKind,
    pub(super) standing: Standing,
    pub(super) section: Section,
    /// In bytes of the text.
    pub(super) span: Range<usize>,
    /// Whether the name says where a cancer has spread: 'bone metastases'.
    pub(super) is_spread: bool,
    /// Whether it says that the person is pregnant or breastfeeds now.
    pub(super) is_state: bool,
    /// The index of its sentence.
    pub(super) sentence: usize,
    /// The stage that the text states of it.
    pub(super) stage: Option<String>,
    /// The classification of the tumor that the text states of it, such as `T2N1M0`.
    pub(super) tnm: Option<String>,
    /// The markers that the text states of it, with the state of the person.
    pub(super) markers: Vec<MarkerMention>,
}

impl Mention {
    /// Returns the place and the kind of the name. Where a cancer has spread is not a condition by itself.
    pub(super) fn span_and_kind(&self) -> (Range<usize>, ConceptKind) {
        (self.span.clone(), if self.is_spread { ConceptKind::Neither } else { self.kind })
    }
}

//! A name in a sentence.

use std::ops::Range;

use waypoint_vocabulary::{ConceptId, Vocabulary};

use super::{mention::Mention, sentences::Sentence, standing::Standing};
use crate::concept_kind::ConceptKind;

/// A name in a sentence.
pub(super) struct Name {
    pub(super) concepts: Vec<ConceptId>,
    /// In bytes of the sentence.
    pub(super) span: Range<usize>,
    /// Whether it says where a cancer has spread.
    pub(super) is_spread: bool,
    /// Whether it has several meanings, and the text supports none of them more than the others.
    pub(super) is_undecided: bool,
}

impl Name {
    pub(super) fn new(span: Range<usize>) -> Self {
        Self { concepts: Vec::new(), span, is_spread: false, is_undecided: false }
    }

    /// Returns a mention of each concept. `index` is that of the sentence.
    pub(super) fn mentions(
        self,
        sentence: &Sentence,
        index: usize,
        vocabulary: &Vocabulary,
    ) -> impl Iterator<Item = Mention> {
        let Self { concepts, span, is_spread, .. } = self;
        let begins = sentence.span.start;
        let section = sentence.section;
        concepts.into_iter().map(move |concept| Mention {
            is_spread,
            kind: ConceptKind::of(concept, vocabulary),
            span: begins + span.start..begins + span.end,
            section,
            stage: None,
            tnm: None,
            markers: Vec::new(),
            is_state: false,
            sentence: index,
            standing: Standing::Present,
            concept,
        })
    }
}

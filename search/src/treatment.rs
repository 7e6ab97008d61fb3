//! Drugs and other treatments that studies test, as a filter compares them (D-550).
//!
//! A study states the names of what it tests, such as `Ozempic 0.5 mg`. It tests the treatment of a filter if one of these
//! names means the same or a kind of it, or if they have the same words.

use std::collections::BTreeSet;

use tantivy::{DocId, SegmentReader, Term};
use waypoint_vocabulary::{ConceptId, Vocabulary, fold::words};

use crate::{schema::Fields, studies_with::studies_with};

/// A treatment that studies must test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Treatment {
    /// The treatment as typed.
    pub name: String,
    concepts: BTreeSet<ConceptId>,
    /// The ways to name it, each as the terms that a study must have.
    ways: Vec<Vec<String>>,
}

impl Treatment {
    /// Returns the treatment that a text names.
    #[must_use]
    pub fn new(name: &str, vocabulary: &Vocabulary) -> Self {
        let concepts: BTreeSet<ConceptId> = vocabulary.read_exactly(name).into_iter().collect();
        let meant = concepts.iter().map(|concept| vocabulary.id(*concept).to_owned()).collect();
        let typed = words(name).into_iter().map(|word| word.folded).collect();
        let mut ways: Vec<Vec<String>> = vec![meant, typed];
        ways.retain(|way| !way.is_empty());
        Self { name: name.to_owned(), concepts, ways }
    }

    /// Whether a study of these concepts and their broader ones is about the treatment.
    pub(crate) fn is_among(&self, concepts: &BTreeSet<ConceptId>) -> bool {
        !self.concepts.is_empty() && self.concepts.is_subset(concepts)
    }

    /// Returns the studies that test the treatment, in the order of the index.
    pub(crate) fn studies(&self, segment: &SegmentReader, fields: &Fields) -> tantivy::Result<Vec<DocId>> {
        let mut all = BTreeSet::new();
        for way in &self.ways {
            let mut common: Option<BTreeSet<DocId>> = None;
            for term in way {
                let docs = studies_with(segment, &Term::from_field_text(fields.treatments, term), |_| true)?;
                let is_common = |doc: &DocId| common.as_ref().is_none_or(|common| common.contains(doc));
                common = Some(docs.into_iter().filter(is_common).collect());
            }
            all.extend(common.unwrap_or_default());
        }
        Ok(all.into_iter().collect())
    }
}

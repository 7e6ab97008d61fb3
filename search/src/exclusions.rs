//! The studies that a query rules out: for people with the opposite state of a marker, or about a condition that the text
//! denies.

use std::collections::BTreeSet;

use tantivy::{DocId, SegmentReader, Term};
use waypoint_vocabulary::{ConceptId, Reading, Vocabulary};

use crate::{
    mention::{Mention, Ways},
    query::SearchQuery,
    schema::Fields,
    studies_with::studies_with,
    study_markers::{Conflict, conflicts},
};

/// Reads the lists of the index.
struct Lists<'a> {
    segment: &'a SegmentReader,
    fields: &'a Fields,
}

/// Returns the studies that don't fit the person. `with_changes` is whether those for other changes of a gene are
/// among them; else they are only related.
pub(crate) fn excluded(
    query: &SearchQuery,
    with_changes: bool,
    segment: &SegmentReader,
    fields: &Fields,
    vocabulary: &Vocabulary,
) -> tantivy::Result<BTreeSet<DocId>> {
    let lists = Lists { segment, fields };
    let denied = denied_apart(query.denied, query.reading, vocabulary);
    let mut excluded = lists.about(&denied, vocabulary)?;
    let markers = vocabulary.markers();
    let states = markers.of_patient(&query.reading.markers);
    for alternatives in conflicts(&states, with_changes, markers).into_values() {
        let mut of_marker: Option<BTreeSet<DocId>> = None;
        for conflicts in alternatives {
            let here = lists.with_any(&conflicts)?;
            of_marker = Some(of_marker.map_or_else(|| here.clone(), |before| &before & &here));
        }
        excluded.extend(of_marker.unwrap_or_default());
    }
    Ok(excluded)
}

/// Returns the denied conditions that the text doesn't search for, as 'leukemia, not cancer' does.
#[must_use]
pub fn denied_apart(denied: &[ConceptId], reading: &Reading, vocabulary: &Vocabulary) -> Vec<ConceptId> {
    let searched = || reading.parts.iter().flat_map(|part| part.concepts.iter().copied());
    let is_searched = |denied: &ConceptId| {
        searched().any(|one| one == *denied || vocabulary.ancestors(one).any(|above| above == *denied))
    };
    denied.iter().copied().filter(|one| !is_searched(one)).collect()
}

impl Lists<'_> {
    /// Returns the studies about one of these conditions.
    fn about(&self, concepts: &[ConceptId], vocabulary: &Vocabulary) -> tantivy::Result<BTreeSet<DocId>> {
        let mut about = BTreeSet::new();
        for concept in concepts {
            let term = Term::from_field_text(self.fields.concepts, vocabulary.id(*concept));
            about.extend(self.with(&term, |ways| ways.has(Mention::ABOUT_A_KIND))?);
        }
        Ok(about)
    }

    fn with_any(&self, conflicts: &[Conflict]) -> tantivy::Result<BTreeSet<DocId>> {
        let mut found = BTreeSet::new();
        for conflict in conflicts {
            let mut here: BTreeSet<DocId> = self.with_marker(&conflict.term)?.into_iter().collect();
            for lifted in &conflict.unless {
                for doc in self.with_marker(lifted)? {
                    here.remove(&doc);
                }
            }
            found.extend(here);
        }
        Ok(found)
    }

    fn with_marker(&self, term: &str) -> tantivy::Result<Vec<DocId>> {
        self.with(&Term::from_field_text(self.fields.markers, term), |_| true)
    }

    fn with(&self, term: &Term, counts: impl Fn(Ways) -> bool) -> tantivy::Result<Vec<DocId>> {
        studies_with(self.segment, term, counts)
    }
}

//! The studies that a query rules out: for people with the opposite state of a marker, about a condition that the text
//! denies, or not for people with the searched condition.

use tantivy::{DocId, SegmentReader, Term};
use waypoint_vocabulary::{ConceptId, Reading, Vocabulary};

use crate::{
    bits::StudySet,
    mention::{Mention, Ways},
    query::SearchQuery,
    ruled_out::ruling_out,
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
) -> tantivy::Result<StudySet> {
    let lists = Lists { segment, fields };
    let denied = denied_apart(query.denied, query.reading, vocabulary);
    let mut excluded = lists.about(&denied, vocabulary)?;
    excluded.unite(&lists.ruling_out(query.reading, vocabulary)?);
    let markers = vocabulary.markers();
    let states = markers.of_patient(&query.reading.markers);
    for alternatives in conflicts(&states, with_changes, markers).into_values() {
        let each = alternatives.iter().map(|conflicts| lists.with_any(conflicts));
        excluded.unite(&in_all(each)?);
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
    fn about(&self, concepts: &[ConceptId], vocabulary: &Vocabulary) -> tantivy::Result<StudySet> {
        let mut about = StudySet::default();
        for concept in concepts {
            let term = Term::from_field_text(self.fields.concepts, vocabulary.id(*concept));
            about.extend(self.with(&term, |ways| ways.has(Mention::ABOUT_A_KIND))?);
        }
        Ok(about)
    }

    /// Returns the studies that people with a searched condition can't join. Of alternatives, one that a study admits is
    /// enough.
    fn ruling_out(&self, reading: &Reading, vocabulary: &Vocabulary) -> tantivy::Result<StudySet> {
        let mut excluded = StudySet::default();
        for parts in reading.choices() {
            let concepts = parts.iter().flat_map(|part| &part.concepts);
            excluded.unite(&in_all(concepts.map(|concept| self.without_people_with(*concept, vocabulary)))?);
        }
        Ok(excluded)
    }

    /// Returns the studies that people with a condition can't join.
    fn without_people_with(&self, concept: ConceptId, vocabulary: &Vocabulary) -> tantivy::Result<StudySet> {
        let mut found = StudySet::default();
        for wider in ruling_out(concept, vocabulary) {
            let term = Term::from_field_text(self.fields.ruled_out, vocabulary.id(wider));
            found.extend(self.with(&term, |_| true)?);
        }
        Ok(found)
    }

    fn with_any(&self, conflicts: &[Conflict]) -> tantivy::Result<StudySet> {
        let mut found = StudySet::default();
        for conflict in conflicts {
            let mut here: StudySet = self.with_marker(&conflict.term)?.into_iter().collect();
            for lifted in &conflict.unless {
                self.with_marker(lifted)?.into_iter().for_each(|doc| here.remove(doc));
            }
            found.unite(&here);
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

/// Returns the studies that are in all of these sets, or none if there is no set.
fn in_all(sets: impl Iterator<Item = tantivy::Result<StudySet>>) -> tantivy::Result<StudySet> {
    let mut common: Option<StudySet> = None;
    for set in sets {
        let set = set?;
        match &mut common {
            Some(common) => common.intersect(&set),
            None => common = Some(set),
        }
    }
    Ok(common.unwrap_or_default())
}

//! The studies that have a term.

use tantivy::{
    DocId, DocSet, SegmentReader, TERMINATED, Term, postings::Postings, schema::IndexRecordOption,
};

use crate::mention::Ways;

/// Returns the studies that have a term in a way that counts.
pub(crate) fn studies_with(
    segment: &SegmentReader,
    term: &Term,
    counts: impl Fn(Ways) -> bool,
) -> tantivy::Result<Vec<DocId>> {
    let inverted = segment.inverted_index(term.field())?;
    let Some(mut postings) = inverted.read_postings(term, IndexRecordOption::WithFreqs)? else {
        return Ok(Vec::new());
    };
    let mut docs = Vec::new();
    while postings.doc() != TERMINATED {
        if counts(Ways::from_frequency(postings.term_freq())) {
            docs.push(postings.doc());
        }
        postings.advance();
    }
    Ok(docs)
}

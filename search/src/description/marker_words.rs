//! Abbreviations of markers in Spanish reports: 'RE/RP 95%' says the same as 'ER/PR 95%'.

use std::{ops::Range, sync::LazyLock};

use waypoint_text::{Table, table, words};

const WORDS: Table<2> = table!("../../data/note_markers.tsv", ["written", "read as"]);

/// The abbreviations, with those of the vocabulary.
static ABBREVIATIONS: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    // The positions of the markers stay those in the note.
    WORDS
        .rows()
        .filter(|[written, read_as]| written.len() == read_as.len())
        .map(<(&str, &str)>::from)
        .collect()
});

/// Returns a sentence of the same length with the abbreviations of markers that the vocabulary knows. One alone is often another
/// word, as in 'RE: your visit' and in 'RP' for an eye disease, so that all must be in the sentence.
pub(super) fn with_known_markers(sentence: &str) -> String {
    let spans_of = |written: &str| -> Vec<Range<usize>> {
        words(sentence).filter(|word| word.text == written).map(|word| word.span).collect()
    };
    let found: Vec<_> =
        ABBREVIATIONS.iter().map(|(written, read_as)| (spans_of(written), *read_as)).collect();
    let mut known = sentence.to_owned();
    if found.iter().all(|(spans, _)| !spans.is_empty()) {
        for (spans, read_as) in found {
            for span in spans {
                known.replace_range(span, read_as);
            }
        }
    }
    known
}

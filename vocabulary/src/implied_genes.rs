//! Genes that a text means without naming them: 'L858R' is a change of EGFR.

use std::ops::Range;

use crate::{
    fold::overlap,
    markers::{MarkerMention, Markers, masked},
};

/// Returns a masked text in which the name of the gene replaces a change that implies it, if it is not longer.
pub(crate) fn with_implied_genes(text: &str, mentions: &[MarkerMention], markers: &Markers) -> String {
    let mut named = masked(text, mentions);
    for mention in mentions.iter().filter(|mention| mention.is_implied()) {
        let (name, length) = (markers.name(mention.marker), mention.span.len());
        if name.len() <= length {
            named.replace_range(mention.span.clone(), &format!("{name:length$}"));
        }
    }
    named
}

/// Extends the spans of what was read of an implied gene to the whole change.
pub(crate) fn cover_changes<'a>(
    spans: impl Iterator<Item = &'a mut Range<usize>>,
    mentions: &[MarkerMention],
) {
    for span in spans {
        for mention in mentions.iter().filter(|mention| mention.is_implied()) {
            extend(span, &mention.span);
        }
    }
}

fn extend(span: &mut Range<usize>, change: &Range<usize>) {
    if overlap(span, change) {
        *span = span.start.min(change.start)..span.end.max(change.end);
    }
}

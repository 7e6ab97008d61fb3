//! Genes that a text means without naming them: 'L858R' is a change of EGFR.

use std::ops::Range;

use crate::{
    Reading,
    markers::{MarkerMention, Markers, masked},
    reading::overlap,
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

impl Reading {
    /// Extends what was read of an implied gene to the whole change.
    pub(crate) fn cover_changes(&mut self, mentions: &[MarkerMention]) {
        let parts = self.parts.iter_mut().map(|part| &mut part.span);
        for span in parts.chain(self.rest.iter_mut().map(|word| &mut word.span)) {
            for mention in mentions.iter().filter(|mention| mention.is_implied()) {
                extend(span, &mention.span);
            }
        }
    }
}

fn extend(span: &mut Range<usize>, change: &Range<usize>) {
    if overlap(span, change) {
        *span = span.start.min(change.start)..span.end.max(change.end);
    }
}

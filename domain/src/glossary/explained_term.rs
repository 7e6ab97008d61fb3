//! A term in a text of a study's page.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{known_terms::Glossary, page_part::PagePart};

/// A term that the page of a study explains.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ExplainedTerm {
    /// The part of the page.
    pub part: PagePart,
    /// The index of the text among the texts of the part.
    pub text: u32,
    /// Where the term begins in the text, in UTF-16 code units.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
    /// The id of the term.
    pub term: String,
}

impl ExplainedTerm {
    /// Returns the terms to explain in the texts of a part.
    pub(crate) fn find<'t>(
        glossary: &Glossary,
        part: PagePart,
        texts: impl IntoIterator<Item = &'t str>,
    ) -> Vec<Self> {
        let mut explainer = glossary.explainer(part);
        let mut terms = Vec::new();
        for (index, text) in texts.into_iter().enumerate() {
            let mut units = CodeUnits { text, bytes: 0, units: 0 };
            terms.extend(explainer.explain(text).into_iter().map(|occurrence| Self {
                part,
                text: as_u32(index),
                start: as_u32(units.until(occurrence.span.start)),
                end: as_u32(units.until(occurrence.span.end)),
                term: occurrence.term.to_owned(),
            }));
        }
        terms
    }
}

/// Counts the UTF-16 code units of a text up to increasing positions.
struct CodeUnits<'t> {
    text: &'t str,
    bytes: usize,
    units: usize,
}

impl CodeUnits<'_> {
    fn until(&mut self, byte: usize) -> usize {
        self.units += self.text[self.bytes..byte].encode_utf16().count();
        self.bytes = byte;
        self.units
    }
}

fn as_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

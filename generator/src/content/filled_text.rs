//! Texts with placeholders replaced. Positions in them can be mapped back to the source.

use std::{ops::Range, sync::Arc};

use super::placeholders::Placeholders;

/// A text with its placeholders replaced.
#[derive(Debug, Clone)]
pub(super) struct FilledText {
    pub(super) text: Arc<str>,
    /// The source, as the editor wrote it.
    pub(super) source: Arc<str>,
    replacements: Arc<[Replacement]>,
}

/// The text of a placeholder, and the placeholder in the source.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Replacement {
    filled: Range<usize>,
    source: Range<usize>,
}

impl FilledText {
    /// A text without placeholders.
    pub(super) fn plain(text: Arc<str>) -> Self {
        Self { source: Arc::clone(&text), text, replacements: Arc::default() }
    }

    /// Replaces the placeholders of a text. Returns the range of a placeholder that no brand has as an error.
    pub(super) fn fill(known: &Placeholders, source: Arc<str>) -> Result<Self, Range<usize>> {
        let mut text = String::with_capacity(source.len());
        let mut replacements = Vec::new();
        let mut done = 0;
        while let Some(at) = Placeholders::find(&source[done..]).map(|at| done + at) {
            let rest = &source[at..];
            let Some((placeholder, words)) = known.at_start_of(rest) else {
                let end = rest.find(['}', '\n']).map_or(rest.len(), |end| end + 1);
                return Err(at..at + end);
            };
            text.push_str(&source[done..at]);
            let start = text.len();
            text.push_str(words);
            done = at + placeholder.len();
            replacements.push(Replacement { filled: start..text.len(), source: at..done });
        }
        if replacements.is_empty() {
            return Ok(Self::plain(source));
        }
        text.push_str(&source[done..]);
        Ok(Self { text: text.into(), source, replacements: replacements.into() })
    }

    /// Maps a range of the text to the source.
    pub(super) fn to_source(&self, span: Range<usize>) -> Range<usize> {
        self.source_offset(span.start, |replacement| replacement.source.start)
            ..self.source_offset(span.end, |replacement| replacement.source.end)
    }

    /// Maps an offset to the source. An offset inside a replacement maps to an edge of its placeholder.
    fn source_offset(&self, offset: usize, edge: impl Fn(&Replacement) -> usize) -> usize {
        let before =
            self.replacements.iter().take_while(|replacement| replacement.filled.start < offset).last();
        match before {
            None => offset,
            Some(replacement) if offset < replacement.filled.end => edge(replacement),
            Some(replacement) => replacement.source.end + (offset - replacement.filled.end),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    fn placeholders(working_days: Option<&str>) -> Placeholders {
        let brand = toml::from_str(
            "name = \"Harbor Trials\"\nshort_name = \"Harbor\"\nlegal_name = \"Harbor Trials, Inc.\"\n\
             contact_email = \"hello@harbor.example\"",
        );
        Placeholders::new(&brand.unwrap(), working_days.map(str::to_owned))
    }

    #[test]
    fn placeholders_are_replaced() {
        let text = "{brand.short_name} is run by {brand.legal_name}";
        let filled = FilledText::fill(&placeholders(None), text.into()).unwrap();
        assert_eq!(&*filled.text, "Harbor is run by Harbor Trials, Inc.");
    }

    #[test]
    fn unknown_placeholder_is_reported_with_its_range() {
        for text in ["By {brand.nmae}, who", "By {brand.name\nx"] {
            assert_eq!(FilledText::fill(&placeholders(None), text.into()).unwrap_err(), 3..15);
        }
    }

    #[test]
    fn number_of_working_days_is_that_of_the_settings() {
        let fill = |days| FilledText::fill(&placeholders(days), "in {response.working_days} days".into());
        assert_eq!(&*fill(Some("5")).unwrap().text, "in 5 days");
        assert_eq!(fill(None).unwrap_err(), 3..26);
    }

    #[test]
    fn every_position_maps_to_the_source() {
        let source = "é {brand.name} or {brand.short_name}!";
        let filled = FilledText::fill(&placeholders(None), source.into()).unwrap();
        let place = |words: &str| {
            let at = filled.text.find(words).unwrap();
            &source[filled.to_source(at..at + words.len())]
        };
        assert_eq!(place("é"), "é");
        assert_eq!(place(" or "), " or ");
        assert_eq!(place("Harbor Trials"), "{brand.name}");
        assert_eq!(place("Trials"), "{brand.name}");
        assert_eq!(place("!"), "!");
        assert_eq!(place("Trials or"), "{brand.name} or");
    }
}

//! A text in which the words of a brand stand in place of what editors write for them, and from where
//! every place is found in what they wrote.

use std::{ops::Range, sync::Arc};

use super::brand::Brand;

/// What every placeholder begins with.
const OPEN: &str = "{brand.";

/// A text with its placeholders filled.
#[derive(Debug, Clone)]
pub(super) struct Filled {
    pub(super) text: Arc<str>,
    /// What the editor wrote.
    pub(super) written: Arc<str>,
    swaps: Arc<[Swap]>,
}

/// Words that stand in the place of others.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Swap {
    filled: Range<usize>,
    written: Range<usize>,
}

impl Filled {
    /// A text as it was written.
    pub(super) fn plain(text: Arc<str>) -> Self {
        Self { written: Arc::clone(&text), text, swaps: Arc::default() }
    }

    /// A text with the words of a brand, or where a placeholder stands that no brand has words for.
    pub(super) fn with(brand: &Brand, written: Arc<str>) -> Result<Self, Range<usize>> {
        if !written.contains(OPEN) {
            return Ok(Self::plain(written));
        }
        let known = brand.words();
        let mut text = String::with_capacity(written.len());
        let mut swaps = Vec::new();
        let mut done = 0;
        while let Some(at) = written[done..].find(OPEN).map(|at| done + at) {
            let rest = &written[at..];
            let Some((placeholder, words)) = known.iter().find(|(name, _)| rest.starts_with(name)) else {
                let end = rest.find(['}', '\n']).map_or(rest.len(), |end| end + 1);
                return Err(at..at + end);
            };
            text.push_str(&written[done..at]);
            let start = text.len();
            text.push_str(words);
            done = at + placeholder.len();
            swaps.push(Swap { filled: start..text.len(), written: at..done });
        }
        text.push_str(&written[done..]);
        Ok(Self { text: text.into(), written, swaps: swaps.into() })
    }

    /// Where a range of the text stands in what was written.
    pub(super) fn in_writing(&self, span: Range<usize>) -> Range<usize> {
        self.written_at(span.start, |swap| swap.written.start)
            ..self.written_at(span.end, |swap| swap.written.end)
    }

    /// The place of an offset; of one among the words of a brand, an end of their placeholder.
    fn written_at(&self, offset: usize, edge: impl Fn(&Swap) -> usize) -> usize {
        let before = self.swaps.iter().take_while(|swap| swap.filled.start < offset).last();
        match before {
            None => offset,
            Some(swap) if offset < swap.filled.end => edge(swap),
            Some(swap) => swap.written.end + (offset - swap.filled.end),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    fn brand() -> Brand {
        toml::from_str(
            "name = \"Harbor Trials\"\nshort_name = \"Harbor\"\nlegal_name = \"Harbor Trials, Inc.\"\n\
             contact_email = \"hello@harbor.example\"",
        )
        .unwrap()
    }

    #[test]
    fn each_placeholder_is_filled_with_the_words_of_the_brand() {
        let filled =
            Filled::with(&brand(), "{brand.short_name} is run by {brand.legal_name}".into()).unwrap();
        assert_eq!(&*filled.text, "Harbor is run by Harbor Trials, Inc.");
    }

    #[test]
    fn a_placeholder_that_nobody_knows_is_told_where_it_stands() {
        assert_eq!(Filled::with(&brand(), "By {brand.nmae}, who".into()).unwrap_err(), 3..15);
        assert_eq!(Filled::with(&brand(), "By {brand.name\nx".into()).unwrap_err(), 3..15);
    }

    #[test]
    fn every_place_is_found_in_what_was_written() {
        let written = "é {brand.name} or {brand.short_name}!";
        let filled = Filled::with(&brand(), written.into()).unwrap();
        let place = |words: &str| {
            let at = filled.text.find(words).unwrap();
            &written[filled.in_writing(at..at + words.len())]
        };
        assert_eq!(place("é"), "é");
        assert_eq!(place(" or "), " or ");
        assert_eq!(place("Harbor Trials"), "{brand.name}");
        assert_eq!(place("Trials"), "{brand.name}");
        assert_eq!(place("!"), "!");
        assert_eq!(place("Trials or"), "{brand.name} or");
    }
}

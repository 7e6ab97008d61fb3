//! Words and parts of a text, with where they stand in it.

use waypoint_text::is_apostrophe;

/// A word and its place in the text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
}

impl<'a> Token<'a> {
    /// The word without what stands around it.
    pub(super) fn core(&self) -> &'a str {
        self.text.trim_matches(|c: char| !c.is_alphanumeric())
    }

    pub(super) fn small(&self) -> String {
        self.core().to_lowercase().replace(is_apostrophe, "'")
    }

    pub(super) fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// Whether a sentence ends here.
    pub(super) fn ends_sentence(&self) -> bool {
        self.text.ends_with(['.', '!', '?', ';', ':', ','])
    }
}

/// A part of a text, in bytes, and what stands for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) label: &'static str,
}

//! Explanations of errors.

use std::ops::Range;

/// An explanation of an error for editors.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Explanation {
    pub(crate) message: String,
    /// `None` if the message is sufficient.
    pub(crate) hint: Option<String>,
    pub(crate) span: Range<usize>,
}

impl Explanation {
    pub(super) fn new(message: impl Into<String>, hint: impl Into<String>, span: Range<usize>) -> Self {
        Self { message: message.into(), hint: Some(hint.into()), span }
    }
}

/// The range of the line at an offset, without surrounding spaces.
pub(super) fn line_of(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[at..].find('\n').map_or(text.len(), |newline| at + newline);
    let line = &text[start..end];
    let indent = line.len() - line.trim_start().len();
    start + indent..start + indent + line.trim().len()
}

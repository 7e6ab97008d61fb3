//! Explains errors of the TOML parser in plain words.
//!
//! - [`syntax`]: the file is not TOML; [`unclosed`]: because a multi-line string has no end
//! - [`values`]: a key or a value is wrong; [`all`] finds every one

mod all;
mod spelling;
mod syntax;
mod unclosed;
pub(super) mod values;

use std::ops::Range;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use toml::de::DeTable;

/// An explanation of an error for editors.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Explanation {
    pub(super) message: String,
    /// `None` if the message is sufficient.
    pub(super) hint: Option<String>,
    pub(super) span: Range<usize>,
}

impl Explanation {
    fn new(message: impl Into<String>, hint: impl Into<String>, span: Range<usize>) -> Self {
        Self { message: message.into(), hint: Some(hint.into()), span }
    }
}

/// Explains why a text can't be parsed. Syntax errors come first, and only the earliest is reported, because the
/// parser may report later ones as a consequence.
pub(super) fn explain<T: DeserializeOwned + JsonSchema>(text: &str) -> Vec<Explanation> {
    let (_, errors) = DeTable::parse_recoverable(text);
    let span_of = |error: &toml::de::Error| error.span().unwrap_or(0..0);
    match errors.iter().min_by_key(|error| span_of(error).start) {
        Some(first) => {
            let explanation = || syntax::explain(text, first.message(), span_of(first));
            vec![unclosed::unclosed(text).unwrap_or_else(explanation)]
        }
        None => all::explain_all::<T>(text),
    }
}

/// The range of the line at an offset, without surrounding spaces.
fn line_of(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[at..].find('\n').map_or(text.len(), |newline| at + newline);
    let line = &text[start..end];
    let indent = line.len() - line.trim_start().len();
    start + indent..start + indent + line.trim().len()
}

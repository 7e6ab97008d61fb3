//! What the parser of TOML says, in an editor's words.
//!
//! - [`syntax`]: the file is not TOML; [`unclosed`]: because a text of several lines has no end
//! - [`values`]: it is, but a key or a value is not what is read there; [`all`] finds every one

mod all;
mod spelling;
mod syntax;
mod unclosed;
pub(super) mod values;

use std::ops::Range;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use toml::de::DeTable;

/// What is wrong, what to do, and where.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Words {
    pub(super) message: String,
    /// Nothing when the message says so itself.
    pub(super) hint: Option<String>,
    pub(super) span: Range<usize>,
}

impl Words {
    fn new(message: impl Into<String>, hint: impl Into<String>, span: Range<usize>) -> Self {
        Self { message: message.into(), hint: Some(hint.into()), span }
    }
}

/// Says why a text can't be read. While its form is broken nothing else is said; a parser that has lost
/// its way may name a later place first, so that the earliest one is told.
pub(super) fn explain<T: DeserializeOwned + JsonSchema>(text: &str) -> Vec<Words> {
    let (_, errors) = DeTable::parse_recoverable(text);
    let span_of = |error: &toml::de::Error| error.span().unwrap_or(0..0);
    match errors.iter().min_by_key(|error| span_of(error).start) {
        Some(first) => {
            let told = || syntax::explain(text, first.message(), span_of(first));
            vec![unclosed::unclosed(text).unwrap_or_else(told)]
        }
        None => all::explain_all::<T>(text),
    }
}

/// The line that a place is in, without the spaces around it.
fn line_of(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[at..].find('\n').map_or(text.len(), |newline| at + newline);
    let line = &text[start..end];
    let indent = line.len() - line.trim_start().len();
    start + indent..start + indent + line.trim().len()
}

//! What the parser of TOML says, in an editor's words.
//!
//! - [`syntax`]: the file is not TOML
//! - [`values`]: it is, but a key or a value is not what is read there

mod spelling;
mod syntax;
mod values;

use std::ops::Range;

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

/// Says why a text can't be read. A parser that has lost its way may name a later place first, so that
/// the earliest one is told.
pub(super) fn explain(text: &str, error: &toml::de::Error) -> Words {
    let (_, errors) = DeTable::parse_recoverable(text);
    let span_of = |error: &toml::de::Error| error.span().unwrap_or(0..0);
    match errors.iter().min_by_key(|error| span_of(error).start) {
        Some(first) => syntax::explain(text, first.message(), span_of(first)),
        None => values::explain(text, error.message(), span_of(error)),
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

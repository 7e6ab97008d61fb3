//! Explains errors of the TOML parser in plain words.
//!
//! - [`syntax`]: the file is not TOML; [`unclosed`]: because a multi-line string has no end
//! - [`values`]: a key or a value is wrong; [`every_error`] finds every one

mod every_error;
mod explanation;
mod spelling;
mod syntax;
mod unclosed;
pub(super) mod values;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use toml::de::DeTable;

pub(super) use explanation::Explanation;

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
        None => every_error::explain_all::<T>(text),
    }
}

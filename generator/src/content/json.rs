//! JSON with places: where a parser stopped, and where a value stands.

use std::{collections::HashMap, ops::Range};

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::source_file::Step;

/// What is wrong, with the key that it is wrong at, and the range of bytes.
pub(super) struct JsonError {
    pub(super) expected: String,
    pub(super) span: Range<usize>,
}

/// A text as a value.
pub(super) fn parse<T: DeserializeOwned>(text: &str) -> Result<T, JsonError> {
    let mut parser = serde_json::Deserializer::from_str(text);
    let value: T = serde_path_to_error::deserialize(&mut parser)
        .map_err(|error| told(text, error.inner(), &error.path().to_string()))?;
    parser.end().map_err(|error| told(text, &error, "."))?;
    Ok(value)
}

fn told(text: &str, error: &serde_json::Error, key: &str) -> JsonError {
    let (line, column) = (error.line(), error.column());
    let words = error.to_string();
    let words = words.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&words);
    let expected = if key == "." { words.to_owned() } else { format!("{key}: {words}") };
    // The parser counts lines and the bytes of a line from 1, and names the last byte that it read.
    let line_start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let at = (line_start + column.saturating_sub(1)).min(text.len());
    JsonError { expected, span: at..(at + 1).min(text.len()) }
}

/// Where a value stands; nothing when it is not there.
pub(super) fn locate(text: &str, way: &[Step]) -> Option<Range<usize>> {
    let value: &RawValue = serde_json::from_str(text).ok()?;
    let found = descend(value, way)?.get();
    let start = found.as_ptr().addr().checked_sub(text.as_ptr().addr())?;
    Some(start..start + found.len())
}

fn descend<'a>(value: &'a RawValue, way: &[Step]) -> Option<&'a RawValue> {
    let Some((step, rest)) = way.split_first() else { return Some(value) };
    let next = match step {
        Step::Key(key) => serde_json::from_str::<HashMap<String, &RawValue>>(value.get()).ok()?.remove(*key),
        Step::Item(index) => serde_json::from_str::<Vec<&RawValue>>(value.get()).ok()?.get(*index).copied(),
    }?;
    descend(next, rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_found_by_its_way() {
        let text = "{\n  \"sites\": [ {}, { \"latitude\" : 95.5 } ]\n}";
        let way = [Step::Key("sites"), Step::Item(1), Step::Key("latitude")];
        assert_eq!(&text[locate(text, &way).unwrap()], "95.5");
        assert_eq!(locate(text, &[Step::Key("sites"), Step::Item(2)]), None);
        assert_eq!(locate("{", &way), None);
    }
}

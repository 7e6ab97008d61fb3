//! JSON with positions: of parser errors, and of values.

use std::{
    collections::{BTreeSet, HashMap},
    ops::Range,
};

use serde::de::DeserializeOwned;
use serde_json::{Value, value::RawValue};
use serde_path_to_error::Segment;

use super::{
    step::Step,
    toml_words::{Explanation, values},
};

/// Maximum number of errors reported per file.
const MAX_REPORTED: usize = 10;

/// Parses a text, or returns its errors up to a limit. After each error, the faulty value is removed and the rest is
/// parsed again.
pub(super) fn parse<T: DeserializeOwned>(text: &str) -> Result<T, Vec<Explanation>> {
    let mut remaining: Value = serde_json::from_str(text).map_err(|error| vec![malformed(text, &error)])?;
    let mut explanations = Vec::new();
    let mut removed = BTreeSet::new();
    loop {
        let error = match serde_path_to_error::deserialize::<_, T>(remaining.clone()) {
            Ok(value) if explanations.is_empty() => return Ok(value),
            Ok(_) => return Err(explanations),
            Err(error) => error,
        };
        let message = error.inner().to_string();
        let mut segments: Vec<Segment> = error.path().iter().cloned().collect();
        let missing = values::missing_key(&message).map(str::to_owned);
        if missing.as_ref().is_none_or(|key| !removed.contains(key)) {
            explanations.push(explain(text, &message, &segments));
        }
        removed.extend(values::suggested_key(&message).map(str::to_owned));
        let Some(Segment::Map { key }) = segments.pop().filter(|_| missing.is_none()) else {
            return Err(explanations);
        };
        let table = segments.iter().try_fold(&mut remaining, |value, step| match step {
            Segment::Map { key } => value.get_mut(key.as_str()),
            Segment::Seq { index } => value.get_mut(*index),
            _ => None,
        });
        let removed_value = table.and_then(Value::as_object_mut).and_then(|table| table.remove(&key));
        removed.insert(key);
        if removed_value.is_none() || explanations.len() == MAX_REPORTED {
            return Err(explanations);
        }
    }
}

/// Explains a syntax error.
fn malformed(text: &str, error: &serde_json::Error) -> Explanation {
    let (line, column) = (error.line(), error.column());
    let words = error.to_string();
    let words = words.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&words);
    // The parser counts lines and bytes from 1, and reports the last byte that it read.
    let line_start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let at = (line_start + column.saturating_sub(1)).min(text.len());
    Explanation {
        message: words.to_owned(),
        hint: Some("check the quotes, brackets, and commas here and on the line before".into()),
        span: at..(at + 1).min(text.len()),
    }
}

/// Explains an error at these segments, or an error of the enclosing table if the value is missing.
fn explain(text: &str, message: &str, segments: &[Segment]) -> Explanation {
    let steps: Vec<Step> = segments
        .iter()
        .filter_map(|step| match step {
            Segment::Map { key } => Some(Step::Key(key)),
            Segment::Seq { index } => Some(Step::Item(*index)),
            _ => None,
        })
        .collect();
    let above =
        || locate(text, &steps[..steps.len().saturating_sub(1)]).map(|span| span.start..span.start + 1);
    let span = locate(text, &steps).or_else(above).unwrap_or(0..0);
    if let Some(key) = values::missing_key(message) {
        let hint = Some(format!("add \"{key}\": and its value inside the braces that start here"));
        let span = span.start..(span.start + 1).min(span.end);
        return Explanation { message: format!("the key '{key}' is missing"), hint, span };
    }
    let words = values::explain(text, message, span);
    if message.starts_with("unknown field ") {
        return words;
    }
    // The other hints are about TOML syntax.
    let hint = words.hint.map(|_| "compare this with another study's file".to_owned());
    Explanation { hint, ..words }
}

/// Returns the range of a value, or `None` if it is missing.
pub(super) fn locate(text: &str, steps: &[Step]) -> Option<Range<usize>> {
    let value: &RawValue = serde_json::from_str(text).ok()?;
    let found = descend(value, steps)?.get();
    let start = found.as_ptr().addr().checked_sub(text.as_ptr().addr())?;
    Some(start..start + found.len())
}

fn descend<'a>(value: &'a RawValue, steps: &[Step]) -> Option<&'a RawValue> {
    let Some((step, rest)) = steps.split_first() else { return Some(value) };
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
    fn value_is_located_by_its_steps() {
        let text = "{\n  \"sites\": [ {}, { \"latitude\" : 95.5 } ]\n}";
        let steps = [Step::Key("sites"), Step::Item(1), Step::Key("latitude")];
        assert_eq!(&text[locate(text, &steps).unwrap()], "95.5");
        assert_eq!(locate(text, &[Step::Key("sites"), Step::Item(2)]), None);
        assert_eq!(locate("{", &steps), None);
    }
}

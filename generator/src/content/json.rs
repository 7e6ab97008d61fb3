//! JSON with places: where a parser stopped, and where a value stands.

use std::{
    collections::{BTreeSet, HashMap},
    ops::Range,
};

use serde::de::DeserializeOwned;
use serde_json::{Value, value::RawValue};
use serde_path_to_error::Segment;

use super::{
    source_file::Step,
    toml_words::{Words, values},
};

/// Who has this many values to mend in one file need not read on.
const MOST_TOLD: usize = 10;

/// A text as a value, or what is wrong with it, as far as somebody reads on. What the parser stopped at is
/// taken out, and the rest is read again.
pub(super) fn parse<T: DeserializeOwned>(text: &str) -> Result<T, Vec<Words>> {
    let mut left: Value = serde_json::from_str(text).map_err(|error| vec![malformed(text, &error)])?;
    let mut words = Vec::new();
    let mut taken = BTreeSet::new();
    loop {
        let error = match serde_path_to_error::deserialize::<_, T>(left.clone()) {
            Ok(value) if words.is_empty() => return Ok(value),
            Ok(_) => return Err(words),
            Err(error) => error,
        };
        let message = error.inner().to_string();
        let mut way: Vec<Segment> = error.path().iter().cloned().collect();
        let missing = values::missing_key(&message).map(str::to_owned);
        if missing.as_ref().is_none_or(|key| !taken.contains(key)) {
            words.push(told(text, &message, &way));
        }
        taken.extend(values::meant_key(&message).map(str::to_owned));
        let Some(Segment::Map { key }) = way.pop().filter(|_| missing.is_none()) else { return Err(words) };
        let table = way.iter().try_fold(&mut left, |value, step| match step {
            Segment::Map { key } => value.get_mut(key.as_str()),
            Segment::Seq { index } => value.get_mut(*index),
            _ => None,
        });
        let gone = table.and_then(Value::as_object_mut).and_then(|table| table.remove(&key));
        taken.insert(key);
        if gone.is_none() || words.len() == MOST_TOLD {
            return Err(words);
        }
    }
}

/// Says what breaks the form of a file.
fn malformed(text: &str, error: &serde_json::Error) -> Words {
    let (line, column) = (error.line(), error.column());
    let words = error.to_string();
    let words = words.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&words);
    // The parser counts lines and the bytes of a line from 1, and names the last byte that it read.
    let line_start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let at = (line_start + column.saturating_sub(1)).min(text.len());
    Words {
        message: words.to_owned(),
        hint: Some("check the quotes, brackets and commas, also of the line before".into()),
        span: at..(at + 1).min(text.len()),
    }
}

/// Says what is wrong with the value at the end of a way, or with the table when that has no such value.
fn told(text: &str, message: &str, way: &[Segment]) -> Words {
    let steps: Vec<Step> = way
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
        let hint = Some(format!("add \"{key}\": and its value between the braces that begin here"));
        let span = span.start..(span.start + 1).min(span.end);
        return Words { message: format!("the key '{key}' is missing"), hint, span };
    }
    let words = values::explain(text, message, span);
    if message.starts_with("unknown field ") {
        return words;
    }
    // The hints say how to write TOML.
    let hint = words.hint.map(|_| "check this place against another study's file".to_owned());
    Words { hint, ..words }
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

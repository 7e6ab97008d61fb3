//! Finds all errors in keys and values, although the parser stops at the first.
//!
//! After each error, the faulty key or value is removed and the rest is parsed again.

use std::{borrow::Cow, collections::BTreeSet, ops::Range};

use schemars::{JsonSchema, SchemaGenerator};
use serde::de::DeserializeOwned;
use toml::{
    Spanned,
    de::{DeTable, DeValue, Deserializer},
};

use super::{explanation::Explanation, values};

/// Maximum number of errors reported per file.
const MAX_REPORTED: usize = 10;

/// The offset of a table, and a key in it.
type TableKey = (usize, String);

/// Explains the errors of a syntactically valid text, up to a limit.
pub(super) fn explain_all<T: DeserializeOwned + JsonSchema>(text: &str) -> Vec<Explanation> {
    let Ok(mut remaining) = DeTable::parse(text) else { return Vec::new() };
    let whole = remaining.span();
    let mut keys: BTreeSet<TableKey> =
        remaining.get_ref().keys().map(|key| (whole.start, name(key))).collect();
    let mut explanations = Vec::new();
    while explanations.len() < MAX_REPORTED
        && let Err(error) = T::deserialize(Deserializer::from(remaining.clone()))
    {
        let span = error.span().unwrap_or_default();
        match values::missing_key(error.message()) {
            Some(_) if span == whole => {
                let missing = required_keys::<T>().filter(|key| !keys.contains(&(whole.start, key.clone())));
                explanations.extend(missing.map(|key| values::explain_missing_key(&key, &span)));
                break;
            }
            Some(key) if keys.contains(&(span.start, key.to_owned())) => {}
            _ => {
                let explanation = values::explain(text, error.message(), span.clone());
                if !explanations.contains(&explanation) {
                    explanations.push(explanation);
                }
            }
        }
        let Some((table, key)) = remove_at(&mut remaining, &span) else { break };
        // The key that a misspelled one stands for is not missing.
        keys.extend(values::suggested_key(error.message()).map(|meant| (table, meant.to_owned())));
        keys.insert((table, key));
    }
    explanations
}

/// The keys that every file of a kind must have.
fn required_keys<T: JsonSchema>() -> impl Iterator<Item = String> {
    let schema = SchemaGenerator::default().into_root_schema_for::<T>();
    let required = schema.get("required").and_then(|keys| keys.as_array()).cloned().unwrap_or_default();
    required.into_iter().filter_map(|key| key.as_str().map(str::to_owned))
}

fn name(key: &Spanned<Cow<str>>) -> String {
    key.get_ref().to_string()
}

/// Removes the key, value, or list item at a range. Returns the key that it belonged to, or `None` if nothing is at
/// that range.
fn remove_at(table: &mut Spanned<DeTable>, at: &Range<usize>) -> Option<TableKey> {
    let start = table.span().start;
    remove_from_table(table.get_mut(), start, at)
}

fn remove_from_table(table: &mut DeTable, start: usize, at: &Range<usize>) -> Option<TableKey> {
    // A list of tables has the same range as its first table, so look inside values first.
    if let Some(removed) =
        table.iter_mut().find_map(|(key, value)| remove_from_value(value, at, (start, key)))
    {
        return Some(removed);
    }
    let named = table.iter().find(|(key, value)| key.span() == *at || value.span() == *at);
    let key = named.map(|(key, _)| name(key))?;
    table.remove(key.as_str());
    Some((start, key))
}

fn remove_from_value(
    value: &mut Spanned<DeValue>,
    at: &Range<usize>,
    (table, key): (usize, &Spanned<Cow<str>>),
) -> Option<TableKey> {
    let start = value.span().start;
    match value.get_mut() {
        DeValue::Table(table) => remove_from_table(table, start, at),
        DeValue::Array(list) => {
            let before = list.len();
            *list = list.iter().filter(|item| item.span() != *at).cloned().collect();
            if list.len() < before {
                return Some((table, name(key)));
            }
            list.iter_mut().find_map(|item| remove_from_value(item, at, (table, key)))
        }
        _ => None,
    }
}

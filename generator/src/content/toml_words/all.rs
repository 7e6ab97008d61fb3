//! All that is wrong with keys and values, though the parser stops at the first.
//!
//! What it stopped at is taken out, and the rest is parsed again, until nothing is wrong with it.

use std::{borrow::Cow, collections::BTreeSet, ops::Range};

use schemars::{JsonSchema, SchemaGenerator};
use serde::de::DeserializeOwned;
use toml::{
    Spanned,
    de::{DeTable, DeValue, Deserializer},
};

use super::{Words, values};

/// Who has this many keys to mend in one file need not read on.
const MOST_TOLD: usize = 10;

/// A key of the table that begins at a place.
type KeyOf = (usize, String);

/// What is wrong with the keys and values of a text that is TOML, as far as somebody reads on.
pub(super) fn explain_all<T: DeserializeOwned + JsonSchema>(text: &str) -> Vec<Words> {
    let Ok(mut left) = DeTable::parse(text) else { return Vec::new() };
    let whole = left.span();
    let mut keys: BTreeSet<KeyOf> = left.get_ref().keys().map(|key| (whole.start, name(key))).collect();
    let mut words = Vec::new();
    while words.len() < MOST_TOLD
        && let Err(error) = T::deserialize(Deserializer::from(left.clone()))
    {
        let span = error.span().unwrap_or_default();
        match values::missing_key(error.message()) {
            Some(_) if span == whole => {
                let missing = required_keys::<T>().filter(|key| !keys.contains(&(whole.start, key.clone())));
                words.extend(missing.map(|key| values::missing(&key, &span)));
                break;
            }
            Some(key) if keys.contains(&(span.start, key.to_owned())) => {}
            _ => {
                let told = values::explain(text, error.message(), span.clone());
                if !words.contains(&told) {
                    words.push(told);
                }
            }
        }
        let Some((table, key)) = take_out(&mut left, &span) else { break };
        // What is misspelt is not missing.
        keys.extend(values::meant_key(error.message()).map(|meant| (table, meant.to_owned())));
        keys.insert((table, key));
    }
    words
}

/// The keys that every file of a kind has.
fn required_keys<T: JsonSchema>() -> impl Iterator<Item = String> {
    let schema = SchemaGenerator::default().into_root_schema_for::<T>();
    let required = schema.get("required").and_then(|keys| keys.as_array()).cloned().unwrap_or_default();
    required.into_iter().filter_map(|key| key.as_str().map(str::to_owned))
}

fn name(key: &Spanned<Cow<str>>) -> String {
    key.get_ref().to_string()
}

/// Takes out the key or the value at a place, or the item of a list, and says which key it was under;
/// nothing when nothing is there.
fn take_out(table: &mut Spanned<DeTable>, at: &Range<usize>) -> Option<KeyOf> {
    let start = table.span().start;
    take_out_of_table(table.get_mut(), start, at)
}

fn take_out_of_table(table: &mut DeTable, start: usize, at: &Range<usize>) -> Option<KeyOf> {
    // A list of tables begins where its first table does, which is meant before the list is.
    if let Some(taken) = table.iter_mut().find_map(|(key, value)| take_out_of_value(value, at, (start, key)))
    {
        return Some(taken);
    }
    let named = table.iter().find(|(key, value)| key.span() == *at || value.span() == *at);
    let key = named.map(|(key, _)| name(key))?;
    table.remove(key.as_str());
    Some((start, key))
}

fn take_out_of_value(
    value: &mut Spanned<DeValue>,
    at: &Range<usize>,
    (table, key): (usize, &Spanned<Cow<str>>),
) -> Option<KeyOf> {
    let start = value.span().start;
    match value.get_mut() {
        DeValue::Table(table) => take_out_of_table(table, start, at),
        DeValue::Array(list) => {
            let before = list.len();
            *list = list.iter().filter(|item| item.span() != *at).cloned().collect();
            if list.len() < before {
                return Some((table, name(key)));
            }
            list.iter_mut().find_map(|item| take_out_of_value(item, at, (table, key)))
        }
        _ => None,
    }
}

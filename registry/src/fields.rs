//! Reads a record field by field, so that an unreadable field loses only itself.

use std::{borrow::Cow, cell::RefCell, collections::BTreeSet, str::FromStr};

use serde::de::{
    DeserializeOwned, IntoDeserializer,
    value::{Error, StrDeserializer},
};
use serde_json::Value;

use crate::plain_text::plain_text;

/// The paths of the fields that could not be read, such as `protocolSection.conditionsModule.keywords[2]`. They consist of
/// the registry's own names and positions, and contain no values. A field that is read for several purposes is named once.
#[derive(Debug, Default)]
pub(crate) struct Unreadable(RefCell<BTreeSet<String>>);

impl Unreadable {
    pub(crate) fn into_paths(self) -> Vec<String> {
        self.0.into_inner().into_iter().collect()
    }
}

/// An object of a record. A missing object has no fields.
#[derive(Debug)]
pub(crate) struct Fields<'a> {
    object: Option<&'a serde_json::Map<String, Value>>,
    path: String,
    unreadable: &'a Unreadable,
}

impl<'a> Fields<'a> {
    /// The fields of a whole record.
    pub(crate) fn of_record(record: &'a Value, unreadable: &'a Unreadable) -> Self {
        Self::read(Some(record), String::new(), unreadable)
    }

    fn read(value: Option<&'a Value>, path: String, unreadable: &'a Unreadable) -> Self {
        let object = value.and_then(Value::as_object);
        let fields = Self { object, path, unreadable };
        if value.is_some() && object.is_none() {
            fields.note(&fields.path);
        }
        fields
    }

    /// Whether the object is there and readable.
    pub(crate) fn is_present(&self) -> bool {
        self.object.is_some()
    }

    /// Whether the object has a value of this name, readable or not.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Returns a text in one line, or an empty one if it is missing.
    pub(crate) fn text(&self, name: &str) -> String {
        self.optional_text(name).unwrap_or_default()
    }

    /// Returns a text in one line.
    pub(crate) fn optional_text(&self, name: &str) -> Option<String> {
        self.value(name, written).map(|text| in_one_line(&text))
    }

    /// Returns a text in one line as a value of another type.
    pub(crate) fn read_as<T>(&self, name: &str, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        self.value(name, |value| read(&in_one_line(&written(value)?)))
    }

    /// Returns a text with its lines and paragraphs, or an empty one if it is missing.
    pub(crate) fn paragraphs(&self, name: &str) -> String {
        unescaped(&self.escaped_paragraphs(name))
    }

    /// Returns a text with its lines and with the registry's backslashes, which distinguish punctuation from bullets.
    pub(crate) fn escaped_paragraphs(&self, name: &str) -> String {
        self.value(name, written).map(|text| plain_text(&text)).unwrap_or_default()
    }

    pub(crate) fn flag(&self, name: &str) -> Option<bool> {
        self.value(name, Value::as_bool)
    }

    /// Returns a whole number that isn't negative.
    pub(crate) fn count(&self, name: &str) -> Option<u32> {
        self.read_as(name, |text| text.parse().ok())
    }

    /// Returns a text in one line as a value of a type that reads it.
    pub(crate) fn parsed<T: FromStr>(&self, name: &str) -> Option<T> {
        self.read_as(name, |text| text.parse().ok())
    }

    /// Returns a value of one of the registry's enumerations.
    pub(crate) fn code<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        self.value(name, code)
    }

    /// Returns the readable values of a list, which are of one of the registry's enumerations.
    pub(crate) fn codes<T: DeserializeOwned>(&self, name: &str) -> Vec<T> {
        self.items(name, code)
    }

    pub(crate) fn number(&self, name: &str) -> Option<f64> {
        self.read_as(name, |text| text.parse().ok().filter(|number: &f64| number.is_finite()))
    }

    /// Returns the readable texts of a list, each in one line.
    pub(crate) fn texts(&self, name: &str) -> Vec<String> {
        self.items(name, |value| written(value).map(|text| in_one_line(&text)))
    }

    /// Returns an object, which has no fields if it is missing or unreadable.
    pub(crate) fn object(&self, name: &str) -> Fields<'a> {
        Self::read(self.get(name), self.path_of(name), self.unreadable)
    }

    /// Returns the readable objects of a list.
    pub(crate) fn objects(&self, name: &str) -> Vec<Fields<'a>> {
        let mut objects = self.objects_with_unreadable(name);
        objects.retain(Self::is_present);
        objects
    }

    /// Returns the objects of a list, of which the unreadable ones have no fields. For lists whose length matters.
    pub(crate) fn objects_with_unreadable(&self, name: &str) -> Vec<Fields<'a>> {
        let read = |(place, value): (usize, &'a Value)| {
            Self::read(Some(value), format!("{}[{place}]", self.path_of(name)), self.unreadable)
        };
        self.values(name).enumerate().map(read).collect()
    }

    /// Returns the readable values of a list.
    fn items<T>(&self, name: &str, read: impl Fn(&'a Value) -> Option<T>) -> Vec<T> {
        let read = |(place, value): (usize, &'a Value)| {
            let item = read(value);
            if item.is_none() {
                self.note(&format!("{}[{place}]", self.path_of(name)));
            }
            item
        };
        self.values(name).enumerate().filter_map(read).collect()
    }

    fn values(&self, name: &str) -> impl Iterator<Item = &'a Value> {
        self.value(name, Value::as_array).into_iter().flatten()
    }

    /// Reads a value of one type. The registry leaves out what it doesn't know, so `null` is unreadable too.
    fn value<T>(&self, name: &str, read: impl FnOnce(&'a Value) -> Option<T>) -> Option<T> {
        let value = self.get(name)?;
        let result = read(value);
        if result.is_none() {
            self.note(&self.path_of(name));
        }
        result
    }

    fn get(&self, name: &str) -> Option<&'a Value> {
        self.object?.get(name)
    }

    fn path_of(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) }
    }

    fn note(&self, path: &str) {
        self.unreadable.0.borrow_mut().insert(path.to_owned());
    }
}

/// Reads a value of one of the registry's enumerations, whose variants are named like its codes.
fn code<T: DeserializeOwned>(value: &Value) -> Option<T> {
    let code: StrDeserializer<'_, Error> = value.as_str()?.into_deserializer();
    T::deserialize(code).ok()
}

/// Returns a text, also if it is written as a number. Sponsors' programs write postal codes and ids as numbers, and
/// numbers as texts.
fn written(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::String(text) => Some(Cow::Borrowed(text)),
        Value::Number(number) => Some(Cow::Owned(number.to_string())),
        _ => None,
    }
}

fn in_one_line(text: &str) -> String {
    unescaped(&plain_text(text)).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Removes the backslashes with which the registry escapes punctuation, as in `\~6,500`.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_escape = letter == '\\' && letters.peek().is_some_and(char::is_ascii_punctuation);
        plain.extend(if is_escape { letters.next() } else { Some(letter) });
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_removed_from_texts() {
        for (text, plain) in [
            ("\\~6,500 adults", "~6,500 adults"),
            ("titers \\<0.1 \\[IU\\]", "titers <0.1 [IU]"),
            ("C:\\new and \\", "C:\\new and \\"),
            ("a \\\\ b", "a \\ b"),
            ("", ""),
        ] {
            assert_eq!(unescaped(text), plain);
        }
    }
}

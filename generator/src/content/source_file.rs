//! A content file with what it takes to point at a place in it.

use std::{fs, ops::Range, path::Path, sync::Arc};

use serde::de::DeserializeOwned;
use toml::de::{DeTable, DeValue};

use super::{
    error::{ContentError, Place},
    front_matter, json,
};

/// A text file of the content folder.
#[derive(Debug, Clone)]
pub(crate) struct SourceFile {
    name: String,
    text: Arc<str>,
}

/// A step on the way to a value in a TOML file.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Step<'a> {
    /// The value of a key.
    Key(&'a str),
    /// The item at an index of a list.
    Item(usize),
}

impl SourceFile {
    /// Reads a file.
    pub(crate) fn read(path: &Path) -> Result<Self, ContentError> {
        let name = path.display().to_string();
        match fs::read_to_string(path) {
            Ok(text) => Ok(Self { name, text: text.into() }),
            Err(reason) => Err(ContentError::Unreadable { file: name, reason }),
        }
    }

    /// The file's name without its ending.
    pub(crate) fn stem(&self) -> &str {
        Path::new(&self.name).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default()
    }

    /// The text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The place of a range of bytes.
    pub(crate) fn place(&self, span: Range<usize>) -> Place {
        Place::new(&self.name, &self.text, span)
    }

    /// The whole file as a value: JSON by its ending, else TOML.
    pub(crate) fn parse<T: DeserializeOwned>(&self) -> Result<T, ContentError> {
        if !self.is_json() {
            return self.parse_part(0..self.text.len());
        }
        json::parse(&self.text).map_err(|error| ContentError::Malformed {
            expected: error.expected,
            place: self.place(error.span),
        })
    }

    fn is_json(&self) -> bool {
        Path::new(&self.name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"))
    }

    /// A part of the file as a value, with places given in the whole file.
    pub(crate) fn parse_part<T: DeserializeOwned>(&self, part: Range<usize>) -> Result<T, ContentError> {
        toml::from_str(&self.text[part.clone()]).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            let place = self.place(part.start + span.start..part.start + span.end);
            ContentError::Malformed { expected: error.message().to_owned(), place }
        })
    }

    /// Where a value stands, in the whole file or in its front matter; the start of the file when it
    /// is not there.
    pub(crate) fn locate(&self, way: &[Step]) -> Place {
        if self.is_json() {
            return self.place(json::locate(&self.text, way).unwrap_or(0..0));
        }
        let part = front_matter::split(self).map_or(0..self.text.len(), |(front, _)| front);
        let span = DeTable::parse(&self.text[part.clone()]).ok().and_then(|table| {
            let span = table.span();
            descend(&DeValue::Table(table.into_inner()), span, way)
        });
        self.place(span.map_or(0..0, |span| part.start + span.start..part.start + span.end))
    }
}

fn descend(value: &DeValue, span: Range<usize>, way: &[Step]) -> Option<Range<usize>> {
    let Some((step, rest)) = way.split_first() else { return Some(span) };
    let next = match (step, value) {
        (Step::Key(key), DeValue::Table(table)) => table.get(*key),
        (Step::Item(index), DeValue::Array(list)) => list.get(*index),
        _ => None,
    }?;
    descend(next.get_ref(), next.span(), rest)
}

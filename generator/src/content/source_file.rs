//! A content file with what it takes to point at a place in it.

use std::{ops::Range, path::Path, sync::Arc};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use toml::de::{DeTable, DeValue};

use super::{
    brand::Brand,
    error::{ContentError, Place},
    faults::Faults,
    filled::Filled,
    front_matter, json, text_file,
    toml_words::{Words, explain},
};

/// A text file of the content folder.
#[derive(Debug, Clone)]
pub(crate) struct SourceFile {
    name: Arc<str>,
    filled: Filled,
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
    /// Reads a file, with the words of a brand in place of what stands for them.
    pub(crate) fn read(path: &Path, brand: Option<&Brand>) -> Result<Self, ContentError> {
        let name = path.display().to_string();
        let written: Arc<str> = text_file::read(path)?.into();
        let filled = match brand {
            None => Filled::plain(written),
            Some(brand) => Filled::with(brand, Arc::clone(&written)).map_err(|span| ContentError::Unknown {
                what: "word of a brand",
                value: written.get(span.clone()).unwrap_or_default().trim_end().to_owned(),
                hint: "write {brand.name}, {brand.short_name}, {brand.legal_name} or {brand.contact_email}",
                place: Place::new(&name, &written, span),
            })?,
        };
        Ok(Self { name: name.into(), filled })
    }

    /// A text that is in no file, under the name that errors give it.
    pub(crate) fn of_text(name: &str, text: &str) -> Self {
        Self { name: name.into(), filled: Filled::plain(text.into()) }
    }

    /// The file's name without its ending.
    pub(crate) fn stem(&self) -> &str {
        Path::new(&*self.name).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default()
    }

    /// The text.
    pub(crate) fn text(&self) -> &str {
        &self.filled.text
    }

    /// The place of a range of bytes.
    pub(crate) fn place(&self, span: Range<usize>) -> Place {
        Place::new(&self.name, &self.filled.written, self.filled.in_writing(span))
    }

    /// The whole file as a value: JSON by its ending, else TOML.
    pub(crate) fn parse<T: DeserializeOwned + JsonSchema>(&self) -> Result<T, Faults> {
        if !self.is_json() {
            return self.parse_part(0..self.text().len());
        }
        let told = |Words { message, hint, span }| ContentError::Malformed {
            message,
            hint,
            place: self.place(span),
        };
        json::parse(self.text()).map_err(|faults| faults.into_iter().map(told).collect())
    }

    fn is_json(&self) -> bool {
        Path::new(&*self.name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"))
    }

    /// A part of the file as a value, with places given in the whole file.
    pub(crate) fn parse_part<T>(&self, part: Range<usize>) -> Result<T, Faults>
    where
        T: DeserializeOwned + JsonSchema,
    {
        if let Some(span) = invisible_sign(&self.text()[part.clone()]) {
            return Err(ContentError::Unfit {
                message: "the text has a sign in it that nobody can see".into(),
                hint: "write \\\\ for a backslash; \\ and a letter stand for such a sign",
                place: self.place(part.start + span.start..part.start + span.end),
            }
            .into());
        }
        let text = &self.text()[part.clone()];
        let told = |Words { message, hint, span }| {
            let place = self.place(part.start + span.start..part.start + span.end);
            ContentError::Malformed { message, hint, place }
        };
        toml::from_str(text).map_err(|_| explain::<T>(text).into_iter().map(told).collect())
    }

    /// The part of the file that is TOML: its front matter, else all of it.
    fn toml(&self) -> Range<usize> {
        front_matter::split(self).map_or(0..self.text().len(), |(front, _)| front)
    }

    /// Where texts stand that say nothing.
    pub(crate) fn blank_texts(&self) -> Vec<Place> {
        let part = self.toml();
        if !may_hold_blank_text(&self.text()[part.clone()]) {
            return Vec::new();
        }
        let mut spans = Vec::new();
        if let Ok(table) = DeTable::parse(&self.text()[part.clone()]) {
            let span = table.span();
            gather_blank(&DeValue::Table(table.into_inner()), span, &mut spans);
        }
        spans.into_iter().map(|span| self.place(part.start + span.start..part.start + span.end)).collect()
    }

    /// Where a value stands, in the whole file or in its front matter; the start of the file when it
    /// is not there.
    pub(crate) fn locate(&self, way: &[Step]) -> Place {
        if self.is_json() {
            return self.place(json::locate(self.text(), way).unwrap_or(0..0));
        }
        let part = self.toml();
        let span = DeTable::parse(&self.text()[part.clone()]).ok().and_then(|table| {
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

/// Where a text or a key stands that no page and no error can show. Only a backslash can put one there.
fn invisible_sign(toml: &str) -> Option<Range<usize>> {
    fn find(value: &DeValue, span: Range<usize>) -> Option<Range<usize>> {
        let hidden = |text: &str| text.contains(|sign: char| sign.is_control() && !"\n\t".contains(sign));
        match value {
            DeValue::String(text) => hidden(text).then_some(span),
            DeValue::Array(list) => list.iter().find_map(|item| find(item.get_ref(), item.span())),
            DeValue::Table(table) => table.iter().find_map(|(key, value)| {
                if hidden(key.get_ref()) { Some(key.span()) } else { find(value.get_ref(), value.span()) }
            }),
            _ => None,
        }
    }
    let table = toml.contains('\\').then(|| DeTable::parse(toml).ok()).flatten()?;
    let span = table.span();
    find(&DeValue::Table(table.into_inner()), span)
}

/// Whether two quotes stand with nothing between them but what can't be seen: a glance that spares
/// most files the search.
fn may_hold_blank_text(toml: &str) -> bool {
    let mut between = toml.split(['"', '\'']);
    between.next();
    between.any(|part| part.trim().is_empty() || part.starts_with('\\'))
}

fn gather_blank(value: &DeValue, span: Range<usize>, blank: &mut Vec<Range<usize>>) {
    match value {
        DeValue::String(text) if text.trim().is_empty() => blank.push(span),
        DeValue::Array(list) => {
            list.iter().for_each(|item| gather_blank(item.get_ref(), item.span(), blank));
        }
        DeValue::Table(table) => {
            table.values().for_each(|value| gather_blank(value.get_ref(), value.span(), blank));
        }
        _ => {}
    }
}

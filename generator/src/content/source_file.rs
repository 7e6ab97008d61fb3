//! A content file, with positions for errors.

use std::{borrow::Cow, ops::Range, path::Path, sync::Arc};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use toml::de::{DeTable, DeValue};

use super::{
    error::{ContentError, Place},
    faults::Faults,
    filled_text::FilledText,
    front_matter::{self, FENCE, MissingFence},
    json,
    placeholders::{KNOWN_PLACEHOLDERS, Placeholders},
    step::Step,
    text_file,
    toml_words::{Explanation, explain},
};

/// A text file of the content folder.
#[derive(Debug, Clone)]
pub(crate) struct SourceFile {
    name: Arc<str>,
    filled: FilledText,
}

/// A value with its source file.
pub(super) struct Sourced<T> {
    pub(super) file: SourceFile,
    pub(super) value: T,
}

impl SourceFile {
    /// Reads a file and replaces the placeholders.
    pub(super) fn read(path: &Path, placeholders: Option<&Placeholders>) -> Result<Self, ContentError> {
        let name = path.display().to_string();
        let source: Arc<str> = text_file::read(path)?.into();
        let filled = match placeholders {
            None => FilledText::plain(source),
            Some(known) => {
                FilledText::fill(known, Arc::clone(&source)).map_err(|span| ContentError::Unknown {
                    what: "placeholder",
                    value: source.get(span.clone()).unwrap_or_default().trim_end().to_owned(),
                    hint: KNOWN_PLACEHOLDERS,
                    place: Place::new(&name, &source, span),
                })?
            }
        };
        Ok(Self { name: name.into(), filled })
    }

    /// Creates a file from a text, with a name for errors.
    pub(crate) fn from_text(name: &str, text: &str) -> Self {
        Self { name: name.into(), filled: FilledText::plain(text.into()) }
    }

    /// The file name without its extension.
    pub(crate) fn stem(&self) -> &str {
        Path::new(&*self.name).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default()
    }

    /// The text with placeholders replaced.
    pub(crate) fn text(&self) -> &str {
        &self.filled.text
    }

    /// The place of a byte range of the text.
    pub(crate) fn place(&self, span: Range<usize>) -> Place {
        Place::new(&self.name, &self.filled.source, self.filled.to_source(span))
    }

    /// Parses the whole file: as JSON if it has that extension, otherwise as TOML.
    pub(crate) fn parse<T: DeserializeOwned + JsonSchema>(&self) -> Result<T, Faults> {
        if !self.is_json() {
            return self.parse_part(0..self.text().len());
        }
        let malformed = |Explanation { message, hint, span }| ContentError::Malformed {
            message,
            hint,
            place: self.place(span),
        };
        json::parse(self.text()).map_err(|faults| faults.into_iter().map(malformed).collect())
    }

    fn is_json(&self) -> bool {
        Path::new(&*self.name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"))
    }

    /// Parses a part of the file. Places of errors refer to the whole file.
    pub(crate) fn parse_part<T>(&self, part: Range<usize>) -> Result<T, Faults>
    where
        T: DeserializeOwned + JsonSchema,
    {
        if let Some(span) = find_invisible_character(&self.text()[part.clone()]) {
            return Err(ContentError::Unfit {
                message: "the text contains an invisible character".into(),
                hint: "write \\\\ for a backslash; \\ and a letter make a special character",
                place: self.place(part.start + span.start..part.start + span.end),
            }
            .into());
        }
        let text = &self.text()[part.clone()];
        let malformed = |Explanation { message, hint, span }| {
            let place = self.place(part.start + span.start..part.start + span.end);
            ContentError::Malformed { message, hint, place }
        };
        toml::from_str(text).map_err(|_| explain::<T>(text).into_iter().map(malformed).collect())
    }

    /// Parses the front matter, and returns it with the text below it.
    pub(crate) fn parse_front_matter<T>(&self) -> Result<(T, &str), Faults>
    where
        T: DeserializeOwned + JsonSchema,
    {
        let (front, body) = self.split_front_matter()?;
        Ok((self.parse_part(front)?, &self.text()[body..]))
    }

    /// Returns the range of the front matter, and the start of the text below it.
    pub(crate) fn split_front_matter(&self) -> Result<(Range<usize>, usize), ContentError> {
        front_matter::split(self.text()).map_err(|missing| match missing {
            MissingFence::First => ContentError::NoFrontMatter { place: self.place(0..0) },
            MissingFence::Last => ContentError::OpenFrontMatter { place: self.place(0..FENCE.len()) },
        })
    }

    /// The range of TOML: the front matter if there is any, otherwise the whole file.
    fn toml_range(&self) -> Range<usize> {
        front_matter::split(self.text()).map_or(0..self.text().len(), |(front, _)| front)
    }

    /// The places of empty strings.
    pub(crate) fn empty_texts(&self) -> Vec<Place> {
        let part = self.toml_range();
        if !may_have_empty_text(&self.text()[part.clone()]) {
            return Vec::new();
        }
        let mut spans = Vec::new();
        if let Ok(table) = DeTable::parse(&self.text()[part.clone()]) {
            let span = table.span();
            collect_empty(&DeValue::Table(table.into_inner()), span, &mut spans);
        }
        spans.into_iter().map(|span| self.place(part.start + span.start..part.start + span.end)).collect()
    }

    /// The place of a value, or the start of the file if the value is missing.
    pub(crate) fn locate(&self, steps: &[Step]) -> Place {
        if self.is_json() {
            return self.place(json::locate(self.text(), steps).unwrap_or(0..0));
        }
        let part = self.toml_range();
        let span = DeTable::parse(&self.text()[part.clone()]).ok().and_then(|table| {
            let span = table.span();
            descend(&DeValue::Table(table.into_inner()), span, steps)
        });
        self.place(span.map_or(0..0, |span| part.start + span.start..part.start + span.end))
    }
}

/// The name of a file without its extension.
pub(super) fn stem(path: &Path) -> Cow<'_, str> {
    path.file_stem().unwrap_or_default().to_string_lossy()
}

fn descend(value: &DeValue, span: Range<usize>, steps: &[Step]) -> Option<Range<usize>> {
    let Some((step, rest)) = steps.split_first() else { return Some(span) };
    let next = match (step, value) {
        (Step::Key(key), DeValue::Table(table)) => table.get(*key),
        (Step::Item(index), DeValue::Array(list)) => list.get(*index),
        _ => None,
    }?;
    descend(next.get_ref(), next.span(), rest)
}

/// The range of a string or key with a control character, which only an escape sequence can contain.
fn find_invisible_character(toml: &str) -> Option<Range<usize>> {
    fn find(value: &DeValue, span: Range<usize>) -> Option<Range<usize>> {
        let has_control =
            |text: &str| text.contains(|sign: char| sign.is_control() && !"\n\t".contains(sign));
        match value {
            DeValue::String(text) => has_control(text).then_some(span),
            DeValue::Array(list) => list.iter().find_map(|item| find(item.get_ref(), item.span())),
            DeValue::Table(table) => table.iter().find_map(|(key, value)| {
                if has_control(key.get_ref()) {
                    Some(key.span())
                } else {
                    find(value.get_ref(), value.span())
                }
            }),
            _ => None,
        }
    }
    let table = toml.contains('\\').then(|| DeTable::parse(toml).ok()).flatten()?;
    let span = table.span();
    find(&DeValue::Table(table.into_inner()), span)
}

/// Whether a text contains two quotes with nothing visible between them. This quick test avoids parsing most files.
fn may_have_empty_text(toml: &str) -> bool {
    let mut between = toml.split(['"', '\'']);
    between.next();
    between.any(|part| part.trim().is_empty() || part.starts_with('\\'))
}

fn collect_empty(value: &DeValue, span: Range<usize>, empty: &mut Vec<Range<usize>>) {
    match value {
        DeValue::String(text) if text.trim().is_empty() => empty.push(span),
        DeValue::Array(list) => {
            list.iter().for_each(|item| collect_empty(item.get_ref(), item.span(), empty));
        }
        DeValue::Table(table) => {
            table.values().for_each(|value| collect_empty(value.get_ref(), value.span(), empty));
        }
        _ => {}
    }
}

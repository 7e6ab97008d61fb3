//! Checks of descriptions and sources.

use std::ops::RangeInclusive;

use crate::content::{
    article::Source,
    error::ContentError,
    source_file::SourceFile,
    step::Step::{Item, Key},
};

/// Search engines show about this many characters of a description.
const MAX_DESCRIPTION: usize = 160;

/// Plausible years of sources: printing began around 1450.
const YEARS: RangeInclusive<i16> = 1450..=2199;

pub(super) fn check_description(file: &SourceFile, description: &str, errors: &mut Vec<ContentError>) {
    let length = description.chars().count();
    if length > MAX_DESCRIPTION {
        errors.push(ContentError::Unfit {
            message: format!(
                "the description has {length} characters, but search engines show only {MAX_DESCRIPTION}"
            ),
            hint: "shorten it to one or two short sentences",
            place: file.locate(&[Key("description")]),
        });
    }
}

pub(super) fn check_sources(file: &SourceFile, sources: &[Source], errors: &mut Vec<ContentError>) {
    if sources.is_empty() {
        errors.push(ContentError::Unfit {
            message: "the text has no sources".into(),
            hint: "list the sources of its facts",
            place: file.locate(&[Key("sources")]),
        });
    }
    for (index, source) in sources.iter().enumerate() {
        if !source.href.starts_with("https://") || source.href.contains(char::is_whitespace) {
            errors.push(ContentError::Unfit {
                message: format!("'{}' isn't a valid source address", source.href),
                hint: "write the full URL, starting with https://, without spaces",
                place: file.locate(&[Key("sources"), Item(index), Key("href")]),
            });
        }
        if !YEARS.contains(&source.year) {
            errors.push(ContentError::Unfit {
                message: format!("{} isn't a valid year for a source", source.year),
                hint: "write the year with four digits",
                place: file.locate(&[Key("sources"), Item(index), Key("year")]),
            });
        }
    }
}

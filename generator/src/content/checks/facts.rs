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
                "the description has {length} characters; search engines show {MAX_DESCRIPTION}"
            ),
            hint: "say it in one or two short sentences",
            place: file.locate(&[Key("description")]),
        });
    }
}

pub(super) fn check_sources(file: &SourceFile, sources: &[Source], errors: &mut Vec<ContentError>) {
    if sources.is_empty() {
        errors.push(ContentError::Unfit {
            message: "the text names no source".into(),
            hint: "name where its facts come from",
            place: file.locate(&[Key("sources")]),
        });
    }
    for (index, source) in sources.iter().enumerate() {
        if !source.href.starts_with("https://") || source.href.contains(char::is_whitespace) {
            errors.push(ContentError::Unfit {
                message: format!("'{}' is no address of a source", source.href),
                hint: "write the whole address, from https:// on, without spaces",
                place: file.locate(&[Key("sources"), Item(index), Key("href")]),
            });
        }
        if !YEARS.contains(&source.year) {
            errors.push(ContentError::Unfit {
                message: format!("{} is no year of a source", source.year),
                hint: "write the year in four digits",
                place: file.locate(&[Key("sources"), Item(index), Key("year")]),
            });
        }
    }
}

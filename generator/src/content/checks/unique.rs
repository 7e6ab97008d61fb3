//! Check for duplicate values.

use std::collections::{HashMap, hash_map::Entry};

use crate::content::{error::ContentError, source_file::SourceFile, step::Step};

/// An occurrence of a value in the content.
pub(super) struct Occurrence<'a> {
    pub(super) value: &'a str,
    pub(super) file: &'a SourceFile,
    pub(super) steps: Vec<Step<'a>>,
}

/// Reports every repeated value.
pub(super) fn unique<'a>(
    what: &'static str,
    values: impl Iterator<Item = Occurrence<'a>>,
    errors: &mut Vec<ContentError>,
) {
    let mut seen: HashMap<&str, Occurrence> = HashMap::new();
    for occurrence in values {
        match seen.entry(occurrence.value) {
            Entry::Vacant(place) => {
                place.insert(occurrence);
            }
            Entry::Occupied(first) => errors.push(ContentError::Duplicate {
                what,
                value: occurrence.value.to_owned(),
                first: first.get().file.locate(&first.get().steps),
                place: occurrence.file.locate(&occurrence.steps),
            }),
        }
    }
}

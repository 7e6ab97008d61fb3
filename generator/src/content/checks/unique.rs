//! Values that have to be the only ones of their kind.

use std::collections::{HashMap, hash_map::Entry};

use crate::content::{
    ContentError,
    source_file::{SourceFile, Step},
};

/// A value and where it stands.
pub(super) struct Named<'a> {
    pub(super) value: &'a str,
    pub(super) file: &'a SourceFile,
    pub(super) way: Vec<Step<'a>>,
}

/// Reports every value that stands a second time.
pub(super) fn unique<'a>(
    what: &'static str,
    values: impl Iterator<Item = Named<'a>>,
    errors: &mut Vec<ContentError>,
) {
    let mut seen: HashMap<&str, Named> = HashMap::new();
    for named in values {
        match seen.entry(named.value) {
            Entry::Vacant(place) => {
                place.insert(named);
            }
            Entry::Occupied(first) => errors.push(ContentError::Duplicate {
                what,
                value: named.value.to_owned(),
                first: first.get().file.locate(&first.get().way),
                place: named.file.locate(&named.way),
            }),
        }
    }
}

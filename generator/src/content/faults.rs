//! The errors of one file.

use super::error::ContentError;

/// One or more errors of a file.
#[derive(Debug)]
pub(crate) struct Faults(Vec<ContentError>);

impl Faults {
    pub(super) fn into_errors(self) -> Vec<ContentError> {
        self.0
    }
}

impl From<ContentError> for Faults {
    fn from(error: ContentError) -> Self {
        Self(vec![error])
    }
}

impl FromIterator<ContentError> for Faults {
    fn from_iter<I: IntoIterator<Item = ContentError>>(errors: I) -> Self {
        Self(errors.into_iter().collect())
    }
}

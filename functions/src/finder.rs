//! What the calls that search share: the vocabulary, and the index that is open.

use std::{path::Path, sync::OnceLock};

use waypoint_search::{Answer, Asked, IndexError, LatestIndex, ReleaseError, Releases};
use waypoint_vocabulary::Vocabulary;

/// Reads what people type and finds studies. Without an index, as in functions that do not search, it finds none.
#[derive(Default)]
pub struct Finder {
    vocabulary: OnceLock<Vocabulary>,
    index: Option<LatestIndex>,
}

impl std::fmt::Debug for Finder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Finder").field("has_index", &self.index.is_some()).finish_non_exhaustive()
    }
}

impl Finder {
    /// A finder of the studies of this folder's index, also when a newer release takes its place.
    ///
    /// # Errors
    /// When there is no index in the folder, or one of another shape.
    pub fn open(folder: &Path) -> Result<Self, ReleaseError> {
        Ok(Self { vocabulary: OnceLock::new(), index: Some(LatestIndex::open(Releases::of(folder))?) })
    }

    /// The vocabulary, unfolded when it is first needed.
    pub fn vocabulary(&self) -> &Vocabulary {
        self.vocabulary.get_or_init(Vocabulary::default)
    }

    /// The registry studies that answer a search.
    ///
    /// # Errors
    /// When the index can't be read.
    pub fn search(&self, asked: &Asked) -> Result<Answer, IndexError> {
        match &self.index {
            Some(latest) => latest.index().search(asked, self.vocabulary()),
            None => Ok(Answer::default()),
        }
    }
}

//! What the calls that search share: the vocabulary, and the index that is open.

use std::{path::Path, sync::OnceLock};

use waypoint_search::{Answer, Asked, IndexError, Recruiting, SearchIndex};
use waypoint_vocabulary::Vocabulary;

/// Reads what people type and finds studies. Without an index, as in functions that do not search, it finds none.
#[derive(Default)]
pub struct Finder {
    vocabulary: OnceLock<Vocabulary>,
    index: Option<SearchIndex>,
    recruiting: Recruiting,
}

impl std::fmt::Debug for Finder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Finder").field("has_index", &self.index.is_some()).finish_non_exhaustive()
    }
}

impl Finder {
    /// A finder of the studies of this folder's index.
    ///
    /// # Errors
    /// When there is no index in the folder, or one of another shape.
    pub fn open(folder: &Path) -> Result<Self, IndexError> {
        let vocabulary = Vocabulary::default();
        let index = SearchIndex::open(folder)?;
        let recruiting = index.recruiting(&vocabulary)?;
        Ok(Self { vocabulary: vocabulary.into(), index: Some(index), recruiting })
    }

    /// The vocabulary, unfolded when it is first needed.
    pub fn vocabulary(&self) -> &Vocabulary {
        self.vocabulary.get_or_init(Vocabulary::default)
    }

    /// Names of conditions that begin as the text, those of most studies that recruit first.
    pub fn suggest(&self, typed: &str, most: usize) -> Vec<&str> {
        let weight = |concept| self.recruiting.studies(concept);
        self.vocabulary().suggest(typed, weight, most).into_iter().map(|one| one.name).collect()
    }

    /// The registry studies that answer a search.
    ///
    /// # Errors
    /// When the index can't be read.
    pub fn search(&self, asked: &Asked) -> Result<Answer, IndexError> {
        match &self.index {
            Some(index) => index.search(asked, self.vocabulary()),
            None => Ok(Answer::default()),
        }
    }
}

//! What the calls that search share: the vocabulary, the places, and the index that is open.

use std::{
    fmt,
    path::Path,
    sync::{Arc, OnceLock},
};

use waypoint_gazetteer::Gazetteer;
use waypoint_search::{Answer, Asked, FreeText, IndexError, LatestIndex, Recruiting, ReleaseError, Releases};
use waypoint_vocabulary::{Reading, Vocabulary};

/// Reads what people type and finds studies. Without an index, as in functions that do not search, it finds none.
#[derive(Default)]
pub struct Finder {
    vocabulary: OnceLock<Vocabulary>,
    gazetteer: OnceLock<Gazetteer>,
    index: Option<LatestIndex>,
}

impl fmt::Debug for Finder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Finder").field("has_index", &self.index.is_some()).finish_non_exhaustive()
    }
}

impl Finder {
    /// A finder of the studies of this folder's index, also when a newer release takes its place.
    ///
    /// # Errors
    /// When there is no index in the folder, or one of another shape.
    pub fn open(folder: &Path) -> Result<Self, ReleaseError> {
        let index = LatestIndex::open(Releases::of(folder))?;
        Ok(Self { index: Some(index), ..Self::default() })
    }

    /// The vocabulary, unfolded when it is first needed.
    pub fn vocabulary(&self) -> &Vocabulary {
        self.vocabulary.get_or_init(Vocabulary::default)
    }

    /// The places, unfolded when they are first needed.
    pub fn gazetteer(&self) -> &Gazetteer {
        self.gazetteer.get_or_init(Gazetteer::default)
    }

    /// What is meant by words that somebody typed. A word that studies use is no slip of another.
    pub fn read(&self, typed: &str) -> Reading {
        match &self.index {
            Some(latest) => latest.index().read(typed, self.vocabulary()),
            None => self.vocabulary().read(typed),
        }
    }

    /// What a sentence says: what is looked for, who looks, and where. `this_year` makes ages of years of birth.
    pub fn read_freely(&self, text: &str, this_year: u16) -> FreeText {
        FreeText::read(text, this_year, self.vocabulary(), self.gazetteer())
    }

    /// How many registry studies that take people now are about each concept.
    pub fn recruiting(&self) -> Arc<Recruiting> {
        self.index.as_ref().map(|latest| latest.index().recruiting(self.vocabulary())).unwrap_or_default()
    }

    /// Names of conditions that begin as the text, those of most studies that recruit first.
    pub fn suggest(&self, typed: &str, most: usize) -> Vec<&str> {
        let recruiting = self.recruiting();
        let weight = |concept| recruiting.studies(concept);
        self.vocabulary().suggest(typed, weight, most).into_iter().map(|one| one.name).collect()
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

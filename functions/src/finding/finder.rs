//! What the calls that search share: the vocabulary, the places, and the index that is open.

use std::{
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};

use waypoint_domain::{effort::Effort, nct_id::NctId};
use waypoint_gazetteer::Gazetteer;
use waypoint_search::{Answer, Asked, FreeText, InUse, IndexError, LatestIndex, ReleaseError, Releases};
use waypoint_vocabulary::{ConceptId, Reading, Vocabulary};

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
    pub fn open(folder: &Path) -> Result<Self, ReleaseError> {
        let vocabulary = Vocabulary::default();
        let index = LatestIndex::open(Releases::of(folder), &vocabulary)?;
        Ok(Self { vocabulary: OnceLock::from(vocabulary), gazetteer: OnceLock::new(), index: Some(index) })
    }

    /// The folder of the index in use; nothing without an index.
    pub fn index_folder(&self) -> Option<PathBuf> {
        self.in_use().map(|in_use| in_use.folder.clone())
    }

    fn in_use(&self) -> Option<Arc<InUse>> {
        self.index.as_ref().map(|latest| latest.in_use(self.vocabulary()))
    }

    /// The vocabulary, unfolded when it is first needed.
    pub fn vocabulary(&self) -> &Vocabulary {
        self.vocabulary.get_or_init(Vocabulary::default)
    }

    /// The places, unfolded when they are first needed.
    pub fn gazetteer(&self) -> &Gazetteer {
        self.gazetteer.get_or_init(Gazetteer::default)
    }

    /// What is meant by words that somebody typed, within the effort of the request. A word that studies use is no slip of
    /// another.
    pub fn read(&self, typed: &str, effort: &Effort) -> Reading {
        match self.in_use() {
            Some(in_use) => in_use.index.read_with(typed, self.vocabulary(), effort),
            None => self.vocabulary().read_with(typed, effort),
        }
    }

    /// What a sentence says: what is looked for, who looks, and where. `this_year` makes ages of years of birth.
    pub fn read_freely(&self, text: &str, this_year: u16, effort: &Effort) -> FreeText {
        FreeText::read_with(text, this_year, self.vocabulary(), self.gazetteer(), effort)
    }

    /// How many registry studies that take people now are about a concept.
    pub fn recruiting(&self, concept: ConceptId) -> u32 {
        self.in_use().map_or(0, |in_use| in_use.recruiting.studies(concept))
    }

    /// Names of conditions that begin as the text, those of most studies that recruit first.
    pub fn suggest(&self, typed: &str, most: usize) -> Vec<&str> {
        let in_use = self.in_use();
        let weight = |concept| in_use.as_ref().map_or(0, |in_use| in_use.recruiting.studies(concept));
        self.vocabulary().suggest(typed, weight, most).into_iter().map(|one| one.name).collect()
    }

    /// The registry study of a number as the only answer, or none.
    pub fn study(&self, number: &NctId) -> Result<Answer, IndexError> {
        match self.in_use() {
            Some(in_use) => in_use.index.study(number),
            None => Ok(Answer::default()),
        }
    }

    /// The registry studies that answer a search.
    pub fn search(&self, asked: &Asked, effort: &Effort) -> Result<Answer, IndexError> {
        match self.in_use() {
            Some(in_use) => in_use.index.search_with(asked, self.vocabulary(), effort),
            None => Ok(Answer::default()),
        }
    }
}

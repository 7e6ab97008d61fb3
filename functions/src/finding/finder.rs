//! The vocabulary, the gazetteer, and the open index shared by all searches.

use std::{
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};

use waypoint_domain::{listed_study::ListedStudy, nct_id::NctId, work_budget::WorkBudget};
use waypoint_gazetteer::Gazetteer;
use waypoint_search::{
    FreeText, IndexError, Institution, LatestIndex, OpenRelease, PartnerRecord, RegistryFigures,
    ReleaseError, Releases, SearchQuery, SearchResults, Suggestion, Typed,
    partner::{LatestPartnerStudies, LogError, OpenPartnerStudies, StudyLog},
};
use waypoint_vocabulary::{ConceptId, Reading, Vocabulary};

/// Interprets typed text and finds studies. Without an index, as in functions that don't search, it finds none.
#[derive(Default)]
pub struct Finder {
    vocabulary: OnceLock<Vocabulary>,
    gazetteer: OnceLock<Gazetteer>,
    index: Option<LatestIndex>,
    partners: Option<Box<LatestPartnerStudies>>,
}

/// Why nothing can be suggested.
#[derive(Debug, thiserror::Error)]
pub enum SuggestError {
    #[error(transparent)]
    Index(#[from] IndexError),
    #[error(transparent)]
    PartnerStudies(#[from] LogError),
}

impl fmt::Debug for Finder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Finder").field("has_index", &self.index.is_some()).finish_non_exhaustive()
    }
}

impl Finder {
    /// Opens the index in this folder, and the log of partner studies next to it. Newer releases replace it automatically.
    pub fn open(folder: &Path) -> Result<Self, ReleaseError> {
        let vocabulary = Vocabulary::default();
        let index = LatestIndex::open(Releases::in_folder(folder), &vocabulary)?;
        let partners = LatestPartnerStudies::new(StudyLog::in_folder(folder));
        let vocabulary = OnceLock::from(vocabulary);
        Ok(Self {
            vocabulary,
            gazetteer: OnceLock::new(),
            index: Some(index),
            partners: Some(partners.into()),
        })
    }

    /// Returns the partner studies.
    pub fn partner_studies(&self) -> Result<OpenPartnerStudies<'_>, LogError> {
        let partners = self.partners.as_ref().ok_or_else(|| LogError::Missing(PathBuf::new()))?;
        let studies = partners.read(self.vocabulary())?;
        if let Some(error) = &studies.outdated {
            tracing::error!(%error, "the log of partner studies can't be read; earlier ones are used");
        }
        Ok(studies)
    }

    /// Returns the folder of the index in use, if there is one.
    pub fn index_folder(&self) -> Option<PathBuf> {
        self.in_use().map(|in_use| in_use.folder.clone())
    }

    /// Returns how fresh the registry's records in the index are, if it is known.
    pub fn registry_figures(&self) -> Option<RegistryFigures> {
        self.in_use().and_then(|in_use| in_use.figures)
    }

    fn in_use(&self) -> Option<Arc<OpenRelease>> {
        self.index.as_ref().map(|latest| latest.in_use(self.vocabulary()))
    }

    /// Returns the vocabulary, unpacked on first use.
    pub fn vocabulary(&self) -> &Vocabulary {
        self.vocabulary.get_or_init(Vocabulary::default)
    }

    /// Returns the gazetteer, unpacked on first use.
    pub fn gazetteer(&self) -> &Gazetteer {
        self.gazetteer.get_or_init(Gazetteer::default)
    }

    /// Interprets a typed condition within the effort of the request. A word that studies use is not corrected to
    /// another word.
    pub fn read(&self, typed: &str, effort: &WorkBudget) -> Reading {
        match self.in_use() {
            Some(in_use) => in_use.index.read_with_effort(typed, self.vocabulary(), effort),
            None => self.vocabulary().read_with(typed, effort),
        }
    }

    /// Interprets a sentence: the condition, the person, and the place. `this_year` converts years of birth to ages.
    pub fn read_sentence(&self, text: &str, this_year: u16, effort: &WorkBudget) -> FreeText {
        let in_use = self.in_use();
        let has =
            |terms: &[String]| in_use.as_ref().is_some_and(|in_use| in_use.index.has_institution(terms));
        FreeText::read_with_studies(text, this_year, self.vocabulary(), self.gazetteer(), &has, effort)
    }

    /// Whether a registry study names an institution, in any of the ways to write it.
    pub fn has_institution(&self, institution: &Institution) -> bool {
        let in_use = self.in_use();
        in_use.is_some_and(|in_use| institution.ways().iter().any(|way| in_use.index.has_institution(way)))
    }

    /// Returns how many recruiting registry studies are about a concept.
    pub fn recruiting_count(&self, concept: ConceptId) -> u32 {
        self.in_use().map_or(0, |in_use| in_use.recruiting.studies(concept))
    }

    /// Returns names that match what a visitor typed, and that a search has results for.
    pub fn suggest(&self, typed: Typed, limit: usize) -> Result<Vec<Suggestion>, SuggestError> {
        let Some(in_use) = self.in_use() else { return Ok(Vec::new()) };
        let partners = self.partner_studies()?;
        let (vocabulary, gazetteer) = (self.vocabulary(), self.gazetteer());
        Ok(in_use.index.suggest(typed, limit, &partners, vocabulary, gazetteer)?)
    }

    /// Returns the registry studies with a secondary id in a text.
    pub fn studies_with_id(&self, text: &str, most: usize) -> Result<SearchResults, IndexError> {
        match self.in_use() {
            Some(in_use) => in_use.index.studies_with_id(text, most),
            None => Ok(SearchResults::default()),
        }
    }

    /// Returns what lists show of a partner study's record that a search found.
    pub fn listed_record(&self, record: &PartnerRecord) -> Result<Option<ListedStudy>, IndexError> {
        self.in_use().map_or(Ok(None), |in_use| in_use.index.listed_record(record))
    }

    /// Returns the registry study with this number.
    pub fn study(&self, number: &NctId) -> Result<SearchResults, IndexError> {
        match self.in_use() {
            Some(in_use) => in_use.index.study(number),
            None => Ok(SearchResults::default()),
        }
    }

    /// Returns the registry studies that match a search.
    pub fn search(&self, search: &SearchQuery, effort: &WorkBudget) -> Result<SearchResults, IndexError> {
        match self.in_use() {
            Some(in_use) => in_use.index.search_with_effort(search, self.vocabulary(), effort),
            None => Ok(SearchResults::default()),
        }
    }
}

//! The index, behind one call.

use std::path::{Path, PathBuf};

use tantivy::{
    DocAddress, Index, IndexReader, ReloadPolicy, TantivyDocument, TantivyError,
    directory::MmapDirectory,
    query::{BooleanQuery, Occur},
    schema::Value,
};
use waypoint_vocabulary::{Reading, Vocabulary};

use crate::{
    asked::Asked,
    document::RECRUITS,
    entry::StudyEntry,
    gathering::{Counts, Gathered, Gathering},
    known::{KnownWords, Stands},
    matching::{self, Needed},
    schema::Fields,
};

/// When fewer studies are about everything that was asked for, those about a part of it, or about something far
/// wider, come behind.
const ENOUGH: usize = 5;

/// An index that is open.
pub struct SearchIndex {
    reader: IndexReader,
    fields: Fields,
    folder: PathBuf,
}

/// Studies that answer a search.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Answer {
    /// The studies, best first.
    pub studies: Vec<Found>,
    /// How many there are on all pages, and of each kind.
    pub counts: Counts,
}

/// A study that answers a search.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The study.
    pub study: StudyEntry,
    /// How far the nearest open site is in kilometers, when a place was asked for and a site is on the map.
    pub km: Option<f64>,
}

/// The index can't be written, opened or read.
#[derive(Debug, thiserror::Error)]
#[error("the search index {folder} {what}: {cause}; build it anew")]
pub struct IndexError {
    what: &'static str,
    folder: PathBuf,
    cause: TantivyError,
}

impl IndexError {
    pub(crate) fn of(what: &'static str, folder: &Path) -> impl Fn(TantivyError) -> Self {
        move |cause| Self { what, folder: folder.to_owned(), cause }
    }
}

impl SearchIndex {
    /// Opens the index of a folder. Nothing is read before it is needed.
    ///
    /// # Errors
    /// When there is no index, or one of another shape.
    pub fn open(folder: &Path) -> Result<Self, IndexError> {
        let failed = IndexError::of("can't be opened", folder);
        let (fields, schema) = Fields::new();
        let directory = MmapDirectory::open(folder).map_err(|error| failed(error.into()))?;
        let index = Index::open(directory).map_err(&failed)?;
        if index.schema() != schema {
            return Err(failed(TantivyError::SchemaError("it has other fields".into())));
        }
        let reader =
            index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into().map_err(&failed)?;
        Ok(Self { reader, fields, folder: folder.to_owned() })
    }

    /// What is understood of a text, where a word that studies use is no slip of another.
    #[must_use]
    pub fn read(&self, text: &str, vocabulary: &Vocabulary) -> Reading {
        let searcher = self.reader.searcher();
        let known = KnownWords::of(&searcher, &self.fields);
        vocabulary.read_beside(text, &|word| known.studies_with(word))
    }

    /// The studies that answer a search. Words that say nothing find nothing.
    ///
    /// # Errors
    /// When the index can't be read.
    pub fn search(&self, asked: &Asked, vocabulary: &Vocabulary) -> Result<Answer, IndexError> {
        let failed = IndexError::of("can't be read", &self.folder);
        let stands = Stands::of(asked.reading, &KnownWords::of(&self.reader.searcher(), &self.fields));
        let gather = |needed| self.gather(asked, &stands, needed, vocabulary).map_err(&failed);
        let mut gathered = gather(Needed::All)?;
        if gathered.counts.all < ENOUGH {
            gathered = gather(Needed::Any)?;
        }
        if gathered.counts.all == 0 {
            gathered = gather(Needed::Near)?;
        }
        let shown = gathered.best.iter().skip(asked.skip);
        let studies: Result<Vec<Found>, TantivyError> = shown
            .map(|ranked| {
                let study = self.entry(DocAddress::new(ranked.segment, ranked.doc))?;
                Ok(Found { study, km: ranked.km.filter(|km| km.is_finite()) })
            })
            .collect();
        Ok(Answer { studies: studies.map_err(&failed)?, counts: gathered.counts })
    }

    fn gather(
        &self,
        asked: &Asked,
        stands: &Stands,
        needed: Needed,
        vocabulary: &Vocabulary,
    ) -> tantivy::Result<Gathered> {
        let Some(about) = matching::query(asked.reading, stands, needed, &self.fields, vocabulary) else {
            return Ok(Gathered::default());
        };
        let country = asked.country.map(|country| matching::only(self.fields.country, country.as_str()));
        let recruits = (!asked.with_closed).then(|| matching::only(self.fields.recruits, RECRUITS));
        let needed = [Some(about), country, recruits].into_iter().flatten();
        let query = BooleanQuery::new(needed.map(|query| (Occur::Must, query)).collect());
        self.reader.searcher().search(&query, &Gathering::of(asked))
    }

    fn entry(&self, address: DocAddress) -> tantivy::Result<StudyEntry> {
        let document: TantivyDocument = self.reader.searcher().doc(address)?;
        let bytes =
            document.get_first(self.fields.entry).and_then(|value| value.as_bytes()).unwrap_or_default();
        serde_json::from_slice(bytes).map_err(|error| TantivyError::InternalError(error.to_string()))
    }
}

//! The index, behind one call.

use std::path::{Path, PathBuf};

use tantivy::{DocId, Index, ReloadPolicy, Searcher, TantivyError, directory::MmapDirectory};
use waypoint_domain::{effort::Effort, fit::Fit, listed_study::ListedStudy, nct_id::NctId};
use waypoint_vocabulary::{ConceptId, Reading, Vocabulary, fold::Word};

use crate::{
    asked::Asked,
    counts::Counts,
    entries::Entries,
    facts_file::FactsFile,
    finding::Finder,
    gathering::{Gathered, Gathering, Ranked},
    known::{KnownWords, Stands},
    matching::{self, Needed},
    recruiting::Recruiting,
    schema::Fields,
};

/// When fewer studies are about everything that was asked for, those about a part of it come behind, and when these are
/// few too, so many at most about something near.
const ENOUGH: usize = 10;

/// An index that is open.
pub struct SearchIndex {
    searcher: Searcher,
    facts: FactsFile,
    entries: Entries,
    fields: Fields,
    folder: PathBuf,
}

/// Studies that answer a search.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Answer {
    /// The studies, best first; where few fit all that was asked for, others after them.
    pub studies: Vec<Found>,
    /// How many fit all that was asked for on all pages, and of each kind.
    pub counts: Counts,
    /// The conditions that most of these studies are about, and how many are: what choosing one would give.
    pub conditions: Vec<(ConceptId, usize)>,
}

/// A study that answers a search.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The study.
    pub study: ListedStudy,
    /// How far the nearest open site is in kilometers, when a place was asked for and a site is on the map.
    pub km: Option<f64>,
    /// How much of what was asked for it fits.
    pub fit: Fit,
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
        let index = Index::open(directory.clone()).map_err(&failed)?;
        let other = |what: &str| failed(TantivyError::SchemaError(what.to_owned()));
        if index.schema() != schema {
            return Err(other("it has other fields"));
        }
        let facts = FactsFile::open(&directory).map_err(|error| failed(error.into()))?;
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual);
        let searcher = reader.try_into().map_err(&failed)?.searcher();
        let documents: usize =
            searcher.segment_readers().iter().map(|segment| segment.max_doc() as usize).sum();
        let entries = Entries::open(folder, &directory).map_err(|error| failed(error.into()))?;
        let is_whole = facts.studies() == documents && entries.studies() == documents;
        if searcher.segment_readers().len() > 1 || !is_whole {
            return Err(other("it was not built to its end"));
        }
        Ok(Self { searcher, facts, entries, fields, folder: folder.to_owned() })
    }

    /// How many studies that take people now are about each concept.
    ///
    /// # Errors
    /// When the index lacks its file of them.
    pub fn recruiting(&self, vocabulary: &Vocabulary) -> Result<Recruiting, IndexError> {
        let failed = IndexError::of("can't be read", &self.folder);
        Recruiting::read(&self.folder, vocabulary).map_err(|error| failed(error.into()))
    }

    /// What is understood of a text, where a word that studies use is no slip of another, and one that none has does not
    /// count beside what is understood.
    #[must_use]
    pub fn read(&self, text: &str, vocabulary: &Vocabulary) -> Reading {
        self.read_with(text, vocabulary, &Effort::of_request())
    }

    /// The same with the effort that is left of a request's.
    #[must_use]
    pub fn read_with(&self, text: &str, vocabulary: &Vocabulary, effort: &Effort) -> Reading {
        let known = KnownWords::of(&self.searcher, &self.fields, effort);
        let mut reading = vocabulary.read_beside(text, &|word| known.studies_with(word), effort);
        if !reading.parts.is_empty() {
            let rest = std::mem::take(&mut reading.rest);
            let is_known =
                |word: &Word| vocabulary.is_plain(&word.folded) || known.stands_for_some(&word.folded);
            (reading.rest, reading.unknown) = rest.into_iter().partition(is_known);
        }
        reading
    }

    /// The studies that answer a search. Words that say nothing find nothing, unless anything is asked for.
    ///
    /// # Errors
    /// When the index can't be read.
    pub fn search(&self, asked: &Asked, vocabulary: &Vocabulary) -> Result<Answer, IndexError> {
        self.search_with(asked, vocabulary, &Effort::of_request())
    }

    /// The same with the effort that is left of a request's.
    ///
    /// # Errors
    /// When the index can't be read.
    pub fn search_with(
        &self,
        asked: &Asked,
        vocabulary: &Vocabulary,
        effort: &Effort,
    ) -> Result<Answer, IndexError> {
        let failed = IndexError::of("can't be read", &self.folder);
        let known = KnownWords::of(&self.searcher, &self.fields, effort);
        let stands = if asked.exactly { Stands::default() } else { Stands::of(asked.reading, &known) };
        let gather = |needed, beside: Option<(&[u32], usize)>| {
            self.gather(asked, &stands, needed, beside, vocabulary, effort).map_err(&failed)
        };
        let gathered = gather(Needed::All, None)?;
        // Where a filter leaves few, wider ones would only hide how few.
        let widens = (gathered.found < ENOUGH || gathered.counts.all == 0) && !asked.exactly;
        let mut found = numbers(&gathered.best);
        let part = if widens { gather(Needed::Any, Some((&found, usize::MAX)))?.best } else { Vec::new() };
        found.extend(numbers(&part));
        let mut near = Vec::new();
        for needed in [Needed::Wider, Needed::Akin] {
            if widens && found.len() < ENOUGH {
                let more = gather(needed, Some((&found, ENOUGH - near.len())))?.best;
                found.extend(numbers(&more));
                near.extend(more);
            }
        }
        let shown =
            of_fit(&gathered.best, Fit::All).chain(of_fit(&part, Fit::Part)).chain(of_fit(&near, Fit::Near));
        let studies: Result<Vec<Found>, TantivyError> = shown
            .skip(asked.skip)
            .take(asked.most)
            .map(|(doc, km, fit)| Ok(Found { study: self.entry(doc)?, km, fit }))
            .collect();
        let conditions = gathered.conditions.iter();
        Ok(Answer {
            studies: studies.map_err(&failed)?,
            counts: gathered.counts,
            conditions: conditions
                .filter_map(|(id, studies)| Some((vocabulary.concept(id)?, *studies)))
                .collect(),
        })
    }

    /// The study of a number as the only answer, whether it takes people or not; none when the index lacks it.
    ///
    /// # Errors
    /// When the index can't be read.
    pub fn study(&self, number: &NctId) -> Result<Answer, IndexError> {
        let Some(doc) = self.facts.of_studies().doc_of(number) else { return Ok(Answer::default()) };
        let study = self.entry(doc).map_err(IndexError::of("can't be read", &self.folder))?;
        let counts = Counts { all: 1, ..Counts::default() };
        Ok(Answer { studies: vec![Found { study, km: None, fit: Fit::All }], counts, ..Answer::default() })
    }

    fn gather<'a>(
        &'a self,
        asked: &'a Asked<'a>,
        stands: &Stands,
        needed: Needed,
        beside: Option<(&[u32], usize)>,
        vocabulary: &Vocabulary,
        effort: &Effort,
    ) -> tantivy::Result<Gathered<'a>> {
        let nothing = Ok(Gathered::default());
        let wanted = matching::wanted(asked.reading, stands, needed, &self.fields, vocabulary, effort);
        let Some(segment) = self.searcher.segment_readers().first() else { return nothing };
        let country = match asked.country.map(|country| self.facts.in_country(country)) {
            Some(None) => return nothing,
            there => there.flatten(),
        };
        let region = match asked.region.map(|name| self.facts.region(name)) {
            Some(None) => return nothing,
            there => there.flatten(),
        };
        let mut finder = match wanted {
            Some(wanted) => Finder::new(&wanted, country, segment)?,
            None if asked.anything && needed == Needed::All => Finder::of_all(country),
            None => return nothing,
        };
        let condition = asked.filters.condition.map(|concept| self.facts.place_of(vocabulary.id(concept)));
        let gathering = Gathering::of(asked, condition, region, &self.facts);
        let gathering = match beside {
            Some((found, most)) => gathering.beside(found, most),
            None => gathering.counting(),
        };
        Ok(gathering.gather(&mut finder))
    }

    fn entry(&self, doc: DocId) -> tantivy::Result<ListedStudy> {
        Ok(self.entries.of(doc)?)
    }
}

fn numbers(best: &[(Ranked, Option<f64>)]) -> Vec<u32> {
    best.iter().map(|(ranked, _)| ranked.number).collect()
}

/// The studies that were gathered, said how much of a search they fit.
fn of_fit(best: &[(Ranked, Option<f64>)], fit: Fit) -> impl Iterator<Item = (DocId, Option<f64>, Fit)> + '_ {
    best.iter().map(move |(ranked, km)| (ranked.doc, *km, fit))
}

//! The search index.

use std::{
    collections::BTreeSet,
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
};

use tantivy::{DocId, Index, ReloadPolicy, Searcher, TantivyError, Term, directory::MmapDirectory};
use waypoint_domain::{fit::Fit, listed_study::ListedStudy, nct_id::NctId, work_budget::WorkBudget};
use waypoint_gazetteer::Gazetteer;
use waypoint_vocabulary::{MatchKind, Reading, Vocabulary, fold::Word};

use crate::{
    acronyms::acronyms_in,
    best_studies::RankedStudy,
    codes::divided,
    counts::Counts,
    document::normalized_id,
    entries::Entries,
    exclusions,
    facts_file::FactsFile,
    finding::Finder,
    gathering::{GatheredPartner, GatheredStudies, Gathering},
    known_words::{KnownWords, Substitutions},
    matching::{self, MatchScope},
    partner::PartnerStudies,
    query::SearchQuery,
    recruiting::Recruiting,
    registry_digits::with_digits,
    schema::Fields,
    studies_with::studies_with,
    suggestions::{NamesFile, NewNames, Sources, Suggestion, Typed},
    treatment::Treatment,
};

/// With fewer results than this, a search also returns partial matches, and then up to this many related studies.
const ENOUGH: usize = 10;

/// An open index.
pub struct SearchIndex {
    searcher: Searcher,
    facts: FactsFile,
    entries: Entries,
    names: NamesFile,
    new_names: NewNames,
    fields: Fields,
    folder: PathBuf,
}

/// A page of results, with the counts of all matching studies.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SearchResults {
    /// The studies, best first. If few match fully, partial and related matches follow.
    pub studies: Vec<SearchResult>,
    /// How many studies match fully, on all pages and per filter value.
    pub counts: Counts,
    /// The most frequent conditions that these studies state. Each has the number of studies that a filter by it would
    /// leave.
    pub conditions: Vec<(String, usize)>,
    /// The records of partner studies that match fully, before filters and distance.
    pub partners: Vec<PartnerRecord>,
}

/// The registry record of a partner study that matches a query.
#[derive(Debug, Clone, PartialEq)]
pub struct PartnerRecord {
    /// The registry number.
    pub number: NctId,
    /// Whether the record has an open site in the region and within the distance of the query.
    pub is_in_reach: bool,
    /// The distance to the nearest open site in kilometers, if the query has a place and a site's location is known.
    pub km: Option<f64>,
    doc: DocId,
}

/// A study in the results, with its distance and fit.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchResult {
    /// The study as lists show it.
    pub study: ListedStudy,
    /// The distance to the nearest open site in kilometers, if the query has a place and a site's location is known.
    pub km: Option<f64>,
    /// How well the study matches the query.
    pub fit: Fit,
    /// Whether the search text has the study's acronym or number.
    pub is_named: bool,
}

/// What is read once of a query that is searched in several scopes.
struct PreparedQuery {
    substitutions: Substitutions,
    acronyms: Vec<String>,
    /// The studies that test the treatment, in the order of the index; any if `None`.
    testing: Option<Arc<[DocId]>>,
}

/// The index can't be written, opened, or read.
#[derive(Debug, thiserror::Error)]
#[error("the search index {folder} {what}: {cause}; rebuild it with `cargo ops registry sync`")]
pub struct IndexError {
    what: &'static str,
    folder: PathBuf,
    cause: TantivyError,
}

impl IndexError {
    pub(crate) fn context(what: &'static str, folder: &Path) -> impl Fn(TantivyError) -> Self {
        move |cause| Self { what, folder: folder.to_owned(), cause }
    }
}

impl SearchIndex {
    /// Opens the index of a folder. Its data is loaded on demand.
    pub fn open(folder: &Path) -> Result<Self, IndexError> {
        let failed = IndexError::context("can't be opened", folder);
        let (fields, schema) = Fields::new();
        let directory = MmapDirectory::open(folder).map_err(|error| failed(error.into()))?;
        let index = Index::open(directory.clone()).map_err(&failed)?;
        let other = |what: &str| failed(TantivyError::SchemaError(what.to_owned()));
        if index.schema() != schema {
            return Err(other("its fields are those of another version"));
        }
        let facts = FactsFile::open(&directory).map_err(|error| failed(error.into()))?;
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual);
        let searcher = reader.try_into().map_err(&failed)?.searcher();
        let documents: usize =
            searcher.segment_readers().iter().map(|segment| segment.max_doc() as usize).sum();
        let entries = Entries::open(folder, &directory).map_err(|error| failed(error.into()))?;
        let names = NamesFile::open(&directory).map_err(|error| failed(error.into()))?;
        let is_whole = facts.studies() == documents && entries.studies() == documents;
        if searcher.segment_readers().len() > 1 || !is_whole {
            return Err(other("its build did not finish"));
        }
        Ok(Self {
            searcher,
            facts,
            entries,
            names,
            new_names: NewNames::default(),
            fields,
            folder: folder.to_owned(),
        })
    }

    /// Returns how many recruiting studies are about each concept.
    pub fn recruiting(&self, vocabulary: &Vocabulary) -> Result<Recruiting, IndexError> {
        let failed = IndexError::context("can't be read", &self.folder);
        Recruiting::read(&self.folder, vocabulary).map_err(|error| failed(error.into()))
    }

    /// Returns names that match what a visitor typed. A search for each of them, with these partner studies, has results in
    /// the country.
    pub fn suggest(
        &self,
        typed: Typed,
        most: usize,
        partners: &PartnerStudies,
        vocabulary: &Vocabulary,
        gazetteer: &Gazetteer,
    ) -> Result<Vec<Suggestion>, IndexError> {
        let failed = IndexError::context("can't be read", &self.folder);
        let new = self.new_names.of(partners, &self.names, vocabulary, gazetteer);
        let found =
            new.and_then(|new| self.names.suggest(typed, most, &Sources { vocabulary, partners, new: &new }));
        found.map_err(|error| failed(error.into()))
    }

    /// Reads a search text. A word that studies use is never corrected. If the text names a concept, words that no study
    /// has don't count.
    #[must_use]
    pub fn read(&self, text: &str, vocabulary: &Vocabulary) -> Reading {
        self.read_with_effort(text, vocabulary, &WorkBudget::for_request())
    }

    /// Reads a search text with the remaining effort of a request.
    #[must_use]
    pub fn read_with_effort(&self, text: &str, vocabulary: &Vocabulary, effort: &WorkBudget) -> Reading {
        let known = KnownWords::new(&self.searcher, &self.fields, effort);
        let mut reading = vocabulary.read_with_studies(text, &|word| known.studies_with(word), effort);
        // A whole name counts more than the word of a condition that it begins.
        reading = reading.with_people(text, &[MatchKind::Prefix], |word| known.is_only_a_name(word));
        let rest = std::mem::take(&mut reading.rest);
        reading.rest =
            rest.into_iter().flat_map(|word| divided(word, |piece| known.studies_with(piece))).collect();
        if !reading.parts.is_empty() {
            let rest = std::mem::take(&mut reading.rest);
            let is_known = |word: &Word| vocabulary.is_plain(&word.folded) || known.has_match(&word.folded);
            (reading.rest, reading.unknown) = rest.into_iter().partition(is_known);
            // A marker that no study names is known, too.
            let is_in =
                |word: &Word, span: &Range<usize>| span.start <= word.span.start && word.span.end <= span.end;
            let markers = &reading.markers;
            reading.unknown.retain(|word| !markers.iter().any(|marker| is_in(word, &marker.span)));
        }
        reading
    }

    /// Returns the studies that match a query. Without searchable words there are none, unless the query accepts anything.
    pub fn search(&self, query: &SearchQuery, vocabulary: &Vocabulary) -> Result<SearchResults, IndexError> {
        self.search_with_effort(query, vocabulary, &WorkBudget::for_request())
    }

    /// Searches with the remaining effort of a request.
    pub fn search_with_effort(
        &self,
        query: &SearchQuery,
        vocabulary: &Vocabulary,
        effort: &WorkBudget,
    ) -> Result<SearchResults, IndexError> {
        let failed = IndexError::context("can't be read", &self.folder);
        let known = KnownWords::new(&self.searcher, &self.fields, effort);
        let substitutions = if query.exact_words {
            Substitutions::default()
        } else {
            Substitutions::new(query.reading, &known)
        };
        let is_of_study = |acronym: &str| {
            let term = Term::from_field_text(self.fields.acronyms, acronym);
            self.searcher.doc_freq(&term).is_ok_and(|studies| studies > 0)
        };
        let acronyms = acronyms_in(query.typed, is_of_study, vocabulary);
        let named = self.studies_with_acronyms(&acronyms).map_err(&failed)?;
        let testing = query.treatment.map(|treatment| self.studies_testing(treatment)).transpose();
        let prepared = PreparedQuery { substitutions, acronyms, testing: testing.map_err(&failed)? };
        let gather = |scope, exclusion: Option<(&[u32], usize)>| {
            self.gather(query, &prepared, scope, exclusion, vocabulary, effort).map_err(&failed)
        };
        let gathered = gather(MatchScope::All, None)?;
        // If a filter removed most results, related studies would only hide that.
        let widens = (gathered.found < ENOUGH || gathered.counts.total == 0) && !query.exact_words;
        let mut found = numbers(&gathered.best);
        found.extend(gathered.partners.iter().map(|partner| partner.number));
        found.extend(numbers(&gathered.unsure));
        let part =
            if widens { gather(MatchScope::Any, Some((&found, usize::MAX)))?.best } else { Vec::new() };
        found.extend(numbers(&part));
        let mut near = Vec::new();
        for scope in [MatchScope::Broader, MatchScope::Sibling] {
            if widens && found.len() < ENOUGH {
                let more = gather(scope, Some((&found, ENOUGH - near.len())))?.best;
                found.extend(numbers(&more));
                near.extend(more);
            }
        }
        let shown = with_fit(&gathered.best, Fit::All)
            .chain(with_fit(&gathered.unsure, Fit::Part))
            .chain(with_fit(&part, Fit::Part))
            .chain(with_fit(&near, Fit::Near));
        let studies: Result<Vec<SearchResult>, TantivyError> = shown
            .skip(query.skip)
            .take(query.limit)
            .map(|(doc, km, fit)| {
                let is_named = named.contains(&doc);
                Ok(SearchResult { study: self.entry(doc)?, km, fit, is_named })
            })
            .collect();
        let conditions = gathered.conditions.into_iter();
        Ok(SearchResults {
            studies: studies.map_err(&failed)?,
            counts: gathered.counts,
            conditions: conditions.map(|(name, studies)| (name.to_owned(), studies)).collect(),
            partners: gathered.partners.iter().filter_map(PartnerRecord::from_gathered).collect(),
        })
    }

    /// Returns at most `most` studies with a secondary id in a text: a former registry number, or the number of a
    /// sponsor, a funder, or another registry.
    pub fn studies_with_id(&self, text: &str, most: usize) -> Result<SearchResults, IndexError> {
        let failed = IndexError::context("can't be read", &self.folder);
        let Some(segment) = self.searcher.segment_readers().first() else {
            return Ok(SearchResults::default());
        };
        for id in ids_in(text) {
            let docs = studies_with(segment, &Term::from_field_text(self.fields.ids, &id), |_| true);
            let studies = docs.map_err(&failed)?.into_iter().take(most).map(|doc| {
                Ok(SearchResult {
                    study: self.entry(doc).map_err(&failed)?,
                    km: None,
                    fit: Fit::All,
                    is_named: true,
                })
            });
            let studies = studies.collect::<Result<Vec<_>, IndexError>>()?;
            if !studies.is_empty() {
                let counts = Counts { total: studies.len(), ..Counts::default() };
                return Ok(SearchResults { studies, counts, ..SearchResults::default() });
            }
        }
        Ok(SearchResults::default())
    }

    /// Returns what lists show of a partner study's record that a search of this index found. A newer index may have it
    /// elsewhere, and then there is none.
    pub fn listed_record(&self, record: &PartnerRecord) -> Result<Option<ListedStudy>, IndexError> {
        if record.doc as usize >= self.facts.studies() {
            return Ok(None);
        }
        let study = self.entry(record.doc).map_err(IndexError::context("can't be read", &self.folder))?;
        Ok(Some(study).filter(|study| study.nct_id == record.number))
    }

    /// Whether a study's organizations and sites have all of these terms of an institution's name.
    #[must_use]
    pub fn has_institution(&self, terms: &[String]) -> bool {
        let terms = || terms.iter().map(|term| Term::from_field_text(self.fields.institutions, term));
        let Some(segment) = self.searcher.segment_readers().first() else { return false };
        if terms().any(|term| self.searcher.doc_freq(&term).unwrap_or_default() == 0) {
            return false;
        }
        let mut common: Option<BTreeSet<DocId>> = None;
        for term in terms().filter(|_| terms().len() > 1) {
            let docs = studies_with(segment, &term, |_| true).unwrap_or_default();
            let docs =
                docs.into_iter().filter(|doc| common.as_ref().is_none_or(|common| common.contains(doc)));
            common = Some(docs.collect());
        }
        terms().len() > 0 && common.is_none_or(|common| !common.is_empty())
    }

    fn studies_testing(&self, treatment: &Treatment) -> tantivy::Result<Arc<[DocId]>> {
        let segment = self.searcher.segment_readers().first();
        Ok(segment.map_or_else(|| Ok(Vec::new()), |segment| treatment.studies(segment, &self.fields))?.into())
    }

    fn studies_with_acronyms(&self, acronyms: &[String]) -> tantivy::Result<BTreeSet<DocId>> {
        let mut found = BTreeSet::new();
        for segment in self.searcher.segment_readers() {
            for acronym in acronyms {
                let term = Term::from_field_text(self.fields.acronyms, acronym);
                found.extend(studies_with(segment, &term, |_| true)?);
            }
        }
        Ok(found)
    }

    /// Returns a study by its number, whatever its recruitment status; an empty answer if the index doesn't have it.
    pub fn study(&self, number: &NctId) -> Result<SearchResults, IndexError> {
        let Some(doc) = self.facts.studies_data().doc_of(number) else { return Ok(SearchResults::default()) };
        let study = self.entry(doc).map_err(IndexError::context("can't be read", &self.folder))?;
        let counts = Counts { total: 1, ..Counts::default() };
        Ok(SearchResults {
            studies: vec![SearchResult { study, km: None, fit: Fit::All, is_named: true }],
            counts,
            ..SearchResults::default()
        })
    }

    fn gather<'a>(
        &'a self,
        query: &'a SearchQuery<'a>,
        prepared: &PreparedQuery,
        scope: MatchScope,
        exclusion: Option<(&[u32], usize)>,
        vocabulary: &Vocabulary,
        effort: &WorkBudget,
    ) -> tantivy::Result<GatheredStudies<'a>> {
        let no_results = Ok(GatheredStudies::default());
        let PreparedQuery { substitutions, acronyms, testing } = prepared;
        // Those with the acronym match fully.
        let acronyms = if scope == MatchScope::All { acronyms.as_slice() } else { &[] };
        let index_query =
            matching::index_query(query, acronyms, substitutions, scope, &self.fields, vocabulary, effort);
        let Some(segment) = self.searcher.segment_readers().first() else { return no_results };
        let country = match query.country.map(|country| self.facts.in_country(country)) {
            Some(None) => return no_results,
            found => found.flatten(),
        };
        let region = match query.region.map(|name| self.facts.region(name)) {
            Some(None) => return no_results,
            found => found.flatten(),
        };
        let mut finder = match index_query {
            Some(index_query) => Finder::new(&index_query, country, segment)?,
            None if query.matches_everything && scope == MatchScope::All => Finder::for_all_studies(country),
            None => return no_results,
        };
        let unfit = exclusions::excluded(query, scope == MatchScope::All, segment, &self.fields, vocabulary)?;
        let gathering = Gathering::new(query, region, &self.facts).leaving_out(unfit).among(testing.clone());
        let gathering = match exclusion {
            Some((found, most)) => gathering.excluding(found, most),
            None => gathering.counting(),
        };
        Ok(gathering.gather(&mut finder))
    }

    fn entry(&self, doc: DocId) -> tantivy::Result<ListedStudy> {
        Ok(self.entries.study(doc)?)
    }
}

impl PartnerRecord {
    fn from_gathered(partner: &GatheredPartner) -> Option<Self> {
        let &GatheredPartner { number, doc, is_in_reach, km } = partner;
        Some(Self { number: with_digits(number)?, is_in_reach, km, doc })
    }
}

/// Returns what may be an id in a text: the whole text, or a word with several digits.
fn ids_in(text: &str) -> impl Iterator<Item = String> + '_ {
    const MIN_DIGITS: usize = 4;
    let has_digits = |word: &&str| word.bytes().filter(u8::is_ascii_digit).count() >= MIN_DIGITS;
    let words = text.split_whitespace().filter(has_digits);
    [text].into_iter().chain(words).filter_map(normalized_id)
}

fn numbers(best: &[(RankedStudy, Option<f64>)]) -> Vec<u32> {
    best.iter().map(|(ranked, _)| ranked.number).collect()
}

/// Pairs gathered studies with their fit.
fn with_fit(
    best: &[(RankedStudy, Option<f64>)],
    fit: Fit,
) -> impl Iterator<Item = (DocId, Option<f64>, Fit)> + '_ {
    best.iter().map(move |(ranked, km)| (ranked.doc, *km, fit))
}

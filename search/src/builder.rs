//! Builds one index from many studies.
//!
//! Recruiting studies come first, then those that will recruit soon, then the others. A search for recruiting studies
//! can stop reading where they end. Within each group, studies about related conditions are adjacent.
//!
//! The order is known only after all studies have been added, so indexed data waits in a file. The builder then writes
//! one partial index per group and concatenates them.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use tantivy::{
    Index, IndexSettings, IndexWriter, ReloadPolicy, directory::MmapDirectory, indexer::merge_indices,
    merge_policy::NoMergePolicy,
};
use waypoint_domain::{listed_study::ListedStudy, registry_study::RegistryStudy};
use waypoint_vocabulary::Vocabulary;

use crate::{
    concept_order::ConceptOrder,
    concept_sets::with_ancestors,
    document::{IndexedStudy, condition_concepts},
    entries,
    facts::recruitment_scope,
    facts_builder::FactsBuilder,
    index::IndexError,
    partner::PartnerStudies,
    query::RecruitmentScope,
    recruiting::Recruiting,
    schema::{Fields, PLACE},
    spool::Spool,
    suggestions::{self, Collector},
};

/// The memory budget of a partial index's writer, in bytes.
const WRITER_MEMORY: usize = 48 * 1024 * 1024;

/// Builds an index in a folder. The index is unusable until [`IndexBuilder::finish`] returns.
pub struct IndexBuilder<'a> {
    folder: PathBuf,
    spool: Spool,
    kinship: ConceptOrder,
    facts: FactsBuilder,
    vocabulary: &'a Vocabulary,
    recruiting: Recruiting,
    suggestions: Collector,
    partners: Option<&'a PartnerStudies>,
}

/// A partial index that holds the studies of one [`RecruitmentScope`].
struct Part {
    folder: PathBuf,
    index: Index,
    writer: IndexWriter,
}

impl<'a> IndexBuilder<'a> {
    /// Starts an index in an empty folder, which is created if missing.
    pub fn new(folder: &Path, vocabulary: &'a Vocabulary) -> Result<Self, IndexError> {
        let failed = IndexError::context("can't be written", folder);
        let spool = Spool::begin(folder).map_err(|error| failed(error.into()))?;
        let (facts, recruiting) = (FactsBuilder::default(), Recruiting::default());
        let kinship = ConceptOrder::new(vocabulary);
        let suggestions = Collector::new(vocabulary);
        Ok(Self {
            folder: folder.to_owned(),
            spool,
            kinship,
            facts,
            vocabulary,
            recruiting,
            suggestions,
            partners: None,
        })
    }

    /// Suggests names as for searches that also show these partner studies. Call it before any study is added.
    #[must_use]
    pub fn with_partners(mut self, partners: &'a PartnerStudies) -> Self {
        self.suggestions.add_partners(partners, self.vocabulary);
        self.partners = Some(partners);
        self
    }

    /// Adds a study.
    pub fn add(&mut self, study: &RegistryStudy) -> Result<(), IndexError> {
        let about = condition_concepts(study, self.vocabulary);
        if study.status.is_recruiting() {
            self.recruiting.count(with_ancestors(&about, self.vocabulary));
        }
        let added = self.facts.add(study);
        let kin = self.kinship.sort_key(&about, self.vocabulary);
        let scope = recruitment_scope(&study.status);
        let indexed = IndexedStudy::new(study, &about, added, self.vocabulary);
        self.suggestions.add(study, &indexed, self.vocabulary);
        let entry = entries::encode(&ListedStudy::from_registry_study(study));
        let failed = IndexError::context("can't be written", &self.folder);
        entry
            .and_then(|entry| self.spool.add(scope, kin, &indexed, &entry))
            .map_err(|error| failed(error.into()))
    }

    /// Writes the remaining files, including suggestions, and merges the partial indexes into one.
    pub fn finish(mut self) -> Result<(), IndexError> {
        let failed = IndexError::context("can't be written", &self.folder);
        self.recruiting
            .write(&self.folder, self.vocabulary)
            .and_then(|()| {
                suggestions::write(&self.folder, &self.suggestions, self.partners, self.vocabulary)
            })
            .map_err(|error| failed(error.into()))?;
        let parts = build_parts(&self.folder, &mut self.spool).map_err(&failed)?;
        let merged = merge(&self.folder, &parts).map_err(&failed)?;
        let order = order(&merged).map_err(&failed)?;
        self.facts
            .write(&self.folder, &order)
            .and_then(|()| write_entries(&self.folder, &order, &self.spool))
            .and_then(|()| self.spool.remove())
            .map_err(|error| failed(error.into()))
    }
}

impl Part {
    fn begin(folder: PathBuf) -> tantivy::Result<Self> {
        let index = create_empty(&folder)?;
        let writer = index.writer_with_num_threads(1, WRITER_MEMORY)?;
        // All segments are merged at the end; an earlier merge would write them twice.
        writer.set_merge_policy(Box::new(NoMergePolicy));
        Ok(Self { folder, index, writer })
    }

    fn finish(mut self) -> tantivy::Result<(PathBuf, Index)> {
        self.writer.commit()?;
        self.writer.wait_merging_threads()?;
        Ok((self.folder, self.index))
    }
}

/// Writes and returns the partial indexes that have studies, in the order of [`RecruitmentScope::ALL`].
fn build_parts(folder: &Path, spool: &mut Spool) -> tantivy::Result<Vec<(PathBuf, Index)>> {
    let (fields, _) = Fields::new();
    let mut filled = Vec::new();
    for scope in RecruitmentScope::ALL {
        let part = Part::begin(folder.join(format!("part-{}", scope as u8)))?;
        spool.for_each(scope, |study| part.writer.add_document(study.document(&fields)).map(drop))?;
        let (folder, index) = part.finish()?;
        if index.searchable_segment_ids()?.is_empty() {
            fs::remove_dir_all(folder)?;
        } else {
            filled.push((folder, index));
        }
    }
    Ok(filled)
}

fn create_empty(folder: &Path) -> tantivy::Result<Index> {
    fs::create_dir_all(folder)?;
    let (_, schema) = Fields::new();
    Index::create(MmapDirectory::open(folder)?, schema, IndexSettings::default())
}

/// Concatenates the partial indexes into one segment and removes them.
fn merge(folder: &Path, parts: &[(PathBuf, Index)]) -> tantivy::Result<Index> {
    let indexes: Vec<Index> = parts.iter().map(|(_, index)| index.clone()).collect();
    let merged = if indexes.is_empty() {
        create_empty(folder)?
    } else {
        merge_indices(&indexes, MmapDirectory::open(folder)?)?
    };
    for (folder, _) in parts {
        fs::remove_dir_all(folder)?;
    }
    Ok(merged)
}

/// Returns, for each document of an index, how many studies were added before it.
fn order(index: &Index) -> tantivy::Result<Vec<u64>> {
    let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
    let mut order = Vec::new();
    for segment in reader.searcher().segment_readers() {
        let place = segment.fast_fields().u64(PLACE)?;
        order.extend((0..segment.max_doc()).map(|doc| place.first(doc).unwrap_or_default()));
    }
    Ok(order)
}

/// Writes the list entries in this order, given by how many studies were added before each.
fn write_entries(folder: &Path, order: &[u64], spool: &Spool) -> io::Result<()> {
    let lengths: Vec<usize> = order.iter().map(|added| spool.entry_length(*added)).collect();
    entries::write(folder, &lengths, |doc| spool.entry(order[doc]))
}

//! Many studies as one index.
//!
//! Studies that take people now come first, then those that will, then the others: a search for the first reads no
//! further than they reach. Among them, studies of a kind lie beside each other. So what they are indexed under waits on
//! the disk until all have been added, and there is a part of the index for each standing, which one behind the other
//! become the whole.

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
    asked::Standing,
    document::{Indexed, about, with_ancestors},
    entries,
    facts::standing,
    facts_builder::FactsBuilder,
    index::IndexError,
    kinship::Kinship,
    recruiting::Recruiting,
    schema::{Fields, PLACE},
    spool::Spool,
    suggestion_files,
};

/// How many bytes of memory the writer of a part takes before it writes to the disk.
const MEMORY: usize = 48 * 1024 * 1024;

/// Builds an index in a folder. Nothing of it is to be used before [`IndexBuilder::finish`].
pub struct IndexBuilder<'a> {
    folder: PathBuf,
    spool: Spool,
    kinship: Kinship,
    facts: FactsBuilder,
    vocabulary: &'a Vocabulary,
    recruiting: Recruiting,
}

/// The studies that take people now, those that will, or the others.
struct Part {
    folder: PathBuf,
    index: Index,
    writer: IndexWriter,
}

impl<'a> IndexBuilder<'a> {
    /// Begins an index in an empty folder, which is made when it is not there.
    ///
    /// # Errors
    /// When the folder can't be written.
    pub fn new(folder: &Path, vocabulary: &'a Vocabulary) -> Result<Self, IndexError> {
        let failed = IndexError::of("can't be written", folder);
        let spool = Spool::begin(folder).map_err(|error| failed(error.into()))?;
        let (facts, recruiting) = (FactsBuilder::default(), Recruiting::default());
        let kinship = Kinship::of(vocabulary);
        Ok(Self { folder: folder.to_owned(), spool, kinship, facts, vocabulary, recruiting })
    }

    /// Adds a study.
    ///
    /// # Errors
    /// When the disk is full.
    pub fn add(&mut self, study: &RegistryStudy) -> Result<(), IndexError> {
        let about = about(study, self.vocabulary);
        if study.status.is_recruiting() {
            self.recruiting.count(with_ancestors(&about, self.vocabulary));
        }
        let added = self.facts.add(study, about.iter().map(|concept| self.vocabulary.id(*concept)));
        let kin = self.kinship.place(&about, self.vocabulary);
        let standing = standing(&study.status);
        let indexed = Indexed::of(study, &about, added, self.vocabulary);
        let entry = entries::written(&ListedStudy::of(study));
        let failed = IndexError::of("can't be written", &self.folder);
        entry
            .and_then(|entry| self.spool.add(standing, kin, &indexed, &entry))
            .map_err(|error| failed(error.into()))
    }

    /// Writes the rest, the files of suggestions among it, and makes one piece of all pieces.
    ///
    /// # Errors
    /// When the disk is full.
    pub fn finish(mut self) -> Result<(), IndexError> {
        let failed = IndexError::of("can't be written", &self.folder);
        self.recruiting
            .write(&self.folder, self.vocabulary)
            .and_then(|()| suggestion_files::write(&self.folder, self.vocabulary, &self.recruiting))
            .map_err(|error| failed(error.into()))?;
        let parts = parts(&self.folder, &mut self.spool).map_err(&failed)?;
        let whole = whole(&self.folder, &parts).map_err(&failed)?;
        let order = order(&whole).map_err(&failed)?;
        self.facts
            .write(&self.folder, &order)
            .and_then(|()| write_entries(&self.folder, &order, &self.spool))
            .and_then(|()| self.spool.remove())
            .map_err(|error| failed(error.into()))
    }
}

impl Part {
    fn begin(folder: PathBuf) -> tantivy::Result<Self> {
        let index = empty(&folder)?;
        let writer = index.writer_with_num_threads(1, MEMORY)?;
        // All pieces become one at the end; what is merged before that is written twice.
        writer.set_merge_policy(Box::new(NoMergePolicy));
        Ok(Self { folder, index, writer })
    }

    fn finish(mut self) -> tantivy::Result<(PathBuf, Index)> {
        self.writer.commit()?;
        self.writer.wait_merging_threads()?;
        Ok((self.folder, self.index))
    }
}

/// The index of each standing in which there are studies, in their order.
fn parts(folder: &Path, spool: &mut Spool) -> tantivy::Result<Vec<(PathBuf, Index)>> {
    let (fields, _) = Fields::new();
    let mut filled = Vec::new();
    for standing in Standing::ALL {
        let part = Part::begin(folder.join(format!("part-{}", standing as u8)))?;
        spool.each(standing, |study| part.writer.add_document(study.document(&fields)).map(drop))?;
        let (folder, index) = part.finish()?;
        if index.searchable_segment_ids()?.is_empty() {
            fs::remove_dir_all(folder)?;
        } else {
            filled.push((folder, index));
        }
    }
    Ok(filled)
}

fn empty(folder: &Path) -> tantivy::Result<Index> {
    fs::create_dir_all(folder)?;
    let (_, schema) = Fields::new();
    Index::create(MmapDirectory::open(folder)?, schema, IndexSettings::default())
}

/// The parts, one behind the other, as an index of one piece. They are removed.
fn whole(folder: &Path, parts: &[(PathBuf, Index)]) -> tantivy::Result<Index> {
    let indexes: Vec<Index> = parts.iter().map(|(_, index)| index.clone()).collect();
    let whole = if indexes.is_empty() {
        empty(folder)?
    } else {
        merge_indices(&indexes, MmapDirectory::open(folder)?)?
    };
    for (folder, _) in parts {
        fs::remove_dir_all(folder)?;
    }
    Ok(whole)
}

/// The documents of an index, each by how many were added before it.
fn order(index: &Index) -> tantivy::Result<Vec<u64>> {
    let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
    let mut order = Vec::new();
    for segment in reader.searcher().segment_readers() {
        let place = segment.fast_fields().u64(PLACE)?;
        order.extend((0..segment.max_doc()).map(|doc| place.first(doc).unwrap_or_default()));
    }
    Ok(order)
}

/// Writes what lists show of the studies in this order, which names each by how many were added before it.
fn write_entries(folder: &Path, order: &[u64], spool: &Spool) -> io::Result<()> {
    let lengths: Vec<usize> = order.iter().map(|added| spool.length_of_entry(*added)).collect();
    entries::write(folder, &lengths, |doc| spool.entry(order[doc]))
}

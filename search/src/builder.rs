//! Many studies as one index.

use std::{
    fs,
    path::{Path, PathBuf},
};

use tantivy::{
    Index, IndexSettings, IndexWriter, ReloadPolicy, directory::MmapDirectory, merge_policy::NoMergePolicy,
};
use waypoint_domain::registry_study::RegistryStudy;
use waypoint_vocabulary::Vocabulary;

use crate::{
    document::{about, document, with_ancestors},
    facts_file::FactsBuilder,
    index::IndexError,
    recruiting::Recruiting,
    schema::{Fields, PLACE},
    suggestion_files,
};

/// How many bytes of memory the writer takes before it writes to the disk.
const MEMORY: usize = 128 * 1024 * 1024;
/// How many bytes of what is shown are compressed together: a list shows ten studies, each of another block.
const BLOCK: usize = 4096;

/// Builds an index in a folder. Nothing of it is to be used before [`IndexBuilder::finish`].
pub struct IndexBuilder<'a> {
    folder: PathBuf,
    writer: IndexWriter,
    facts: FactsBuilder,
    fields: Fields,
    vocabulary: &'a Vocabulary,
    recruiting: Recruiting,
}

impl<'a> IndexBuilder<'a> {
    /// Begins an index in an empty folder, which is made when it is not there.
    ///
    /// # Errors
    /// When the folder can't be written.
    pub fn new(folder: &Path, vocabulary: &'a Vocabulary) -> Result<Self, IndexError> {
        let failed = IndexError::of("can't be written", folder);
        fs::create_dir_all(folder).map_err(|error| failed(error.into()))?;
        let (fields, schema) = Fields::new();
        let settings = IndexSettings { docstore_blocksize: BLOCK, ..IndexSettings::default() };
        let directory = MmapDirectory::open(folder).map_err(|error| failed(error.into()))?;
        let index = Index::create(directory, schema, settings).map_err(&failed)?;
        let writer = index.writer_with_num_threads(1, MEMORY).map_err(&failed)?;
        // All pieces become one at the end; what is merged before that is written twice.
        writer.set_merge_policy(Box::new(NoMergePolicy));
        let (facts, recruiting) = (FactsBuilder::default(), Recruiting::default());
        Ok(Self { folder: folder.to_owned(), writer, facts, fields, vocabulary, recruiting })
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
        let place = self.facts.add(study, about.iter().map(|concept| self.vocabulary.id(*concept)));
        let document = document(study, &about, place, &self.fields, self.vocabulary);
        self.writer.add_document(document).map_err(IndexError::of("can't be written", &self.folder))?;
        Ok(())
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
        self.writer.commit().map_err(&failed)?;
        let pieces = self.writer.index().searchable_segment_ids().map_err(&failed)?;
        if pieces.len() > 1 {
            self.writer.merge(&pieces).wait().map_err(&failed)?;
        }
        let order = order(self.writer.index()).map_err(&failed)?;
        self.facts.write(&self.folder, &order).map_err(|error| failed(error.into()))?;
        self.writer.wait_merging_threads().map_err(&failed)
    }
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

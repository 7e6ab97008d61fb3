//! The contents of a data folder, and how two of them differ.

use std::{collections::BTreeMap, path::Path};

use anyhow::{Context as _, Result, ensure};
use waypoint_functions::{finding::Finder, store::Registry};
use waypoint_search::{RecruitmentScope, Releases, SearchIndex, SearchQuery, SearchResults};
use waypoint_vocabulary::Vocabulary;

use crate::{
    cloud::{Cloud, RegistrySource},
    data_folder::DataFolder,
    registry_server::RegistryFile,
    secret_file,
};

/// The contents of a data folder.
pub(super) struct Outcome {
    /// Hash of each record by NCT number.
    records: BTreeMap<String, Vec<u8>>,
    /// The day up to which the registry has been read.
    read_until: String,
    /// Number of studies in the index.
    indexed: usize,
    /// Answers of the index by query.
    answers: Vec<(String, SearchResults)>,
}

impl Outcome {
    /// Reads a folder that no process uses. It reads a copy of the database, because the database stays open once
    /// opened, and the next sync needs exclusive access.
    pub(super) async fn read(data: &Path, queries: &[String]) -> Result<Self> {
        let folder = DataFolder::open(data)?;
        let secret = secret_file::load_or_make(&folder.secret())?;
        let unused_registry = RegistrySource::File(RegistryFile::sample()?);
        let copies = tempfile::tempdir().context("could not create a folder for a copy of the database")?;
        let copy = folder.copy_database(copies.path())?;
        let cloud = Cloud::start(&copy, &unused_registry, secret).await?;
        let context = cloud.context(Finder::default(), false).await?;
        let last_sync = context.registry.sync_state().await?.last.context("no sync has finished")?;
        let release = Releases::in_folder(folder.index()).current()?;
        let (index, vocabulary) = (release.open()?, Vocabulary::default());
        let answers = queries.iter().map(|query| Ok((query.clone(), answer(&index, query, &vocabulary)?)));
        Ok(Self {
            records: records(&context.registry).await?,
            read_until: format!("{:?}", last_sync.read_until),
            indexed: release.studies,
            answers: answers.collect::<Result<_>>()?,
        })
    }

    pub(super) fn records(&self) -> usize {
        self.records.len()
    }

    pub(super) fn queries(&self) -> usize {
        self.answers.len()
    }

    pub(super) fn found(&self) -> usize {
        self.answers.iter().map(|(_, answer)| answer.counts.total).sum()
    }

    /// Checks that all expected records exist and are equal. Additional ones are allowed.
    pub(super) fn must_contain_all_of(&self, expected: &Self) -> Result<()> {
        let different =
            expected.records.iter().find(|(number, hash)| self.records.get(*number) != Some(hash));
        ensure!(
            different.is_none(),
            "the record {} is missing or different",
            different.map_or("", |(number, _)| number)
        );
        Ok(())
    }

    /// Checks that nothing differs.
    pub(super) fn must_equal(&self, expected: &Self) -> Result<()> {
        self.must_contain_all_of(expected)?;
        let unexpected = self.records.keys().find(|number| !expected.records.contains_key(*number));
        ensure!(unexpected.is_none(), "unexpected record {unexpected:?}");
        ensure!(
            self.read_until == expected.read_until,
            "read until {}, expected {}",
            self.read_until,
            expected.read_until
        );
        ensure!(
            self.indexed == expected.indexed,
            "{} studies are indexed, expected {}",
            self.indexed,
            expected.indexed
        );
        ensure!(self.indexed == self.records.len(), "the index does not contain all records");
        for ((query, answer), (_, expected_answer)) in self.answers.iter().zip(&expected.answers) {
            ensure!(answer == expected_answer, "the answer to '{query}' differs");
        }
        Ok(())
    }
}

/// Checks that the current release of the index can be opened and searched, if there is one.
pub(super) fn current_must_be_readable(data: &Path) -> Result<()> {
    let releases = Releases::in_folder(data.join("index"));
    if !data.join("index/current").exists() {
        return Ok(());
    }
    let index = releases.current()?.open()?;
    answer(&index, "asthma", &Vocabulary::default()).map(|_| ())
}

async fn records(registry: &Registry) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut hashes = BTreeMap::new();
    let mut pages = registry.all_marks();
    while let Some(marks) = pages.next().await? {
        for (number, mark) in marks {
            hashes.insert(number.to_string(), mark.digest.context("a record has no hash")?);
        }
    }
    Ok(hashes)
}

fn answer(index: &SearchIndex, query: &str, vocabulary: &Vocabulary) -> Result<SearchResults> {
    let reading = index.read(query, vocabulary);
    let search_query =
        SearchQuery { recruitment: RecruitmentScope::AnyStatus, ..SearchQuery::new(&reading, 50) };
    Ok(index.search(&search_query, vocabulary)?)
}

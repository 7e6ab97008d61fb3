//! What a data folder holds, and in what two of them differ.

use std::{collections::BTreeMap, path::Path};

use anyhow::{Context as _, Result, ensure};
use waypoint_functions::{finding::Finder, store::Registry};
use waypoint_search::{Answer, Asked, Releases, SearchIndex, Standing};
use waypoint_vocabulary::Vocabulary;

use crate::{
    cloud::{Cloud, RegistrySource},
    data_folder::DataFolder,
    registry_server::RegistryFile,
    secret_file,
};

/// What a data folder holds.
pub(super) struct Outcome {
    /// The hash of each record, by its number.
    records: BTreeMap<String, Vec<u8>>,
    /// Up to which day the registry has been read.
    read_until: String,
    /// How many studies the index has.
    indexed: usize,
    /// What the index answers, query by query.
    answers: Vec<(String, Answer)>,
}

impl Outcome {
    /// Reads what a folder holds on which nobody works. The database is read in a copy: once opened it stays open, and
    /// whoever syncs next has to have it alone.
    pub(super) async fn of(data: &Path, queries: &[String]) -> Result<Self> {
        let folder = DataFolder::open(data)?;
        let secret = secret_file::load_or_make(&folder.secret())?;
        let nobody = RegistrySource::File(RegistryFile::sample()?);
        let copies = tempfile::tempdir().context("there is no room for a copy of the database")?;
        let copy = folder.copy_database(copies.path())?;
        let cloud = Cloud::start(&copy, &nobody, secret).await?;
        let context = cloud.context(Finder::default(), false).await?;
        let last = context.registry.sync_state().await?.last.context("no sync came to its end")?;
        let release = Releases::of(folder.index()).current()?;
        let (index, vocabulary) = (release.open()?, Vocabulary::default());
        let answers = queries.iter().map(|query| Ok((query.clone(), answer(&index, query, &vocabulary)?)));
        Ok(Self {
            records: records(&context.registry).await?,
            read_until: format!("{:?}", last.read_until),
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
        self.answers.iter().map(|(_, answer)| answer.counts.all).sum()
    }

    /// Every record that is expected is there, as it is expected; there may be others.
    pub(super) fn must_lack_nothing_of(&self, expected: &Self) -> Result<()> {
        let wrong = expected.records.iter().find(|(number, hash)| self.records.get(*number) != Some(hash));
        ensure!(wrong.is_none(), "{} is not as it should be", wrong.map_or("", |(number, _)| number));
        Ok(())
    }

    /// Nothing differs.
    pub(super) fn must_equal(&self, expected: &Self) -> Result<()> {
        self.must_lack_nothing_of(expected)?;
        let surplus = self.records.keys().find(|number| !expected.records.contains_key(*number));
        ensure!(surplus.is_none(), "{surplus:?} should not be there");
        ensure!(self.read_until == expected.read_until, "{} is not {}", self.read_until, expected.read_until);
        ensure!(
            self.indexed == expected.indexed,
            "{} studies are indexed, not {}",
            self.indexed,
            expected.indexed
        );
        ensure!(self.indexed == self.records.len(), "the index has not all records");
        for ((query, answer), (_, wanted)) in self.answers.iter().zip(&expected.answers) {
            ensure!(answer == wanted, "'{query}' is answered otherwise");
        }
        Ok(())
    }
}

/// Whatever was interrupted, the release in use can be opened and asked; before the first there is none.
pub(super) fn current_must_be_readable(data: &Path) -> Result<()> {
    let releases = Releases::of(data.join("index"));
    if !data.join("index/current").exists() {
        return Ok(());
    }
    let index = releases.current()?.open()?;
    answer(&index, "asthma", &Vocabulary::default()).map(|_| ())
}

async fn records(registry: &Registry) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut all = BTreeMap::new();
    let mut pages = registry.all_marks();
    while let Some(marks) = pages.next().await? {
        for (number, mark) in marks {
            all.insert(number.to_string(), mark.digest.context("a record has no hash")?);
        }
    }
    Ok(all)
}

fn answer(index: &SearchIndex, query: &str, vocabulary: &Vocabulary) -> Result<Answer> {
    let reading = index.read(query, vocabulary);
    let asked = Asked { standing: Standing::OrClosed, ..Asked::of(&reading, 50) };
    Ok(index.search(&asked, vocabulary)?)
}

//! Changes studies in turn, again and again.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};
use waypoint_functions::store::{Studies, StudyWrite};

use crate::{cloud, data_folder::DataFolder};

/// Changes one study after another.
pub(super) struct Writer {
    data: PathBuf,
    studies: Studies,
    numbers: Vec<String>,
    written: usize,
    last: BTreeMap<String, String>,
}

impl Writer {
    /// Connects to the server with this data.
    pub(super) async fn new(data: &Path) -> Result<Self> {
        let studies = studies(data).await?;
        let numbers = studies.stored_studies().await?.into_iter().map(|study| study.number).collect();
        Ok(Self { data: data.to_owned(), studies, numbers, written: 0, last: BTreeMap::new() })
    }

    /// Connects to a restarted server.
    pub(super) async fn reconnect(&mut self) -> Result<()> {
        self.studies = studies(&self.data).await?;
        Ok(())
    }

    /// Returns the number of successful changes.
    pub(super) fn written(&self) -> usize {
        self.written
    }

    /// Returns number and current title of each changed study.
    pub(super) fn last(&self) -> impl Iterator<Item = (&str, &str)> {
        self.last.iter().map(|(number, title)| (number.as_str(), title.as_str()))
    }

    /// Returns number and title of the newest change.
    pub(super) fn newest(&self) -> Option<(&str, &str)> {
        let newest = self.written.checked_sub(1)?;
        let number = self.study_number(newest)?;
        self.last.get(number).map(|title| (number, title.as_str()))
    }

    /// Writes until there are this many changes. If this future is dropped, the next call repeats a change without an
    /// answer.
    pub(super) async fn write_until(&mut self, count: usize) -> Result<()> {
        while self.written < count {
            let number = self.study_number(self.written).context("there are no studies")?.to_owned();
            let title = format!("Change {:06}", self.written);
            self.write(&number, &title).await?;
            self.last.insert(number, title);
            self.written += 1;
        }
        Ok(())
    }

    fn study_number(&self, change: usize) -> Option<&str> {
        self.numbers.get(change % self.numbers.len().max(1)).map(String::as_str)
    }

    async fn write(&self, number: &str, title: &str) -> Result<()> {
        let studies = self.studies.stored_studies().await?;
        let before = studies.iter().find(|written| written.number == number);
        let before = before.with_context(|| format!("the study {number} is missing"))?;
        let mut study = before.study.clone().with_context(|| number.to_owned())?;
        title.clone_into(&mut study.brief_title);
        match self.studies.put(Some(before), &study).await? {
            StudyWrite::Done => Ok(()),
            StudyWrite::Conflict => bail!("the study {number} was changed by another writer"),
        }
    }
}

async fn studies(data: &Path) -> Result<Studies> {
    let address = DataFolder::read_database_address(data)
        .context("the server has not written the address of its database")?;
    Ok(cloud::studies_at(address).await)
}

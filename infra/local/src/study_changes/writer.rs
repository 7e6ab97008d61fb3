//! Changes studies, each again and again.

use std::{collections::BTreeMap, path::Path};

use anyhow::{Context as _, Result, bail};
use waypoint_functions::store::{Studies, Written};

use crate::{cloud, data_folder::DataFolder};

/// Writes one change after another, study by study in turn.
pub(super) struct Writer {
    studies: Studies,
    numbers: Vec<String>,
    written: usize,
    last: BTreeMap<String, String>,
}

impl Writer {
    /// Of the studies of a server with this data.
    pub(super) async fn of(data: &Path) -> Result<Self> {
        let studies = studies(data).await?;
        let numbers = studies.as_written().await?.into_iter().map(|study| study.number).collect();
        Ok(Self { studies, numbers, written: 0, last: BTreeMap::new() })
    }

    /// Goes on with a server that has started again.
    pub(super) async fn find(&mut self, data: &Path) -> Result<()> {
        self.studies = studies(data).await?;
        Ok(())
    }

    /// How many changes were answered.
    pub(super) fn written(&self) -> usize {
        self.written
    }

    /// The number and the title of each study that was changed, as the last change has it.
    pub(super) fn last(&self) -> impl Iterator<Item = (&str, &str)> {
        self.last.iter().map(|(number, title)| (number.as_str(), title.as_str()))
    }

    /// The number and the title of the newest change.
    pub(super) fn newest(&self) -> Option<(&str, &str)> {
        let newest = self.written.checked_sub(1)?;
        let number = self.number_of(newest)?;
        self.last.get(number).map(|title| (number, title.as_str()))
    }

    /// Writes until there are so many changes. When this is dropped, a change that was not answered is written again by
    /// the next call.
    pub(super) async fn write_until(&mut self, end: usize) -> Result<()> {
        while self.written < end {
            let number = self.number_of(self.written).context("there are no studies")?.to_owned();
            let title = format!("Change {:06}", self.written);
            self.write(&number, &title).await?;
            self.last.insert(number, title);
            self.written += 1;
        }
        Ok(())
    }

    fn number_of(&self, change: usize) -> Option<&str> {
        self.numbers.get(change % self.numbers.len().max(1)).map(String::as_str)
    }

    async fn write(&self, number: &str, title: &str) -> Result<()> {
        let all = self.studies.as_written().await?;
        let before = all.iter().find(|written| written.number == number);
        let before = before.with_context(|| format!("{number} is gone"))?;
        let mut study = before.study.clone().with_context(|| number.to_owned())?;
        title.clone_into(&mut study.brief_title);
        match self.studies.put(Some(before), &study).await? {
            Written::Yes => Ok(()),
            Written::ChangedMeanwhile => bail!("{number} was changed by somebody else"),
        }
    }
}

async fn studies(data: &Path) -> Result<Studies> {
    let address = DataFolder::address_told(data).context("the server does not say where its database is")?;
    Ok(cloud::studies_at(address).await)
}

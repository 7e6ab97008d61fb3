//! What the store of a killed server holds of the people who signed up.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result, bail, ensure};
use aws_sdk_dynamodb::types::AttributeValue;
use waypoint_functions::{context::Context, finding::Finder};

use super::{SignUps, person::SignedUp};
use crate::{
    cloud::{Cloud, RegistrySource},
    database::Storage,
    registry_server::RegistryFile,
    secret_file,
};

/// With which the partitions of participants and of their addresses begin.
const PARTICIPANT: &str = "PARTICIPANT#";
const ADDRESS: &str = "ADDRESS#";

/// The store, and the kinds of items of each partition.
pub(super) struct Kept {
    context: Context,
    partitions: BTreeMap<String, BTreeMap<String, usize>>,
}

impl Kept {
    /// What a server that is no more has left.
    pub(super) async fn of(asked: &SignUps) -> Result<Self> {
        let secret = secret_file::load_or_make(&asked.server.data.join("secret.key"))?;
        let storage = Storage::File(asked.server.data.join("database.sqlite"));
        let cloud = Cloud::start(&storage, &RegistrySource::File(RegistryFile::sample()?), secret).await?;
        let context = cloud.context(Finder::default(), true).await?;
        let pages = cloud.database_client().await.scan().table_name("participants").into_paginator();
        let mut partitions: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
        let mut items = pages.items().send();
        while let Some(item) = items.next().await {
            let item = item.context("the store can't be read")?;
            let text = |name: &str| item.get(name).and_then(|value: &AttributeValue| value.as_s().ok());
            let (Some(pk), Some(sk)) = (text("pk"), text("sk")) else { bail!("an item has no key") };
            let kind = text("message").map_or_else(|| kind_of(sk), |message| format!("OUTBOX {message}"));
            *partitions.entry(pk.clone()).or_default().entry(kind).or_default() += 1;
        }
        Ok(Self { context, partitions })
    }

    /// Everybody has to be there once and wholly, and nobody else.
    pub(super) async fn must_be_of(&self, people: &[SignedUp]) -> Result<()> {
        let numbers: BTreeSet<&str> = people.iter().map(|one| one.number.as_str()).collect();
        ensure!(numbers.len() == people.len(), "{} people have one number", people.len() - numbers.len() + 1);
        let begins = |begin: &str| self.partitions.keys().filter(|pk| pk.starts_with(begin)).count();
        ensure!(
            begins(PARTICIPANT) == people.len(),
            "{} participants, {} people",
            begins(PARTICIPANT),
            people.len()
        );
        ensure!(begins(ADDRESS) == people.len(), "{} addresses, {} people", begins(ADDRESS), people.len());
        let mut usual: BTreeMap<&str, &BTreeMap<String, usize>> = BTreeMap::new();
        for one in people {
            let items = self.partitions.get(&format!("{PARTICIPANT}{}", one.number));
            let items = items.with_context(|| format!("{} is lost", one.number))?;
            let like = usual.entry(one.study).or_insert(items);
            ensure!(*like == items, "{} has {items:?}, and another one {like:?}", one.number);
            self.must_be_whole(one).await?;
        }
        for items in usual.values() {
            let twice = items.iter().find(|(kind, count)| kind.starts_with("OUTBOX ") && **count != 1);
            ensure!(twice.is_none(), "a message is there twice: {twice:?}");
            ensure!(items.get("RECEIPT") == Some(&2), "there are not two receipts: {items:?}");
        }
        Ok(())
    }

    async fn must_be_whole(&self, one: &SignedUp) -> Result<()> {
        let Context { participants, keys, clock, .. } = &self.context;
        let number = one.number.parse().with_context(|| format!("{} is no number", one.number))?;
        let record = participants.record(keys, &number, clock.now()).await?;
        let record = record.with_context(|| format!("{number} can't be opened"))?;
        ensure!(record.acknowledged.is_some(), "{number} has not accepted the notice");
        ensure!(record.profile.len() > 10, "{number} has half a profile");
        let trail = participants.verify_trail(&number).await?;
        ensure!(trail.is_ok(), "the trail of {number} is broken: {trail:?}");
        Ok(())
    }
}

/// What an item is, by its sort key.
fn kind_of(sk: &str) -> String {
    sk.split('#').next().unwrap_or_default().to_owned()
}

//! Checks the participants in the store of a killed server.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use anyhow::{Context as _, Result, bail, ensure};
use aws_sdk_dynamodb::types::AttributeValue;
use waypoint_functions::{context::Context, finding::Finder};

use super::person::SignedUp;
use crate::{
    cloud::{Cloud, RegistrySource},
    database::Storage,
    registry_server::RegistryFile,
    secret_file,
};

/// The partition key prefix of participants.
const PARTICIPANT: &str = "PARTICIPANT#";
/// The partition key prefix of their addresses.
const ADDRESS: &str = "ADDRESS#";

/// The store, and the number of items of each kind by partition.
pub(super) struct StoredSignUps {
    context: Context,
    partitions: BTreeMap<String, BTreeMap<String, usize>>,
}

impl StoredSignUps {
    /// Reads the store that a killed server left behind.
    pub(super) async fn read(data: &Path) -> Result<Self> {
        let secret = secret_file::load_or_make(&data.join("secret.key"))?;
        let storage = Storage::File(data.join("database.sqlite"));
        let cloud = Cloud::start(&storage, &RegistrySource::File(RegistryFile::sample()?), secret).await?;
        let context = cloud.context(Finder::default(), true).await?;
        let pages = cloud.database_client().await.scan().table_name("participants").into_paginator();
        let mut partitions: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
        let mut items = pages.items().send();
        while let Some(item) = items.next().await {
            let item = item.context("could not read the store")?;
            let text = |name: &str| item.get(name).and_then(|value: &AttributeValue| value.as_s().ok());
            let (Some(pk), Some(sk)) = (text("pk"), text("sk")) else { bail!("an item has no key") };
            let kind = text("message").map_or_else(|| item_kind(sk), |message| format!("OUTBOX {message}"));
            *partitions.entry(pk.clone()).or_default().entry(kind).or_default() += 1;
        }
        Ok(Self { context, partitions })
    }

    /// Checks that every sign-up was stored exactly once and completely, and that there are no others.
    pub(super) async fn must_match(&self, people: &[SignedUp]) -> Result<()> {
        let numbers: BTreeSet<&str> = people.iter().map(|signed_up| signed_up.number.as_str()).collect();
        ensure!(numbers.len() == people.len(), "{} people share a number", people.len() - numbers.len() + 1);
        let partition_count =
            |prefix: &str| self.partitions.keys().filter(|pk| pk.starts_with(prefix)).count();
        ensure!(
            partition_count(PARTICIPANT) == people.len(),
            "{} participants for {} people",
            partition_count(PARTICIPANT),
            people.len()
        );
        ensure!(
            partition_count(ADDRESS) == people.len(),
            "{} addresses for {} people",
            partition_count(ADDRESS),
            people.len()
        );
        let mut usual: BTreeMap<&str, &BTreeMap<String, usize>> = BTreeMap::new();
        for signed_up in people {
            let items = self.partitions.get(&format!("{PARTICIPANT}{}", signed_up.number));
            let items = items.with_context(|| format!("participant {} is missing", signed_up.number))?;
            let first_items = usual.entry(signed_up.study).or_insert(items);
            ensure!(
                *first_items == items,
                "participant {} has {items:?}, but another has {first_items:?}",
                signed_up.number
            );
            self.must_be_complete(signed_up).await?;
        }
        for items in usual.values() {
            let repeated = items.iter().find(|(kind, count)| kind.starts_with("OUTBOX ") && **count != 1);
            ensure!(repeated.is_none(), "a message is stored twice: {repeated:?}");
            ensure!(items.get("RECEIPT") == Some(&2), "expected two receipts: {items:?}");
        }
        Ok(())
    }

    async fn must_be_complete(&self, signed_up: &SignedUp) -> Result<()> {
        let Context { participants, keys, clock, .. } = &self.context;
        let number = signed_up
            .number
            .parse()
            .with_context(|| format!("{} is not a participant number", signed_up.number))?;
        let record = participants.record(keys, &number, clock.now()).await?;
        let record = record.with_context(|| format!("could not decrypt participant {number}"))?;
        ensure!(record.acknowledged.is_some(), "participant {number} has not accepted the notice");
        ensure!(record.profile.len() > 10, "the profile of participant {number} is incomplete");
        let log = participants.verify_audit_log(&number).await?;
        ensure!(log.is_ok(), "the audit log of participant {number} is invalid: {log:?}");
        Ok(())
    }
}

/// Returns the kind of an item by its sort key.
fn item_kind(sk: &str) -> String {
    sk.split('#').next().unwrap_or_default().to_owned()
}

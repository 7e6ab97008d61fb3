//! The key-value store with the names of all files, which the CDN functions query.

use std::collections::BTreeSet;

use aws_sdk_cloudfrontkeyvaluestore::{
    Client,
    error::SdkError,
    operation::{
        get_key::GetKeyError,
        update_keys::{UpdateKeysError, builders::UpdateKeysFluentBuilder},
    },
    types::{DeleteKeyRequestListItem, PutKeyRequestListItem},
};

use futures_util::{FutureExt, StreamExt, TryStreamExt, stream};

use crate::PublishError;

const SERVICE: &str = "the store of page names";
/// The most names per write, a limit of the service.
const MAX_WRITTEN: usize = 50;
/// The most names that are looked up one by one. For more, it is faster to list all, fifty per page.
const MAX_LOOKUPS: usize = 400;
/// The number of attempts if others change the store at the same time.
const TRIES: usize = 8;
/// The number of concurrent lookups.
const CONCURRENT_LOOKUPS: usize = 16;
/// The value of each name. Only the key matters.
const PRESENT: &str = "1";

/// A client of the store.
#[derive(Debug, Clone)]
pub struct PagesStore {
    client: Client,
    arn: String,
}

impl PagesStore {
    /// Returns a client of the store with this ARN.
    #[must_use]
    pub fn new(client: Client, arn: impl Into<String>) -> Self {
        Self { client, arn: arn.into() }
    }

    /// Returns those of these names that the store has.
    pub async fn existing_names(&self, names: BTreeSet<String>) -> Result<BTreeSet<String>, PublishError> {
        if names.len() > MAX_LOOKUPS {
            return Ok(&names & &self.list().await?);
        }
        let lookups: Vec<_> = names.into_iter().map(|name| self.find(name).boxed()).collect();
        let lookups = stream::iter(lookups);
        let found: Vec<Option<String>> = lookups.buffer_unordered(CONCURRENT_LOOKUPS).try_collect().await?;
        Ok(found.into_iter().flatten().collect())
    }

    /// Returns the name if the store has it.
    async fn find(&self, name: String) -> Result<Option<String>, PublishError> {
        Ok(self.has(&name).await?.then_some(name))
    }

    async fn has(&self, name: &str) -> Result<bool, PublishError> {
        match self.client.get_key().kvs_arn(&self.arn).key(name).send().await {
            Ok(_) => Ok(true),
            Err(error)
                if error.as_service_error().is_some_and(GetKeyError::is_resource_not_found_exception) =>
            {
                Ok(false)
            }
            Err(error) => Err(PublishError::from_sdk(SERVICE, "look up a name")(error)),
        }
    }

    async fn list(&self) -> Result<BTreeSet<String>, PublishError> {
        let mut names = BTreeSet::new();
        let mut pages = self.client.list_keys().kvs_arn(&self.arn).into_paginator().items().send();
        while let Some(item) = pages.next().await {
            names.insert(item.map_err(PublishError::from_sdk(SERVICE, "list its names"))?.key);
        }
        Ok(names)
    }

    /// Adds and removes names.
    pub async fn change(
        &self,
        added: &BTreeSet<String>,
        gone: &BTreeSet<String>,
    ) -> Result<(), PublishError> {
        if added.is_empty() && gone.is_empty() {
            return Ok(());
        }
        let mut tag = self.tag().await?;
        for chunk in Vec::from_iter(added).chunks(MAX_WRITTEN) {
            let puts =
                chunk.iter().map(|name| PutKeyRequestListItem::builder().key(*name).value(PRESENT).build());
            let puts = puts.collect::<Result<Vec<_>, _>>().map_err(|error| build_error(&error))?;
            tag = self.update(tag, "add names", |request| request.set_puts(Some(puts.clone()))).await?;
        }
        for chunk in Vec::from_iter(gone).chunks(MAX_WRITTEN) {
            let deletes = chunk.iter().map(|name| DeleteKeyRequestListItem::builder().key(*name).build());
            let deletes = deletes.collect::<Result<Vec<_>, _>>().map_err(|error| build_error(&error))?;
            tag = self
                .update(tag, "remove names", |request| request.set_deletes(Some(deletes.clone())))
                .await?;
        }
        Ok(())
    }

    /// Makes one change and returns the new `ETag`. If the store has changed since, retries on its new state: a name
    /// counts regardless of who added it.
    async fn update(
        &self,
        mut tag: String,
        what: &str,
        add_changes: impl Fn(UpdateKeysFluentBuilder) -> UpdateKeysFluentBuilder,
    ) -> Result<String, PublishError> {
        let mut tries = 1;
        loop {
            let request = add_changes(self.client.update_keys().kvs_arn(&self.arn).if_match(tag));
            match request.send().await {
                Ok(changed) => return Ok(changed.e_tag),
                Err(error) if tries < TRIES && is_conflict(&error) => tag = self.tag().await?,
                Err(error) => return Err(PublishError::from_sdk(SERVICE, what)(error)),
            }
            tries += 1;
        }
    }

    /// Returns the `ETag` that a change is based on.
    async fn tag(&self) -> Result<String, PublishError> {
        let described = self.client.describe_key_value_store().kvs_arn(&self.arn).send().await;
        Ok(described.map_err(PublishError::from_sdk(SERVICE, "return its state"))?.e_tag)
    }
}

fn is_conflict<R>(error: &SdkError<UpdateKeysError, R>) -> bool {
    error.as_service_error().is_some_and(UpdateKeysError::is_conflict_exception)
}

fn build_error(error: &aws_sdk_cloudfrontkeyvaluestore::error::BuildError) -> PublishError {
    PublishError::Service { service: SERVICE, what: "add names".into(), why: error.to_string() }
}

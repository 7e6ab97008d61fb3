//! The names of the files that are there, which the functions of the CDN ask for before they lead somewhere.

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
/// So many names are written at once; the service takes no more.
const MOST_AT_ONCE: usize = 50;
/// When more names than this are asked for, all are listed, fifty in a page.
const MOST_ASKED: usize = 400;
/// So often a change is tried that somebody else comes in between of.
const TRIES: usize = 8;
/// So many are asked for at once.
const AT_ONCE: usize = 16;
/// What stands at a name; only whether it is there counts.
const THERE: &str = "1";

/// The store.
#[derive(Debug, Clone)]
pub struct PagesStore {
    client: Client,
    arn: String,
}

impl PagesStore {
    /// The store of this resource name.
    #[must_use]
    pub fn new(client: Client, arn: impl Into<String>) -> Self {
        Self { client, arn: arn.into() }
    }

    /// Which of these names it has.
    ///
    /// # Errors
    /// When it does not answer.
    pub async fn among(&self, names: BTreeSet<String>) -> Result<BTreeSet<String>, PublishError> {
        if names.len() > MOST_ASKED {
            return Ok(&names & &self.all().await?);
        }
        let asked: Vec<_> = names.into_iter().map(|name| self.named(name).boxed()).collect();
        let asked = stream::iter(asked);
        let found: Vec<Option<String>> = asked.buffer_unordered(AT_ONCE).try_collect().await?;
        Ok(found.into_iter().flatten().collect())
    }

    /// The name again, if the store has it.
    async fn named(&self, name: String) -> Result<Option<String>, PublishError> {
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
            Err(error) => Err(PublishError::of(SERVICE, "say whether it has a name")(error)),
        }
    }

    async fn all(&self) -> Result<BTreeSet<String>, PublishError> {
        let mut names = BTreeSet::new();
        let mut pages = self.client.list_keys().kvs_arn(&self.arn).into_paginator().items().send();
        while let Some(item) = pages.next().await {
            names.insert(item.map_err(PublishError::of(SERVICE, "list its names"))?.key);
        }
        Ok(names)
    }

    /// Adds and removes names.
    ///
    /// # Errors
    /// When it does not take them.
    pub async fn change(
        &self,
        added: &BTreeSet<String>,
        gone: &BTreeSet<String>,
    ) -> Result<(), PublishError> {
        if added.is_empty() && gone.is_empty() {
            return Ok(());
        }
        let mut tag = self.tag().await?;
        for some in Vec::from_iter(added).chunks(MOST_AT_ONCE) {
            let puts =
                some.iter().map(|name| PutKeyRequestListItem::builder().key(*name).value(THERE).build());
            let puts = puts.collect::<Result<Vec<_>, _>>().map_err(|error| unbuilt(&error))?;
            tag = self.update(tag, "take names", |asked| asked.set_puts(Some(puts.clone()))).await?;
        }
        for some in Vec::from_iter(gone).chunks(MOST_AT_ONCE) {
            let deletes = some.iter().map(|name| DeleteKeyRequestListItem::builder().key(*name).build());
            let deletes = deletes.collect::<Result<Vec<_>, _>>().map_err(|error| unbuilt(&error))?;
            tag = self.update(tag, "remove names", |asked| asked.set_deletes(Some(deletes.clone()))).await?;
        }
        Ok(())
    }

    /// Makes one change, and gives the state after it. Somebody else may have changed the store in between; a name that is
    /// there is there whoever has put it, so the same change is made to what the store has become.
    async fn update(
        &self,
        mut tag: String,
        what: &str,
        with: impl Fn(UpdateKeysFluentBuilder) -> UpdateKeysFluentBuilder,
    ) -> Result<String, PublishError> {
        let mut tries = 1;
        loop {
            let asked = with(self.client.update_keys().kvs_arn(&self.arn).if_match(tag));
            match asked.send().await {
                Ok(changed) => return Ok(changed.e_tag),
                Err(error) if tries < TRIES && is_conflict(&error) => tag = self.tag().await?,
                Err(error) => return Err(PublishError::of(SERVICE, what)(error)),
            }
            tries += 1;
        }
    }

    /// The state that a change is based on.
    async fn tag(&self) -> Result<String, PublishError> {
        let described = self.client.describe_key_value_store().kvs_arn(&self.arn).send().await;
        Ok(described.map_err(PublishError::of(SERVICE, "say in which state it is"))?.e_tag)
    }
}

fn is_conflict<R>(error: &SdkError<UpdateKeysError, R>) -> bool {
    error.as_service_error().is_some_and(UpdateKeysError::is_conflict_exception)
}

fn unbuilt(error: &aws_sdk_cloudfrontkeyvaluestore::error::BuildError) -> PublishError {
    PublishError::Service { service: SERVICE, what: "take names".into(), why: error.to_string() }
}

//! The items in all tables.

use std::collections::{BTreeMap, HashMap};

use aws_sdk_dynamodb::types::AttributeValue;

use super::{
    TestSite,
    stored_data::{IMPERSONAL_PARTITIONS, stateful_resources},
};

/// An item's table name, partition key, and sort key.
pub(crate) type Place = (String, String, String);
/// An item with its attributes.
pub(crate) type Item = HashMap<String, AttributeValue>;

/// Every item of every table that the template defines.
pub(crate) async fn stored_items(site: &TestSite) -> BTreeMap<Place, Item> {
    let database = site.cloud.database_client().await;
    let mut found = BTreeMap::new();
    for (name, kind) in stateful_resources() {
        if kind != "AWS::DynamoDB::Table" {
            continue;
        }
        let table = name.trim_end_matches("Table").to_lowercase();
        let pages = database.scan().table_name(&table).into_paginator().items().send();
        for item in pages.collect::<Result<Vec<_>, _>>().await.unwrap() {
            // Skip sessions without sign-ups, such as those that a captcha starts. They belong to no participant.
            if item.get("sign_ups").is_some_and(|sign_ups| sign_ups.as_s().unwrap() == "[]") {
                continue;
            }
            let text = |key: &str| item.get(key).map(|key| key.as_s().unwrap().clone()).unwrap_or_default();
            found.insert((table.clone(), text("pk"), text("sk")), item);
        }
    }
    found
}

/// The items that were added since `before` and contain participant data.
pub(crate) async fn remaining_items(site: &TestSite, before: &BTreeMap<Place, Item>) -> Vec<Place> {
    let is_personal = |pk: &str| !IMPERSONAL_PARTITIONS.iter().any(|prefix| pk.starts_with(prefix));
    let counts_mails = |pk: &str| pk.starts_with("RATE#DeletionMail#");
    let now = stored_items(site).await;
    let new = now.into_keys().filter(|place| !before.contains_key(place));
    new.filter(|(_, pk, _)| is_personal(pk) || counts_mails(pk)).collect()
}

/// The items with the records of erasures, in all tables.
pub(crate) async fn erasure_records(site: &TestSite) -> Vec<Item> {
    let items = stored_items(site).await;
    items.into_iter().filter(|((_, pk, _), _)| pk.starts_with("ERASURE#")).map(|(_, item)| item).collect()
}

//! Whether a value stands in what the store keeps, as whoever got hold of it would look: also within what is compressed.

use std::{collections::HashMap, io::Read};

use aws_sdk_dynamodb::{Client, types::AttributeValue};
use flate2::read::GzDecoder;

/// With which compressed bytes begin.
const GZIP: [u8; 3] = [0x1f, 0x8b, 0x08];

/// The items of all tables.
pub(crate) async fn every_item(database: &Client) -> Vec<HashMap<String, AttributeValue>> {
    let mut items = Vec::new();
    for table in database.list_tables().send().await.unwrap().table_names() {
        let mut pages = database.scan().table_name(table).into_paginator().send();
        while let Some(page) = pages.next().await {
            items.extend(page.unwrap().items.unwrap_or_default());
        }
    }
    items
}

/// The values that stand somewhere in these items, each with the partition.
pub(crate) fn found_in_items(
    items: &[HashMap<String, AttributeValue>],
    values: &[impl AsRef<str>],
) -> Vec<String> {
    let mut found = Vec::new();
    for item in items {
        let place = item.get("pk").and_then(|pk| pk.as_s().ok()).map_or("?", String::as_str);
        let readings: Vec<Vec<u8>> = item.values().flat_map(readings).collect();
        let stands = |value: &str| readings.iter().any(|reading| holds(reading, value));
        let values = values.iter().map(AsRef::as_ref).filter(|value| stands(value));
        found.extend(values.map(|value| format!("{value} in {place}")));
    }
    found
}

/// Whether bytes hold a value, in large or small letters.
pub(crate) fn holds(bytes: &[u8], value: &str) -> bool {
    let wanted = value.as_bytes();
    bytes.windows(wanted.len()).any(|part| part.eq_ignore_ascii_case(wanted))
}

/// What can be read in an attribute.
fn readings(attribute: &AttributeValue) -> Vec<Vec<u8>> {
    match attribute {
        AttributeValue::S(text) | AttributeValue::N(text) => vec![text.clone().into_bytes()],
        AttributeValue::B(bytes) => unpacked(bytes.as_ref()),
        AttributeValue::Ss(texts) => texts.iter().map(|text| text.clone().into_bytes()).collect(),
        AttributeValue::M(map) => map.values().flat_map(readings).collect(),
        AttributeValue::L(list) => list.iter().flat_map(readings).collect(),
        _ => Vec::new(),
    }
}

/// Bytes, and what comes of them wherever something compressed may begin.
fn unpacked(bytes: &[u8]) -> Vec<Vec<u8>> {
    let begins = bytes.windows(GZIP.len()).enumerate().filter(|(_, part)| *part == GZIP);
    let unpack = |begin: usize| {
        let mut unpacked = Vec::new();
        // As much of it as can be read counts.
        let _ = GzDecoder::new(&bytes[begin..]).read_to_end(&mut unpacked);
        unpacked
    };
    std::iter::once(bytes.to_vec()).chain(begins.map(|(begin, _)| unpack(begin))).collect()
}

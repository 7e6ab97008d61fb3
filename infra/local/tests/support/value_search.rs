//! Searches stored items for a value, including inside compressed data.

use std::{collections::HashMap, io::Read};

use aws_sdk_dynamodb::{Client, types::AttributeValue};
use flate2::read::GzDecoder;

/// The first bytes of gzip data.
const GZIP: [u8; 3] = [0x1f, 0x8b, 0x08];

/// All items of all tables.
pub(crate) async fn all_items(database: &Client) -> Vec<HashMap<String, AttributeValue>> {
    let mut items = Vec::new();
    for table in database.list_tables().send().await.unwrap().table_names() {
        let mut pages = database.scan().table_name(table).into_paginator().send();
        while let Some(page) = pages.next().await {
            items.extend(page.unwrap().items.unwrap_or_default());
        }
    }
    items
}

/// The values found in these items, each with its partition key.
pub(crate) fn values_found_in(
    items: &[HashMap<String, AttributeValue>],
    values: &[impl AsRef<str>],
) -> Vec<String> {
    let mut found = Vec::new();
    for item in items {
        let place = item.get("pk").and_then(|pk| pk.as_s().ok()).map_or("?", String::as_str);
        let readings: Vec<Vec<u8>> = item.values().flat_map(readings).collect();
        let is_present = |value: &str| readings.iter().any(|reading| contains_value(reading, value));
        let values = values.iter().map(AsRef::as_ref).filter(|value| is_present(value));
        found.extend(values.map(|value| format!("{value} in {place}")));
    }
    found
}

/// Reports whether bytes contain a value, ignoring ASCII case.
pub(crate) fn contains_value(bytes: &[u8], value: &str) -> bool {
    let value = value.as_bytes();
    bytes.windows(value.len()).any(|part| part.eq_ignore_ascii_case(value))
}

/// The byte strings that an attribute contains.
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

/// The bytes themselves, plus the result of decompressing them at each gzip header.
fn unpacked(bytes: &[u8]) -> Vec<Vec<u8>> {
    let headers = bytes.windows(GZIP.len()).enumerate().filter(|(_, part)| *part == GZIP);
    let unpack = |start: usize| {
        let mut unpacked = Vec::new();
        // Partial output counts, too.
        let _ = GzDecoder::new(&bytes[start..]).read_to_end(&mut unpacked);
        unpacked
    };
    std::iter::once(bytes.to_vec()).chain(headers.map(|(start, _)| unpack(start))).collect()
}

//! Helpers to build and read item attributes.

use std::{collections::HashMap, fmt, str::FromStr};

use aws_sdk_dynamodb::{primitives::Blob, types::AttributeValue};
use jiff::Timestamp;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, DeserializeOwned, Visitor},
};
use serde_dynamo::aws_sdk_dynamodb_1::{from_item, to_item};
use waypoint_domain::retention::RetentionPeriod;

use super::StoreError;
pub(super) use crate::clock::unix_time_after;

/// An item in the SDK's representation.
pub(super) type Item = HashMap<String, AttributeValue>;

pub(super) const PK: &str = "pk";
pub(super) const SK: &str = "sk";
/// The expiry, in Unix seconds. This is the tables' TTL attribute. DynamoDB deletes lazily, so every read checks it.
pub(super) const EXPIRES: &str = "expires_at";

pub(super) fn text(value: impl Into<String>) -> AttributeValue {
    AttributeValue::S(value.into())
}

pub(super) fn number(value: i64) -> AttributeValue {
    AttributeValue::N(value.to_string())
}

pub(super) fn bytes(value: Vec<u8>) -> AttributeValue {
    AttributeValue::B(Blob::new(value))
}

/// A primary key with both attributes.
pub(super) fn key(pk: impl Into<String>, sk: impl Into<String>) -> Item {
    HashMap::from([(PK.to_owned(), text(pk)), (SK.to_owned(), text(sk))])
}

/// A primary key of a table without a sort key.
pub(super) fn pk_only(pk: impl Into<String>) -> Item {
    HashMap::from([(PK.to_owned(), text(pk))])
}

/// The item with this key whose attributes are the fields of a value.
pub(super) fn item_with<T: Serialize>(key: Item, fields: &T) -> Result<Item, StoreError> {
    let mut item: Item = to_item(fields).map_err(|_| StoreError::unreadable("write an item"))?;
    item.extend(key);
    Ok(item)
}

/// Reads a value whose fields are the attributes of an item.
pub(super) fn fields_of<T: DeserializeOwned>(item: &Item) -> Result<T, StoreError> {
    from_item(item.clone()).map_err(|_| StoreError::unreadable("read an item"))
}

/// Bytes that are stored as a binary attribute.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Bytes(pub(super) Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct BytesVisitor;

        impl Visitor<'_> for BytesVisitor {
            type Value = Bytes;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("bytes")
            }

            fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Bytes, E> {
                Ok(Bytes(bytes.to_vec()))
            }
        }

        deserializer.deserialize_bytes(BytesVisitor)
    }
}

/// For `#[serde(with)]`: a field that is stored as JSON text.
pub(super) mod json {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de, de::DeserializeOwned, ser};

    pub(in crate::store) fn serialize<T: Serialize, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serde_json::to_string(value).map_err(ser::Error::custom)?.serialize(serializer)
    }

    pub(in crate::store) fn deserialize<'de, T: DeserializeOwned, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        serde_json::from_str(&String::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

/// Serializes a value as JSON into one attribute.
pub(super) fn document<T: Serialize>(value: &T) -> Result<AttributeValue, StoreError> {
    serde_json::to_string(value)
        .map(AttributeValue::S)
        .map_err(|_| StoreError::unreadable("write a document"))
}

/// The expiry of an item that is stored now for this period, in Unix seconds.
pub(super) fn expiry(period: RetentionPeriod, now: Timestamp) -> i64 {
    unix_time_after(now, period.duration())
}

pub(super) fn item_key(item: &Item) -> Item {
    let attributes = item.iter().filter(|(name, _)| [PK, SK].contains(&name.as_str()));
    attributes.map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// The item with this sort key.
pub(super) fn item_named<'a>(items: &'a [Item], sk: &str) -> Option<&'a Item> {
    items.iter().find(|item| text_of(item, SK) == Some(sk))
}

/// The items whose sort key starts with `prefix`.
pub(super) fn items_named<'a>(items: &'a [Item], prefix: &'static str) -> impl Iterator<Item = &'a Item> {
    items.iter().filter(move |item| text_of(item, SK).is_some_and(|sk| sk.starts_with(prefix)))
}

/// The ids after `prefix` in the partition keys of items.
pub(super) fn ids_after<T: FromStr>(prefix: &str, items: &[Item]) -> impl Iterator<Item = T> {
    items.iter().filter_map(move |item| text_of(item, PK)?.strip_prefix(prefix)?.parse().ok())
}

pub(super) fn text_of<'a>(item: &'a Item, name: &str) -> Option<&'a str> {
    item.get(name)?.as_s().ok().map(String::as_str)
}

pub(super) fn number_of(item: &Item, name: &str) -> Option<i64> {
    item.get(name)?.as_n().ok()?.parse().ok()
}

pub(super) fn bytes_of<'a>(item: &'a Item, name: &str) -> Result<&'a [u8], StoreError> {
    let bytes = item.get(name).and_then(|value| value.as_b().ok());
    bytes.map(AsRef::as_ref).ok_or_else(|| StoreError::unreadable("read bytes"))
}

pub(super) fn document_of<T: DeserializeOwned>(item: &Item, name: &str) -> Result<T, StoreError> {
    text_of(item, name)
        .and_then(|json| serde_json::from_str(json).ok())
        .ok_or_else(|| StoreError::unreadable("read a document"))
}

//! Helpers to build and read item attributes.

use std::collections::HashMap;

use aws_sdk_dynamodb::{primitives::Blob, types::AttributeValue};
use serde::{Serialize, de::DeserializeOwned};

use super::StoreError;

/// An item in the SDK's representation.
pub(super) type Item = HashMap<String, AttributeValue>;

/// The partition key attribute.
pub(super) const PK: &str = "pk";
/// The sort key attribute.
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

/// Serializes a value as JSON into one attribute.
pub(super) fn document<T: Serialize>(value: &T) -> Result<AttributeValue, StoreError> {
    serde_json::to_string(value)
        .map(AttributeValue::S)
        .map_err(|_| StoreError::unreadable("write a document"))
}

pub(super) fn text_of<'a>(item: &'a Item, name: &str) -> Option<&'a str> {
    item.get(name)?.as_s().ok().map(String::as_str)
}

pub(super) fn number_of(item: &Item, name: &str) -> Option<i64> {
    item.get(name)?.as_n().ok()?.parse().ok()
}

pub(super) fn bytes_of<'a>(item: &'a Item, name: &str) -> Option<&'a [u8]> {
    item.get(name)?.as_b().ok().map(AsRef::as_ref)
}

pub(super) fn document_of<T: DeserializeOwned>(item: &Item, name: &str) -> Result<T, StoreError> {
    text_of(item, name)
        .and_then(|json| serde_json::from_str(json).ok())
        .ok_or_else(|| StoreError::unreadable("read a document"))
}

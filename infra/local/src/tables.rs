//! The tables, as `template.yaml` defines them.

use std::time::Duration;

use aws_sdk_dynamodb::{
    Client,
    types::{
        AttributeDefinition, BillingMode, CreateGlobalSecondaryIndexAction, GlobalSecondaryIndex,
        GlobalSecondaryIndexUpdate, KeySchemaElement, KeyType, Projection, ProjectionType,
        ScalarAttributeType, StreamSpecification, StreamViewType, TableStatus, TimeToLiveSpecification,
    },
};
use serde::Deserialize;
use serde_yaml_ng::Value;

const TEMPLATE: &str = include_str!("../../../template.yaml");

/// A table's definition.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Table {
    /// Its name in the template, without `Table`.
    #[serde(skip)]
    pub name: String,
    attribute_definitions: Vec<Attribute>,
    key_schema: Vec<Key>,
    #[serde(default)]
    global_secondary_indexes: Vec<Index>,
    stream_specification: Option<Stream>,
    time_to_live_specification: Option<TimeToLive>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Attribute {
    attribute_name: String,
    attribute_type: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Key {
    attribute_name: String,
    key_type: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Index {
    #[serde(rename = "IndexName")]
    name: String,
    key_schema: Vec<Key>,
    projection: IndexProjection,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct IndexProjection {
    projection_type: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Stream {
    stream_view_type: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct TimeToLive {
    attribute_name: String,
}

/// The tables can't be made.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The template is broken.
    #[error("template.yaml: {0}")]
    Template(String),
    /// The database refused.
    #[error("the database did not make the table {table}: {reason}")]
    Refused {
        /// The table.
        table: String,
        /// What the database said.
        reason: String,
    },
}

/// Reads every table out of the template.
///
/// # Errors
/// When the template can't be read.
pub fn defined() -> Result<Vec<Table>, TableError> {
    let broken = |error: serde_yaml_ng::Error| TableError::Template(error.to_string());
    let template: Value = serde_yaml_ng::from_str(TEMPLATE).map_err(broken)?;
    let resources = template
        .get("Resources")
        .and_then(Value::as_mapping)
        .ok_or_else(|| TableError::Template("there are no Resources".into()))?;
    resources
        .iter()
        .filter(|(_, resource)| resource.get("Type").and_then(Value::as_str) == Some("AWS::DynamoDB::Table"))
        .map(|(name, resource)| {
            let properties = resource.get("Properties").cloned().unwrap_or(Value::Null);
            let table: Table = serde_yaml_ng::from_value(properties).map_err(broken)?;
            let name = name.as_str().unwrap_or_default().trim_end_matches("Table").to_owned();
            Ok(Table { name, ..table })
        })
        .collect()
}

/// Makes the tables that are not there yet, under their names in lower case, and the indexes that a table of an earlier
/// version lacks.
///
/// # Errors
/// When the database refuses.
pub async fn create_missing(client: &Client) -> Result<(), TableError> {
    let there = client.list_tables().send().await.map_err(|error| TableError::Refused {
        table: "list".into(),
        reason: format!("{:?}", error.into_service_error()),
    })?;
    for table in defined()? {
        if there.table_names().contains(&table.name.to_lowercase()) {
            add_missing_indexes(client, &table).await?;
        } else {
            create(client, &table).await?;
        }
    }
    Ok(())
}

async fn add_missing_indexes(client: &Client, table: &Table) -> Result<(), TableError> {
    let name = table.name.to_lowercase();
    let refused = |reason: String| TableError::Refused { table: name.clone(), reason };
    let built = |error: aws_sdk_dynamodb::error::BuildError| refused(error.to_string());
    let answer =
        client.describe_table().table_name(&name).send().await.map_err(|e| refused(e.to_string()))?;
    let there = answer.table.and_then(|table| table.global_secondary_indexes).unwrap_or_default();
    let is_there = |index: &Index| there.iter().any(|known| known.index_name() == Some(index.name.as_str()));
    for index in table.global_secondary_indexes.iter().filter(|index| !is_there(index)) {
        let create = CreateGlobalSecondaryIndexAction::builder()
            .index_name(&index.name)
            .set_key_schema(Some(key_schema(&index.key_schema).map_err(built)?))
            .projection(projection(index))
            .build()
            .map_err(built)?;
        client
            .update_table()
            .table_name(&name)
            .set_attribute_definitions(Some(attributes(table).map_err(built)?))
            .global_secondary_index_updates(GlobalSecondaryIndexUpdate::builder().create(create).build())
            .send()
            .await
            .map_err(|error| refused(format!("{:?}", error.into_service_error())))?;
        wait_until_active(client, &name).await.map_err(refused)?;
    }
    Ok(())
}

fn attributes(table: &Table) -> Result<Vec<AttributeDefinition>, aws_sdk_dynamodb::error::BuildError> {
    table
        .attribute_definitions
        .iter()
        .map(|attribute| {
            AttributeDefinition::builder()
                .attribute_name(&attribute.attribute_name)
                .attribute_type(ScalarAttributeType::from(attribute.attribute_type.as_str()))
                .build()
        })
        .collect()
}

async fn create(client: &Client, table: &Table) -> Result<(), TableError> {
    let name = table.name.to_lowercase();
    let refused = |reason: String| TableError::Refused { table: name.clone(), reason };
    let built = |error: aws_sdk_dynamodb::error::BuildError| refused(error.to_string());
    let mut request = client.create_table().table_name(&name).billing_mode(BillingMode::PayPerRequest);
    request = request.set_attribute_definitions(Some(attributes(table).map_err(built)?));
    request = request.set_key_schema(Some(key_schema(&table.key_schema).map_err(built)?));
    for index in &table.global_secondary_indexes {
        let definition = GlobalSecondaryIndex::builder()
            .index_name(&index.name)
            .set_key_schema(Some(key_schema(&index.key_schema).map_err(built)?))
            .projection(projection(index));
        request = request.global_secondary_indexes(definition.build().map_err(built)?);
    }
    if let Some(stream) = &table.stream_specification {
        let view = StreamViewType::from(stream.stream_view_type.as_str());
        let stream = StreamSpecification::builder().stream_enabled(true).stream_view_type(view);
        request = request.stream_specification(stream.build().map_err(built)?);
    }
    request.send().await.map_err(|error| refused(format!("{:?}", error.into_service_error())))?;
    wait_until_active(client, &name).await.map_err(refused)?;
    if let Some(ttl) = &table.time_to_live_specification {
        let ttl = TimeToLiveSpecification::builder().enabled(true).attribute_name(&ttl.attribute_name);
        client
            .update_time_to_live()
            .table_name(&name)
            .time_to_live_specification(ttl.build().map_err(built)?)
            .send()
            .await
            .map_err(|error| refused(error.to_string()))?;
    }
    Ok(())
}

fn projection(index: &Index) -> Projection {
    let kind = ProjectionType::from(index.projection.projection_type.as_str());
    Projection::builder().projection_type(kind).build()
}

fn key_schema(keys: &[Key]) -> Result<Vec<KeySchemaElement>, aws_sdk_dynamodb::error::BuildError> {
    keys.iter()
        .map(|key| {
            KeySchemaElement::builder()
                .attribute_name(&key.attribute_name)
                .key_type(KeyType::from(key.key_type.as_str()))
                .build()
        })
        .collect()
}

async fn wait_until_active(client: &Client, name: &str) -> Result<(), String> {
    for _ in 0..100 {
        let answer = client.describe_table().table_name(name).send().await.map_err(|e| e.to_string())?;
        if answer.table.and_then(|table| table.table_status) == Some(TableStatus::Active) {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Err("it did not become active".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_defines_four_tables() {
        let names: Vec<_> = defined().unwrap().into_iter().map(|table| table.name).collect();
        assert_eq!(names, ["Studies", "Registry", "Participants", "Sessions"]);
    }

    #[test]
    fn sessions_and_decoys_end_by_themselves() {
        let ending: Vec<_> = defined()
            .unwrap()
            .into_iter()
            .filter(|table| table.time_to_live_specification.is_some())
            .map(|table| table.name)
            .collect();
        assert_eq!(ending, ["Participants", "Sessions"]);
    }
}

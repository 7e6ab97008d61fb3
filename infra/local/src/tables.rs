//! Creates the tables that `template.yaml` defines.

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

/// The definition of a table.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Table {
    /// Name in the template, without `Table`.
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

/// The tables could not be created.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The template is invalid.
    #[error("template.yaml: {0}")]
    Template(String),
    /// The database rejected a request.
    #[error("the database could not create the table {table}: {reason}")]
    Rejected {
        table: String,
        /// The database's error.
        reason: String,
    },
}

/// Reads all table definitions in the template.
pub fn definitions() -> Result<Vec<Table>, TableError> {
    let invalid = |error: serde_yaml_ng::Error| TableError::Template(error.to_string());
    let template: Value = serde_yaml_ng::from_str(TEMPLATE).map_err(invalid)?;
    let resources = template
        .get("Resources")
        .and_then(Value::as_mapping)
        .ok_or_else(|| TableError::Template("there are no Resources".into()))?;
    resources
        .iter()
        .filter(|(_, resource)| resource.get("Type").and_then(Value::as_str) == Some("AWS::DynamoDB::Table"))
        .map(|(name, resource)| {
            let properties = resource.get("Properties").cloned().unwrap_or(Value::Null);
            let table: Table = serde_yaml_ng::from_value(properties).map_err(invalid)?;
            let name = name.as_str().unwrap_or_default().trim_end_matches("Table").to_owned();
            Ok(Table { name, ..table })
        })
        .collect()
}

/// Creates missing tables under their names in lower case, and missing indexes of existing tables.
pub async fn create_missing(client: &Client) -> Result<(), TableError> {
    let existing = client.list_tables().send().await.map_err(|error| TableError::Rejected {
        table: "list".into(),
        reason: format!("{:?}", error.into_service_error()),
    })?;
    for table in definitions()? {
        if existing.table_names().contains(&table.name.to_lowercase()) {
            add_missing_indexes(client, &table).await?;
        } else {
            create(client, &table).await?;
        }
    }
    Ok(())
}

async fn add_missing_indexes(client: &Client, table: &Table) -> Result<(), TableError> {
    let name = table.name.to_lowercase();
    let rejected = |reason: String| TableError::Rejected { table: name.clone(), reason };
    let build_error = |error: aws_sdk_dynamodb::error::BuildError| rejected(error.to_string());
    let answer =
        client.describe_table().table_name(&name).send().await.map_err(|e| rejected(e.to_string()))?;
    let existing = answer.table.and_then(|table| table.global_secondary_indexes).unwrap_or_default();
    let exists = |index: &Index| existing.iter().any(|known| known.index_name() == Some(index.name.as_str()));
    for index in table.global_secondary_indexes.iter().filter(|index| !exists(index)) {
        let create = CreateGlobalSecondaryIndexAction::builder()
            .index_name(&index.name)
            .set_key_schema(Some(key_schema(&index.key_schema).map_err(build_error)?))
            .projection(projection(index))
            .build()
            .map_err(build_error)?;
        client
            .update_table()
            .table_name(&name)
            .set_attribute_definitions(Some(attributes(table).map_err(build_error)?))
            .global_secondary_index_updates(GlobalSecondaryIndexUpdate::builder().create(create).build())
            .send()
            .await
            .map_err(|error| rejected(format!("{:?}", error.into_service_error())))?;
        wait_until_active(client, &name).await.map_err(rejected)?;
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
    let rejected = |reason: String| TableError::Rejected { table: name.clone(), reason };
    let build_error = |error: aws_sdk_dynamodb::error::BuildError| rejected(error.to_string());
    let mut request = client.create_table().table_name(&name).billing_mode(BillingMode::PayPerRequest);
    request = request.set_attribute_definitions(Some(attributes(table).map_err(build_error)?));
    request = request.set_key_schema(Some(key_schema(&table.key_schema).map_err(build_error)?));
    for index in &table.global_secondary_indexes {
        let definition = GlobalSecondaryIndex::builder()
            .index_name(&index.name)
            .set_key_schema(Some(key_schema(&index.key_schema).map_err(build_error)?))
            .projection(projection(index));
        request = request.global_secondary_indexes(definition.build().map_err(build_error)?);
    }
    if let Some(stream) = &table.stream_specification {
        let view = StreamViewType::from(stream.stream_view_type.as_str());
        let stream = StreamSpecification::builder().stream_enabled(true).stream_view_type(view);
        request = request.stream_specification(stream.build().map_err(build_error)?);
    }
    request.send().await.map_err(|error| rejected(format!("{:?}", error.into_service_error())))?;
    wait_until_active(client, &name).await.map_err(rejected)?;
    if let Some(ttl) = &table.time_to_live_specification {
        let ttl = TimeToLiveSpecification::builder().enabled(true).attribute_name(&ttl.attribute_name);
        client
            .update_time_to_live()
            .table_name(&name)
            .time_to_live_specification(ttl.build().map_err(build_error)?)
            .send()
            .await
            .map_err(|error| rejected(error.to_string()))?;
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
    fn template_defines_five_tables() {
        let names: Vec<_> = definitions().unwrap().into_iter().map(|table| table.name).collect();
        assert_eq!(names, ["Studies", "Registry", "Participants", "Sessions", "Figures"]);
    }

    #[test]
    fn participants_sessions_and_figures_have_a_time_to_live() {
        let expiring: Vec<_> = definitions()
            .unwrap()
            .into_iter()
            .filter(|table| table.time_to_live_specification.is_some())
            .map(|table| table.name)
            .collect();
        assert_eq!(expiring, ["Participants", "Sessions", "Figures"]);
    }
}

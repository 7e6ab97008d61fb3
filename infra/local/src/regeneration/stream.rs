//! The stream of the Studies table, as the emulator gives it, in batches as functions of the cloud get them.

use aws_lambda_events::event::dynamodb::Event;
use aws_sdk_dynamodbstreams::{
    Client,
    error::{DisplayErrorContext, SdkError},
    types::{AttributeValue, OperationType, Record, ShardIteratorType, StreamDescription, StreamRecord},
};
use serde_json::{Map, Value, json};

/// So many records are a batch at the most, as the template says.
const BATCH: i32 = 100;

/// A stream.
#[derive(Debug, Clone)]
pub struct StudyStream {
    client: Client,
    stream: String,
    shard: String,
}

/// A place in the stream: the last record before it; nothing before the first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position(Option<String>);

/// Records of the stream.
#[derive(Debug)]
pub struct Batch {
    /// What the function gets.
    pub event: Event,
    /// Up to where these records go.
    pub until: Position,
}

/// The stream can't be read.
#[derive(Debug, thiserror::Error)]
#[error("the stream of the studies can't be read: {0}")]
pub struct StreamError(String);

impl StudyStream {
    /// The stream of a table.
    ///
    /// # Errors
    /// When the table has none.
    pub async fn of(client: Client, table: &str) -> Result<Self, StreamError> {
        let listed = client.list_streams().table_name(table).send().await.map_err(failed)?;
        let stream = listed.streams().first().and_then(|stream| stream.stream_arn());
        let stream = stream.ok_or_else(|| StreamError(format!("the table {table} has none")))?.to_owned();
        let described = client.describe_stream().stream_arn(&stream).send().await.map_err(failed)?;
        let shards = described.stream_description().map(StreamDescription::shards).unwrap_or_default();
        let shard = shards.last().and_then(|shard| shard.shard_id());
        let shard = shard.ok_or_else(|| StreamError("it has no shard".into()))?.to_owned();
        Ok(Self { client, stream, shard })
    }

    /// Where it ends now. A shard that is open does not say so, and is read to its end.
    ///
    /// # Errors
    /// When it can't be read.
    pub async fn end(&self) -> Result<Position, StreamError> {
        let mut position = Position(None);
        while let Some(next) = until(&self.records_after(&position).await?) {
            position = next;
        }
        Ok(position)
    }

    /// The records after a position; nothing when there are none yet.
    ///
    /// # Errors
    /// When it can't be read.
    pub async fn after(&self, position: &Position) -> Result<Option<Batch>, StreamError> {
        let records = self.records_after(position).await?;
        let Some(until) = until(&records) else { return Ok(None) };
        let told: Vec<Value> = records.iter().map(record).collect();
        let event = serde_json::from_value(json!({ "Records": told }));
        Ok(Some(Batch { event: event.map_err(|error| StreamError(error.to_string()))?, until }))
    }

    async fn records_after(&self, position: &Position) -> Result<Vec<Record>, StreamError> {
        let asked = self.client.get_shard_iterator().stream_arn(&self.stream).shard_id(&self.shard);
        let asked = match &position.0 {
            Some(after) => {
                asked.shard_iterator_type(ShardIteratorType::AfterSequenceNumber).sequence_number(after)
            }
            None => asked.shard_iterator_type(ShardIteratorType::TrimHorizon),
        };
        let iterator = asked.send().await.map_err(failed)?.shard_iterator;
        let answer = self.client.get_records().set_shard_iterator(iterator).limit(BATCH).send().await;
        Ok(answer.map_err(failed)?.records.unwrap_or_default())
    }
}

/// Up to where these records go; nothing without records.
fn until(records: &[Record]) -> Option<Position> {
    let last = records.last().and_then(|record| record.dynamodb()?.sequence_number());
    last.map(|last| Position(Some(last.to_owned())))
}

/// A record as a function of the cloud gets it.
fn record(record: &Record) -> Value {
    let change = record.dynamodb();
    let image = |image: Option<&std::collections::HashMap<String, AttributeValue>>| {
        let texts = image
            .into_iter()
            .flatten()
            .filter_map(|(name, value)| Some((name.clone(), json!({ "S": value.as_s().ok()? }))));
        Value::Object(texts.collect::<Map<_, _>>())
    };
    json!({
        "awsRegion": record.aws_region(),
        "eventID": record.event_id(),
        "eventName": record.event_name().map(OperationType::as_str),
        "eventSource": record.event_source(),
        "dynamodb": {
            "SequenceNumber": change.and_then(|change| change.sequence_number()),
            "SizeBytes": change.and_then(StreamRecord::size_bytes).unwrap_or_default(),
            "Keys": image(change.and_then(|change| change.keys())),
            "OldImage": image(change.and_then(|change| change.old_image())),
            "NewImage": image(change.and_then(|change| change.new_image())),
        },
    })
}

fn failed<E, R>(error: SdkError<E, R>) -> StreamError
where
    E: std::error::Error + 'static,
    R: std::fmt::Debug + 'static,
{
    StreamError(DisplayErrorContext(error).to_string())
}

//! The emulator's stream of the Studies table, in batches as Lambda functions get them.

use aws_lambda_events::event::dynamodb::Event;
use aws_sdk_dynamodbstreams::{
    Client,
    error::{DisplayErrorContext, SdkError},
    types::{AttributeValue, OperationType, Record, ShardIteratorType, StreamDescription, StreamRecord},
};
use serde_json::{Map, Value, json};

/// The maximum number of records per batch, as in the template.
const MAX_BATCH: i32 = 100;

/// A client of the stream.
#[derive(Debug, Clone)]
pub struct StudyStream {
    client: Client,
    stream: String,
    shard: String,
}

/// A position in the stream: the sequence number of the last record before it, or `None` at the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position(Option<String>);

/// Records of the stream.
#[derive(Debug)]
pub struct Batch {
    /// The event for the function.
    pub event: Event,
    /// The position after these records.
    pub until: Position,
}

/// The stream could not be read.
#[derive(Debug, thiserror::Error)]
#[error("could not read the stream of studies: {0}")]
pub struct StreamError(String);

impl StudyStream {
    /// Opens the stream of a table.
    ///
    /// # Errors
    /// When the table has no stream, or it can't be read.
    pub async fn open(client: Client, table: &str) -> Result<Self, StreamError> {
        let streams = client.list_streams().table_name(table).send().await.map_err(sdk_error)?;
        let stream = streams.streams().first().and_then(|stream| stream.stream_arn());
        let stream =
            stream.ok_or_else(|| StreamError(format!("the table {table} has no stream")))?.to_owned();
        let described = client.describe_stream().stream_arn(&stream).send().await.map_err(sdk_error)?;
        let shards = described.stream_description().map(StreamDescription::shards).unwrap_or_default();
        let shard = shards.last().and_then(|shard| shard.shard_id());
        let shard = shard.ok_or_else(|| StreamError("the stream has no shard".into()))?.to_owned();
        Ok(Self { client, stream, shard })
    }

    /// Returns the current end of the stream. An open shard doesn't report its end, so it is read to the end.
    pub async fn end(&self) -> Result<Position, StreamError> {
        let mut position = Position(None);
        while let Some(next) = until(&self.records_after(&position).await?) {
            position = next;
        }
        Ok(position)
    }

    /// Returns the records after a position, or `None` if there are none yet.
    pub async fn after(&self, position: &Position) -> Result<Option<Batch>, StreamError> {
        let records = self.records_after(position).await?;
        let Some(until) = until(&records) else { return Ok(None) };
        let records_json: Vec<Value> = records.iter().map(record).collect();
        let event = serde_json::from_value(json!({ "Records": records_json }));
        Ok(Some(Batch { event: event.map_err(|error| StreamError(error.to_string()))?, until }))
    }

    async fn records_after(&self, position: &Position) -> Result<Vec<Record>, StreamError> {
        let request = self.client.get_shard_iterator().stream_arn(&self.stream).shard_id(&self.shard);
        let request = match &position.0 {
            Some(after) => {
                request.shard_iterator_type(ShardIteratorType::AfterSequenceNumber).sequence_number(after)
            }
            None => request.shard_iterator_type(ShardIteratorType::TrimHorizon),
        };
        let iterator = request.send().await.map_err(sdk_error)?.shard_iterator;
        let answer = self.client.get_records().set_shard_iterator(iterator).limit(MAX_BATCH).send().await;
        Ok(answer.map_err(sdk_error)?.records.unwrap_or_default())
    }
}

/// Returns the position after these records, or `None` without records.
fn until(records: &[Record]) -> Option<Position> {
    let last = records.last().and_then(|record| record.dynamodb()?.sequence_number());
    last.map(|last| Position(Some(last.to_owned())))
}

/// Returns a record in the format of Lambda events.
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

fn sdk_error<E, R>(error: SdkError<E, R>) -> StreamError
where
    E: std::error::Error + 'static,
    R: std::fmt::Debug + 'static,
{
    StreamError(DisplayErrorContext(error).to_string())
}

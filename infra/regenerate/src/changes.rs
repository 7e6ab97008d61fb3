//! The studies that a batch of the table's stream is about.

use std::collections::{BTreeMap, BTreeSet};

use aws_lambda_events::event::dynamodb::{Event, EventRecord};
use serde_dynamo::{AttributeValue, Item};
use waypoint_domain::{nct_id::NctId, study_number::StudyNumber};

/// The key prefix of studies and their questions. Other records belong to no study.
const STUDIES: &str = "STUDY#";
const SETTINGS: &str = "SETTINGS";

/// The studies that changed in a batch.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// The changed studies, by the number in their key.
    pub studies: BTreeMap<String, Change>,
    /// Whether the editors' settings changed.
    pub has_settings: bool,
    /// Sequence number of the first record, from which the batch is retried after a failure.
    pub first: Option<String>,
    /// Id of the last event.
    pub last_event: String,
}

/// The changes to one study in a batch.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Change {
    /// The study's number, if the key contains a valid one.
    pub number: Option<StudyNumber>,
    /// The ids under which the study has or had pages.
    pub ids: BTreeSet<String>,
    /// Id of the last event about it.
    pub event: String,
}

impl Changes {
    /// Reads a batch. All records of one study count as one change.
    #[must_use]
    pub fn from_batch(event: &Event) -> Self {
        let mut changes = Self::default();
        for record in &event.records {
            changes.first = changes.first.or_else(|| record.change.sequence_number.clone());
            changes.last_event.clone_from(&record.event_id);
            let key = text(&record.change.keys, "pk");
            changes.has_settings |= key == Some(SETTINGS);
            if let Some(key) = key.and_then(|key| key.strip_prefix(STUDIES)) {
                changes.studies.entry(key.to_owned()).or_default().add(key, record);
            }
        }
        changes
    }
}

impl Change {
    fn add(&mut self, key: &str, record: &EventRecord) {
        self.event.clone_from(&record.event_id);
        // Only the canonical form of a number counts, because pages have one address.
        self.number = key.parse::<StudyNumber>().ok().filter(|number| number.as_str() == key);
        self.ids.extend(self.number.iter().map(ToString::to_string));
        let images = [&record.change.old_image, &record.change.new_image];
        let nct_numbers =
            images.into_iter().filter_map(|image| text(image, "nct_number")?.parse::<NctId>().ok());
        self.ids.extend(nct_numbers.map(|number| number.to_string()));
    }
}

fn text<'a>(item: &'a Item, name: &str) -> Option<&'a str> {
    match item.get(name) {
        Some(AttributeValue::S(text)) => Some(text),
        _ => None,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic where it fails")]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn batch(records: &[(&str, &str, Option<&str>, Option<&str>)]) -> Event {
        let image = |number: Option<&str>| match number {
            Some(number) => json!({ "nct_number": { "S": number } }),
            None => json!({}),
        };
        let records = records.iter().enumerate().map(|(at, (pk, sk, old, new))| {
            json!({
                "awsRegion": "us-east-1", "eventID": format!("event-{at}"), "eventName": "MODIFY",
                "dynamodb": {
                    "ApproximateCreationDateTime": 0, "SizeBytes": 1, "SequenceNumber": format!("{at}"),
                    "Keys": { "pk": { "S": pk }, "sk": { "S": sk } },
                    "OldImage": image(*old), "NewImage": image(*new),
                },
            })
        });
        serde_json::from_value(json!({ "Records": records.collect::<Vec<Value>>() })).unwrap()
    }

    fn ids(change: &Change) -> Vec<&str> {
        change.ids.iter().map(String::as_str).collect()
    }

    #[test]
    fn records_of_a_study_and_its_questions_are_one_change_with_all_ids() {
        let changes = Changes::from_batch(&batch(&[
            ("SETTINGS", "SETTINGS", None, None),
            ("STUDY#STU01009", "STUDY", Some("NCT00000001"), Some("NCT00000002")),
            ("STUDY#STU01010", "STUDY", None, None),
            ("STUDY#STU01009", "QUESTION#1", None, None),
        ]));
        assert_eq!((changes.first.as_deref(), changes.last_event.as_str()), (Some("0"), "event-3"));
        assert!(changes.has_settings);
        assert_eq!(changes.studies.len(), 2);
        let first = &changes.studies["STU01009"];
        assert_eq!(ids(first), ["NCT00000001", "NCT00000002", "STU01009"]);
        assert_eq!(first.event, "event-3");
        assert_eq!(ids(&changes.studies["STU01010"]), ["STU01010"]);
    }

    #[test]
    fn invalid_numbers_name_no_page() {
        let changes = Changes::from_batch(&batch(&[
            ("STUDY#../../etc", "STUDY", Some("../NCT"), Some("NCT1")),
            ("STUDY#stu01009", "STUDY", None, None),
        ]));
        assert_eq!(changes.studies.len(), 2);
        assert!(changes.studies.values().all(|change| change.number.is_none() && change.ids.is_empty()));
    }

    #[test]
    fn batch_about_no_study_changes_nothing() {
        for records in [&[][..], &[("PASSAGES", "PASSAGES", None, None)]] {
            let changes = Changes::from_batch(&batch(records));
            assert!(changes.studies.is_empty() && !changes.has_settings);
        }
    }
}

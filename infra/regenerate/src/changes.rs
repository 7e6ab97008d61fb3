//! Which studies a batch of the table's stream is about.

use std::collections::{BTreeMap, BTreeSet};

use aws_lambda_events::event::dynamodb::{Event, EventRecord};
use serde_dynamo::{AttributeValue, Item};
use waypoint_domain::{nct_id::NctId, study_number::StudyNumber};

/// What the keys of studies and of their questions begin with. Other records, such as the settings, are about no study.
const STUDIES: &str = "STUDY#";

/// What a batch tells.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// The studies that changed, by the number in their key.
    pub studies: BTreeMap<String, Change>,
    /// From where on the batch has to come again when it can't be worked off.
    pub first: Option<String>,
    /// The last event.
    pub last_event: String,
}

/// What a batch tells of one study.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Change {
    /// The number, where it is one.
    pub number: Option<StudyNumber>,
    /// The ids under which the study has or had pages.
    pub ids: BTreeSet<String>,
    /// The last event about it.
    pub event: String,
}

impl Changes {
    /// Reads a batch. A study of which several records tell is one change.
    #[must_use]
    pub fn of(event: &Event) -> Self {
        let mut changes = Self::default();
        for record in &event.records {
            changes.first = changes.first.or_else(|| record.change.sequence_number.clone());
            changes.last_event.clone_from(&record.event_id);
            if let Some(key) = text(&record.change.keys, "pk").and_then(|key| key.strip_prefix(STUDIES)) {
                changes.studies.entry(key.to_owned()).or_default().add(key, record);
            }
        }
        changes
    }
}

impl Change {
    fn add(&mut self, key: &str, record: &EventRecord) {
        self.event.clone_from(&record.event_id);
        // A key in another writing than the number's own is no number: pages have one address.
        self.number = key.parse::<StudyNumber>().ok().filter(|number| number.as_str() == key);
        self.ids.extend(self.number.iter().map(ToString::to_string));
        let images = [&record.change.old_image, &record.change.new_image];
        let registered =
            images.into_iter().filter_map(|image| text(image, "nct_number")?.parse::<NctId>().ok());
        self.ids.extend(registered.map(|number| number.to_string()));
    }
}

fn text<'a>(item: &'a Item, name: &str) -> Option<&'a str> {
    match item.get(name) {
        Some(AttributeValue::S(text)) => Some(text),
        _ => None,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn batch(records: &[(&str, &str, Option<&str>, Option<&str>)]) -> Event {
        let image = |number: Option<&str>| match number {
            Some(number) => json!({ "nct_number": { "S": number } }),
            None => json!({}),
        };
        let told = records.iter().enumerate().map(|(at, (pk, sk, old, new))| {
            json!({
                "awsRegion": "us-east-1", "eventID": format!("event-{at}"), "eventName": "MODIFY",
                "dynamodb": {
                    "ApproximateCreationDateTime": 0, "SizeBytes": 1, "SequenceNumber": format!("{at}"),
                    "Keys": { "pk": { "S": pk }, "sk": { "S": sk } },
                    "OldImage": image(*old), "NewImage": image(*new),
                },
            })
        });
        serde_json::from_value(json!({ "Records": told.collect::<Vec<Value>>() })).unwrap()
    }

    fn ids(change: &Change) -> Vec<&str> {
        change.ids.iter().map(String::as_str).collect()
    }

    #[test]
    fn records_of_a_study_and_of_its_questions_are_one_change_with_all_ids_that_it_had() {
        let changes = Changes::of(&batch(&[
            ("SETTINGS", "SETTINGS", None, None),
            ("STUDY#STU01009", "STUDY", Some("NCT00000001"), Some("NCT00000002")),
            ("STUDY#STU01010", "STUDY", None, None),
            ("STUDY#STU01009", "QUESTION#1", None, None),
        ]));
        assert_eq!((changes.first.as_deref(), changes.last_event.as_str()), (Some("0"), "event-3"));
        assert_eq!(changes.studies.len(), 2);
        let first = &changes.studies["STU01009"];
        assert_eq!(ids(first), ["NCT00000001", "NCT00000002", "STU01009"]);
        assert_eq!(first.event, "event-3");
        assert_eq!(ids(&changes.studies["STU01010"]), ["STU01010"]);
    }

    #[test]
    fn what_is_no_number_names_no_page() {
        let changes = Changes::of(&batch(&[
            ("STUDY#../../etc", "STUDY", Some("../NCT"), Some("NCT1")),
            ("STUDY#stu01009", "STUDY", None, None),
        ]));
        assert_eq!(changes.studies.len(), 2);
        assert!(changes.studies.values().all(|change| change.number.is_none() && change.ids.is_empty()));
    }

    #[test]
    fn a_batch_about_no_study_changes_nothing() {
        for records in [&[][..], &[("PASSAGES", "PASSAGES", None, None)]] {
            assert!(Changes::of(&batch(records)).studies.is_empty());
        }
    }
}

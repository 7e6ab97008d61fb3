//! Participants: profile, data key, answers, acknowledgement, audit and outbox are one item
//! collection. Personal values are sealed with the participant's own key, which is kept in an
//! item of its own: without that item nothing of the rest can be read again.

use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, Put, TransactWriteItem, Update},
};
use jiff::Timestamp;
use waypoint_domain::{participant::Profile, participant_number::ParticipantNumber, question::Answer};

use super::{
    DataKey, Held, Sealer, StoreError,
    item::{Item, SK, bytes, bytes_of, document, document_of, key, text, text_of},
};
use crate::external::keys::Keys;

pub(super) const PROFILE: &str = "PROFILE";
pub(super) const KEY: &str = "KEY";
const ACKNOWLEDGEMENT: &str = "ACKNOWLEDGEMENT";
const ANSWER: &str = "ANSWER#";
pub(super) const CONSENTS: &str = "consents";
pub(super) const WRAPPED: &str = "wrapped_key";

/// The Participants table.
#[derive(Debug, Clone)]
pub struct Participants {
    pub(super) client: Client,
    pub(super) table: String,
}

/// What is kept of one participant, opened.
#[derive(Debug, Clone)]
pub struct ParticipantRecord {
    /// The profile's fields, by name.
    pub profile: serde_json::Map<String, serde_json::Value>,
    /// The ids of the boxes that were ticked; absent when the client did not send them.
    pub consents: Option<Vec<String>>,
    /// The answers, by question.
    pub answers: Vec<Answer>,
    /// When the privacy notice was accepted, and in which version.
    pub acknowledged: Option<(String, String)>,
    /// How many entries the audit trail has.
    pub audit_entries: usize,
    /// How many messages wait to be handed over.
    pub outbox_entries: usize,
}

impl Participants {
    /// The table of this name.
    #[must_use]
    pub fn new(client: Client, table: impl Into<String>) -> Self {
        Self { client, table: table.into() }
    }

    /// Keeps answers to pre-screening questions. The same answer sent twice is kept once.
    ///
    /// # Errors
    /// When the store or the key service does not answer.
    pub async fn keep_answers(
        &self,
        keys: &Keys,
        held: &Held,
        answers: &[Answer],
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let data_key = self.data_key(keys, &held.participant).await?;
        for answer in answers {
            let item = answer_item(&self.table, &data_key, &held.participant, answer, now)?;
            self.client
                .put_item()
                .table_name(&self.table)
                .set_item(Some(item))
                .send()
                .await
                .map_err(StoreError::sdk("keep an answer"))?;
        }
        Ok(())
    }

    /// Puts a corrected profile, and the boxes that are ticked now, in the place of the first ones.
    ///
    /// # Errors
    /// When the store or the key service does not answer.
    pub async fn correct(
        &self,
        keys: &Keys,
        held: &Held,
        profile: &Profile,
        consents: Option<&[String]>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let data_key = self.data_key(keys, &held.participant).await?;
        let sealer = Sealer::new(&data_key, &self.table, held.participant.as_str());
        let update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(key(partition(&held.participant), PROFILE)))
            .condition_expression("attribute_exists(pk)")
            .expression_attribute_values(":profile", seal_fields(&sealer, profile)?);
        let update = match consents {
            Some(ticked) => update
                .update_expression("SET profile = :profile, consents = :consents")
                .expression_attribute_values(":consents", document(&ticked)?),
            None => update.update_expression("SET profile = :profile REMOVE consents"),
        };
        let audit = Put::builder()
            .table_name(&self.table)
            .set_item(Some(audit_item(&held.participant, "corrected", now)))
            .build()?;
        self.client
            .transact_write_items()
            .transact_items(TransactWriteItem::builder().update(update.build()?).build())
            .transact_items(TransactWriteItem::builder().put(audit).build())
            .send()
            .await
            .map_err(StoreError::sdk("correct a profile"))?;
        Ok(())
    }

    /// Notes that the participant accepted a version of the privacy notice. The first time counts;
    /// a second time changes nothing.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn acknowledge(&self, held: &Held, version: &str, now: Timestamp) -> Result<(), StoreError> {
        let mut item = key(partition(&held.participant), ACKNOWLEDGEMENT);
        item.insert("study_number".into(), text(held.study_number.as_str()));
        item.insert("notice_version".into(), text(version));
        item.insert("at".into(), text(now.to_string()));
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(item))
            .condition_expression("attribute_not_exists(pk)")
            .build()?;
        let audit = Put::builder()
            .table_name(&self.table)
            .set_item(Some(audit_item(&held.participant, "acknowledged", now)))
            .build()?;
        let answer = self
            .client
            .transact_write_items()
            .transact_items(TransactWriteItem::builder().put(put).build())
            .transact_items(TransactWriteItem::builder().put(audit).build())
            .send()
            .await;
        match answer {
            Ok(_) => Ok(()),
            Err(error) => match error.as_service_error() {
                Some(cause)
                    if cause.is_transaction_canceled_exception() && self.acknowledged(held).await? =>
                {
                    Ok(())
                }
                _ => Err(StoreError::sdk("note an acknowledgement")(error)),
            },
        }
    }

    /// Whether the participant has accepted the privacy notice.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn acknowledged(&self, held: &Held) -> Result<bool, StoreError> {
        Ok(self.get(&held.participant, ACKNOWLEDGEMENT).await?.is_some())
    }

    /// Everything that is kept of a participant, opened; nothing when there is no such participant.
    ///
    /// # Errors
    /// When the store or the key service does not answer, or an item can't be opened.
    pub async fn record(
        &self,
        keys: &Keys,
        number: &ParticipantNumber,
    ) -> Result<Option<ParticipantRecord>, StoreError> {
        let items = self
            .client
            .query()
            .table_name(&self.table)
            .key_condition_expression("pk = :pk")
            .expression_attribute_values(":pk", text(partition(number)))
            .consistent_read(true)
            .into_paginator()
            .items()
            .send()
            .collect::<Result<Vec<Item>, _>>()
            .await
            .map_err(StoreError::sdk("read a participant"))?;
        let named = |prefix: &'static str| {
            items.iter().filter(move |item| text_of(item, SK).is_some_and(|sk| sk.starts_with(prefix)))
        };
        let Some(profile) = named(PROFILE).next() else { return Ok(None) };
        let data_key = self.data_key(keys, number).await?;
        let sealer = Sealer::new(&data_key, &self.table, number.as_str());
        Ok(Some(ParticipantRecord {
            profile: open_fields(&sealer, profile)?,
            consents: profile.get(CONSENTS).map(|_| document_of(profile, CONSENTS)).transpose()?,
            answers: named(ANSWER)
                .map(|item| {
                    let sk = text_of(item, SK).unwrap_or_default();
                    let packed =
                        bytes_of(item, "answer").ok_or_else(|| StoreError::unreadable("read an answer"))?;
                    serde_json::from_slice(&sealer.open(sk, packed)?)
                        .map_err(|_| StoreError::unreadable("read an answer"))
                })
                .collect::<Result<_, _>>()?,
            acknowledged: named(ACKNOWLEDGEMENT).next().map(|item| {
                let part = |name| text_of(item, name).unwrap_or_default().to_owned();
                (part("at"), part("notice_version"))
            }),
            audit_entries: named("AUDIT#").count(),
            outbox_entries: named("OUTBOX#").count(),
        }))
    }

    /// How many participants there are. Reads the whole table: for checks, not for requests.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn count(&self) -> Result<usize, StoreError> {
        let items = self
            .client
            .scan()
            .table_name(&self.table)
            .filter_expression("sk = :profile")
            .expression_attribute_values(":profile", text(PROFILE))
            .projection_expression("pk")
            .into_paginator()
            .items()
            .send()
            .collect::<Result<Vec<Item>, _>>()
            .await
            .map_err(StoreError::sdk("count the participants"))?;
        Ok(items.len())
    }

    async fn data_key(&self, keys: &Keys, number: &ParticipantNumber) -> Result<DataKey, StoreError> {
        let item =
            self.get(number, KEY).await?.ok_or_else(|| StoreError::of("read a data key", "there is none"))?;
        let wrapped = bytes_of(&item, WRAPPED).ok_or_else(|| StoreError::unreadable("read a data key"))?;
        keys.unwrap_data_key(wrapped, number.as_str()).await
    }

    async fn get(&self, number: &ParticipantNumber, sk: &str) -> Result<Option<Item>, StoreError> {
        let answer = self
            .client
            .get_item()
            .table_name(&self.table)
            .set_key(Some(key(partition(number), sk)))
            .consistent_read(true)
            .send()
            .await
            .map_err(StoreError::sdk("read a participant"))?;
        Ok(answer.item)
    }
}

/// The partition of one participant's items.
pub(super) fn partition(number: &ParticipantNumber) -> String {
    format!("PARTICIPANT#{number}")
}

/// An answer, sealed.
pub(super) fn answer_item(
    table: &str,
    data_key: &DataKey,
    number: &ParticipantNumber,
    answer: &Answer,
    now: Timestamp,
) -> Result<Item, StoreError> {
    let sk = format!("{ANSWER}{}", answer.sys_id);
    let json = serde_json::to_vec(answer).map_err(|_| StoreError::unreadable("write an answer"))?;
    let sealed = Sealer::new(data_key, table, number.as_str()).seal(&sk, &json)?;
    let mut item = key(partition(number), sk);
    item.insert("answer".into(), bytes(sealed));
    item.insert("at".into(), text(now.to_string()));
    Ok(item)
}

/// A line of the audit trail: what happened and when, never a value.
pub(super) fn audit_item(number: &ParticipantNumber, event: &str, now: Timestamp) -> Item {
    let mut item = key(partition(number), format!("AUDIT#{now:.9}#{event}"));
    item.insert("event".into(), text(event));
    item
}

/// A message to be handed over to another system or person, without any personal value.
pub(super) fn outbox_item(number: &ParticipantNumber, message: &str, now: Timestamp) -> Item {
    let mut item = key(partition(number), format!("OUTBOX#{now:.9}#{message}"));
    item.insert("message".into(), text(message));
    item.insert("state".into(), text("waiting"));
    item
}

/// Seals each field of a profile by itself.
pub(super) fn seal_fields(sealer: &Sealer<'_>, profile: &Profile) -> Result<AttributeValue, StoreError> {
    let unreadable = || StoreError::unreadable("write a profile");
    let json = serde_json::to_value(profile).map_err(|_| unreadable())?;
    let fields = json.as_object().ok_or_else(unreadable)?;
    let packed = fields
        .iter()
        .map(|(name, value)| Ok((name.clone(), bytes(sealer.seal(name, value.to_string().as_bytes())?))))
        .collect::<Result<_, StoreError>>()?;
    Ok(AttributeValue::M(packed))
}

fn open_fields(
    sealer: &Sealer<'_>,
    item: &Item,
) -> Result<serde_json::Map<String, serde_json::Value>, StoreError> {
    let unreadable = || StoreError::unreadable("read a profile");
    let fields = item.get("profile").and_then(|value| value.as_m().ok()).ok_or_else(unreadable)?;
    fields
        .iter()
        .map(|(name, value)| {
            let packed = value.as_b().map_err(|_| unreadable())?;
            let json = sealer.open(name, packed.as_ref())?;
            Ok((name.clone(), serde_json::from_slice(&json).map_err(|_| unreadable())?))
        })
        .collect()
}

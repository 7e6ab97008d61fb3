//! The items of a participant's collection. Personal values are sealed with the participant's own key. Deleting the
//! item with that key makes the rest unreadable.

use aws_sdk_dynamodb::types::AttributeValue;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use waypoint_domain::{
    basic_channel::BasicChannel, participant::Profile, participant_number::ParticipantNumber,
    question::Answer, study_number::StudyNumber, survey_answer::SurveyAnswer,
};

use super::{
    Message, Sealer, SignUpRef, StoreError,
    condition::Condition,
    item::{EXPIRES, Item, bytes, document, document_of, item_with, key, number_of, text, text_of},
    outbox_items::new_message,
    table::{DUE, Table, WAITS_FOR},
    write::Write,
};
use crate::receipt::Receipt;

pub(super) const PARTITION: &str = "PARTICIPANT#";
/// The partition prefix of email addresses, followed by the fingerprint of the address and the study.
const ADDRESS: &str = "ADDRESS#";
/// The sort key prefix of a sign-up in its address's partition, followed by the participant's number.
const SIGN_UP: &str = "SIGNUP#";
pub(super) const PROFILE: &str = "PROFILE";
pub(super) const KEY: &str = "KEY";
pub(super) const ACKNOWLEDGEMENT: &str = "ACKNOWLEDGEMENT";
pub(super) const ANSWER: &str = "ANSWER#";
pub(super) const CRITERIA: &str = "CRITERIA";
pub(super) const REFERRAL: &str = "REFERRAL";
pub(super) const RECEIPT: &str = "RECEIPT#";
const RECEIPT_ATTRIBUTE: &str = "receipt";
/// The value under which profiles with an unaccepted privacy notice appear in the index of due items.
pub(super) const ACCEPTANCE: &str = "acceptance";
/// The profile attribute with the sealed fields.
pub(super) const PROFILE_FIELDS: &str = "profile";
pub(super) const CONSENTS: &str = "consents";
/// The profile attribute with the fingerprint of the address and the study.
pub(super) const MAILBOX: &str = "mailbox";
/// The profile attribute with the time when the owner of the address confirmed it.
pub(super) const EMAIL_CONFIRMED: &str = "email_confirmed";
/// The profile attribute with the time when our emails about the sign-up were stopped.
const EMAILS_STOPPED: &str = "emails_stopped";
/// The profile attribute with the time when phone calls were stopped.
const CALLS_STOPPED: &str = "calls_stopped";
pub(super) const WRAPPED: &str = "wrapped_key";

/// The profile attribute with the time when a channel was stopped.
pub(super) fn stop_attribute(channel: BasicChannel) -> &'static str {
    match channel {
        BasicChannel::Email => EMAILS_STOPPED,
        BasicChannel::Call => CALLS_STOPPED,
    }
}

pub(super) fn partition(number: &ParticipantNumber) -> String {
    format!("{PARTITION}{number}")
}

pub(super) fn profile_key(number: &ParticipantNumber) -> Item {
    key(partition(number), PROFILE)
}

pub(super) fn address_partition(fingerprint: &str) -> String {
    format!("{ADDRESS}{fingerprint}")
}

pub(super) fn address_key(participant: &ParticipantNumber) -> String {
    format!("{SIGN_UP}{participant}")
}

/// The entry that lets the owner of an address find a sign-up. An address may have any number of them.
#[derive(Serialize, Deserialize)]
pub(super) struct AddressEntry {
    pub(super) participant: ParticipantNumber,
    pub(super) at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) email_confirmed: Option<Timestamp>,
}

pub(super) fn address_item(
    fingerprint: &str,
    participant: &ParticipantNumber,
    now: Timestamp,
) -> Result<Item, StoreError> {
    let entry = AddressEntry { participant: participant.clone(), at: now, email_confirmed: None };
    item_with(key(address_partition(fingerprint), address_key(participant)), &entry)
}

/// The attributes of a profile that are not sealed.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ReadableProfile {
    pub(super) study_number: StudyNumber,
    pub(super) sys_id: String,
    /// When the sign-up was created.
    pub(super) at: Timestamp,
    /// The fingerprint of the address and the study.
    pub(super) mailbox: String,
    /// When the owner of the address confirmed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) email_confirmed: Option<Timestamp>,
}

/// A participant's acceptance of the privacy notice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Acknowledgement {
    pub study_number: StudyNumber,
    /// The version that was current when the participant accepted it.
    pub notice_version: String,
    /// The time of the acceptance.
    pub at: Timestamp,
}

pub(super) fn participant_item(number: &ParticipantNumber, sk: impl Into<String>) -> Item {
    key(partition(number), sk)
}

/// Whether this is the profile of an existing participant: neither a dummy nor expired because the privacy notice
/// was not accepted in time.
pub(super) fn is_participant_profile(profile: &Item, now: Timestamp) -> bool {
    let is_expired = text_of(profile, WAITS_FOR) == Some(ACCEPTANCE)
        && number_of(profile, DUE).is_none_or(|due| due <= now.as_second());
    !profile.contains_key(EXPIRES) && !is_expired
}

/// The condition that a profile still has this address, and that its owner hasn't confirmed it.
pub(super) fn has_unconfirmed_address(mailbox: &str) -> Condition {
    Condition::equals(MAILBOX, text(mailbox)).and(Condition::Lacks(EMAIL_CONFIRMED))
}

/// A sealed answer to a pre-screening question.
pub(super) fn answer_item(
    sealer: &Sealer<'_>,
    sign_up: &SignUpRef,
    answer: &Answer,
    now: Timestamp,
) -> Result<Item, StoreError> {
    let sk = format!("{ANSWER}{}", answer.sys_id);
    let sealed = sealer.seal_json(&sk, answer)?;
    Ok(sealed_item(sign_up, sk, ("answer", sealed), now))
}

/// The sealed answers to a study's survey (D-209).
pub(super) fn criteria_item(
    sealer: &Sealer<'_>,
    sign_up: &SignUpRef,
    criteria: &[SurveyAnswer],
    now: Timestamp,
) -> Result<Item, StoreError> {
    let sealed = sealer.seal_json(CRITERIA, &criteria)?;
    Ok(sealed_item(sign_up, CRITERIA, ("criteria", sealed), now))
}

fn sealed_item(
    sign_up: &SignUpRef,
    sk: impl Into<String>,
    (attribute, sealed): (&str, Vec<u8>),
    now: Timestamp,
) -> Item {
    let mut item = participant_item(&sign_up.participant, sk);
    item.insert(attribute.into(), bytes(sealed));
    item.insert("at".into(), text(now.to_string()));
    item
}

/// The write of an outbox message about a participant.
pub(super) fn message_write(table: &Table, sign_up: &SignUpRef, message: Message, now: Timestamp) -> Write {
    new_message(table, partition(&sign_up.participant), message, now).into()
}

/// The write of a receipt, which fails if its number is taken.
pub(super) fn receipt_write(
    table: &Table,
    sign_up: &SignUpRef,
    receipt: &Receipt,
) -> Result<Write, StoreError> {
    let mut item = participant_item(&sign_up.participant, format!("{RECEIPT}{:04}", receipt.number));
    item.insert(RECEIPT_ATTRIBUTE.into(), document(receipt)?);
    Ok(table.put_new(item).into())
}

/// Reads a receipt from its item.
pub(super) fn receipt_of(item: &Item) -> Result<Receipt, StoreError> {
    document_of(item, RECEIPT_ATTRIBUTE)
}

/// Seals each field of a profile separately.
pub(super) fn seal_profile(sealer: &Sealer<'_>, profile: &Profile) -> Result<AttributeValue, StoreError> {
    let unreadable = || StoreError::unreadable("write a profile");
    let json = serde_json::to_value(profile).map_err(|_| unreadable())?;
    seal_fields(sealer, json.as_object().ok_or_else(unreadable)?)
}

/// Seals each field under its name.
pub(super) fn seal_fields(
    sealer: &Sealer<'_>,
    fields: &serde_json::Map<String, serde_json::Value>,
) -> Result<AttributeValue, StoreError> {
    let packed = fields
        .iter()
        .map(|(name, value)| Ok((name.clone(), bytes(sealer.seal_json(name, value)?))))
        .collect::<Result<_, StoreError>>()?;
    Ok(AttributeValue::M(packed))
}

/// Opens each field of a profile.
pub(super) fn open_fields(
    sealer: &Sealer<'_>,
    item: &Item,
) -> Result<serde_json::Map<String, serde_json::Value>, StoreError> {
    let unreadable = || StoreError::unreadable("read a profile");
    let fields = item.get(PROFILE_FIELDS).and_then(|value| value.as_m().ok()).ok_or_else(unreadable)?;
    fields
        .iter()
        .map(|(name, value)| {
            let sealed = value.as_b().map_err(|_| unreadable())?;
            Ok((name.clone(), sealer.open_json(name, sealed.as_ref())?))
        })
        .collect()
}

//! The items of a participant's collection. Personal values are sealed with the participant's own
//! key, which is kept in an item of its own: without that item nothing of the rest can be read again.

use aws_sdk_dynamodb::types::{AttributeValue, TransactWriteItem, Update, builders::UpdateBuilder};
use jiff::Timestamp;
use waypoint_domain::{
    participant::Profile, participant_number::ParticipantNumber, question::Answer,
    survey_answer::SurveyAnswer,
};

use super::{
    DataKey, Message, Sealer, SignUpRef, StoreError,
    by_due::{DUE, WAITS_FOR},
    item::{EXPIRES, Item, bytes, document, document_of, key, number, number_of, text, text_of},
    outbox_items::waiting_item,
    transaction::put_new,
};
use crate::receipt::Receipt;

/// With which the partition of a participant begins.
pub(super) const PARTITION: &str = "PARTICIPANT#";
/// The start of an address's partition; the fingerprint of the address and the study follows.
const ADDRESS: &str = "ADDRESS#";
/// The start of the sort key of a sign-up in its address's partition; the participant's number follows.
const SIGN_UP: &str = "SIGNUP#";
pub(super) const PROFILE: &str = "PROFILE";
pub(super) const KEY: &str = "KEY";
pub(super) const ACKNOWLEDGEMENT: &str = "ACKNOWLEDGEMENT";
pub(super) const ANSWER: &str = "ANSWER#";
pub(super) const CRITERIA: &str = "CRITERIA";
pub(super) const REFERRAL: &str = "REFERRAL";
pub(super) const RECEIPT: &str = "RECEIPT#";
const RECEIPT_OF: &str = "receipt";
/// What a profile waits for in the index of what is due: the privacy notice to be accepted.
pub(super) const ACCEPTANCE: &str = "acceptance";
pub(super) const CONSENTS: &str = "consents";
/// The fingerprint of the address and the study, in a profile.
pub(super) const MAILBOX: &str = "mailbox";
/// When the owner of the address confirmed it, in a profile.
pub(super) const EMAIL_CONFIRMED: &str = "email_confirmed";
pub(super) const WRAPPED: &str = "wrapped_key";

/// The partition of one participant's items.
pub(super) fn partition(number: &ParticipantNumber) -> String {
    format!("{PARTITION}{number}")
}

/// The partition of the sign-ups of one address for one study.
pub(super) fn address_partition(fingerprint: &str) -> String {
    format!("{ADDRESS}{fingerprint}")
}

/// The sort key of a sign-up in its address's partition.
pub(super) fn address_key(participant: &ParticipantNumber) -> String {
    format!("{SIGN_UP}{participant}")
}

/// The item by which the owner of an address finds a sign-up. There may be any number of them.
pub(super) fn address_item(fingerprint: &str, participant: &ParticipantNumber) -> Item {
    let mut item = key(address_partition(fingerprint), address_key(participant));
    item.insert("participant".into(), text(participant.as_str()));
    item
}

/// An item's owner, and its expiry where it stands in for an item of nobody.
#[derive(Debug, Clone, Copy)]
pub(super) struct Owner<'a> {
    pub(super) number: &'a ParticipantNumber,
    pub(super) until: Option<i64>,
}

impl<'a> From<&'a SignUpRef> for Owner<'a> {
    fn from(sign_up: &'a SignUpRef) -> Self {
        Self { number: &sign_up.participant, until: None }
    }
}

/// An item of a participant, with its owner's expiry.
pub(super) fn item_of<'a>(owner: impl Into<Owner<'a>>, sk: impl Into<String>) -> Item {
    let owner = owner.into();
    let mut item = key(partition(owner.number), sk);
    if let Some(end) = owner.until {
        item.insert(EXPIRES.into(), number(end));
    }
    item
}

/// Whether a participant's profile is over: the privacy notice was not accepted in time.
pub(super) fn is_over(profile: &Item, now: Timestamp) -> bool {
    text_of(profile, WAITS_FOR) == Some(ACCEPTANCE)
        && number_of(profile, DUE).is_none_or(|due| due <= now.as_second())
}

/// Whether it is the profile of a participant: not a stand-in, and not over.
pub(super) fn is_of_participant(profile: &Item, now: Timestamp) -> bool {
    !profile.contains_key(EXPIRES) && !is_over(profile, now)
}

/// Ends the wait for the privacy notice to be accepted.
pub(super) fn accepted(table: &str, owner: &ParticipantNumber) -> UpdateBuilder {
    Update::builder()
        .table_name(table)
        .set_key(Some(key(partition(owner), PROFILE)))
        .update_expression("REMOVE waits_for, due_at")
        .condition_expression("attribute_exists(pk)")
}

/// An answer, sealed.
pub(super) fn answer_item(
    table: &str,
    data_key: &DataKey,
    sign_up: &SignUpRef,
    answer: &Answer,
    now: Timestamp,
) -> Result<Item, StoreError> {
    let sk = format!("{ANSWER}{}", answer.sys_id);
    let json = serde_json::to_vec(answer).map_err(|_| StoreError::unreadable("write an answer"))?;
    let sealed = Sealer::new(data_key, table, sign_up.participant.as_str()).seal(&sk, &json)?;
    let mut item = item_of(sign_up, sk);
    item.insert("answer".into(), bytes(sealed));
    item.insert("at".into(), text(now.to_string()));
    Ok(item)
}

/// What was chosen in a survey, sealed (D-209).
pub(super) fn criteria_item(
    table: &str,
    data_key: &DataKey,
    sign_up: &SignUpRef,
    criteria: &[SurveyAnswer],
    now: Timestamp,
) -> Result<Item, StoreError> {
    let json = serde_json::to_vec(criteria).map_err(|_| StoreError::unreadable("write criteria"))?;
    let sealed = Sealer::new(data_key, table, sign_up.participant.as_str()).seal(CRITERIA, &json)?;
    let mut item = item_of(sign_up, CRITERIA);
    item.insert("criteria".into(), bytes(sealed));
    item.insert("at".into(), text(now.to_string()));
    Ok(item)
}

/// A message to be handed over to a participant, without any personal value.
pub(super) fn outbox_item(number: &ParticipantNumber, message: Message, now: Timestamp) -> Item {
    waiting_item(partition(number), message, now)
}

/// A message about a participant.
pub(super) fn tell(
    table: &str,
    sign_up: &SignUpRef,
    message: Message,
    now: Timestamp,
) -> Result<TransactWriteItem, StoreError> {
    put_new(table, outbox_item(&sign_up.participant, message, now))
}

/// A receipt. Refused when there is one of its number.
pub(super) fn receipt(
    table: &str,
    sign_up: &SignUpRef,
    receipt: &Receipt,
) -> Result<TransactWriteItem, StoreError> {
    let mut item = item_of(sign_up, format!("{RECEIPT}{:04}", receipt.number));
    item.insert(RECEIPT_OF.into(), document(receipt)?);
    put_new(table, item)
}

/// The receipt of an item.
pub(super) fn receipt_of(item: &Item) -> Result<Receipt, StoreError> {
    document_of(item, RECEIPT_OF)
}

/// Puts a corrected profile, and the boxes that are ticked now, in the place of the first ones.
pub(super) fn profile_update(
    table: &str,
    sign_up: &SignUpRef,
    profile: AttributeValue,
    consents: Option<&[String]>,
) -> Result<UpdateBuilder, StoreError> {
    let update = Update::builder()
        .table_name(table)
        .set_key(Some(key(partition(&sign_up.participant), PROFILE)))
        .condition_expression("attribute_exists(pk)")
        .expression_attribute_values(":profile", profile);
    Ok(match consents {
        Some(ticked) => update
            .update_expression("SET profile = :profile, consents = :consents")
            .expression_attribute_values(":consents", document(&ticked)?),
        None => update.update_expression("SET profile = :profile"),
    })
}

/// Seals each field of a profile by itself.
pub(super) fn seal_profile(sealer: &Sealer<'_>, profile: &Profile) -> Result<AttributeValue, StoreError> {
    let unreadable = || StoreError::unreadable("write a profile");
    let json = serde_json::to_value(profile).map_err(|_| unreadable())?;
    seal_fields(sealer, json.as_object().ok_or_else(unreadable)?)
}

/// Seals the fields of a profile, each by its name.
pub(super) fn seal_fields(
    sealer: &Sealer<'_>,
    fields: &serde_json::Map<String, serde_json::Value>,
) -> Result<AttributeValue, StoreError> {
    let packed = fields
        .iter()
        .map(|(name, value)| Ok((name.clone(), bytes(sealer.seal(name, value.to_string().as_bytes())?))))
        .collect::<Result<_, StoreError>>()?;
    Ok(AttributeValue::M(packed))
}

/// Opens each field of a profile.
pub(super) fn open_fields(
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

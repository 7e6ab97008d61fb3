//! The items of a participant's collection. Personal values are sealed with the participant's own
//! key, which is kept in an item of its own: without that item nothing of the rest can be read again.

use aws_sdk_dynamodb::types::{AttributeValue, TransactWriteItem, Update, builders::UpdateBuilder};
use jiff::Timestamp;
use waypoint_domain::{
    participant::Profile, participant_number::ParticipantNumber, question::Answer,
    survey_answer::SurveyAnswer,
};

use super::{
    DataKey, Held, Message, Sealer, StoreError,
    by_due::{DUE, WAITS_FOR},
    item::{EXPIRES, Item, PK, bytes, document, document_of, key, number, number_of, text, text_of},
    outbox_items::waiting_item,
    transaction::put_new,
};
use crate::receipt::Receipt;

/// With which the partition of a participant begins.
pub(super) const PARTITION: &str = "PARTICIPANT#";
/// With which the partition of an address begins; its fingerprint comes next.
const ADDRESS: &str = "EMAIL#";
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
pub(super) const GUARD: &str = "GUARD";
pub(super) const CONSENTS: &str = "consents";
pub(super) const WRAPPED: &str = "wrapped_key";

/// The partition of one participant's items.
pub(super) fn partition(number: &ParticipantNumber) -> String {
    format!("{PARTITION}{number}")
}

/// The partition of the item that makes an address in a study one participant's.
pub(super) fn guard_partition(guard: &str) -> String {
    format!("{ADDRESS}{guard}")
}

/// The fingerprint of the address of such an item.
pub(super) fn guard_in(item: &Item) -> Option<&str> {
    text_of(item, PK)?.strip_prefix(ADDRESS)
}

/// The item that makes an address in a study one participant's.
pub(super) fn guard_item(guard: &str, owner: &ParticipantNumber) -> Item {
    let mut item = key(guard_partition(guard), GUARD);
    item.insert("participant".into(), text(owner.as_str()));
    item
}

/// Whose an item is, and when it is over if it belongs to a decoy.
#[derive(Debug, Clone, Copy)]
pub(super) struct Owner<'a> {
    pub(super) number: &'a ParticipantNumber,
    pub(super) until: Option<i64>,
}

impl<'a> From<&'a Held> for Owner<'a> {
    fn from(held: &'a Held) -> Self {
        Self { number: &held.participant, until: held.decoy_until }
    }
}

/// An item of a participant, which ends with a decoy.
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

/// Whether it is the profile of a participant: no decoy's, and not over.
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
    held: &Held,
    answer: &Answer,
    now: Timestamp,
) -> Result<Item, StoreError> {
    let sk = format!("{ANSWER}{}", answer.sys_id);
    let json = serde_json::to_vec(answer).map_err(|_| StoreError::unreadable("write an answer"))?;
    let sealed = Sealer::new(data_key, table, held.participant.as_str()).seal(&sk, &json)?;
    let mut item = item_of(held, sk);
    item.insert("answer".into(), bytes(sealed));
    item.insert("at".into(), text(now.to_string()));
    Ok(item)
}

/// What was chosen in a survey, sealed (D-209).
pub(super) fn criteria_item(
    table: &str,
    data_key: &DataKey,
    held: &Held,
    criteria: &[SurveyAnswer],
    now: Timestamp,
) -> Result<Item, StoreError> {
    let json = serde_json::to_vec(criteria).map_err(|_| StoreError::unreadable("write criteria"))?;
    let sealed = Sealer::new(data_key, table, held.participant.as_str()).seal(CRITERIA, &json)?;
    let mut item = item_of(held, CRITERIA);
    item.insert("criteria".into(), bytes(sealed));
    item.insert("at".into(), text(now.to_string()));
    Ok(item)
}

/// A message to be handed over to a participant, without any personal value.
pub(super) fn outbox_item(number: &ParticipantNumber, message: Message, now: Timestamp) -> Item {
    waiting_item(partition(number), message, now)
}

/// A message about a participant. Nobody is told anything of a decoy.
pub(super) fn tell(
    table: &str,
    held: &Held,
    message: Message,
    now: Timestamp,
) -> Result<Option<TransactWriteItem>, StoreError> {
    match held.decoy_until {
        Some(_) => Ok(None),
        None => put_new(table, outbox_item(&held.participant, message, now)).map(Some),
    }
}

/// A receipt. Refused when there is one of its number.
pub(super) fn receipt(table: &str, held: &Held, receipt: &Receipt) -> Result<TransactWriteItem, StoreError> {
    let mut item = item_of(held, format!("{RECEIPT}{:04}", receipt.number));
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
    held: &Held,
    profile: AttributeValue,
    consents: Option<&[String]>,
) -> Result<UpdateBuilder, StoreError> {
    let update = Update::builder()
        .table_name(table)
        .set_key(Some(key(partition(&held.participant), PROFILE)))
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

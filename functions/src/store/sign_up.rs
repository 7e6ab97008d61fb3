//! Sign-up: one transaction over Sessions and Participants, so that a participant is there
//! wholly or not at all, once.

use std::time::Duration;

use aws_sdk_dynamodb::{
    operation::transact_write_items::TransactWriteItemsError,
    types::{Delete, Put, TransactWriteItem},
};
use jiff::Timestamp;
use waypoint_domain::{participant::Profile, participant_number::ParticipantNumber, question::Answer};

use super::{
    DataKey, Held, Participants, Sealer, Sessions, StoreError,
    item::{EXPIRES, Item, PK, bytes, document, document_of, key, number, text, text_of},
    participants::{
        CONSENTS, KEY, PROFILE, WRAPPED, answer_item, audit_item, outbox_item, partition, seal_fields,
    },
    sessions::{after, draft_key, held_item, idempotency_key},
};
use crate::{capability::Capability, external::keys::Keys};

/// How long a form that is sent again is recognized.
const IDEMPOTENCY: Duration = Duration::from_hours(24);
/// How long a used captcha is remembered: longer than it is valid.
const CAPTCHA: Duration = Duration::from_hours(1);
/// How often a transaction that ran into another one is tried.
const TRIES: u32 = 6;

/// Everything a sign-up writes.
#[derive(Debug)]
pub struct SignUpRecord<'a> {
    /// Who the participant will be.
    pub held: Held,
    /// The checked form.
    pub profile: &'a Profile,
    /// Checked answers to the pre-screening questions.
    pub answers: &'a [Answer],
    /// The ids of the ticked boxes; absent when the client does not send them.
    pub consents: Option<&'a [String]>,
    /// The key that seals the participant's values.
    pub data_key: DataKey,
    /// The same key, wrapped by the key service.
    pub wrapped_key: Vec<u8>,
    /// A fingerprint of the idempotency key.
    pub idempotency: String,
    /// A fingerprint of the form.
    pub form: String,
    /// A fingerprint of the captcha.
    pub captcha: String,
    /// A fingerprint of mail address and study.
    pub email_guard: String,
    /// What the browser will hold.
    pub capability: &'a Capability,
    /// What the browser held while it was answering questions.
    pub draft: Option<&'a Capability>,
    /// Whom the browser's capability stood for before.
    pub held_before: Option<&'a Held>,
}

/// What became of a sign-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The capability now stands for this participant, new or of an earlier sending of the form.
    SignedUp(Held),
    /// The captcha has been used for something else.
    CaptchaUsed,
    /// The idempotency key came with another form before.
    KeyReused,
    /// This browser signed up with this address for this study before.
    SignedUpBefore,
}

/// Why a transaction did not go through, by the condition that failed first.
enum Refusal {
    Idempotency,
    Captcha,
    EmailGuard,
}

/// Signs a participant up.
///
/// # Errors
/// When the store does not answer; then nothing is written.
pub async fn sign_up(
    sessions: &Sessions,
    participants: &Participants,
    keys: &Keys,
    record: &SignUpRecord<'_>,
    now: Timestamp,
) -> Result<Outcome, StoreError> {
    match transact(participants, participant_writes(sessions, participants, record, now)?).await? {
        None => Ok(Outcome::SignedUp(record.held.clone())),
        Some(Refusal::Idempotency) => replay(sessions, participants, keys, record, now).await,
        Some(Refusal::Captcha) => Ok(Outcome::CaptchaUsed),
        Some(Refusal::EmailGuard) => known_address(sessions, participants, keys, record, now).await,
    }
}

/// The form was sent before: the browser that sends it again gets the same participant. When it
/// was corrected in between, because the first answer never arrived, the participant is corrected;
/// another address or study makes it another sign-up, which needs a key of its own.
async fn replay(
    sessions: &Sessions,
    participants: &Participants,
    keys: &Keys,
    record: &SignUpRecord<'_>,
    now: Timestamp,
) -> Result<Outcome, StoreError> {
    let mark = sessions.get(&idempotency_key(&record.idempotency), now).await?;
    let same = |name, wanted: &str| mark.as_ref().is_some_and(|mark| text_of(mark, name) == Some(wanted));
    if !same("email_guard", &record.email_guard) {
        return Ok(Outcome::KeyReused);
    }
    let held: Held = document_of(&mark.clone().unwrap_or_default(), "held")?;
    if !same("form", &record.form) && !held.decoy {
        participants.correct(keys, &held, record.profile, record.consents, now).await?;
    }
    sessions.hold(record.capability, &held, now).await?;
    Ok(Outcome::SignedUp(held))
}

/// Somebody takes part with this address already. Only the browser that signed that participant
/// up learns so; anybody else gets an answer like any other, and the address gets a message.
async fn known_address(
    sessions: &Sessions,
    participants: &Participants,
    keys: &Keys,
    record: &SignUpRecord<'_>,
    now: Timestamp,
) -> Result<Outcome, StoreError> {
    let guard = participants
        .client
        .get_item()
        .table_name(&participants.table)
        .set_key(Some(guard_key(record)))
        .consistent_read(true)
        .send()
        .await
        .map_err(StoreError::sdk("read an address guard"))?
        .item;
    let owner: ParticipantNumber = guard
        .as_ref()
        .and_then(|item| text_of(item, "participant"))
        .and_then(|text| text.parse().ok())
        .ok_or_else(|| StoreError::unreadable("read an address guard"))?;
    if record.held_before.is_some_and(|held| held.participant == owner) {
        return Ok(Outcome::SignedUpBefore);
    }
    let decoy = Held { decoy: true, ..record.held.clone() };
    let mut writes = mark_writes(sessions, record, &decoy, now)?;
    writes.push(put(&participants.table, outbox_item(&owner, "address_used_again", now))?);
    match transact(participants, writes).await? {
        None => Ok(Outcome::SignedUp(decoy)),
        Some(Refusal::Idempotency) => replay(sessions, participants, keys, record, now).await,
        Some(Refusal::Captcha | Refusal::EmailGuard) => Ok(Outcome::CaptchaUsed),
    }
}

/// Carries a transaction out; tries again when another one was in the way.
async fn transact(
    participants: &Participants,
    writes: Vec<TransactWriteItem>,
) -> Result<Option<Refusal>, StoreError> {
    let mut pause = Duration::from_millis(20);
    for _ in 0..TRIES {
        let answer =
            participants.client.transact_write_items().set_transact_items(Some(writes.clone())).send().await;
        let Err(error) = answer else { return Ok(None) };
        match error.as_service_error() {
            Some(TransactWriteItemsError::TransactionCanceledException(cause)) => {
                let failed: Vec<bool> = cause
                    .cancellation_reasons()
                    .iter()
                    .map(|reason| reason.code() == Some("ConditionalCheckFailed"))
                    .collect();
                match failed.iter().position(|failed| *failed) {
                    Some(0) => return Ok(Some(Refusal::Idempotency)),
                    Some(1) => return Ok(Some(Refusal::Captcha)),
                    Some(_) => return Ok(Some(Refusal::EmailGuard)),
                    None => {}
                }
            }
            Some(TransactWriteItemsError::TransactionInProgressException(_)) => {}
            _ => return Err(StoreError::sdk("sign a participant up")(error)),
        }
        tokio::time::sleep(pause).await;
        pause *= 2;
    }
    Err(StoreError::of("sign a participant up", "others are in the way"))
}

/// The marks come first, in this order: [`transact`] tells by place which condition failed.
fn mark_writes(
    sessions: &Sessions,
    record: &SignUpRecord<'_>,
    held: &Held,
    now: Timestamp,
) -> Result<Vec<TransactWriteItem>, StoreError> {
    let idempotency = Item::from([
        (PK.to_owned(), text(idempotency_key(&record.idempotency))),
        ("form".to_owned(), text(&record.form)),
        ("email_guard".to_owned(), text(&record.email_guard)),
        ("held".to_owned(), document(held)?),
        (EXPIRES.to_owned(), number(after(now, IDEMPOTENCY))),
    ]);
    let captcha = Item::from([
        (PK.to_owned(), text(format!("CAPTCHA#{}", record.captcha))),
        (EXPIRES.to_owned(), number(after(now, CAPTCHA))),
    ]);
    let table = sessions.table();
    Ok(vec![
        put_unless_there(table, idempotency, Some(now))?,
        put_unless_there(table, captcha, Some(now))?,
        put(table, held_item(record.capability, held, now)?)?,
    ])
}

fn participant_writes(
    sessions: &Sessions,
    participants: &Participants,
    record: &SignUpRecord<'_>,
    now: Timestamp,
) -> Result<Vec<TransactWriteItem>, StoreError> {
    let table = &participants.table;
    let who = &record.held.participant;
    let sealer = Sealer::new(&record.data_key, table, who.as_str());

    let mut guard = guard_key(record);
    guard.insert("participant".into(), text(who.as_str()));
    let mut profile = key(partition(who), PROFILE);
    profile.insert("study_number".into(), text(record.held.study_number.as_str()));
    profile.insert("sys_id".into(), text(&record.held.sys_id));
    profile.insert("at".into(), text(now.to_string()));
    profile.insert("profile".into(), seal_fields(&sealer, record.profile)?);
    if let Some(consents) = record.consents {
        profile.insert(CONSENTS.into(), document(&consents)?);
    }
    let mut data_key = key(partition(who), KEY);
    data_key.insert(WRAPPED.into(), bytes(record.wrapped_key.clone()));

    let mut writes = mark_writes(sessions, record, &record.held, now)?;
    writes.push(put_unless_there(table, guard, None)?);
    writes.push(put_unless_there(table, profile, None)?);
    writes.push(put_unless_there(table, data_key, None)?);
    writes.push(put(table, audit_item(who, "signed_up", now))?);
    writes.push(put(table, outbox_item(who, "signed_up", now))?);
    for answer in record.answers {
        writes.push(put(table, answer_item(table, &record.data_key, who, answer, now)?)?);
    }
    if let Some(draft) = record.draft {
        let delete =
            Delete::builder().table_name(sessions.table()).key(PK, text(draft_key(draft))).build()?;
        writes.push(TransactWriteItem::builder().delete(delete).build());
    }
    Ok(writes)
}

fn guard_key(record: &SignUpRecord<'_>) -> Item {
    key(format!("EMAIL#{}", record.email_guard), "GUARD")
}

fn put(table: &str, item: Item) -> Result<TransactWriteItem, StoreError> {
    let put = Put::builder().table_name(table).set_item(Some(item)).build()?;
    Ok(TransactWriteItem::builder().put(put).build())
}

/// Puts an item that must not be there yet, or, where items end, has ended.
fn put_unless_there(
    table: &str,
    item: Item,
    ends: Option<Timestamp>,
) -> Result<TransactWriteItem, StoreError> {
    let put = Put::builder().table_name(table).set_item(Some(item));
    let put = match ends {
        None => put.condition_expression("attribute_not_exists(pk)"),
        Some(now) => put
            .condition_expression("attribute_not_exists(pk) OR expires_at <= :now")
            .expression_attribute_values(":now", number(now.as_second())),
    };
    Ok(TransactWriteItem::builder().put(put.build()?).build())
}

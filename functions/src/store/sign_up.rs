//! Sign-up: one transaction over Sessions and Participants, so that a participant is there
//! wholly or not at all, once.

use aws_sdk_dynamodb::types::{TransactWriteItem, Update};
use jiff::Timestamp;
use waypoint_domain::{
    document::Document, participant::Profile, participant_number::ParticipantNumber, question::Answer,
    retention, survey_answer::SurveyAnswer,
};

use super::{
    DataKey, Held, Message, Participants, Sealer, Sessions, StoreError,
    by_due::{DUE, WAITS_FOR},
    drafts::Drafts,
    elsewhere::{Places, elsewhere_item, note_places},
    held::{held_item, held_key, held_update},
    item::{EXPIRES, Item, PK, bytes, document, document_of, key, number, text, text_of},
    outbox_items::note_to,
    participant_items::{
        self, ACCEPTANCE, CONSENTS, GUARD, KEY, PROFILE, WRAPPED, answer_item, criteria_item, guard_item,
        guard_partition, item_of, partition, profile_update, seal_fields, tell,
    },
    sessions::{after, captcha_mark, idempotency_key},
    transaction::{
        Carried, Condition, carry_out, check_there, delete_if, put, put_new, put_new_or_over, update,
    },
    uploads::{document_item, removal_key},
};
use crate::{
    audit_trail::{Actor, Entry, Event},
    capability::Capability,
    external::keys::Keys,
    receipt::{Agreement, Receipt},
};

/// How often a sign-up is decided anew because another one came in between.
const DECISIONS: u32 = 4;

/// The place of the captcha's mark in the transaction. A refusal at any other is decided anew.
const CAPTCHA_PLACE: usize = 1;

/// Everything that a sign-up writes.
#[derive(Debug)]
pub struct SignUpRecord<'a> {
    /// Who the participant will be.
    pub held: Held,
    /// The checked form.
    pub profile: &'a Profile,
    /// Checked answers to the pre-screening questions.
    pub answers: &'a [Answer],
    /// What was chosen in the study's survey.
    pub criteria: &'a [SurveyAnswer],
    /// The documents that were uploaded.
    pub documents: &'a [Document],
    /// The ids of the ticked boxes; absent when the client does not send them.
    pub consents: Option<&'a [String]>,
    /// What these agree to; absent like them.
    pub agreement: Option<&'a Agreement>,
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
    /// What the browser holds now.
    pub cookie: Option<&'a Capability>,
    /// Whom the browser's capability stands for now.
    pub held_before: Option<&'a Held>,
}

/// What became of a sign-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The capability now stands for this participant, new or of an earlier sending of the form.
    SignedUp(Held),
    /// The captcha has been used for something else.
    CaptchaUsed,
    /// The idempotency key came with another form, or from another browser, before.
    KeyReused,
    /// This browser signed up with this address for this study before.
    SignedUpBefore,
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
    for _ in 0..DECISIONS {
        let mark = sessions.get(&idempotency_key(&record.idempotency), now).await?;
        let drafts = match record.cookie {
            Some(cookie) => sessions.drafts(cookie, now).await?,
            None => Drafts::default(),
        };
        let owner = participants.owner_of_guard(&record.email_guard).await?;
        // An address is looked at in the same way whether or not it takes part already.
        let looked_at = owner.as_ref().unwrap_or(&record.held.participant);
        if participants.is_left_behind(looked_at, now).await? {
            participants.erase_what_is_left_behind(sessions, looked_at, now).await?;
            continue;
        }
        if let Some(mark) = mark {
            match replay(sessions, participants, keys, record, (&mark, &drafts), now).await? {
                Some(outcome) => return Ok(outcome),
                None => continue,
            }
        }
        let used_here = record.held_before.is_some_and(|held| held.guards.contains(&record.email_guard));
        if owner.is_some() && used_here {
            return Ok(Outcome::SignedUpBefore);
        }
        let held = held_for(record, owner.is_some(), now);
        let writes = new_writes(sessions, participants, record, &held, (owner.as_ref(), &drafts), now)?;
        match carry_out(&participants.client, writes, "sign a participant up").await? {
            Carried::Out => return Ok(Outcome::SignedUp(held)),
            Carried::RefusedAt(CAPTCHA_PLACE) => return Ok(Outcome::CaptchaUsed),
            Carried::RefusedAt(_) => {}
        }
    }
    Err(StoreError::of("sign a participant up", "others are in the way"))
}

/// Whom the browser will hold. Somebody who uses an address that takes part already gets a decoy:
/// kept, opened and answered like a participant, so that nothing tells the two apart, but over
/// after a while, and never handed over to anybody.
fn held_for(record: &SignUpRecord<'_>, address_is_known: bool, now: Timestamp) -> Held {
    let mut held = follow(record, record.held.clone());
    held.decoy_until = address_is_known.then(|| after(now, retention::Kept::Decoy.time()));
    held.remember(std::slice::from_ref(&record.email_guard));
    held
}

/// What the browser will hold, with the way to what it holds now.
fn follow(record: &SignUpRecord<'_>, mut held: Held) -> Held {
    if let (Some(before), Some(cookie)) = (record.held_before, record.cookie) {
        held.follow(before, cookie);
    }
    held
}

/// The form was sent before. The browser that sends it again gets the same participant; when the
/// form was corrected in between, because the first answer never arrived, the participant is
/// corrected. Another address, study or browser makes it another sign-up, which needs a key of its
/// own. Nothing when another sending came in between.
async fn replay(
    sessions: &Sessions,
    participants: &Participants,
    keys: &Keys,
    record: &SignUpRecord<'_>,
    (mark, drafts): (&Item, &Drafts),
    now: Timestamp,
) -> Result<Option<Outcome>, StoreError> {
    let same = |name, wanted: &str| text_of(mark, name) == Some(wanted);
    let held: Held = document_of(mark, "held")?;
    let same_form = same("form", &record.form);
    let sent_here = match (text_of(mark, "sender"), record.cookie) {
        (Some(sender), Some(cookie)) if cookie.hash() == sender => true,
        (None, _) if same_form => true,
        _ => record.held_before.is_some_and(|before| before.participant == held.participant),
    };
    if !sent_here || !same("email_guard", &record.email_guard) {
        return Ok(Some(Outcome::KeyReused));
    }
    let held = follow(record, held);
    if same_form {
        let mut writes = vec![
            put(sessions.table(), held_item(record.capability, &held, now)?)?,
            update(note_places(&participants.table, &held, &capability_of(record)))?,
            participants.check_not_erased(&held.participant)?,
        ];
        writes.extend(handed_on(sessions, record, &held, drafts)?);
        return Ok(match carry_out(&participants.client, writes, "hand out a capability").await? {
            Carried::Out => Some(Outcome::SignedUp(held)),
            Carried::RefusedAt(_) => None,
        });
    }
    let data_key = participants.data_key(keys, &held.participant).await?;
    let corrected = participants.corrected_fields(&data_key, &held, record.profile).await?;
    let kept = Kept {
        corrected: corrected.join(" "),
        mark,
        drafts,
        data_key,
        entry: participants.last_entry(&held.participant).await?,
        receipt: participants.receipts(&held).await?.pop(),
    };
    let writes = correcting_writes(sessions, participants, record, &held, &kept, now)?;
    Ok(match carry_out(&participants.client, writes, "correct a participant").await? {
        Carried::Out => Some(Outcome::SignedUp(held)),
        Carried::RefusedAt(_) => None,
    })
}

/// The marks come first: a refusal is told by its place.
fn new_writes(
    sessions: &Sessions,
    participants: &Participants,
    record: &SignUpRecord<'_>,
    held: &Held,
    (owner, drafts): (Option<&ParticipantNumber>, &Drafts),
    now: Timestamp,
) -> Result<Vec<TransactWriteItem>, StoreError> {
    let table = &participants.table;
    let sealer = Sealer::new(&record.data_key, table, held.participant.as_str());

    let mut profile = item_of(held, PROFILE);
    profile.insert("study_number".into(), text(held.study_number.as_str()));
    profile.insert("sys_id".into(), text(&held.sys_id));
    profile.insert("at".into(), text(now.to_string()));
    profile.insert("profile".into(), seal_fields(&sealer, record.profile)?);
    if let Some(consents) = record.consents {
        profile.insert(CONSENTS.into(), document(&consents)?);
    }
    if held.decoy_until.is_none() {
        profile.insert(WAITS_FOR.into(), text(ACCEPTANCE));
        profile.insert(DUE.into(), number(after(now, retention::Kept::UnacceptedSignUp.time())));
    }
    let found_by = sender_that_finds(sessions, record, held, drafts, now)?;
    let mut places = capability_of(record).and_session(idempotency_key(&record.idempotency));
    if let (Some(cookie), Some(SenderFinds::Itself(_))) = (record.cookie, &found_by) {
        places = places.and_session(held_key(cookie));
    }
    if owner.is_none() {
        places = places.and_item(guard_partition(&record.email_guard), GUARD);
    }
    let mut data_key = item_of(held, KEY);
    data_key.insert(WRAPPED.into(), bytes(record.wrapped_key.clone()));

    let mut writes = vec![
        put_new_or_over(sessions.table(), idempotency_mark(record, held, now)?, now)?,
        put_new_or_over(sessions.table(), captcha_mark(&record.captcha, now), now)?,
        match owner {
            None => put_new(table, guard_item(&record.email_guard, &held.participant))?,
            // The owner may be erased in between, and must get nothing from then on.
            Some(_) => check_there(table, key(guard_partition(&record.email_guard), GUARD))?,
        },
        put(sessions.table(), held_item(record.capability, held, now)?)?,
        put_new(table, profile)?,
        put_new(table, data_key)?,
        put_new(table, elsewhere_item(held, &places))?,
    ];
    let event = signed_up(held, record.documents);
    writes.extend(participants.entry((&held.participant, held.decoy_until), None, event, now)?);
    if let Some(owner) = owner {
        writes.push(update(note_to(table, partition(owner), Message::AddressUsedAgain, now))?);
    }
    if let Some(agreement) = record.agreement {
        let receipt = Receipt::after(None, agreement.clone(), now);
        writes.push(participant_items::receipt(table, held, &receipt)?);
    }
    writes.extend(tell(table, held, Message::SignedUp, now)?);
    writes.extend(tell(table, held, Message::HandOver, now)?);
    writes.extend(found_by.map(SenderFinds::into_write));
    writes.extend(answers_and_documents(participants, record, held, &record.data_key, now)?);
    writes.extend(handed_on(sessions, record, held, drafts)?);
    Ok(writes)
}

/// How the capability that a form was sent with finds the sign-up, when the answer with the next one never arrives.
enum SenderFinds {
    /// It stands for the participant itself.
    Itself(TransactWriteItem),
    /// It stands for somebody else, from whom the way leads on.
    FromAnother(TransactWriteItem),
}

impl SenderFinds {
    fn into_write(self) -> TransactWriteItem {
        match self {
            Self::Itself(write) | Self::FromAnother(write) => write,
        }
    }
}

/// One that the store does not know finds nothing: whoever gave it to the browser may know it, too.
fn sender_that_finds(
    sessions: &Sessions,
    record: &SignUpRecord<'_>,
    held: &Held,
    drafts: &Drafts,
    now: Timestamp,
) -> Result<Option<SenderFinds>, StoreError> {
    let Some(cookie) = record.cookie else { return Ok(None) };
    if let Some(before) = record.held_before {
        let mut before = before.clone();
        before.lead_to(held, record.capability);
        let write = update(held_update(sessions.table(), cookie, &before, now)?)?;
        return Ok(Some(SenderFinds::FromAnother(write)));
    }
    if !drafts.are_known() {
        return Ok(None);
    }
    Ok(Some(SenderFinds::Itself(put(sessions.table(), held_item(cookie, held, now)?)?)))
}

/// A decoy's sign-up came from somebody who is not known to own the address.
fn signed_up(held: &Held, documents: &[Document]) -> Event {
    let who = if held.decoy_until.is_some() { Actor::Stranger } else { Actor::Participant };
    let with = match documents.len() {
        0 => String::new(),
        1 => " with a document".into(),
        count => format!(" with {count} documents"),
    };
    Event::change(who, "signed_up", "", &format!("{}{with}", held.study_number))
}

/// What is kept of a participant whose form is corrected.
struct Kept<'a> {
    /// The names of the fields that the form changes.
    corrected: String,
    mark: &'a Item,
    drafts: &'a Drafts,
    data_key: DataKey,
    entry: Option<Entry>,
    receipt: Option<Receipt>,
}

/// Everything that a corrected form changes; the mark comes first and tells whether another
/// correction was faster.
fn correcting_writes(
    sessions: &Sessions,
    participants: &Participants,
    record: &SignUpRecord<'_>,
    held: &Held,
    kept: &Kept<'_>,
    now: Timestamp,
) -> Result<Vec<TransactWriteItem>, StoreError> {
    let table = &participants.table;
    let corrected_mark = Update::builder()
        .table_name(sessions.table())
        .key(PK, text(idempotency_key(&record.idempotency)))
        .update_expression("SET form = :form")
        .condition_expression("form = :before")
        .expression_attribute_values(":form", text(&record.form))
        .expression_attribute_values(":before", text(text_of(kept.mark, "form").unwrap_or_default()));
    let sealer = Sealer::new(&kept.data_key, table, held.participant.as_str());
    let mut writes = vec![
        update(corrected_mark)?,
        put(sessions.table(), held_item(record.capability, held, now)?)?,
        update(profile_update(table, held, seal_fields(&sealer, record.profile)?, record.consents)?)?,
        update(note_places(table, held, &capability_of(record)))?,
        participants.check_not_erased(&held.participant)?,
    ];
    let event = Event::change(Actor::Participant, "corrected", "", &kept.corrected);
    let owner = (&held.participant, held.decoy_until);
    writes.extend(participants.entry(owner, kept.entry.as_ref(), event, now)?);
    if let Some(agreement) = record.agreement {
        let receipt = Receipt::after(kept.receipt.as_ref(), agreement.clone(), now);
        writes.push(participant_items::receipt(table, held, &receipt)?);
    }
    writes.extend(tell(table, held, Message::HandOverCorrection, now)?);
    writes.extend(answers_and_documents(participants, record, held, &kept.data_key, now)?);
    writes.extend(handed_on(sessions, record, held, kept.drafts)?);
    Ok(writes)
}

/// What the browser will hold, as a place where something is kept of the participant.
fn capability_of(record: &SignUpRecord<'_>) -> Places {
    Places::default().and_session(held_key(record.capability))
}

/// What was said for this study is kept no longer beside the sign-up; what was said for others goes along.
fn handed_on(
    sessions: &Sessions,
    record: &SignUpRecord<'_>,
    held: &Held,
    drafts: &Drafts,
) -> Result<Vec<TransactWriteItem>, StoreError> {
    match record.cookie {
        Some(cookie) => sessions.hand_drafts_on(drafts, (cookie, record.capability), &held.study_number),
        None => Ok(Vec::new()),
    }
}

fn answers_and_documents(
    participants: &Participants,
    record: &SignUpRecord<'_>,
    held: &Held,
    data_key: &DataKey,
    now: Timestamp,
) -> Result<Vec<TransactWriteItem>, StoreError> {
    let table = &participants.table;
    let mut writes = record
        .answers
        .iter()
        .map(|answer| put(table, answer_item(table, data_key, held, answer, now)?))
        .collect::<Result<Vec<_>, StoreError>>()?;
    if !record.criteria.is_empty() {
        writes.push(put(table, criteria_item(table, data_key, held, record.criteria, now)?)?);
    }
    // The documents of a decoy stay what they were: nobody's.
    if held.decoy_until.is_none() {
        for (place, uploaded) in record.documents.iter().enumerate() {
            let is_kept = Condition::new("attribute_exists(pk) AND attribute_not_exists(removing)");
            writes.push(delete_if(table, removal_key(&uploaded.id), is_kept)?);
            writes.push(put(table, document_item(held, (place, uploaded), now)?)?);
        }
    }
    Ok(writes)
}

fn idempotency_mark(record: &SignUpRecord<'_>, held: &Held, now: Timestamp) -> Result<Item, StoreError> {
    let mut mark = Item::from([
        (PK.to_owned(), text(idempotency_key(&record.idempotency))),
        ("form".to_owned(), text(&record.form)),
        ("email_guard".to_owned(), text(&record.email_guard)),
        ("held".to_owned(), document(held)?),
        (EXPIRES.to_owned(), number(after(now, retention::Kept::FormMark.time()))),
    ]);
    if let Some(cookie) = record.cookie {
        mark.insert("sender".into(), text(cookie.hash()));
    }
    Ok(mark)
}

//! Sign-up: one transaction over the Sessions and Participants tables, so that a participant is created completely
//! and exactly once.
//!
//! Every sign-up is stored, even if other sign-ups use the same address. It stays unconfirmed until the owner of
//! the address follows the mailed link. Therefore the response never depends on the sign-ups of other people.

use jiff::Timestamp;
use waypoint_domain::{
    document::Document, participant::Profile, question::Answer, retention::RetentionPeriod,
    survey_answer::SurveyAnswer,
};
use waypoint_keys::Fingerprints;

use super::{
    DataKey, Message, Participants, Sealer, Session, SessionLookup, SessionSignUp, Sessions, SignUpRef,
    StoreError,
    by_due::{DUE, WAITS_FOR},
    condition::Condition,
    drafts::Drafts,
    elsewhere::{Places, places_item},
    item::{bytes, document, item_with, number, text},
    participant_items::{
        ACCEPTANCE, CONSENTS, KEY, PROFILE, PROFILE_FIELDS, ReadableProfile, WRAPPED, address_item,
        address_key, address_partition, answer_item, criteria_item, message_write, participant_item,
        receipt_write, seal_profile,
    },
    resubmission::{resubmit, submitted_item},
    session_tokens::{Renewal, opened_until, session_key},
    sessions::{idempotency_key, unix_time_after},
    transaction::{Commit, transact},
    uploads::{document_item, take_over},
    write::Write,
};
use crate::{
    address_prints::AddressPrints,
    audit_trail::{Actor, Event},
    external::keys::Keys,
    receipt::{Agreement, Receipt},
    session_token::{PageId, SessionToken},
};

/// How many times to try a sign-up when other writes interfere.
const TRIES: u32 = 4;

/// The data of a sign-up.
#[derive(Debug)]
pub struct SignUpRecord<'a> {
    /// The identifiers of the new participant.
    pub sign_up: SignUpRef,
    /// The validated form.
    pub profile: &'a Profile,
    /// The validated answers to the pre-screening questions.
    pub answers: &'a [Answer],
    /// The answers to the study's survey.
    pub criteria: &'a [SurveyAnswer],
    /// The uploaded documents.
    pub documents: &'a [Document],
    /// The ids of the ticked consent boxes. `None` if the client didn't send them.
    pub consents: Option<&'a [String]>,
    /// The agreement to those boxes, present if they are.
    pub agreement: Option<&'a Agreement>,
    /// The key that seals the participant's values.
    pub data_key: DataKey,
    /// The same key, wrapped by the key service.
    pub wrapped_key: Vec<u8>,
    /// The fingerprint of the idempotency key: the one that its mark is stored under, or the current one.
    pub idempotency: String,
    /// Fingerprints of the form.
    pub form: Fingerprints,
    /// Fingerprints of the email address.
    pub address: AddressPrints,
    /// The session token that the browser sent.
    pub token: Option<&'a SessionToken>,
    /// The calling page.
    pub page: Option<&'a PageId>,
}

/// The result of a sign-up.
#[derive(Debug, Clone)]
pub enum SignUpResult {
    /// The session may open this participant, which is new or from an earlier submission of the form.
    SignedUp(SignUpRef, Box<Session>),
    /// The idempotency key was already used with another form or by another browser.
    KeyReused,
    /// This session already signed this person up for this study with this address.
    SignedUpBefore,
    /// Another page of the browser has just replaced the session token.
    SessionReplaced,
}

/// Signs a participant up. After an error, nothing is written.
pub async fn sign_up(
    sessions: &Sessions,
    participants: &Participants,
    keys: &Keys,
    record: &SignUpRecord<'_>,
    now: Timestamp,
) -> Result<SignUpResult, StoreError> {
    for _ in 0..TRIES {
        let submitted = sessions.submitted_form(&record.idempotency, now).await?;
        let opened = match record.token {
            Some(token) => sessions.open(token, record.page, now).await?,
            None => SessionLookup::Unknown,
        };
        if let Some(submitted) = submitted {
            match resubmit(sessions, participants, keys, record, (&submitted, opened), now).await? {
                Some(outcome) => return Ok(outcome),
                None => continue,
            }
        }
        let session = match opened {
            SessionLookup::Session(session) => session,
            SessionLookup::Unknown => Session::begin(record.token.cloned())?,
            SessionLookup::Ended => Session::begin(None)?,
            SessionLookup::JustReplaced => return Ok(SignUpResult::SessionReplaced),
        };
        if session.open_sign_ups(now).any(|open| record.address.person.recognizes(&open.person)) {
            return Ok(SignUpResult::SignedUpBefore);
        }
        let drafts = sessions.drafts(&session, now).await?;
        let entry = entry_of(record, &record.sign_up, &session, now);
        let renewal = sessions.renewal(&session, record.page, Some(entry), now)?;
        let next = renewal.session.clone();
        let writes = new_writes(sessions, participants, record, (renewal, &session, &drafts), now)?;
        match transact(&participants.client, writes, "sign a participant up").await? {
            Commit::Accepted => return Ok(SignUpResult::SignedUp(record.sign_up.clone(), next.into())),
            Commit::Refused(_) | Commit::Conflict => {}
        }
    }
    Err(StoreError::new("sign a participant up", "too many concurrent writes"))
}

/// The session's entry for a sign-up.
pub(super) fn entry_of(
    record: &SignUpRecord<'_>,
    sign_up: &SignUpRef,
    session: &Session,
    now: Timestamp,
) -> SessionSignUp {
    let known = session.find_sign_up(|known| known.participant == sign_up.participant, now);
    SessionSignUp {
        sign_up: sign_up.clone(),
        person: record.address.person.current().to_owned(),
        returned: known.and_then(|known| known.returned),
        until: opened_until(now),
    }
}

fn new_writes(
    sessions: &Sessions,
    participants: &Participants,
    record: &SignUpRecord<'_>,
    (renewal, session, drafts): (Renewal, &Session, &Drafts),
    now: Timestamp,
) -> Result<Vec<Write>, StoreError> {
    let (table, sign_up) = (&participants.table, &record.sign_up);
    let sealer = Sealer::new(&record.data_key, table, sign_up.participant.as_str());

    let mailbox = record.address.mailbox.current();
    let readable = ReadableProfile {
        study_number: sign_up.study_number.clone(),
        sys_id: sign_up.sys_id.clone(),
        at: now,
        mailbox: mailbox.to_owned(),
        email_confirmed: None,
    };
    let mut profile = item_with(participant_item(sign_up, PROFILE), &readable)?;
    profile.insert(PROFILE_FIELDS.into(), seal_profile(&sealer, record.profile)?);
    profile.insert(WAITS_FOR.into(), text(ACCEPTANCE));
    profile.insert(DUE.into(), number(unix_time_after(now, RetentionPeriod::UnacceptedSignUp.duration())));
    if let Some(consents) = record.consents {
        profile.insert(CONSENTS.into(), document(&consents)?);
    }
    let mut data_key = participant_item(sign_up, KEY);
    data_key.insert(WRAPPED.into(), bytes(record.wrapped_key.clone()));
    let places = Places::default()
        .and_session(session_key(session.id()))
        .and_session(idempotency_key(&record.idempotency))
        .and_item(address_partition(mailbox), &address_key(&sign_up.participant));

    let mark = Write::put(sessions.table(), submitted_item(record, now)?);
    let mut writes = vec![mark.only_if(Condition::absent_or_expired(now))];
    writes.extend(renewal.writes);
    writes.extend([
        Write::put_new(table, profile),
        Write::put_new(table, data_key),
        Write::put_new(table, places_item(sign_up, &places)),
        Write::put_new(table, address_item(mailbox, &sign_up.participant, now)),
    ]);
    let event = signed_up(sign_up, record);
    writes.extend(participants.entry((&sign_up.participant, None), None, event, now)?);
    if let Some(agreement) = record.agreement {
        let receipt = Receipt::next_after(None, agreement.clone(), now);
        writes.push(receipt_write(table, sign_up, &receipt)?);
    }
    writes.push(message_write(table, sign_up, Message::SignedUp, now));
    writes.push(message_write(table, sign_up, Message::HandOver, now));
    writes.extend(answers_and_documents(participants, record, sign_up, &record.data_key, now)?);
    writes.extend(sessions.remove_draft(drafts, session, &sign_up.study_number)?);
    Ok(writes)
}

fn signed_up(sign_up: &SignUpRef, record: &SignUpRecord<'_>) -> Event {
    let who = match record.profile.representative {
        Some(_) => Actor::Representative,
        None => Actor::Participant,
    };
    let with = match record.documents.len() {
        0 => String::new(),
        1 => " with a document".into(),
        count => format!(" with {count} documents"),
    };
    Event::change(who, "signed_up", "", &format!("{}{with}", sign_up.study_number))
}

/// The writes of the answers and the documents in a form.
pub(super) fn answers_and_documents(
    participants: &Participants,
    record: &SignUpRecord<'_>,
    sign_up: &SignUpRef,
    data_key: &DataKey,
    now: Timestamp,
) -> Result<Vec<Write>, StoreError> {
    let table = &participants.table;
    let sealer = Sealer::new(data_key, table, sign_up.participant.as_str());
    let mut writes = record
        .answers
        .iter()
        .map(|answer| Ok(Write::put(table, answer_item(&sealer, sign_up, answer, now)?)))
        .collect::<Result<Vec<_>, StoreError>>()?;
    if !record.criteria.is_empty() {
        writes.push(Write::put(table, criteria_item(&sealer, sign_up, record.criteria, now)?));
    }
    for (place, uploaded) in record.documents.iter().enumerate() {
        writes.push(take_over(table, &uploaded.id));
        writes.push(Write::put(table, document_item(sign_up, (place, uploaded), now)?));
    }
    Ok(writes)
}

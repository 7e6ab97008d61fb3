//! Sign-up: one transaction over the Sessions and Participants tables, so that a participant is created completely
//! and exactly once.
//!
//! Every sign-up is stored, even if other sign-ups use the same address. It stays unconfirmed until the owner of
//! the address follows the mailed link. Therefore the response never depends on the sign-ups of other people.

use jiff::Timestamp;
use waypoint_domain::{
    document::Document, participant::Profile, question::Answer, retention, survey_answer::SurveyAnswer,
};
use waypoint_keys::Fingerprints;

use super::{
    DataKey, Message, Participants, Sealer, Session, SessionLookup, SessionSignUp, Sessions, SignUpRef,
    StoreError,
    by_due::{DUE, WAITS_FOR},
    condition::Condition,
    drafts::Drafts,
    elsewhere::{Places, note_places, places_item},
    item::{EXPIRES, Item, PK, bytes, document, document_of, number, pk_only, text, text_of},
    participant_items::{
        self, ACCEPTANCE, CONSENTS, KEY, MAILBOX, PROFILE, PROFILE_FIELDS, WRAPPED, address_item,
        address_key, address_partition, answer_item, criteria_item, message_write, participant_item,
        profile_update, seal_profile,
    },
    session_tokens::{Renewal, opened_until, session_key},
    sessions::{idempotency_key, unix_time_after},
    transaction::{Commit, transact},
    uploads::{document_item, take_over},
    write::Write,
};
use crate::{
    address_prints::AddressPrints,
    audit_trail::{Actor, AuditEntry, Event},
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
        let mark = sessions.get(&idempotency_key(&record.idempotency), now).await?;
        let opened = match record.token {
            Some(token) => sessions.open(token, record.page, now).await?,
            None => SessionLookup::Unknown,
        };
        if let Some(mark) = mark {
            match replay(sessions, participants, keys, record, (&mark, opened), now).await? {
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
fn entry_of(
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

/// Handles a form that was submitted before. `None` means that another submission interfered, so the caller tries
/// again.
///
/// The browser that submitted the form gets the same participant. If the form was corrected because the first
/// response never arrived, the participant is updated. Another address, study, or browser makes it a different
/// sign-up, which needs its own idempotency key.
///
/// The session token that the form was submitted with may have been replaced by now, and no longer opens the
/// session. Together with the idempotency key, which only the page knows, it still does.
async fn replay(
    sessions: &Sessions,
    participants: &Participants,
    keys: &Keys,
    record: &SignUpRecord<'_>,
    (mark, opened): (&Item, SessionLookup),
    now: Timestamp,
) -> Result<Option<SignUpResult>, StoreError> {
    let same = |name, expected: &str| text_of(mark, name) == Some(expected);
    let sign_up: SignUpRef = document_of(mark, SIGN_UP)?;
    let recognized =
        |name, prints: &Fingerprints| text_of(mark, name).is_some_and(|print| prints.recognizes(print));
    let same_form = recognized(FORM, &record.form);
    let sent_with = record.token.filter(|token| same(SENDER, &token.hash()));
    let session = match (opened, sent_with) {
        (SessionLookup::Session(session), _) => Some(session),
        (_, Some(token)) => sessions.open_even_if_replaced(token, now).await?,
        _ => None,
    };
    let holds = |session: &Session| session.find_sign_up(|known| *known == sign_up, now).is_some();
    let sent_here = sent_with.is_some()
        || session.as_ref().is_some_and(holds)
        || (text_of(mark, SENDER).is_none() && same_form);
    if !sent_here || !recognized(ADDRESS, &record.address.mailbox) {
        return Ok(Some(SignUpResult::KeyReused));
    }
    let session = session.map_or_else(|| Session::begin(None), Ok)?;
    // Concurrent submissions of the same form all get the same token.
    if same_form && holds(&session) {
        return Ok(Some(SignUpResult::SignedUp(sign_up, session.into())));
    }
    let drafts = sessions.drafts(&session, now).await?;
    let entry = entry_of(record, &sign_up, &session, now);
    let renewal = sessions.renewal(&session, record.page, Some(entry), now)?;
    let next = renewal.session.clone();
    let place = Places::default().and_session(session_key(session.id()));
    let (writes, operation) = if same_form {
        let mut writes = renewal.writes;
        writes.push(note_places(&participants.table, &sign_up, &place));
        writes.push(participants.check_not_erased(&sign_up.participant));
        writes.extend(sessions.remove_draft(&drafts, &session, &sign_up.study_number)?);
        (writes, "open a sign-up again")
    } else {
        // The address may have been corrected in the meantime. Then the corrected one counts.
        let state = participants.sign_up_state(&sign_up.participant, now).await?;
        if state.is_none_or(|state| !record.address.mailbox.recognizes(&state.mailbox)) {
            return Ok(Some(SignUpResult::KeyReused));
        }
        let data_key = participants.data_key(keys, &sign_up.participant).await?;
        let corrected = participants.corrected_fields(&data_key, &sign_up, record.profile).await?;
        let before = Before {
            corrected: corrected.join(" "),
            mark,
            data_key,
            entry: participants.last_entry(&sign_up.participant).await?,
            receipt: participants.receipts(&sign_up).await?.pop(),
        };
        let mut writes = correcting_writes(sessions, participants, record, &sign_up, &before, now)?;
        writes.extend(renewal.writes);
        writes.push(note_places(&participants.table, &sign_up, &place));
        writes.extend(sessions.remove_draft(&drafts, &session, &sign_up.study_number)?);
        (writes, "correct a participant")
    };
    Ok(match transact(&participants.client, writes, operation).await? {
        Commit::Accepted => Some(SignUpResult::SignedUp(sign_up, next.into())),
        Commit::Refused(_) | Commit::Conflict => None,
    })
}

impl Sessions {
    /// The sign-up of a form that was submitted with this token, and its session. The token no longer opens that
    /// session by itself.
    pub async fn find_submitted(
        &self,
        idempotency: &Fingerprints,
        (token, page): (&SessionToken, Option<&PageId>),
        now: Timestamp,
    ) -> Result<Option<(SignUpRef, Session)>, StoreError> {
        let Some(sent) = self.submitted_form_fingerprint(idempotency, now).await? else { return Ok(None) };
        let Some(mark) = self.get(&idempotency_key(&sent), now).await? else { return Ok(None) };
        if text_of(&mark, SENDER) != Some(token.hash().as_str()) {
            return Ok(None);
        }
        let sign_up: SignUpRef = document_of(&mark, SIGN_UP)?;
        let Some(session) = self.open_even_if_replaced(token, now).await? else { return Ok(None) };
        if session.find_sign_up(|known| *known == sign_up, now).is_none() {
            return Ok(None);
        }
        Ok(self.renew(&session, page, now).await?.map(|session| (sign_up, session)))
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

    let mut profile = participant_item(sign_up, PROFILE);
    profile.insert("study_number".into(), text(sign_up.study_number.as_str()));
    profile.insert("sys_id".into(), text(&sign_up.sys_id));
    profile.insert("at".into(), text(now.to_string()));
    profile.insert(PROFILE_FIELDS.into(), seal_profile(&sealer, record.profile)?);
    profile.insert(MAILBOX.into(), text(record.address.mailbox.current()));
    profile.insert(WAITS_FOR.into(), text(ACCEPTANCE));
    profile.insert(
        DUE.into(),
        number(unix_time_after(now, retention::RetentionPeriod::UnacceptedSignUp.duration())),
    );
    if let Some(consents) = record.consents {
        profile.insert(CONSENTS.into(), document(&consents)?);
    }
    let mut data_key = participant_item(sign_up, KEY);
    data_key.insert(WRAPPED.into(), bytes(record.wrapped_key.clone()));
    let mailbox = record.address.mailbox.current();
    let places = Places::default()
        .and_session(session_key(session.id()))
        .and_session(idempotency_key(&record.idempotency))
        .and_item(address_partition(mailbox), &address_key(&sign_up.participant));

    let mark = Write::put(sessions.table(), idempotency_mark(record, now)?);
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
        writes.push(participant_items::receipt_write(table, sign_up, &receipt)?);
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

/// The state of a participant before a correction.
struct Before<'a> {
    /// The names of the changed fields.
    corrected: String,
    mark: &'a Item,
    data_key: DataKey,
    entry: Option<AuditEntry>,
    receipt: Option<Receipt>,
}

/// The writes of a corrected form. The mark fails if another correction was faster.
fn correcting_writes(
    sessions: &Sessions,
    participants: &Participants,
    record: &SignUpRecord<'_>,
    sign_up: &SignUpRef,
    before: &Before<'_>,
    now: Timestamp,
) -> Result<Vec<Write>, StoreError> {
    let table = &participants.table;
    let corrected_mark = Write::update(sessions.table(), pk_only(idempotency_key(&record.idempotency)))
        .only_if(Condition::equals(FORM, text(text_of(before.mark, FORM).unwrap_or_default())))
        .set(FORM, text(record.form.current()));
    let sealer = Sealer::new(&before.data_key, table, sign_up.participant.as_str());
    let mut writes = vec![
        corrected_mark,
        profile_update(table, sign_up, seal_profile(&sealer, record.profile)?, record.consents)?,
        participants.check_not_erased(&sign_up.participant),
    ];
    let event = Event::change(Actor::Participant, "corrected", "", &before.corrected);
    writes.extend(participants.entry((&sign_up.participant, None), before.entry.as_ref(), event, now)?);
    if let Some(agreement) = record.agreement {
        let receipt = Receipt::next_after(before.receipt.as_ref(), agreement.clone(), now);
        writes.push(participant_items::receipt_write(table, sign_up, &receipt)?);
    }
    writes.push(message_write(table, sign_up, Message::HandOverCorrection, now));
    writes.extend(answers_and_documents(participants, record, sign_up, &before.data_key, now)?);
    Ok(writes)
}

fn answers_and_documents(
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

const FORM: &str = "form";
const ADDRESS: &str = "address";
const SIGN_UP: &str = "sign_up";
/// The hash of the token that the form was submitted with.
const SENDER: &str = "sender";

fn idempotency_mark(record: &SignUpRecord<'_>, now: Timestamp) -> Result<Item, StoreError> {
    let mut mark = Item::from([
        (PK.to_owned(), text(idempotency_key(&record.idempotency))),
        (FORM.to_owned(), text(record.form.current())),
        (ADDRESS.to_owned(), text(record.address.mailbox.current())),
        (SIGN_UP.to_owned(), document(&record.sign_up)?),
        (
            EXPIRES.to_owned(),
            number(unix_time_after(now, retention::RetentionPeriod::IdempotencyKey.duration())),
        ),
    ]);
    if let Some(token) = record.token {
        mark.insert(SENDER.into(), text(token.hash()));
    }
    Ok(mark)
}

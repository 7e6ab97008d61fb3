//! Submitted forms, and forms that a browser submits again because the first response never arrived. A mark of each
//! submitted form is stored under its idempotency key.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use waypoint_domain::retention::RetentionPeriod;
use waypoint_keys::Fingerprints;

use super::{
    DataKey, Message, Participants, Session, SessionLookup, Sessions, SignUpRecord, SignUpRef, SignUpResult,
    SignUpState, StoreError,
    condition::Condition,
    item::{Item, expiry, fields_of, item_with, json, pk_only, text},
    outside_items::{OutsideKeys, note_outside_keys},
    participant_items::{has_unconfirmed_address, message_write, profile_key},
    session_tokens::session_key,
    sessions::idempotency_key,
    transaction::Commit,
    write::{Write, writes},
};
use crate::{
    audit_log::{Actor, AuditEntry, Event},
    external::keys::Keys,
    receipt::Receipt,
    session_token::{PageId, SessionToken},
};

/// The attribute with the fingerprint of the form.
const FORM: &str = "form";

/// A form that was submitted and stored.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SubmittedForm {
    /// The fingerprint of the form.
    #[serde(default)]
    pub(super) form: String,
    /// The fingerprint of the address and the study.
    #[serde(default)]
    pub(super) address: String,
    /// The sign-up that the form created.
    #[serde(with = "json")]
    pub(super) sign_up: SignUpRef,
    /// The hash of the session token that the form was submitted with.
    #[serde(default)]
    pub(super) sender: String,
    expires_at: i64,
}

/// The item that marks an idempotency key as used by this form.
pub(super) fn submitted_item(record: &SignUpRecord<'_>, now: Timestamp) -> Result<Item, StoreError> {
    let submitted = SubmittedForm {
        form: record.form.current().to_owned(),
        address: record.address.mailbox.current().to_owned(),
        sign_up: record.sign_up.clone(),
        sender: record.token.hash(),
        expires_at: expiry(RetentionPeriod::IdempotencyKey, now),
    };
    item_with(pk_only(idempotency_key(&record.idempotency)), &submitted)
}

impl Sessions {
    /// The sign-up of a form that was submitted with this token, and its session. The token no longer opens that
    /// session by itself, so it is replaced by a new one.
    pub async fn find_submitted(
        &self,
        idempotency: &Fingerprints,
        (token, page): (&SessionToken, Option<&PageId>),
        now: Timestamp,
    ) -> Result<Option<(SignUpRef, Session)>, StoreError> {
        let found = self.submitted_with(idempotency, token, now).await?;
        let Some((sign_up, session)) = found else { return Ok(None) };
        Ok(self.renew(&session, page, now).await?.map(|session| (sign_up, session)))
    }

    /// Like [`Self::find_submitted`], but without a new token.
    pub async fn submitted_with(
        &self,
        idempotency: &Fingerprints,
        token: &SessionToken,
        now: Timestamp,
    ) -> Result<Option<(SignUpRef, Session)>, StoreError> {
        let Some(sent) = self.submitted_form_fingerprint(idempotency, now).await? else { return Ok(None) };
        let Some(submitted) = self.submitted_form(&sent, now).await? else { return Ok(None) };
        if submitted.sender != token.hash() {
            return Ok(None);
        }
        let sign_up = submitted.sign_up;
        let Some(session) = self.open_even_if_replaced(token, now).await? else { return Ok(None) };
        if session.find_sign_up(|known| *known == sign_up, now).is_none() {
            return Ok(None);
        }
        Ok(Some((sign_up, session)))
    }

    /// The form that was submitted with this idempotency key.
    pub(super) async fn submitted_form(
        &self,
        idempotency: &str,
        now: Timestamp,
    ) -> Result<Option<SubmittedForm>, StoreError> {
        self.get(&idempotency_key(idempotency), now).await?.as_ref().map(fields_of).transpose()
    }
}

/// Handles a form that was submitted before. `None` means that another submission interfered, so the caller tries
/// again.
///
/// The browser that submitted the form gets the same participant. If the form was corrected because the first
/// response never arrived, the participant is updated. Another address, study, or browser makes it a different
/// sign-up, which needs its own idempotency key.
///
/// The session token that the form was submitted with may have been replaced by now. It then opens the session only
/// together with the idempotency key, which only the page knows.
pub(super) async fn resubmit(
    sessions: &Sessions,
    participants: &Participants,
    keys: &Keys,
    record: &SignUpRecord<'_>,
    (submitted, opened): (&SubmittedForm, SessionLookup),
    now: Timestamp,
) -> Result<Option<SignUpResult>, StoreError> {
    let sign_up = submitted.sign_up.clone();
    let session = match opened {
        SessionLookup::Session(session) => Some(session),
        _ if submitted.sender == record.token.hash() => {
            sessions.open_even_if_replaced(record.token, now).await?
        }
        _ => None,
    };
    // A session that was left or has expired opens nothing, whatever token and key a request has.
    let session = session.filter(|session| session.find_sign_up(|known| *known == sign_up, now).is_some());
    let Some(session) = session.filter(|_| record.address.mailbox.recognizes(&submitted.address)) else {
        return Ok(Some(SignUpResult::KeyReused));
    };
    // Concurrent submissions of the same form all get the same token.
    if record.form.recognizes(&submitted.form) {
        return Ok(Some(SignUpResult::SignedUp(sign_up, session.into())));
    }
    let entry = record.session_entry(&sign_up, &session, now);
    let is_owner = entry.returned.is_some();
    let state = participants.sign_up_state(&sign_up.participant, now).await?;
    let Some(state) = state.filter(|state| may_correct(state, record, is_owner)) else {
        return Ok(Some(SignUpResult::KeyReused));
    };
    let data_key = participants.data_key(keys, &sign_up.participant).await?;
    let corrected = participants.corrected_fields(&data_key, &sign_up, record.profile).await?;
    let before = Before {
        corrected: corrected.join(" "),
        form: &submitted.form,
        data_key,
        entry: participants.last_entry(&sign_up.participant).await?,
        receipt: participants.receipts(&sign_up).await?.pop(),
        must_be_unconfirmed: (!is_owner).then_some(state.mailbox),
    };
    let drafts = sessions.drafts(&session, now).await?;
    let renewal = sessions.renewal(&session, record.page, Some(entry), now)?;
    let next = renewal.session.clone();
    let place = OutsideKeys::default().and_session(session_key(session.id()));
    let mut writes = correcting_writes(sessions, participants, record, &sign_up, &before, now)?;
    writes.extend(renewal.writes);
    writes.push(note_outside_keys(&participants.table, &sign_up.participant, &place));
    writes.extend(sessions.remove_draft(&drafts, &session, &sign_up.study_number)?);
    Ok(match participants.table.transact(writes, "correct a participant").await? {
        Commit::Accepted => Some(SignUpResult::SignedUp(sign_up, next.into())),
        Commit::Refused(_) | Commit::Conflict => None,
    })
}

/// The state of a participant before a correction.
struct Before<'a> {
    /// The names of the changed fields.
    corrected: String,
    /// The fingerprint of the form.
    form: &'a str,
    data_key: DataKey,
    entry: Option<AuditEntry>,
    receipt: Option<Receipt>,
    /// The fingerprint of the address, unless its owner makes the correction.
    must_be_unconfirmed: Option<String>,
}

/// Whether a form may correct a sign-up. If the address was corrected since the form was submitted, the corrected
/// address counts. Once its owner has confirmed it, only sessions that opened the mailed link may change the sign-up.
fn may_correct(state: &SignUpState, record: &SignUpRecord<'_>, is_owner: bool) -> bool {
    record.address.mailbox.recognizes(&state.mailbox) && (is_owner || state.confirmed.is_none())
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
    let corrected_mark = sessions
        .table
        .update(pk_only(idempotency_key(&record.idempotency)))
        .only_if(Condition::equals(FORM, text(before.form)))
        .set(FORM, text(record.form.current()));
    let sealer = table.sealer(&before.data_key, sign_up.participant.as_str());
    let profile = table.update_existing(profile_key(&sign_up.participant));
    let mut profile = record.set_profile(profile, &sealer)?;
    if let Some(mailbox) = &before.must_be_unconfirmed {
        profile = profile.only_if(has_unconfirmed_address(mailbox));
    }
    let mut writes = writes![corrected_mark, profile, participants.check_not_erased(&sign_up.participant)];
    let event = Event::change(Actor::Participant, "corrected", "", &before.corrected);
    writes
        .extend(participants.entry(&sign_up.participant, before.entry.as_ref(), event, now)?.map(Into::into));
    writes.push(message_write(table, sign_up, Message::HandOverCorrection, now));
    writes.extend(record.content_writes((table, &sealer), sign_up, before.receipt.as_ref(), now)?);
    Ok(writes)
}

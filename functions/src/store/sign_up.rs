//! Sign-up: one transaction over the Sessions and Participants tables, so that a participant is created completely
//! and exactly once.
//!
//! Every sign-up is stored, even if other sign-ups use the same address. It stays unconfirmed until the owner of
//! the address follows the mailed link. Therefore the response never depends on the sign-ups of other people.

use jiff::Timestamp;
use waypoint_domain::{retention::RetentionPeriod, study_figures::Figure, study_number::StudyNumber};

use super::{
    FigureEvent, Figures, Message, Participants, Session, SessionLookup, Sessions, SignUpRecord,
    SignUpResult, StoreError,
    condition::Condition,
    drafts::Drafts,
    figures::figure_day,
    item::{bytes, expiry, item_with, number, text},
    outside_items::{OUTSIDE_KEYS, OutsideKeys, new_list},
    participant_items::{
        ACCEPTANCE, KEY, PROFILE, ReadableProfile, WRAPPED, address_item, address_key, address_partition,
        message_write, participant_item,
    },
    resubmission::{resubmit, submitted_item},
    session_tokens::{Renewal, session_key},
    sessions::idempotency_key,
    table::{DUE, WAITS_FOR},
    transaction::{Commit, Tries},
    write::{Write, writes},
};
use crate::{
    audit_log::{Actor, Event},
    external::keys::Keys,
};

/// Signs a participant up. After an error, nothing is written.
pub async fn sign_up(
    (sessions, participants, figures): (&Sessions, &Participants, &Figures),
    keys: &Keys,
    record: &SignUpRecord<'_>,
    now: Timestamp,
) -> Result<SignUpResult, StoreError> {
    let mut tries = Tries::new("sign a participant up");
    loop {
        tries.begin()?;
        let submitted = sessions.submitted_form(&record.idempotency, now).await?;
        let opened = sessions.open(record.token, record.page, now).await?;
        if let Some(submitted) = submitted {
            match resubmit(sessions, participants, keys, record, (&submitted, opened), now).await? {
                Some(outcome) => return Ok(outcome),
                None => continue,
            }
        }
        // The captcha was solved in this session, so it was open when the request began.
        let SessionLookup::Session(session) = opened else { return Ok(SignUpResult::SessionReplaced) };
        if session.open_sign_ups(now).any(|open| record.address.person.recognizes(&open.person)) {
            return Ok(SignUpResult::SignedUpBefore);
        }
        let drafts = sessions.drafts(&session, now).await?;
        let entry = record.session_entry(&record.sign_up, &session, now);
        let renewal = sessions.renewal(&session, record.page, Some(entry), now)?;
        let next = renewal.session.clone();
        let figures = figure_writes(figures, &drafts, &record.sign_up.study_number, now)?;
        let mut writes = new_writes(sessions, participants, record, (renewal, &session, &drafts), now)?;
        writes.extend(figures);
        match participants.table.transact(writes, "sign a participant up").await? {
            Commit::Accepted => return Ok(SignUpResult::SignedUp(record.sign_up.clone(), next.into())),
            Commit::Refused(_) | Commit::Conflict => {}
        }
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
    let sealer = table.sealer(&record.data_key, sign_up.participant.as_str());

    let mailbox = record.address.mailbox.current();
    let readable = ReadableProfile {
        study_number: sign_up.study_number.clone(),
        sys_id: sign_up.sys_id.clone(),
        at: now,
        mailbox: mailbox.to_owned(),
        email_confirmed: None,
    };
    let profile = table
        .put_new(item_with(participant_item(&sign_up.participant, PROFILE), &readable)?)
        .set(WAITS_FOR, text(ACCEPTANCE))
        .set(DUE, number(expiry(RetentionPeriod::UnacceptedSignUp, now)));
    let outside = OutsideKeys::default()
        .and_session(session_key(session.id()))
        .and_session(idempotency_key(&record.idempotency))
        .and_item(address_partition(mailbox), &address_key(&sign_up.participant));

    let mark = sessions.table.put(submitted_item(record, now)?);
    let mut writes = writes![mark.only_if(Condition::absent_or_expired(now))];
    writes.extend(renewal.writes);
    writes.extend(writes![
        record.set_profile(profile, &sealer)?,
        table
            .put_new(participant_item(&sign_up.participant, KEY))
            .set(WRAPPED, bytes(record.wrapped_key.clone())),
        new_list(table, &sign_up.participant, OUTSIDE_KEYS, &outside),
        table.put_new(address_item(mailbox, &sign_up.participant, now)?),
    ]);
    let event = signed_up(record);
    writes.extend(participants.entry(&sign_up.participant, None, event, now)?.map(Into::into));
    writes.push(message_write(table, sign_up, Message::SignedUp, now));
    writes.push(message_write(table, sign_up, Message::HandOver, now));
    writes.extend(record.content_writes((table, &sealer), sign_up, None, now)?);
    writes.extend(sessions.remove_draft(drafts, session, &sign_up.study_number)?);
    Ok(writes)
}

/// The sign-up counts today, and the draft that it finishes on the day on which it was begun.
fn figure_writes(
    figures: &Figures,
    drafts: &Drafts,
    study: &StudyNumber,
    now: Timestamp,
) -> Result<Vec<Write>, StoreError> {
    let finished = drafts.for_study(study).and_then(|draft| draft.begun_on);
    let finished = finished.map(|day| (day, Figure::DraftFinished));
    let events = [(figure_day(now), Figure::SignedUp)].into_iter().chain(finished);
    events.map(|(day, figure)| Ok(figures.event_write(&FigureEvent { study, day, figure })?.into())).collect()
}

fn signed_up(record: &SignUpRecord<'_>) -> Event {
    let who = match record.profile.representative {
        Some(_) => Actor::Representative,
        None => Actor::Participant,
    };
    let with = match record.documents.len() {
        0 => String::new(),
        1 => " with a document".into(),
        count => format!(" with {count} documents"),
    };
    Event::change(who, "signed_up", "", &format!("{}{with}", record.sign_up.study_number))
}

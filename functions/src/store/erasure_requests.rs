//! Erasure requests: identifying the participant, storing the request until the owner of the address confirms it,
//! and carrying it out.
//!
//! Neither the response nor its timing reveals whether a participant exists ([`super::recognition`]). If there is
//! none, the same kinds of items are written for a dummy. Its message is never delivered, and all its items
//! expire.

use std::{sync::Arc, time::Duration};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tokio::sync::OnceCell;
use waypoint_domain::{
    deletion::{ErasureDetails, ErasureEvent, ErasureState},
    participant_number::ParticipantNumber,
    retention::RetentionPeriod,
};

use super::{
    Counter, DataKey, Message, Participants, Sealer, Sessions, StoreError, WaitingMessage,
    condition::{Condition, Guard},
    item::{EXPIRES, Item, bytes, expiry, fields_of, item_with, key, number, text, unix_time_after},
    outbox_items::{DETAILS, message_sort_key, new_message},
    outside_items::{OUTSIDE_KEYS, OutsideKeys, new_list},
    participant_items::{KEY, MAILBOX, partition, profile_key},
    recognition::Recognition,
    table::{DUE, Table, WAITS_FOR},
    transaction::Commit,
    write::{Write, writes},
};
use crate::{
    audit_log::{Actor, AuditEntry, Event},
    deletion_link::DeletionId,
    external::keys::Keys,
};

const STORE_REQUEST: &str = "store an erasure request";
/// The waiting state of a message that is never delivered.
const NEVER_DELIVERED: &str = "nobody";

const REQUEST: &str = "REQUEST";
const STATE: &str = "state";
const REQUESTED: &str = "requested";
const VERIFIED: &str = "verified";
const DELETION: &str = "DELETION#";
/// The value under which confirmed requests appear in the index of due items.
const ERASURE: &str = "erasure";
/// An erasure that hasn't finished after this time counts as interrupted.
const MAX_ERASURE_TIME: Duration = Duration::from_mins(10);

/// The erasure requests in the Participants table.
#[derive(Debug, Clone)]
pub struct ErasureRequests {
    participants: Arc<Participants>,
    sessions: Arc<Sessions>,
    dummy: Arc<OnceCell<()>>,
}

/// An erasure request as received.
#[derive(Debug)]
pub struct ErasureRequest<'a> {
    /// The id of the new request.
    pub id: DeletionId,
    /// The typed details.
    pub details: &'a ErasureDetails,
    /// A fingerprint of the captcha challenge.
    pub captcha: String,
    /// The counter of mails, which is erased with the participant.
    pub counter: Counter,
    /// Whether the request may cause a mail.
    pub may_send: bool,
}

/// An erasure request as stored.
#[derive(Serialize, Deserialize)]
struct StoredRequest {
    participant: ParticipantNumber,
    /// The fingerprint of the address and the study. The link is valid only as long as the participant has it.
    mailbox: String,
    state: RequestState,
    /// A confirmed request doesn't expire.
    expires_at: Option<i64>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum RequestState {
    Requested,
    Verified,
}

impl StoredRequest {
    fn state(&self) -> ErasureState {
        let until = self.expires_at.and_then(|end| Timestamp::from_second(end).ok());
        match (&self.state, until) {
            (RequestState::Verified, _) => ErasureState::Verified,
            (RequestState::Requested, Some(until)) => ErasureState::Requested { until },
            (RequestState::Requested, None) => ErasureState::Refused,
        }
    }
}

/// The collection that a request is written to.
#[derive(Debug, Clone, Copy)]
enum Target<'a> {
    Participant(&'a ParticipantNumber),
    /// A number that no participant has, and when its items expire, in Unix seconds.
    Dummy(&'a ParticipantNumber, i64),
}

impl<'a> Target<'a> {
    fn number(self) -> &'a ParticipantNumber {
        match self {
            Self::Participant(number) | Self::Dummy(number, _) => number,
        }
    }
}

impl ErasureRequests {
    /// Creates the type from clients of the two tables.
    #[must_use]
    pub fn new(participants: Participants, sessions: Sessions) -> Self {
        Self { participants: participants.into(), sessions: sessions.into(), dummy: Arc::default() }
    }

    /// Stores a request and a message to the owner of the address, if the details match a participant. Returns
    /// false if the captcha challenge was already used. After an error, nothing is written.
    pub async fn request(
        &self,
        keys: &Keys,
        request: &ErasureRequest<'_>,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        self.dummy.get_or_try_init(|| self.participants.put_dummy(keys)).await?;
        let dummy_number = random_number()?;
        let recognition = self.participants.recognize(keys, request.details, &dummy_number, now).await?;
        let dummy = Target::Dummy(&dummy_number, expiry(RetentionPeriod::ErasureRequest, now));
        let is_mailed = recognition.is_match & request.may_send;
        let first = if is_mailed { Target::Participant(&request.details.number) } else { dummy };
        for target in [first, first, first, dummy] {
            let last = self.participants.last_entry(target.number()).await?;
            let writes = self.writes(request, target, (&recognition, last.as_ref()), now)?;
            match self.table().transact(writes, STORE_REQUEST).await? {
                Commit::Accepted => return Ok(true),
                Commit::Refused(Guard::CaptchaUnused) => return Ok(false),
                // Another write to the participant interfered, or the erasure has started. After three tries the
                // dummy takes over.
                Commit::Refused(_) | Commit::Conflict => {}
            }
        }
        Err(StoreError::busy(STORE_REQUEST))
    }

    /// The request that a message is about, if its link is still valid.
    pub async fn request_of_message(
        &self,
        keys: &Keys,
        owner: &ParticipantNumber,
        message: &WaitingMessage,
        now: Timestamp,
    ) -> Result<Option<DeletionId>, StoreError> {
        let unreadable = || StoreError::unreadable("read an erasure request");
        let data_key = self.participants.data_key(keys, owner).await?;
        let id = self.sealer(&data_key, owner).open(message.field(), message.sealed_details()?)?;
        let id: DeletionId =
            String::from_utf8(id).ok().and_then(|id| id.parse().ok()).ok_or_else(unreadable)?;
        let Some(request) = self.stored_request(&id).await? else { return Ok(None) };
        let current = self.participants.sign_up_state(owner, now).await?;
        let has_same_address = current.is_some_and(|current| current.mailbox == request.mailbox);
        let is_valid = matches!(request.state(), ErasureState::Requested { until } if now < until);
        Ok((is_valid && has_same_address).then_some(id))
    }

    /// Confirms a request and erases the participant, or continues an interrupted erasure. Returns the resulting
    /// state. The call can be repeated after an error.
    pub async fn carry_out(&self, id: &DeletionId, now: Timestamp) -> Result<ErasureState, StoreError> {
        let Some(request) = self.stored_request(id).await? else { return Ok(ErasureState::Refused) };
        let owner = &request.participant;
        let state = request.state().apply(ErasureEvent::Confirmed, now);
        if state != ErasureState::Verified {
            return Ok(ErasureState::Refused);
        }
        if request.state() != ErasureState::Verified && !self.verify(id, &request, now).await? {
            // Another call confirmed it first, and will finish or has finished the erasure.
            let state = self.stored_request(id).await?.map(|request| request.state());
            if state != Some(ErasureState::Verified) {
                return Ok(ErasureState::Refused);
            }
        }
        let request = request_key(id);
        self.participants.erase_except_profile(&self.sessions, owner, Some(&request), now).await?;
        let table = self.table();
        let end = writes![
            table.delete(request).only_if(Condition::EXISTS).guarded_by(Guard::ErasurePending),
            table.delete(profile_key(owner)),
            self.participants.erasure_record(owner, Actor::Participant, now)?,
        ];
        match self.table().transact(end, "finish an erasure").await? {
            // A missing request means that another call has finished the erasure.
            Commit::Accepted | Commit::Refused(Guard::ErasurePending) => {
                Ok(state.apply(ErasureEvent::NothingLeft, now))
            }
            Commit::Refused(_) | Commit::Conflict => Err(StoreError::busy("finish an erasure")),
        }
    }

    /// Up to `most` confirmed requests whose erasure was interrupted.
    pub async fn interrupted(&self, most: i32, now: Timestamp) -> Result<Vec<DeletionId>, StoreError> {
        let due = (ERASURE, DELETION);
        Ok(self.table().due(due, now, (most, None), "find interrupted erasures").await?.0)
    }

    /// Marks a request as confirmed, which can't be undone. Returns false if another call did so first, the link has
    /// expired, or the participant has another address since.
    async fn verify(
        &self,
        id: &DeletionId,
        request: &StoredRequest,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let table = self.table();
        let is_valid =
            Condition::equals(STATE, text(REQUESTED)).and(Condition::above(EXPIRES, now.as_second()));
        let has_same_address = Condition::equals(MAILBOX, text(&request.mailbox));
        let writes = writes![
            table
                .update(request_key(id))
                .only_if(is_valid)
                .set(STATE, text(VERIFIED))
                .set(WAITS_FOR, text(ERASURE))
                .set(DUE, number(unix_time_after(now, MAX_ERASURE_TIME)))
                .remove(EXPIRES),
            table.check(profile_key(&request.participant), has_same_address),
        ];
        Ok(table.transact(writes, "confirm an erasure request").await? == Commit::Accepted)
    }

    /// The writes of a new request. A dummy gets the same writes for a number that no participant has.
    fn writes(
        &self,
        request: &ErasureRequest<'_>,
        target: Target<'_>,
        (recognition, last): (&Recognition, Option<&AuditEntry>),
        now: Timestamp,
    ) -> Result<Vec<Write>, StoreError> {
        let (table, owner) = (self.table(), target.number());
        let sealer = self.sealer(&recognition.data_key, owner);
        let field = message_sort_key(Message::ConfirmDeletion, now);
        let details = sealer.seal(&field, request.id.to_string().as_bytes())?;
        let message = new_message(table, partition(owner), Message::ConfirmDeletion, now);
        let message = message.set(DETAILS, bytes(details));
        let event = Event::new(Actor::Stranger, "deletion_requested");
        let entry = self.participants.entry(owner, last, event, now)?;
        let (is_there, outside_until, message, entry) = match target {
            Target::Participant(_) => {
                let message = message.set(EXPIRES, number(expiry(RetentionPeriod::Message, now)));
                (Condition::EXISTS, request.counter.until, message, entry)
            }
            Target::Dummy(_, until) => {
                let message = message.set(WAITS_FOR, text(NEVER_DELIVERED)).set(EXPIRES, number(until));
                let entry = entry.map(|write| write.set(EXPIRES, number(until)));
                (Condition::ABSENT, until, message, entry)
            }
        };
        let stored = StoredRequest {
            participant: owner.clone(),
            mailbox: recognition.mailbox.clone(),
            state: RequestState::Requested,
            expires_at: Some(expiry(RetentionPeriod::ErasureRequest, now)),
        };
        let outside = OutsideKeys::default()
            .and_item(request_partition(&request.id), REQUEST)
            .and_session(request.counter.key.clone());
        let list = format!("{OUTSIDE_KEYS}#{}", request.id);
        let mut writes = writes![
            self.sessions.captcha_write(&request.captcha, now),
            table.check(key(partition(owner), KEY), is_there),
            table.put_new(item_with(request_key(&request.id), &stored)?),
            new_list(table, owner, &list, &outside).set(EXPIRES, number(outside_until)),
            message,
        ];
        writes.extend(entry.map(Into::into));
        Ok(writes)
    }

    fn sealer<'a>(&'a self, data_key: &'a DataKey, owner: &'a ParticipantNumber) -> Sealer<'a> {
        self.table().sealer(data_key, owner.as_str())
    }

    fn table(&self) -> &Table {
        &self.participants.table
    }

    async fn stored_request(&self, id: &DeletionId) -> Result<Option<StoredRequest>, StoreError> {
        let item = self.table().item(request_key(id), "read an erasure request").await?;
        item.as_ref().map(fields_of).transpose()
    }
}

fn request_partition(id: &DeletionId) -> String {
    format!("{DELETION}{id}")
}

fn request_key(id: &DeletionId) -> Item {
    key(request_partition(id), REQUEST)
}

fn random_number() -> Result<ParticipantNumber, StoreError> {
    let mut random = [0; 8];
    getrandom::fill(&mut random).map_err(|_| StoreError::new(STORE_REQUEST, "no randomness"))?;
    Ok(ParticipantNumber::from_random(u64::from_le_bytes(random)))
}

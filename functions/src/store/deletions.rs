//! Erasure requests: identifying the participant, storing the request until the owner of the address confirms it,
//! and carrying it out.
//!
//! Neither the response nor its timing reveals whether a participant exists ([`super::recognizing`]). If there is
//! none, the same kinds of items are written for a dummy. Its message is never delivered, and all its items
//! expire.

use std::sync::Arc;

use jiff::Timestamp;
use tokio::sync::OnceCell;
use waypoint_domain::{
    deletion::{ErasureDetails, ErasureEvent, ErasureState},
    participant_number::ParticipantNumber,
    retention::RetentionPeriod,
};

use super::{
    Counter, DataKey, Message, Participants, Sealer, Sessions, StoreError, WaitingMessage,
    condition::{Condition, Guard},
    deletion_items::{
        ERASURE, MAX_ERASURE_TIME, REQUEST, REQUESTED, STATE, VERIFIED, id_of, request_item, request_key,
        request_partition, state_of,
    },
    elsewhere::{Places, expiring_places_item},
    item::{EXPIRES, Item, PK, SK, bytes, key, number, text, text_of},
    outbox_items::{DETAILS, waiting_item},
    participant_items::{KEY, MAILBOX, Owner, partition, profile_key},
    recognizing::Recognition,
    sessions::unix_time_after,
    table::{DUE, Table, WAITS_FOR},
    transaction::Commit,
    write::Write,
};
use crate::{
    audit_trail::{Actor, AuditEntry, Event},
    deletion_link::DeletionId,
    external::keys::Keys,
};

const STORE_REQUEST: &str = "store an erasure request";
/// The waiting state of a message that is never delivered.
const NEVER_DELIVERED: &str = "nobody";

/// The erasure requests in the Participants table.
#[derive(Debug, Clone)]
pub struct ErasureRequests {
    participants: Arc<Participants>,
    sessions: Arc<Sessions>,
    stand_in: Arc<OnceCell<()>>,
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

impl ErasureRequests {
    /// Creates the type from clients of the two tables.
    #[must_use]
    pub fn new(participants: Participants, sessions: Sessions) -> Self {
        Self { participants: participants.into(), sessions: sessions.into(), stand_in: Arc::default() }
    }

    /// Stores a request and a message to the owner of the address, if the details match a participant. Returns
    /// false if the captcha challenge was already used. After an error, nothing is written.
    pub async fn request(
        &self,
        keys: &Keys,
        request: &ErasureRequest<'_>,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        self.stand_in.get_or_try_init(|| self.participants.put_dummy(keys)).await?;
        let stand_in_number = random_number()?;
        let recognition = self.participants.recognize(keys, request.details, &stand_in_number, now).await?;
        let stand_in = Owner {
            number: &stand_in_number,
            until: Some(unix_time_after(now, RetentionPeriod::ErasureRequest.duration())),
        };
        let named = Owner { number: &request.details.number, until: None };
        let first = if recognition.is_match & request.may_send { named } else { stand_in };
        for owner in [first, first, first, stand_in] {
            let last = self.participants.last_entry(owner.number).await?;
            let writes = self.writes(request, owner, (&recognition, last.as_ref()), now)?;
            match self.table().transact(writes, STORE_REQUEST).await? {
                Commit::Accepted => return Ok(true),
                Commit::Refused(Guard::CaptchaUnused) => return Ok(false),
                // Another write to the participant interfered, or the erasure has started. After three tries the
                // dummy takes over.
                Commit::Refused(_) | Commit::Conflict => {}
            }
        }
        Err(StoreError::new(STORE_REQUEST, "too many concurrent writes"))
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
        let details = message.details.as_deref().ok_or_else(unreadable)?;
        let id = self.sealer(&data_key, owner).open(message.field(), details)?;
        let id: DeletionId =
            String::from_utf8(id).ok().and_then(|id| id.parse().ok()).ok_or_else(unreadable)?;
        let Some(request) = self.request_item(&id).await? else { return Ok(None) };
        let (state, _) = state_of(Some(&request));
        let current = self.participants.sign_up_state(owner, now).await?;
        let has_same_address = current.is_some_and(|it| text_of(&request, MAILBOX) == Some(&it.mailbox));
        let is_valid = matches!(state, ErasureState::Requested { until } if now < until);
        Ok((is_valid && has_same_address).then_some(id))
    }

    /// Confirms a request and erases the participant, or continues an interrupted erasure. Returns the resulting
    /// state. The call can be repeated after an error.
    pub async fn carry_out(&self, id: &DeletionId, now: Timestamp) -> Result<ErasureState, StoreError> {
        let item = self.request_item(id).await?;
        let (before, owner) = state_of(item.as_ref());
        let state = before.apply(ErasureEvent::Confirmed, now);
        let (ErasureState::Verified, Some(owner)) = (state, owner) else { return Ok(ErasureState::Refused) };
        if before != ErasureState::Verified && !self.verify(id, &owner, item.as_ref(), now).await? {
            // Another call confirmed it first, and will finish or has finished the erasure.
            let (state, _) = state_of(self.request_item(id).await?.as_ref());
            if state != ErasureState::Verified {
                return Ok(ErasureState::Refused);
            }
        }
        let request = request_key(id);
        self.participants.erase_except_profile(&self.sessions, &owner, Some(&request), now).await?;
        let table = self.table();
        let end = vec![
            table.delete(request).only_if(Condition::EXISTS).guarded_by(Guard::ErasurePending),
            table.delete(profile_key(&owner)),
            self.participants.erasure_record(&owner, Actor::Participant, now)?,
        ];
        match self.table().transact(end, "finish an erasure").await? {
            // A missing request means that another call has finished the erasure.
            Commit::Accepted | Commit::Refused(Guard::ErasurePending) => {
                Ok(state.apply(ErasureEvent::NothingLeft, now))
            }
            Commit::Refused(_) | Commit::Conflict => {
                Err(StoreError::new("finish an erasure", "too many concurrent writes"))
            }
        }
    }

    /// Up to `most` confirmed requests whose erasure was interrupted.
    pub async fn interrupted(&self, most: i32, now: Timestamp) -> Result<Vec<DeletionId>, StoreError> {
        let operation = "find interrupted erasures";
        let (items, _) = self.table().due(ERASURE, now, (most, None), operation).await?;
        Ok(items.iter().filter_map(|item| id_of(text_of(item, PK)?)).collect())
    }

    /// Marks a request as confirmed, which can't be undone. Returns false if another call did so first, the link has
    /// expired, or the participant has another address since.
    async fn verify(
        &self,
        id: &DeletionId,
        owner: &ParticipantNumber,
        request: Option<&Item>,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let table = self.table();
        let Some(mailbox) = request.and_then(|request| text_of(request, MAILBOX)) else { return Ok(false) };
        let is_valid =
            Condition::equals(STATE, text(REQUESTED)).and(Condition::above(EXPIRES, now.as_second()));
        let has_same_address = Condition::equals(MAILBOX, text(mailbox));
        let writes = vec![
            table
                .update(request_key(id))
                .only_if(is_valid)
                .set(STATE, text(VERIFIED))
                .set(WAITS_FOR, text(ERASURE))
                .set(DUE, number(unix_time_after(now, MAX_ERASURE_TIME)))
                .remove(EXPIRES),
            table.check(profile_key(owner), has_same_address),
        ];
        Ok(table.transact(writes, "confirm an erasure request").await? == Commit::Accepted)
    }

    /// The writes of a new request. A dummy gets the same writes for a number that no participant has.
    fn writes(
        &self,
        request: &ErasureRequest<'_>,
        owner: Owner<'_>,
        (recognition, last): (&Recognition, Option<&AuditEntry>),
        now: Timestamp,
    ) -> Result<Vec<Write>, StoreError> {
        let table = self.table();
        let event = Event::new(Actor::Stranger, "deletion_requested");
        let is_there = match owner.until {
            None => Condition::EXISTS,
            Some(_) => Condition::ABSENT,
        };
        let mut message = waiting_item(partition(owner.number), Message::ConfirmDeletion, now);
        let field = text_of(&message, SK).unwrap_or_default().to_owned();
        let details = self
            .sealer(&recognition.data_key, owner.number)
            .seal(&field, request.id.to_string().as_bytes())?;
        message.insert(DETAILS.into(), bytes(details));
        let until = owner.until.unwrap_or_else(|| unix_time_after(now, RetentionPeriod::Message.duration()));
        message.insert(EXPIRES.into(), number(until));
        if owner.until.is_some() {
            message.insert(WAITS_FOR.into(), text(NEVER_DELIVERED));
        }
        let places = Places::default()
            .and_item(request_partition(&request.id), REQUEST)
            .and_session(request.counter.key.clone());
        let mut writes = vec![
            self.sessions.captcha_write(&request.captcha, now),
            table.check(key(partition(owner.number), KEY), is_there),
            table.put_new(request_item(&request.id, owner.number, &recognition.mailbox, now)),
            table.put_new(expiring_places_item(owner, &request.id, &places, request.counter.until)),
            table.put_new(message),
        ];
        writes.extend(self.participants.entry((owner.number, owner.until), last, event, now)?);
        Ok(writes)
    }

    fn sealer<'a>(&'a self, data_key: &'a DataKey, owner: &'a ParticipantNumber) -> Sealer<'a> {
        self.table().sealer(data_key, owner.as_str())
    }

    fn table(&self) -> &Table {
        &self.participants.table
    }

    async fn request_item(&self, id: &DeletionId) -> Result<Option<Item>, StoreError> {
        self.table().item(request_key(id), "read an erasure request").await
    }
}

fn random_number() -> Result<ParticipantNumber, StoreError> {
    let mut random = [0; 8];
    getrandom::fill(&mut random).map_err(|_| StoreError::new(STORE_REQUEST, "no randomness"))?;
    Ok(ParticipantNumber::from_random(u64::from_le_bytes(random)))
}

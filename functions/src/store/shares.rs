//! Medical records that a participant shared with a study team. Each share is one item, sealed with the
//! participant's key, next to the receipt with the same number. Withdrawing a share deletes its item. The receipts
//! stay.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use waypoint_domain::{
    medical_record::{Demographics, Group, MedicalRecords},
    participant_number::ParticipantNumber,
    personal::Personal,
};

use super::{
    Connection, Message, Participants, Sealer, Session, Sessions, SignUpRef, SignUpState, StoreError,
    compressed_json::{compress_value, decompress_json},
    condition::{Condition, Guard},
    item::{Bytes, Item, SK, fields_of, item_with, items_named, key, text, text_of},
    participant_items::{message_write, participant_item, partition, receipt_write},
    returning::state_in,
    transaction::{Commit, Tries},
    write::writes,
};
use crate::{
    audit_log::{Actor, Event},
    external::keys::Keys,
    receipt::{Agreement, Receipt},
};

const SHARE: &str = "SHARE#";
const CONNECTION: &str = "connection";
/// The attribute with the session that shared the records.
const SHARING_SESSION: &str = "session";

/// What a participant shared, and the health system that it is from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShareContent {
    /// The name of the health system, as patients know it.
    pub system: Personal<String>,
    /// The chosen records.
    pub records: Personal<MedicalRecords>,
    /// The person's demographics.
    pub demographics: Personal<Demographics>,
    /// The groups that the health system returned incompletely.
    #[serde(default)]
    pub missing: Vec<Group>,
}

/// The attributes of a share's item.
#[derive(Serialize, Deserialize)]
struct StoredShare {
    /// The compressed content, sealed.
    share: Bytes,
    at: Timestamp,
    #[serde(default)]
    connection: String,
    /// The session that shared the records.
    #[serde(default)]
    session: String,
}

/// A share that was not withdrawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    /// The number of its receipt.
    pub number: u32,
    /// When the records were shared.
    pub at: Timestamp,
    /// The session that shared the records.
    pub session: String,
    pub shared: ShareContent,
}

impl Participants {
    /// Shares the records of a connection with the study team. In one transaction, this stores the share and its
    /// receipt, deletes the browser's copy, and writes messages to the portal and the participant. Returns `None`
    /// if the browser no longer has records of this connection. Fails if the records are too large to store.
    pub async fn share(
        &self,
        keys: &Keys,
        (sessions, browser, connection): (&Sessions, &Session, &str),
        sign_up: &SignUpRef,
        (shared, agreement): (&ShareContent, &Agreement),
        now: Timestamp,
    ) -> Result<Option<Receipt>, StoreError> {
        const SHARING: &str = "share records";
        let data_key = self.data_key(keys, &sign_up.participant).await?;
        let sealer = self.table.sealer(&data_key, sign_up.participant.as_str());
        let compressed = compress_value(shared)?;
        let compressed = compressed.ok_or_else(|| StoreError::new(SHARING, "the records are too large"))?;
        let mut tries = Tries::new(SHARING);
        loop {
            tries.begin()?;
            let records = sessions.stored_records(browser, now).await?;
            let is_this_connection = |known: &Connection| known.id == connection;
            let records =
                records.filter(|records| records.session.connection.as_ref().is_some_and(is_this_connection));
            let Some(records) = records else { return Ok(None) };
            let receipts = self.receipts(sign_up).await?;
            let share_receipt = Receipt::next_after(receipts.last(), agreement.clone(), now);
            let sk = share_key(share_receipt.number);
            let stored = StoredShare {
                share: Bytes(sealer.seal(&sk, &compressed)?),
                at: now,
                connection: connection.to_owned(),
                session: browser.id().to_owned(),
            };
            let item = item_with(participant_item(&sign_up.participant, &sk), &stored)?;
            let writes = writes![
                sessions.delete_if_unchanged(browser, &records),
                self.table.put_new(item),
                receipt_write(&self.table, sign_up, &share_receipt)?,
                message_write(&self.table, sign_up, Message::RecordsShared, now),
                message_write(&self.table, sign_up, Message::HandOverRecords, now),
            ];
            let event = Event::change(Actor::Participant, "records_shared", "", &share_receipt.digest);
            match self.transact_with_entry(&sign_up.participant, &event, writes, SHARING, now).await? {
                Commit::Accepted => return Ok(Some(share_receipt)),
                Commit::Refused(_) | Commit::Conflict => {}
            }
        }
    }

    /// Withdraws a share: deletes it, adds a receipt, and tells the portal to delete its copy. Returns false if
    /// there is no share with this number, or a session is given that did not share it.
    pub async fn withdraw(
        &self,
        sign_up: &SignUpRef,
        (share, agreement): (u32, &Agreement),
        only_of_session: Option<&str>,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        const WITHDRAWING: &str = "withdraw records";
        let mut tries = Tries::new(WITHDRAWING);
        loop {
            tries.begin()?;
            let receipts = self.receipts(sign_up).await?;
            let withdrawal_receipt = Receipt::next_after(receipts.last(), agreement.clone(), now);
            let item = key(partition(&sign_up.participant), share_key(share));
            let is_withdrawable = match only_of_session {
                Some(session) => Condition::equals(SHARING_SESSION, text(session)),
                None => Condition::EXISTS,
            };
            let writes = writes![
                self.table.delete(item).only_if(is_withdrawable).guarded_by(Guard::ShareExists),
                receipt_write(&self.table, sign_up, &withdrawal_receipt)?,
                message_write(&self.table, sign_up, Message::RecordsTakenBack, now),
                message_write(&self.table, sign_up, Message::HandOverWithdrawal, now),
            ];
            let event =
                Event::change(Actor::Participant, "records_withdrawn", "", &withdrawal_receipt.digest);
            match self.transact_with_entry(&sign_up.participant, &event, writes, WITHDRAWING, now).await? {
                Commit::Accepted => return Ok(true),
                Commit::Refused(Guard::ShareExists) => return Ok(false),
                Commit::Refused(_) | Commit::Conflict => {}
            }
        }
    }

    /// Withdraws all shares of a participant. Does nothing if there is no such participant.
    pub async fn withdraw_all(&self, number: &ParticipantNumber, now: Timestamp) -> Result<(), StoreError> {
        const UNREADABLE: &str = "read shares";
        let items = self.items(number).await?;
        let Some(SignUpState { sign_up, .. }) = state_in(&items, number, now)? else { return Ok(()) };
        let receipts = self.receipts(&sign_up).await?;
        // The keys of messages contain the time, so each withdrawal needs a different one.
        let moments = (0..).map(|at| now + SignedDuration::from_millis(at));
        for (share, now) in items.iter().filter_map(number_of_share).zip(moments) {
            let receipt = receipts.iter().find(|receipt| receipt.number == share);
            let agreement =
                Agreement::to_withdraw(receipt.ok_or_else(|| StoreError::unreadable(UNREADABLE))?);
            self.withdraw(&sign_up, (share, &agreement), None, now).await?;
        }
        Ok(())
    }

    /// The shares of a participant that were not withdrawn, oldest first.
    pub async fn shares(&self, keys: &Keys, sign_up: &SignUpRef) -> Result<Vec<Share>, StoreError> {
        let place = (partition(&sign_up.participant), SHARE);
        let items = self.table.items(place, "read shares").await?;
        if items.is_empty() {
            return Ok(Vec::new());
        }
        let data_key = self.data_key(keys, &sign_up.participant).await?;
        let sealer = self.table.sealer(&data_key, sign_up.participant.as_str());
        shares_in(&items, &sealer)
    }

    /// Whether a share exists and was not withdrawn.
    pub async fn has_share(&self, sign_up: &SignUpRef, share: u32) -> Result<bool, StoreError> {
        let place = (partition(&sign_up.participant), SHARE);
        let items = self.table.items(place, "read shares").await?;
        Ok(items.iter().any(|item| number_of_share(item) == Some(share)))
    }

    /// The receipt number of the share of a connection. A client that never got a response sends the same share again
    /// (E-357).
    pub async fn share_of_connection(
        &self,
        sign_up: &SignUpRef,
        connection: &str,
    ) -> Result<Option<u32>, StoreError> {
        let place = (partition(&sign_up.participant), SHARE);
        let items = self.table.items(place, "read shares").await?;
        let share = items.iter().find(|item| text_of(item, CONNECTION) == Some(connection));
        Ok(share.and_then(number_of_share))
    }
}

/// Decrypts the shares among a participant's items.
pub(super) fn shares_in(items: &[Item], sealer: &Sealer<'_>) -> Result<Vec<Share>, StoreError> {
    let unreadable = || StoreError::unreadable("read a share");
    let share_of = |item| {
        let number = number_of_share(item).ok_or_else(unreadable)?;
        let StoredShare { share, at, session, .. } = fields_of(item)?;
        let shared = decompress_json(&sealer.open(&share_key(number), &share.0)?)?;
        Ok(Share { number, at, session, shared })
    };
    items_named(items, SHARE).map(share_of).collect()
}

/// The number of a share. `None` if the item isn't a share.
fn number_of_share(item: &Item) -> Option<u32> {
    text_of(item, SK)?.strip_prefix(SHARE)?.parse().ok()
}

fn share_key(number: u32) -> String {
    format!("{SHARE}{number:04}")
}

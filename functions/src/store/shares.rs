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
    condition::{Condition, Guard},
    folded::{compress_json, decompress_json},
    item::{Item, SK, bytes, bytes_of, key, text, text_of},
    participant_items::{message_write, participant_item, partition, receipt_write},
    returning::state_in,
    transaction::Commit,
};
use crate::{
    audit_trail::{Actor, Event},
    external::keys::Keys,
    receipt::{Agreement, Receipt},
};

/// The sort key prefix of shares.
pub(super) const SHARE: &str = "SHARE#";
const SEALED: &str = "share";
const CONNECTION: &str = "connection";
/// The attribute with the session that shared the records.
const SHARING_SESSION: &str = "session";
/// How many times to try a share when other writes interfere.
const TRIES: u32 = 6;

/// The content of a share.
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

/// A share that was not withdrawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    /// The number of its receipt.
    pub number: u32,
    /// When the records were shared, in UTC.
    pub at: String,
    /// The session that shared the records.
    pub session: String,
    /// The content.
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
        let json = serde_json::to_vec(shared).map_err(|_| StoreError::unreadable(SHARING))?;
        let compressed =
            compress_json(&json)?.ok_or_else(|| StoreError::new(SHARING, "the records are too large"))?;
        for _ in 0..TRIES {
            let stored = sessions.stored_records(browser, now).await?;
            let is_this_connection = |known: &Connection| known.id == connection;
            let stored =
                stored.filter(|stored| stored.session.connection.as_ref().is_some_and(is_this_connection));
            let Some(stored) = stored else { return Ok(None) };
            let receipts = self.receipts(sign_up).await?;
            let share_receipt = Receipt::next_after(receipts.last(), agreement.clone(), now);
            let sk = share_key(share_receipt.number);
            let mut item = participant_item(sign_up, &sk);
            item.insert(SEALED.into(), bytes(sealer.seal(&sk, &compressed)?));
            item.insert("at".into(), text(now.to_string()));
            item.insert(CONNECTION.into(), text(connection));
            item.insert(SHARING_SESSION.into(), text(browser.id()));
            let writes = vec![
                sessions.delete_if_unchanged(browser, &stored),
                self.table.put_new(item),
                receipt_write(&self.table, sign_up, &share_receipt)?,
                self.check_not_erased(&sign_up.participant),
                message_write(&self.table, sign_up, Message::RecordsShared, now),
                message_write(&self.table, sign_up, Message::HandOverRecords, now),
            ];
            let event = Event::change(Actor::Participant, "records_shared", "", &share_receipt.digest);
            match self.transact_with_entry(sign_up, &event, writes, SHARING, now).await? {
                Commit::Accepted => return Ok(Some(share_receipt)),
                Commit::Refused(_) | Commit::Conflict => {}
            }
        }
        Err(StoreError::new(SHARING, "too many concurrent writes"))
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
        for _ in 0..TRIES {
            let receipts = self.receipts(sign_up).await?;
            let withdrawal_receipt = Receipt::next_after(receipts.last(), agreement.clone(), now);
            let item = key(partition(&sign_up.participant), share_key(share));
            let is_withdrawable = match only_of_session {
                Some(session) => Condition::equals(SHARING_SESSION, text(session)),
                None => Condition::EXISTS,
            };
            let writes = vec![
                self.table.delete(item).only_if(is_withdrawable).guarded_by(Guard::ShareExists),
                receipt_write(&self.table, sign_up, &withdrawal_receipt)?,
                self.check_not_erased(&sign_up.participant),
                message_write(&self.table, sign_up, Message::RecordsTakenBack, now),
                message_write(&self.table, sign_up, Message::HandOverWithdrawal, now),
            ];
            let event =
                Event::change(Actor::Participant, "records_withdrawn", "", &withdrawal_receipt.digest);
            match self.transact_with_entry(sign_up, &event, writes, WITHDRAWING, now).await? {
                Commit::Accepted => return Ok(true),
                Commit::Refused(Guard::ShareExists) => return Ok(false),
                Commit::Refused(_) | Commit::Conflict => {}
            }
        }
        Err(StoreError::new(WITHDRAWING, "too many concurrent writes"))
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
        items.iter().map(|item| share_of(&sealer, item)).collect()
    }

    /// Whether a share exists and was not withdrawn.
    pub async fn has_share(&self, sign_up: &SignUpRef, share: u32) -> Result<bool, StoreError> {
        let place = (partition(&sign_up.participant), SHARE);
        let items = collection::items(&self.client, &self.table, place, "read shares").await?;
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

/// Decrypts a share.
pub(super) fn share_of(sealer: &Sealer<'_>, item: &Item) -> Result<Share, StoreError> {
    let unreadable = || StoreError::unreadable("read a share");
    let sk = text_of(item, SK).ok_or_else(unreadable)?;
    let number = number_of_share(item).ok_or_else(unreadable)?;
    let compressed = sealer.open(sk, bytes_of(item, SEALED).ok_or_else(unreadable)?)?;
    Ok(Share {
        number,
        at: text_of(item, "at").unwrap_or_default().to_owned(),
        session: text_of(item, SHARING_SESSION).unwrap_or_default().to_owned(),
        shared: decompress_json(&compressed)?,
    })
}

/// The number of a share. `None` if the item isn't a share.
fn number_of_share(item: &Item) -> Option<u32> {
    text_of(item, SK)?.strip_prefix(SHARE)?.parse().ok()
}

fn share_key(number: u32) -> String {
    format!("{SHARE}{number:04}")
}

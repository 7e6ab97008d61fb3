//! Erasing participants.
//!
//! The data key is deleted first, which makes the rest unreadable. Documents are scheduled for removal from their
//! bucket by [`crate::uploads`]. Every step can be repeated. The profile goes last, together with the erasure
//! request, so that another run can finish an interrupted erasure. What remains is a record with the time of the
//! erasure and a fingerprint of the participant's number.
//!
//! A restored backup contains data keys again. [`Participants::repeat_erasures`] uses those records to repeat the
//! erasures.

use std::collections::BTreeSet;

use jiff::Timestamp;
use waypoint_domain::participant_number::ParticipantNumber;
use waypoint_keys::{Key, purpose::Erasure};

use super::{
    NextPage, Participants, Sessions, SignUpState, StoreError,
    condition::Condition,
    item::{
        EXPIRES, Item, PK, SK, ids_after, item_key, item_named, items_named, key, number, text, text_of,
        unix_time_after,
    },
    outbox::portal_may_know,
    outbox_items::erasure_message,
    outside_items::{OUTSIDE_KEYS, outside_keys_in},
    participant_items::{
        ACCEPTANCE, KEY, PARTITION, PROFILE, has_unconfirmed_address, partition, profile_key,
    },
    table::{DUE, WAITS_FOR, scan_prefix},
    transaction::Commit,
    uploads::{documents_in, make_removal_due, removal},
    write::{Put, Write, writes},
};
use crate::audit_log::Actor;

const ERASE: &str = "erase a participant";
const ERASURE: &str = "ERASURE#";
const RECORD: &str = "RECORD";

impl Participants {
    /// Erases a sign-up whose privacy notice was not accepted in time. Returns false if it was accepted or is gone.
    pub async fn erase_expired(
        &self,
        sessions: &Sessions,
        owner: &ParticipantNumber,
        actor: Actor,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let still_waits =
            Condition::equals(WAITS_FOR, text(ACCEPTANCE)).and(Condition::at_most(DUE, now.as_second()));
        // A concurrent acceptance either comes first, or fails because the key is gone.
        let begin = writes![
            self.table.check(profile_key(owner), still_waits.clone()),
            self.table.delete(key(partition(owner), KEY)),
        ];
        if self.table.transact(begin, ERASE).await? != Commit::Accepted {
            return Ok(false);
        }
        self.erase_except_profile(sessions, owner, None, now).await?;
        let end = writes![
            self.table.delete(profile_key(owner)).only_if(still_waits),
            self.erasure_record(owner, actor, now)?,
        ];
        self.table.transact(end, ERASE).await?;
        Ok(true)
    }

    /// Erases an unconfirmed sign-up that the owner of its address rejects. Returns false if it was confirmed, has another
    /// address now, or is gone. The first step makes the sign-up due for the sweep, which finishes an interrupted erasure.
    pub async fn erase_unconfirmed(
        &self,
        sessions: &Sessions,
        rejected: &SignUpState,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let owner = &rejected.sign_up.participant;
        let make_due = self
            .table
            .update(profile_key(owner))
            .only_if(has_unconfirmed_address(&rejected.mailbox))
            .set(WAITS_FOR, text(ACCEPTANCE))
            .set(DUE, number(now.as_second()));
        if self.table.transact(writes![make_due], ERASE).await? != Commit::Accepted {
            return Ok(false);
        }
        self.erase_expired(sessions, owner, Actor::Participant, now).await
    }

    /// Erases a participant who asked for it without using the link of a mail. Returns false if there is no such
    /// participant.
    pub async fn erase(
        &self,
        sessions: &Sessions,
        owner: &ParticipantNumber,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        if item_named(&self.items(owner).await?, PROFILE).is_none() {
            return Ok(false);
        }
        self.erase_except_profile(sessions, owner, None, now).await?;
        let end =
            writes![self.table.delete(profile_key(owner)), self.erasure_record(owner, Actor::Operator, now)?];
        self.table.transact(end, ERASE).await?;
        Ok(true)
    }

    /// Erases all items of a participant except the profile, which has become unreadable, and the erasure request.
    /// If the portal knows about the sign-up, it gets a message about the erasure.
    pub(super) async fn erase_except_profile(
        &self,
        sessions: &Sessions,
        owner: &ParticipantNumber,
        request: Option<&Item>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.remove(vec![key(partition(owner), KEY)]).await?;
        let items = self.items(owner).await?;
        if items.iter().any(portal_may_know) {
            erasure_message(&self.table, owner, now).send(ERASE).await?;
        }
        self.schedule_document_removal(&items, now).await?;
        let outside = outside_keys_in(&items);
        for session in outside.browser_sessions() {
            for id in sessions.forget_sign_up(session, owner).await? {
                make_removal_due(&self.table, &id, now).await?;
            }
        }
        sessions.remove(outside.sessions()).await?;
        for place in outside.items().filter(|place| Some(place) != request) {
            self.remove_if_owned_by(owner, place).await?;
        }
        self.remove(self.audit_log_keys(owner).await?).await?;
        // Items that were written before the key was deleted, but after the first read.
        let items = self.items(owner).await?;
        self.schedule_document_removal(&items, now).await?;
        let is_other =
            |item: &&Item| text_of(item, SK).is_some_and(|sk| sk != PROFILE && !sk.starts_with(OUTSIDE_KEYS));
        self.remove(items.iter().filter(is_other).map(item_key).collect()).await?;
        self.remove(items_named(&items, OUTSIDE_KEYS).map(item_key).collect()).await
    }

    async fn schedule_document_removal(&self, items: &[Item], now: Timestamp) -> Result<(), StoreError> {
        for document in documents_in(items)? {
            removal(&self.table, &document.id, now.as_second()).send(ERASE).await?;
        }
        Ok(())
    }

    /// The record of an erasure: when, on whose request, and a fingerprint of the participant's number. It allows the
    /// erasure to be repeated after a backup is restored.
    pub(super) fn erasure_record(
        &self,
        owner: &ParticipantNumber,
        actor: Actor,
        now: Timestamp,
    ) -> Result<Write<Put>, StoreError> {
        let erasure_key: Key<Erasure> = self.purpose_keys.get()?;
        Ok(self
            .table
            .put(key(record_partition(&erasure_key.fingerprint(owner.as_str())), RECORD))
            .set("who", text(actor.as_str()))
            .set("at", text(now.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()))
            .set(EXPIRES, number(unix_time_after(now, self.audit_retention.duration()))))
    }

    /// Repeats all erasures that happened after the backup of this table, using the records of the table that was
    /// in use until now. Scans both tables. Returns the number of erased participants.
    pub async fn repeat_erasures(
        &self,
        sessions: &Sessions,
        in_use: &Self,
        now: Timestamp,
    ) -> Result<usize, StoreError> {
        let records = in_use.keys_with_prefix(ERASURE).await?;
        let erased: BTreeSet<&str> = records.iter().filter_map(|item| text_of(item, PK)).collect();
        let mut profiles = self.keys_with_prefix(PARTITION).await?;
        profiles.retain(|item| text_of(item, SK) == Some(PROFILE));
        let erasure_key: Key<Erasure> = self.purpose_keys.get()?;
        let mut count = 0;
        for owner in ids_after(PARTITION, &profiles) {
            let was_erased = |owner: &ParticipantNumber| {
                let marks = erasure_key.fingerprints(owner.as_str());
                marks.accepted().any(|mark| erased.contains(record_partition(mark).as_str()))
            };
            if was_erased(&owner) && self.erase(sessions, &owner, now).await? {
                count += 1;
            }
        }
        Ok(count)
    }

    /// The keys of all items in partitions that start with `prefix`.
    async fn keys_with_prefix(&self, prefix: &str) -> Result<Vec<Item>, StoreError> {
        let scan = self.table.scan().projection_expression("pk, sk");
        scan_prefix(scan, prefix, "read the keys of a table").await
    }

    /// One page of at most `most` participants whose privacy notice was not accepted in time, and the start of the
    /// next page.
    pub async fn expired_sign_ups(
        &self,
        until: Timestamp,
        most: i32,
        from: Option<NextPage>,
    ) -> Result<(Vec<ParticipantNumber>, Option<NextPage>), StoreError> {
        let due = (ACCEPTANCE, PARTITION);
        self.table.due(due, until, (most, from), "find expired sign-ups").await
    }

    /// Deletes an item unless it belongs to another participant by now.
    async fn remove_if_owned_by(&self, owner: &ParticipantNumber, place: Item) -> Result<(), StoreError> {
        let is_owner = Condition::equals("participant", text(owner.as_str()));
        self.table.delete(place).only_if(is_owner).send(ERASE).await.map(drop)
    }

    async fn remove(&self, keys: Vec<Item>) -> Result<(), StoreError> {
        self.table.remove(keys, ERASE).await
    }
}

fn record_partition(fingerprint: &str) -> String {
    format!("{ERASURE}{fingerprint}")
}

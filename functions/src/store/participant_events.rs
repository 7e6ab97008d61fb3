//! The audit log of a participant. It has its own partition: entries outlive the items that they are about, but not
//! the participant.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use waypoint_domain::participant_number::ParticipantNumber;
use waypoint_keys::{Key, purpose::AuditTrail};

use super::{
    Participants, StoreError,
    condition::Guard,
    item::{Item, PK, SK, fields_of, ids_after, item_key, item_with, json, key, text, text_of},
    table::scan_prefix,
    transaction::{Commit, Tries},
    write::{Put, Write},
};
use crate::audit_log::{self, AuditEntry, AuditLogError, EntryCount, Event};

const TRAIL: &str = "TRAIL#";
const ENTRY: &str = "ENTRY#";
/// The sort key of the number of entries. It sorts before the entries, so that the last entry is the last item.
const COUNT: &str = "COUNT";

/// An audit entry, stored under its place.
#[derive(Serialize, Deserialize)]
struct StoredEntry {
    at: String,
    #[serde(with = "json")]
    event: Event,
    seal: String,
}

/// A participant with events in the requested time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParticipantEvents {
    /// The participant's number.
    pub participant: ParticipantNumber,
    /// The times and events, in order.
    pub events: Vec<(String, Event)>,
}

impl Participants {
    /// The audit log of a participant, oldest entry first.
    pub async fn audit_log(&self, participant: &ParticipantNumber) -> Result<Vec<AuditEntry>, StoreError> {
        let place = (partition(participant.as_str()), ENTRY);
        let items = self.table.items(place, "read an audit log").await?;
        items.iter().map(entry_of).collect()
    }

    /// Verifies the audit log of a participant.
    pub async fn verify_audit_log(
        &self,
        participant: &ParticipantNumber,
    ) -> Result<Result<(), AuditLogError>, StoreError> {
        self.verify_audit_log_with(&self.purpose_keys.get()?, participant).await
    }

    /// Whether verifying the audit log of a participant requires a former key.
    pub async fn audit_log_needs_former_key(
        &self,
        participant: &ParticipantNumber,
    ) -> Result<bool, StoreError> {
        let key: Key<AuditTrail> = self.purpose_keys.get()?;
        Ok(self.verify_audit_log_with(&key.current_only(), participant).await?.is_err())
    }

    async fn verify_audit_log_with(
        &self,
        key: &Key<AuditTrail>,
        participant: &ParticipantNumber,
    ) -> Result<Result<(), AuditLogError>, StoreError> {
        let items = self.audit_log_items(participant).await?;
        let (count, entries): (Vec<&Item>, Vec<&Item>) =
            items.iter().partition(|item| text_of(item, SK) == Some(COUNT));
        let log = entries.into_iter().map(entry_of).collect::<Result<Vec<_>, _>>()?;
        let count = count.first().map(|item| fields_of::<EntryCount>(item)).transpose()?;
        Ok(audit_log::verify(key, participant, &log, count.as_ref()))
    }

    /// Participants without an audit log, although sign-up always creates one. Scans the whole table.
    pub async fn participants_without_audit_log(&self) -> Result<Vec<String>, StoreError> {
        let logged = self.participants_with_audit_log().await?;
        let numbers = self.numbers().await?;
        Ok(numbers.into_iter().filter(|number| logged.binary_search(number).is_err()).collect())
    }

    /// Adds an entry for an event that changes no other item. Does nothing if the participant has been erased.
    pub async fn add_audit_entry(
        &self,
        participant: &ParticipantNumber,
        event: &Event,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.transact_with_entry(participant, event, Vec::new(), "add an audit entry", now).await.map(drop)
    }

    /// The numbers of all participants with an audit log. Scans the whole table, so it is for checks only.
    pub async fn participants_with_audit_log(&self) -> Result<Vec<String>, StoreError> {
        let items = self.audit_log_items_of_all().await?;
        let mut participants: Vec<String> = ids_after(TRAIL, &items).collect();
        participants.sort_unstable();
        participants.dedup();
        Ok(participants)
    }

    /// Participants with events between two times, both inclusive. Scans the whole table.
    pub async fn participants_with_events_between(
        &self,
        from: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<ParticipantEvents>, StoreError> {
        let unreadable = || StoreError::unreadable("read an audit log");
        let mut touched: Vec<ParticipantEvents> = Vec::new();
        let mut entries = self.entries().await?;
        entries.sort_by(|a, b| (a.0.as_str(), a.1.place).cmp(&(b.0.as_str(), b.1.place)));
        for (participant, entry) in entries {
            let at: Timestamp = entry.at.parse().map_err(|_| unreadable())?;
            if at < from || at > until {
                continue;
            }
            let event = (entry.at, entry.event);
            match touched.last_mut().filter(|last| last.participant == participant) {
                Some(last) => last.events.push(event),
                None => touched.push(ParticipantEvents { participant, events: vec![event] }),
            }
        }
        Ok(touched)
    }

    /// The keys of the entries of an audit log and of their count.
    pub(super) async fn audit_log_keys(
        &self,
        participant: &ParticipantNumber,
    ) -> Result<Vec<Item>, StoreError> {
        Ok(self.audit_log_items(participant).await?.iter().map(item_key).collect())
    }

    /// The entries of an audit log and their count.
    async fn audit_log_items(&self, participant: &ParticipantNumber) -> Result<Vec<Item>, StoreError> {
        let place = (partition(participant.as_str()), "");
        self.table.items(place, "read an audit log").await
    }

    async fn entries(&self) -> Result<Vec<(ParticipantNumber, AuditEntry)>, StoreError> {
        let items = self.audit_log_items_of_all().await?;
        let entries = items.iter().filter(|item| text_of(item, SK) != Some(COUNT));
        let named = entries.filter_map(|item| Some((text_of(item, PK)?.strip_prefix(TRAIL)?, item)));
        let unreadable = |_| StoreError::unreadable("read an audit log");
        named.map(|(number, item)| Ok((number.parse().map_err(unreadable)?, entry_of(item)?))).collect()
    }

    async fn audit_log_items_of_all(&self) -> Result<Vec<Item>, StoreError> {
        let scan = self.table.scan();
        scan_prefix(scan, TRAIL, "read audit logs").await
    }

    /// Makes writes together with an audit entry, and tries again if another entry came first. A condition fails once
    /// the erasure of the participant has started.
    pub(super) async fn transact_with_entry(
        &self,
        participant: &ParticipantNumber,
        event: &Event,
        writes: Vec<Write>,
        operation: &'static str,
        now: Timestamp,
    ) -> Result<Commit, StoreError> {
        let mut tries = Tries::new(operation);
        loop {
            tries.begin()?;
            let last = self.last_entry(participant).await?;
            let mut batch = writes.clone();
            batch.push(self.check_not_erased(participant).into());
            batch.extend(self.entry(participant, last.as_ref(), event.clone(), now)?.map(Into::into));
            match self.table.transact(batch, operation).await? {
                Commit::Refused(Guard::EntryIsNext) => {}
                commit => return Ok(commit),
            }
        }
    }

    pub(super) async fn last_entry(
        &self,
        participant: &ParticipantNumber,
    ) -> Result<Option<AuditEntry>, StoreError> {
        let answer = self
            .table
            .query()
            .key_condition_expression("pk = :pk")
            .expression_attribute_values(":pk", text(partition(participant.as_str())))
            .scan_index_forward(false)
            .limit(1)
            .consistent_read(true)
            .send()
            .await
            .map_err(StoreError::sdk("read an audit log"))?;
        answer.items.unwrap_or_default().first().map(entry_of).transpose()
    }

    /// The writes of the next entry and of the count. The entry fails if its place is taken.
    pub(super) fn entry(
        &self,
        participant: &ParticipantNumber,
        last: Option<&AuditEntry>,
        event: Event,
        now: Timestamp,
    ) -> Result<[Write<Put>; 2], StoreError> {
        let at = format!("{now:.9}");
        let seal_key = self.purpose_keys.get()?;
        let entry = audit_log::next_entry(&seal_key, participant, last, event, &at);
        let count = EntryCount::for_last_entry(&seal_key, participant, &entry);
        let partition = partition(participant.as_str());
        let AuditEntry { place, at, event, seal } = entry;
        let entry_key = key(&partition, format!("{ENTRY}{place:06}"));
        let entry = item_with(entry_key, &StoredEntry { at, event, seal })?;
        Ok([
            self.table.put_new(entry).guarded_by(Guard::EntryIsNext),
            self.table.put(item_with(key(&partition, COUNT), &count)?),
        ])
    }
}

fn partition(participant: &str) -> String {
    format!("{TRAIL}{participant}")
}

fn entry_of(item: &Item) -> Result<AuditEntry, StoreError> {
    let place = text_of(item, SK).and_then(|sk| sk.strip_prefix(ENTRY)?.parse().ok());
    let place = place.ok_or_else(|| StoreError::unreadable("read an audit log"))?;
    let StoredEntry { at, event, seal } = fields_of(item)?;
    Ok(AuditEntry { place, at, event, seal })
}

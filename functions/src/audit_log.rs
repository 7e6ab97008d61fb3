//! The audit log of a participant: who did what and when, never personal values.
//!
//! Each entry carries a seal over itself and the seal of the entry before it. The seal's key is derived from the
//! deployment's secret. Write access to the store alone is therefore not enough to change, remove, or insert an entry
//! unnoticed. The number of entries is sealed too, which reveals entries cut off at the end.

use serde::{Deserialize, Serialize};
use waypoint_domain::participant_number::ParticipantNumber;

use waypoint_keys::{Key, purpose::AuditTrail};

/// Who performed an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Actor {
    /// The participant, or another person using the participant's browser.
    Participant,
    /// A parent, guardian, or other representative of the participant.
    Representative,
    /// A person not known to be the participant.
    Stranger,
    /// The study team's portal.
    Portal,
    /// A scheduled run.
    Schedule,
    /// An operator of the site, through a command.
    Operator,
}

impl Actor {
    /// The stored name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// An action on a participant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Who performed it.
    #[serde(rename = "who")]
    pub actor: Actor,
    /// The action: `signed_up`, `corrected`, `answered`, `acknowledged`, `handed_over`, …
    #[serde(rename = "what")]
    pub action: String,
    /// The state before: the name of a state or of a changed field, never a personal value.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub before: String,
    /// The state after, in the same form as `before`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub after: String,
}

impl Event {
    /// An event that changes no state.
    #[must_use]
    pub fn new(actor: Actor, action: &str) -> Self {
        Self { actor, action: action.to_owned(), before: String::new(), after: String::new() }
    }

    /// A change from one state to another.
    #[must_use]
    pub fn change(actor: Actor, action: &str, before: &str, after: &str) -> Self {
        Self { before: before.to_owned(), after: after.to_owned(), ..Self::new(actor, action) }
    }
}

/// A sealed entry of an audit log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    /// Its position in the log, from 1.
    pub place: u32,
    /// The time in UTC.
    pub at: String,
    pub event: Event,
    /// The seal over this entry and the entry before it.
    pub seal: String,
}

/// Why an audit log fails verification.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AuditLogError {
    /// An entry is missing.
    #[error("entry {0} is missing")]
    Missing(u32),
    /// An entry differs from what was written.
    #[error("entry {0} was changed, or an entry before it")]
    Changed(u32),
    /// The entries after this one are missing.
    #[error("what follows entry {0} is missing")]
    Truncated(u32),
    /// The sealed entry count is missing or was changed.
    #[error("the count of its entries was changed or is missing")]
    InvalidCount,
}

/// The sealed number of entries in a log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryCount {
    /// The number of entries.
    pub entries: u32,
    /// The seal over the number and the last entry.
    pub seal: String,
}

impl EntryCount {
    /// Seals the count of a log that ends with this entry.
    #[must_use]
    pub fn for_last_entry(key: &Key<AuditTrail>, participant: &ParticipantNumber, last: &AuditEntry) -> Self {
        Self {
            entries: last.place,
            seal: key.fingerprint(&count_seal_input(participant, last.place, &last.seal)),
        }
    }
}

/// Returns the next entry of a log. The first entry has no predecessor.
#[must_use]
pub fn next_entry(
    key: &Key<AuditTrail>,
    participant: &ParticipantNumber,
    last: Option<&AuditEntry>,
    event: Event,
    at: &str,
) -> AuditEntry {
    let (place, before) = last.map_or((1, ""), |last| (last.place + 1, last.seal.as_str()));
    let seal = key.fingerprint(&entry_seal_input(participant, (place, at), &event, before));
    AuditEntry { place, at: at.to_owned(), event, seal }
}

/// Verifies a log from its first to its last entry, and that its length matches the sealed count.
///
/// Restoring an older count together with the matching end of the log goes unnoticed here. Comparing logs with backups
/// reveals it.
pub fn verify(
    key: &Key<AuditTrail>,
    participant: &ParticipantNumber,
    log: &[AuditEntry],
    count: Option<&EntryCount>,
) -> Result<(), AuditLogError> {
    let mut before = "";
    for (entry, place) in log.iter().zip(1..) {
        if entry.place != place {
            return Err(AuditLogError::Missing(place));
        }
        if !key
            .recognizes(&entry_seal_input(participant, (place, &entry.at), &entry.event, before), &entry.seal)
        {
            return Err(AuditLogError::Changed(place));
        }
        before = &entry.seal;
    }
    let Some(count) = count else {
        return if log.is_empty() { Ok(()) } else { Err(AuditLogError::InvalidCount) };
    };
    let last = u32::try_from(log.len()).unwrap_or(u32::MAX);
    if count.entries > last {
        return Err(AuditLogError::Truncated(last));
    }
    let is_right = key.recognizes(&count_seal_input(participant, last, before), &count.seal);
    if count.entries == last && is_right { Ok(()) } else { Err(AuditLogError::InvalidCount) }
}

/// The text covered by the seal of a count.
fn count_seal_input(participant: &ParticipantNumber, entries: u32, last: &str) -> String {
    format!("{participant}\n{entries} entries\n{last}")
}

/// The text covered by the seal of an entry. Each part is on its own line and contains no line break, so the parts
/// can't run into each other.
fn entry_seal_input(
    participant: &ParticipantNumber,
    (place, at): (u32, &str),
    event: &Event,
    before: &str,
) -> String {
    let event = serde_json::to_string(event).unwrap_or_default();
    format!("{participant}\n{place}\n{at}\n{event}\n{before}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys_in_tests::derived_test_key;

    fn test_key() -> Key<AuditTrail> {
        derived_test_key("5a", "")
    }

    fn participant() -> ParticipantNumber {
        "PT0000000000AB".parse().unwrap()
    }

    fn log() -> Vec<AuditEntry> {
        let mut log: Vec<AuditEntry> = Vec::new();
        for (second, what) in ["signed_up", "answered", "acknowledged", "status"].into_iter().enumerate() {
            let event = Event::change(Actor::Participant, what, "", "x");
            let at = format!("2026-11-22T10:00:0{second}Z");
            log.push(next_entry(&test_key(), &participant(), log.last(), event, &at));
        }
        log
    }

    fn count() -> EntryCount {
        EntryCount::for_last_entry(&test_key(), &participant(), log().last().unwrap())
    }

    fn verify_log(log: &[AuditEntry], count: Option<&EntryCount>) -> Result<(), AuditLogError> {
        verify(&test_key(), &participant(), log, count)
    }

    #[test]
    fn unchanged_log_verifies() {
        assert_eq!(verify_log(&log(), Some(&count())), Ok(()));
        assert_eq!(verify_log(&[], None), Ok(()));
    }

    #[test]
    fn entries_cut_off_at_the_end_are_detected() {
        let log = log();
        assert_eq!(verify_log(&log[..3], Some(&count())), Err(AuditLogError::Truncated(3)));
        assert_eq!(verify_log(&[], Some(&count())), Err(AuditLogError::Truncated(0)));
        assert_eq!(verify_log(&log, None), Err(AuditLogError::InvalidCount));
        let fewer = EntryCount { entries: 3, ..count() };
        assert_eq!(verify_log(&log[..3], Some(&fewer)), Err(AuditLogError::InvalidCount));
        assert_eq!(verify_log(&log, Some(&fewer)), Err(AuditLogError::InvalidCount));
    }

    #[test]
    fn every_change_to_a_log_is_detected() {
        type Change = fn(&mut Vec<AuditEntry>);
        let changes: &[(Change, AuditLogError)] = &[
            (|log| log[1].event.action = "corrected".into(), AuditLogError::Changed(2)),
            (|log| log[1].event.actor = Actor::Portal, AuditLogError::Changed(2)),
            (|log| log[2].event.after = "y".into(), AuditLogError::Changed(3)),
            (|log| log[0].at = "2026-11-22T10:00:01Z".into(), AuditLogError::Changed(1)),
            (|log| log[3].seal = log[2].seal.clone(), AuditLogError::Changed(4)),
            (|log| drop(log.remove(1)), AuditLogError::Missing(2)),
            (|log| drop(log.remove(0)), AuditLogError::Missing(1)),
            (
                |log| {
                    log.remove(1);
                    log.iter_mut().zip(1..).for_each(|(entry, place)| entry.place = place);
                },
                AuditLogError::Changed(2),
            ),
            (
                |log| {
                    let twin = log[1].clone();
                    log.insert(1, twin);
                },
                AuditLogError::Missing(3),
            ),
        ];
        for (change, expected) in changes {
            let mut log = log();
            change(&mut log);
            assert_eq!(verify_log(&log, Some(&count())), Err(expected.clone()));
        }
    }

    #[test]
    fn log_verifies_only_for_its_participant_and_deployment() {
        let other = "PT0000000000AC".parse().unwrap();
        assert_eq!(verify(&test_key(), &other, &log(), Some(&count())), Err(AuditLogError::Changed(1)));
        let foreign = derived_test_key("a5", "");
        assert_eq!(verify(&foreign, &participant(), &log(), Some(&count())), Err(AuditLogError::Changed(1)));
    }
}

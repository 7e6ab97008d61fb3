//! A participant's items outside their own partition. Their keys are stored with the participant, so that erasure
//! finds them. The keys contain only fingerprints and random ids.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::types::AttributeValue;
use waypoint_domain::participant_number::ParticipantNumber;

use super::{
    item::{Item, key, pk_only},
    participant_items::partition,
    session_tokens::SESSION,
    table::Table,
    write::{Put, Write},
};

/// The sort key prefix of the items that list such keys.
pub(super) const OUTSIDE_KEYS: &str = "ELSEWHERE";
const OF_SESSIONS: &str = "of_sessions";
const OF_PARTICIPANTS: &str = "of_participants";

/// Keys of items outside the participant's partition.
#[derive(Debug, Default)]
pub(super) struct OutsideKeys {
    of_sessions: BTreeSet<String>,
    of_participants: BTreeSet<(String, String)>,
}

impl OutsideKeys {
    /// Adds an item of the Sessions table.
    pub(super) fn and_session(mut self, pk: String) -> Self {
        self.of_sessions.insert(pk);
        self
    }

    /// Adds an item of the Participants table.
    pub(super) fn and_item(mut self, pk: String, sk: &str) -> Self {
        self.of_participants.insert((pk, sk.to_owned()));
        self
    }

    /// The keys of browser sessions.
    pub(super) fn browser_sessions(&self) -> impl Iterator<Item = &str> {
        self.of_sessions.iter().map(String::as_str).filter(|pk| pk.starts_with(SESSION))
    }

    /// The keys of the other items in the Sessions table.
    pub(super) fn sessions(&self) -> Vec<Item> {
        let others = self.of_sessions.iter().filter(|pk| !pk.starts_with(SESSION));
        others.map(pk_only).collect()
    }

    /// The keys of the items in the Participants table.
    pub(super) fn items(&self) -> impl Iterator<Item = Item> {
        self.of_participants.iter().map(|(pk, sk)| key(pk, sk))
    }

    fn sets(&self) -> impl Iterator<Item = (&'static str, AttributeValue)> {
        let pairs = self.of_participants.iter().map(|(pk, sk)| format!("{pk} {sk}")).collect::<Vec<_>>();
        let sets = [(OF_SESSIONS, self.of_sessions.iter().cloned().collect()), (OF_PARTICIPANTS, pairs)];
        // DynamoDB rejects empty sets.
        sets.into_iter().filter(|(_, set)| !set.is_empty()).map(|(name, set)| (name, AttributeValue::Ss(set)))
    }
}

pub(super) fn new_list(
    table: &Table,
    participant: &ParticipantNumber,
    sort_key: &str,
    keys: &OutsideKeys,
) -> Write<Put> {
    let put = table.put_new(key(partition(participant), sort_key));
    keys.sets().fold(put, |put, (name, set)| put.set(name, set))
}

/// Adds keys to the list, creating it if it doesn't exist.
pub(super) fn note_outside_keys(table: &Table, participant: &ParticipantNumber, keys: &OutsideKeys) -> Write {
    let update = table.update(key(partition(participant), OUTSIDE_KEYS));
    keys.sets().fold(update, |update, (name, set)| update.add(name, set)).into()
}

/// Collects the keys from the items of a participant.
pub(super) fn outside_keys_in(items: &[Item]) -> OutsideKeys {
    let texts = |name: &'static str| {
        items.iter().filter_map(move |item| item.get(name)?.as_ss().ok()).flatten().cloned()
    };
    OutsideKeys {
        of_sessions: texts(OF_SESSIONS).collect(),
        of_participants: texts(OF_PARTICIPANTS)
            .filter_map(|pair| pair.split_once(' ').map(|(pk, sk)| (pk.to_owned(), sk.to_owned())))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::item::PK;

    #[test]
    fn noted_keys_are_found_again() {
        let keys = OutsideKeys::default()
            .and_session("SESSION#a".into())
            .and_session("IDEMPOTENCY#b".into())
            .and_item("ADDRESS#c".into(), "SIGNUP#d");
        let found = outside_keys_in(&[keys.sets().map(|(name, set)| (name.to_owned(), set)).collect()]);
        let sessions: Vec<_> =
            found.sessions().into_iter().map(|item| item[PK].as_s().cloned().unwrap()).collect();
        assert_eq!(sessions, ["IDEMPOTENCY#b"]);
        assert_eq!(found.browser_sessions().collect::<Vec<_>>(), ["SESSION#a"]);
        assert_eq!(found.items().collect::<Vec<_>>(), [key("ADDRESS#c", "SIGNUP#d")]);
        assert!(outside_keys_in(&[]).sessions().is_empty());
    }
}

//! The id of a chat with an agent service, as a browser has it: bound to the browser's session. The service gets an id that was
//! read from another browser's page from no other session, so a chat can't be continued from another browser. The binding names
//! the session by its id, which stays when the session's token is replaced. It is stored nowhere.

use waypoint_domain::assistant::ChatId;
use waypoint_keys::{Key, purpose::ChatBinding, same};

/// Half of an HMAC-SHA-256, as hexadecimal digits.
const DIGITS: usize = 32;

/// The id that the browser of this session gets for an id of the service; nothing when that is too long to be bound.
#[must_use]
pub fn bound(id: &ChatId, key: &Key<ChatBinding>, session: &str) -> Option<ChatId> {
    let proof = key.fingerprint(&named(id.as_str(), session));
    format!("{}{}", proof.get(..DIGITS)?, id.as_str()).parse().ok()
}

/// The service's id in the id that a browser of this session sends; nothing when that belongs to another session, or to none.
#[must_use]
pub fn unbound(bound: &ChatId, key: &Key<ChatBinding>, session: &str) -> Option<ChatId> {
    let (given, id) = bound.as_str().split_at_checked(DIGITS)?;
    let proofs = key.fingerprints(&named(id, session));
    // Every one is compared, so that the time does not depend on which one it was.
    let is_ours = proofs
        .accepted()
        .filter_map(|proof| proof.get(..DIGITS))
        .fold(false, |is_ours, proof| same(proof, given) | is_ours);
    if is_ours { id.parse().ok() } else { None }
}

fn named(id: &str, session: &str) -> String {
    format!("{session}\n{id}")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;
    use crate::keys_in_tests::key_of;

    const SESSION: &str = "0123456789abcdef";

    #[test]
    fn an_id_is_read_in_its_own_session_alone() {
        let key = key_of("5a", "");
        let id: ChatId = "their-chat:1.2_A".parse().unwrap();
        let sent = bound(&id, &key, SESSION).unwrap();
        assert_eq!(unbound(&sent, &key, SESSION), Some(id.clone()));
        assert_eq!(unbound(&sent, &key, "fedcba9876543210"), None);
        let another = sent.as_str().replace("chat:1", "chat:2");
        for forged in [id.as_str(), another.as_str(), &sent.as_str()[1..], &sent.as_str()[..DIGITS]] {
            assert_eq!(unbound(&forged.parse().unwrap(), &key, SESSION), None, "{forged}");
        }
    }

    #[test]
    fn an_id_of_the_longest_kind_is_bound() {
        let key = key_of("5a", "");
        let id: ChatId = "a".repeat(128).parse().unwrap();
        assert_eq!(unbound(&bound(&id, &key, SESSION).unwrap(), &key, SESSION), Some(id));
    }

    #[test]
    fn a_chat_goes_on_during_the_overlap_of_a_rotation_alone() {
        let id: ChatId = "their-chat".parse().unwrap();
        let sent = bound(&id, &key_of("5a", ""), SESSION).unwrap();
        assert_eq!(unbound(&sent, &key_of("6b", "5a"), SESSION), Some(id));
        assert_eq!(unbound(&sent, &key_of("6b", ""), SESSION), None);
    }
}

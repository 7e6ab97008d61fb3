//! Binds the id of an agent service's chat to the browser's session.
//!
//! Another browser can't continue a chat with an id copied from this browser's page. The binding uses the session's id,
//! which stays when the session token is replaced. It is not stored.

use waypoint_domain::assistant::ChatId;
use waypoint_keys::{Key, constant_time_eq, purpose::ChatBinding};

/// Half of an HMAC-SHA-256, in hexadecimal digits.
const DIGITS: usize = 32;

/// Returns the bound form of the service's chat id for this session, or `None` when the id is too long.
#[must_use]
pub fn bind(id: &ChatId, key: &Key<ChatBinding>, session: &str) -> Option<ChatId> {
    let proof = key.fingerprint(&proof_input(id.as_str(), session));
    format!("{}{}", proof.get(..DIGITS)?, id.as_str()).parse().ok()
}

/// Returns the service's chat id from a bound id, or `None` when it doesn't belong to this session.
#[must_use]
pub fn unbind(bound: &ChatId, key: &Key<ChatBinding>, session: &str) -> Option<ChatId> {
    let (given, id) = bound.as_str().split_at_checked(DIGITS)?;
    let proofs = key.fingerprints(&proof_input(id, session));
    // Compares all of them, so the time doesn't reveal which one matched.
    let is_ours = proofs
        .accepted()
        .filter_map(|proof| proof.get(..DIGITS))
        .fold(false, |is_ours, proof| constant_time_eq(proof, given) | is_ours);
    if is_ours { id.parse().ok() } else { None }
}

fn proof_input(id: &str, session: &str) -> String {
    format!("{session}\n{id}")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;
    use crate::keys_in_tests::derived_test_key;

    const SESSION: &str = "0123456789abcdef";

    #[test]
    fn bound_id_is_valid_only_in_its_session() {
        let key = derived_test_key("5a", "");
        let id: ChatId = "their-chat:1.2_A".parse().unwrap();
        let sent = bind(&id, &key, SESSION).unwrap();
        assert_eq!(unbind(&sent, &key, SESSION), Some(id.clone()));
        assert_eq!(unbind(&sent, &key, "fedcba9876543210"), None);
        let another = sent.as_str().replace("chat:1", "chat:2");
        for forged in [id.as_str(), another.as_str(), &sent.as_str()[1..], &sent.as_str()[..DIGITS]] {
            assert_eq!(unbind(&forged.parse().unwrap(), &key, SESSION), None, "{forged}");
        }
    }

    #[test]
    fn longest_id_can_be_bound() {
        let key = derived_test_key("5a", "");
        let id: ChatId = "a".repeat(128).parse().unwrap();
        assert_eq!(unbind(&bind(&id, &key, SESSION).unwrap(), &key, SESSION), Some(id));
    }

    #[test]
    fn bound_id_survives_only_the_overlap_of_a_key_rotation() {
        let id: ChatId = "their-chat".parse().unwrap();
        let sent = bind(&id, &derived_test_key("5a", ""), SESSION).unwrap();
        assert_eq!(unbind(&sent, &derived_test_key("6b", "5a"), SESSION), Some(id));
        assert_eq!(unbind(&sent, &derived_test_key("6b", ""), SESSION), None);
    }
}

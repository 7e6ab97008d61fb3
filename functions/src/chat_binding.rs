//! The id of a chat with an agent service, as a browser has it: bound to the browser's session. An id that was read from
//! another browser's page goes to the service from no other session, so nobody continues, or reads on in, another's chat.
//! The binding is made with the session token itself, which no store has, and is kept nowhere.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use waypoint_domain::assistant::ChatId;

use crate::{
    secret::{hex, same},
    session_token::SessionToken,
};

/// Half of an HMAC-SHA-256, as hexadecimal digits.
const DIGITS: usize = 32;

/// An id of the service's, for the browser of this session; nothing when it is too long to be bound.
#[must_use]
pub fn bound(id: &ChatId, session: &SessionToken) -> Option<ChatId> {
    format!("{}{}", proof(id.as_str(), session), id.as_str()).parse().ok()
}

/// The service's id in what a browser of this session sends; nothing when the id belongs to another session, or to none.
#[must_use]
pub fn unbound(bound: &ChatId, session: &SessionToken) -> Option<ChatId> {
    let (given, id) = bound.as_str().split_at_checked(DIGITS)?;
    if same(given, &proof(id, session)) { id.parse().ok() } else { None }
}

fn proof(id: &str, session: &SessionToken) -> String {
    // HMAC takes a key of any length, so this can't fail.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(session.secret()) else { return String::new() };
    mac.update(b"waypoint:chat\n");
    mac.update(id.as_bytes());
    let mut proof = hex(&mac.finalize().into_bytes());
    proof.truncate(DIGITS);
    proof
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_read_in_its_own_session_alone() {
        let (session, other) = (SessionToken::random().unwrap(), SessionToken::random().unwrap());
        let id: ChatId = "their-chat:1.2_A".parse().unwrap();
        let sent = bound(&id, &session).unwrap();
        assert_eq!(unbound(&sent, &session), Some(id.clone()));
        assert_eq!(unbound(&sent, &other), None);
        let another = sent.as_str().replace("chat:1", "chat:2");
        for forged in [id.as_str(), another.as_str(), &sent.as_str()[1..], &sent.as_str()[..DIGITS]] {
            assert_eq!(unbound(&forged.parse().unwrap(), &session), None, "{forged}");
        }
    }

    #[test]
    fn an_id_of_the_longest_kind_is_bound() {
        let session = SessionToken::random().unwrap();
        let id: ChatId = "a".repeat(128).parse().unwrap();
        assert_eq!(unbound(&bound(&id, &session).unwrap(), &session), Some(id));
    }
}

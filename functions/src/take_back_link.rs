//! The link in the mail about shared records that takes them back. It works as long as the sign-up exists, because it
//! can only erase.

use waypoint_domain::participant_number::ParticipantNumber;
use waypoint_keys::{Key, purpose::TakeRecordsBack};

/// Returns the link's URL. The token follows `#`, so it reaches no server and no log.
#[must_use]
pub fn address(site: &str, key: &Key<TakeRecordsBack>, number: &ParticipantNumber) -> String {
    format!("{site}/medical-records#take-back={number}{}", key.fingerprint(number.as_str()))
}

/// Returns the participant whose records a valid token takes back.
#[must_use]
pub fn read(key: &Key<TakeRecordsBack>, token: &str) -> Option<ParticipantNumber> {
    let (number, given) = token.split_at_checked(ParticipantNumber::CHARACTERS)?;
    let number: ParticipantNumber = number.parse().ok()?;
    key.recognizes(number.as_str(), given).then_some(number)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;
    use crate::keys_in_tests::derived_test_key;

    #[test]
    fn token_is_in_the_fragment_and_valid_for_one_participant() {
        let key = derived_test_key("5a", "");
        let number: ParticipantNumber = "PT0123456789AB".parse().unwrap();
        let address = address("https://waypoint.example", &key, &number);
        let (before, token) = address.split_once("#take-back=").unwrap();
        assert_eq!(before, "https://waypoint.example/medical-records");
        assert_eq!(read(&key, token), Some(number));
        let other_participant = token.replace("PT0123456789AB", "PT0123456789AC");
        let cut = &token[..token.len() - 1];
        for forged in [other_participant.as_str(), cut, "", "PT0123456789AB", "é"] {
            assert_eq!(read(&key, forged), None, "{forged}");
        }
        assert_eq!(read(&derived_test_key("6b", "5a"), token), read(&key, token));
        assert_eq!(read(&derived_test_key("6b", ""), token), None);
    }
}

//! The link in the mail about shared records, by which they are taken back. It works as long as the sign-up is kept: all that
//! it can do is erase.

use waypoint_domain::participant_number::ParticipantNumber;
use waypoint_keys::{Key, purpose::TakeRecordsBack};

/// The address of the link. The token stands behind `#`, so that no server sees it, and no log.
#[must_use]
pub fn address(site: &str, key: &Key<TakeRecordsBack>, number: &ParticipantNumber) -> String {
    format!("{site}/medical-records#take-back={number}{}", key.fingerprint(number.as_str()))
}

/// The participant whose records a token of ours takes back.
#[must_use]
pub fn read(key: &Key<TakeRecordsBack>, token: &str) -> Option<ParticipantNumber> {
    let (number, given) = token.split_at_checked(ParticipantNumber::CHARACTERS)?;
    let number: ParticipantNumber = number.parse().ok()?;
    key.made(number.as_str(), given).then_some(number)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;
    use crate::keys_in_tests::key_of;

    #[test]
    fn the_token_stands_where_no_server_sees_it_and_is_of_one_participant() {
        let key = key_of("5a", "");
        let number: ParticipantNumber = "PT0123456789AB".parse().unwrap();
        let address = address("https://waypoint.example", &key, &number);
        let (before, token) = address.split_once("#take-back=").unwrap();
        assert_eq!(before, "https://waypoint.example/medical-records");
        assert_eq!(read(&key, token), Some(number));
        let of_another = token.replace("PT0123456789AB", "PT0123456789AC");
        let cut = &token[..token.len() - 1];
        for forged in [of_another.as_str(), cut, "", "PT0123456789AB", "é"] {
            assert_eq!(read(&key, forged), None, "{forged}");
        }
        assert_eq!(read(&key_of("6b", "5a"), token), read(&key, token));
        assert_eq!(read(&key_of("6b", ""), token), None);
    }
}

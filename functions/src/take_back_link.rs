//! The link in the mail about shared records, by which they are taken back. It works as long as the sign-up is kept: all that
//! it can do is erase.

use waypoint_domain::participant_number::ParticipantNumber;

use crate::secret::{Secret, Use, same};

/// The address of the link. The token stands behind `#`, so that no server sees it, and no log.
#[must_use]
pub fn address(site: &str, secret: &Secret, number: &ParticipantNumber) -> String {
    format!("{site}/medical-records#take-back={number}{}", proof(secret, number))
}

/// The participant whose records a token of ours takes back.
#[must_use]
pub fn read(secret: &Secret, token: &str) -> Option<ParticipantNumber> {
    let (number, given) = token.split_at_checked(ParticipantNumber::CHARACTERS)?;
    let number: ParticipantNumber = number.parse().ok()?;
    same(given, &proof(secret, &number)).then_some(number)
}

fn proof(secret: &Secret, number: &ParticipantNumber) -> String {
    secret.fingerprint(Use::TakeRecordsBack, number.as_str())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    #[test]
    fn the_token_stands_where_no_server_sees_it_and_is_of_one_participant() {
        let secret = Secret::from_hex(&"5a".repeat(32)).unwrap();
        let number: ParticipantNumber = "PT0123456789AB".parse().unwrap();
        let address = address("https://waypoint.example", &secret, &number);
        let (before, token) = address.split_once("#take-back=").unwrap();
        assert_eq!(before, "https://waypoint.example/medical-records");
        assert_eq!(read(&secret, token), Some(number));
        let of_another = token.replace("PT0123456789AB", "PT0123456789AC");
        let cut = &token[..token.len() - 1];
        for forged in [of_another.as_str(), cut, "", "PT0123456789AB", "é"] {
            assert_eq!(read(&secret, forged), None, "{forged}");
        }
        let other = Secret::from_hex(&"a5".repeat(32)).unwrap();
        assert_eq!(read(&other, token), None);
    }
}

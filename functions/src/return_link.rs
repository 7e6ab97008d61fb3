//! The link in mails about a sign-up, by which its owner comes back to it on any device, as long as the link works (E-330).
//! The address on file is where everything else about the sign-up is told, too.

use jiff::Timestamp;
use waypoint_domain::{participant_number::ParticipantNumber, retention::Kept};
use waypoint_keys::{Key, purpose::Return};

use crate::clock::after;

/// Seconds since 1970 have as many digits until the year 2286.
const DIGITS: usize = 10;

/// The address of the link that is written now. The token stands behind `#`, so that no server sees it, and no log.
#[must_use]
pub fn address(site: &str, key: &Key<Return>, number: &ParticipantNumber, now: Timestamp) -> String {
    let until = format!("{:010}", after(now, Kept::ReturnLink.time()));
    format!("{site}/thankyou/{number}#return={number}{until}{}", key.fingerprint(&signed(number, &until)))
}

/// The participant to whom a token of ours leads, unless its time is over.
#[must_use]
pub fn read(key: &Key<Return>, token: &str, now: Timestamp) -> Option<ParticipantNumber> {
    let (number, rest) = token.split_at_checked(ParticipantNumber::CHARACTERS)?;
    let (until, given) = rest.split_at_checked(DIGITS)?;
    let number: ParticipantNumber = number.parse().ok()?;
    let is_ours = key.made(&signed(&number, until), given);
    let works = until.parse::<i64>().is_ok_and(|until| until > now.as_second());
    (is_ours && works).then_some(number)
}

/// What the proof of a token is made of.
fn signed(number: &ParticipantNumber, until: &str) -> String {
    format!("{number}\n{until}")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;
    use crate::keys_in_tests::key_of;

    fn ours(byte: &str) -> Key<Return> {
        key_of(byte, "")
    }

    #[test]
    fn a_link_leads_to_one_participant_for_thirty_days() {
        let number: ParticipantNumber = "PT0123456789AB".parse().unwrap();
        let now: Timestamp = "2026-11-24T10:00:00Z".parse().unwrap();
        let address = address("https://waypoint.example", &ours("5a"), &number, now);
        let (before, token) = address.split_once("#return=").unwrap();
        assert_eq!(before, "https://waypoint.example/thankyou/PT0123456789AB");
        let days = |days: i64| now + jiff::SignedDuration::from_hours(24 * days);
        for (day, found) in [(0, true), (29, true), (30, false), (400, false)] {
            assert_eq!(read(&ours("5a"), token, days(day)).is_some(), found, "{day}");
        }
        assert_eq!(read(&ours("5a"), token, now).as_ref(), Some(&number));
        assert_eq!(read(&ours("a5"), token, now), None);
        // During the overlap of a rotation.
        assert_eq!(read(&key_of("a5", "5a"), token, now), Some(number));
    }

    #[test]
    fn whatever_is_changed_in_a_token_leads_to_nobody() {
        let number: ParticipantNumber = "PT0123456789AB".parse().unwrap();
        let now = Timestamp::from_second(1_800_000_000).unwrap();
        let address = address("", &ours("5a"), &number, now);
        let token = address.split_once("#return=").unwrap().1;
        let of_another = token.replace("PT0123456789AB", "PT0123456789AC");
        let longer = format!("{}9999999999{}", &token[..14], &token[24..]);
        let cut = &token[..token.len() - 1];
        for forged in [of_another.as_str(), longer.as_str(), cut, "", "PT0123456789AB", "é"] {
            assert_eq!(read(&ours("5a"), forged, now), None, "{forged}");
        }
    }
}

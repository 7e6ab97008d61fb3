//! The link in mails that leads a participant back to the sign-up on any device, until it expires (E-330).
//!
//! It is bound to the address on file. Once a wrong address is corrected, links sent there stop working (E-530).

use jiff::Timestamp;
use waypoint_domain::{participant_number::ParticipantNumber, retention::RetentionPeriod};
use waypoint_keys::{Key, purpose::Return};

use crate::clock::unix_time_after;

/// The digits of a time in seconds since 1970, until the year 2286.
const DIGITS: usize = 10;

/// Returns the URL of a new link for a sign-up and the fingerprint of its mail address. The token follows `#`, so it
/// reaches no server and no log.
#[must_use]
pub fn address(
    site: &str,
    key: &Key<Return>,
    (number, mailbox): (&ParticipantNumber, &str),
    now: Timestamp,
) -> String {
    let until = format!("{:010}", unix_time_after(now, RetentionPeriod::ReturnLink.duration()));
    let proof = key.fingerprint(&proof_input((number, mailbox), &until));
    format!("{site}/thankyou/{number}#return={number}{until}{proof}")
}

/// The token of a return link. Its proof is checked once the fingerprint of the address is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReturnToken<'a> {
    /// The sign-up that it claims to open.
    pub number: ParticipantNumber,
    until: &'a str,
    proof: &'a str,
}

impl<'a> ReturnToken<'a> {
    /// Parses a token. Returns `None` when it is malformed or has expired.
    #[must_use]
    pub fn read(token: &'a str, now: Timestamp) -> Option<Self> {
        let (number, rest) = token.split_at_checked(ParticipantNumber::CHARACTERS)?;
        let (until, proof) = rest.split_at_checked(DIGITS)?;
        let number = number.parse().ok()?;
        let works = until.parse::<i64>().is_ok_and(|until| until > now.as_second());
        works.then_some(Self { number, until, proof })
    }

    /// Whether this site sent the token to the address with this fingerprint.
    #[must_use]
    pub fn was_sent_to(&self, key: &Key<Return>, mailbox: &str) -> bool {
        key.recognizes(&proof_input((&self.number, mailbox), self.until), self.proof)
    }
}

/// The text that the proof of a token covers.
fn proof_input((number, mailbox): (&ParticipantNumber, &str), until: &str) -> String {
    format!("{number}\n{until}\n{mailbox}")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;
    use crate::keys_in_tests::derived_test_key;

    const MAILBOX: &str = "0a1b2c";

    fn test_key(byte: &str) -> Key<Return> {
        derived_test_key(byte, "")
    }

    /// Returns the participant that a token opens.
    fn opened(key: &Key<Return>, token: &str, mailbox: &str, now: Timestamp) -> Option<ParticipantNumber> {
        let token = ReturnToken::read(token, now)?;
        token.was_sent_to(key, mailbox).then_some(token.number)
    }

    #[test]
    fn link_opens_one_participant_for_thirty_days() {
        let number: ParticipantNumber = "PT0123456789AB".parse().unwrap();
        let now: Timestamp = "2026-11-24T10:00:00Z".parse().unwrap();
        let address = address("https://waypoint.example", &test_key("5a"), (&number, MAILBOX), now);
        let (before, token) = address.split_once("#return=").unwrap();
        assert_eq!(before, "https://waypoint.example/thankyou/PT0123456789AB");
        let days = |days: i64| now + jiff::SignedDuration::from_hours(24 * days);
        for (day, found) in [(0, true), (29, true), (30, false), (400, false)] {
            assert_eq!(opened(&test_key("5a"), token, MAILBOX, days(day)).is_some(), found, "{day}");
        }
        assert_eq!(opened(&test_key("5a"), token, MAILBOX, now).as_ref(), Some(&number));
        assert_eq!(opened(&test_key("a5"), token, MAILBOX, now), None);
        assert_eq!(opened(&test_key("5a"), token, "another address", now), None);
        // During the overlap of a rotation.
        assert_eq!(opened(&derived_test_key("a5", "5a"), token, MAILBOX, now), Some(number));
    }

    #[test]
    fn changed_token_opens_no_participant() {
        let number: ParticipantNumber = "PT0123456789AB".parse().unwrap();
        let now = Timestamp::from_second(1_800_000_000).unwrap();
        let address = address("", &test_key("5a"), (&number, MAILBOX), now);
        let token = address.split_once("#return=").unwrap().1;
        let of_another = token.replace("PT0123456789AB", "PT0123456789AC");
        let longer = format!("{}9999999999{}", &token[..14], &token[24..]);
        let cut = &token[..token.len() - 1];
        for forged in [of_another.as_str(), longer.as_str(), cut, "", "PT0123456789AB", "é"] {
            assert_eq!(opened(&test_key("5a"), forged, MAILBOX, now), None, "{forged}");
        }
    }
}

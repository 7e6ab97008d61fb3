//! Links that stop the messages of one channel about a sign-up: in our emails, and in the messages that the study team sends.
//! They work as long as the sign-up exists, because they can only stop messages.

use waypoint_domain::participant_number::ParticipantNumber;
use waypoint_keys::{Key, purpose::StopMessages};

/// The hexadecimal digits of a proof.
const PROOF_DIGITS: usize = 64;

/// A link that this site issued.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StopLink {
    pub number: ParticipantNumber,
    /// The id of a basic channel or of a consent box.
    pub channel: String,
}

impl StopLink {
    /// The URL of the page that says what the link stops. The token follows `#`, so it reaches no server and no log.
    #[must_use]
    pub fn page(&self, site: &str, key: &Key<StopMessages>) -> String {
        format!("{site}/notify#stop-messages={}", self.token(key))
    }

    /// The URL to which mail services send a one-click request (RFC 8058).
    #[must_use]
    pub fn one_click(&self, site: &str, key: &Key<StopMessages>) -> String {
        format!("{site}/backend/messages/stop?token={}", self.token(key))
    }

    fn token(&self, key: &Key<StopMessages>) -> String {
        let Self { number, channel } = self;
        format!("{number}{}{channel}", key.fingerprint(&self.proof_input()))
    }

    /// Returns the link of a valid token.
    #[must_use]
    pub fn read(key: &Key<StopMessages>, token: &str) -> Option<Self> {
        let (number, rest) = token.split_at_checked(ParticipantNumber::CHARACTERS)?;
        let (proof, channel) = rest.split_at_checked(PROOF_DIGITS)?;
        let link = Self { number: number.parse().ok()?, channel: channel.to_owned() };
        key.recognizes(&link.proof_input(), proof).then_some(link)
    }

    fn proof_input(&self) -> String {
        format!("{}\n{}", self.number, self.channel)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;
    use crate::keys_in_tests::derived_test_key;

    #[test]
    fn link_stops_one_channel_of_one_sign_up() {
        let key = derived_test_key("5a", "");
        let link = StopLink { number: "PT0123456789AB".parse().unwrap(), channel: "sms".into() };
        let page = link.page("https://waypoint.example", &key);
        let (before, token) = page.split_once("#stop-messages=").unwrap();
        assert_eq!(before, "https://waypoint.example/notify");
        let one_click = format!("https://waypoint.example/backend/messages/stop?token={token}");
        assert_eq!(link.one_click("https://waypoint.example", &key), one_click);
        assert_eq!(StopLink::read(&key, token), Some(link));
        let other_participant = token.replace("PT0123456789AB", "PT0123456789AC");
        let other_channel = token.replace("sms", "email");
        let cut = &token[..token.len() - 1];
        for forged in [&other_participant, &other_channel, cut, "", "PT0123456789AB", "é"] {
            assert_eq!(StopLink::read(&key, forged), None, "{forged}");
        }
        assert_eq!(StopLink::read(&derived_test_key("6b", ""), token), None);
        assert!(StopLink::read(&derived_test_key("6b", "5a"), token).is_some());
    }
}

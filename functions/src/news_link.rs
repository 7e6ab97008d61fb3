//! The links in mails about news.

use waypoint_keys::{
    Key, KeyPurpose,
    purpose::{ConfirmNews, StopNews},
};

use crate::mail_link::{self, LinkId};

/// The id of a subscription, which its links also contain.
pub type SubscriptionId = LinkId;

/// Returns the URL of the link that confirms a subscription. The token follows `#`, so it reaches no server and no log.
#[must_use]
pub fn to_confirm(site: &str, key: &Key<ConfirmNews>, id: &SubscriptionId) -> String {
    format!("{site}/notify#confirm={}", mail_link::token(key, id))
}

/// Returns the URL of the link that stops news.
#[must_use]
pub fn to_stop(site: &str, key: &Key<StopNews>, id: &SubscriptionId) -> String {
    format!("{site}/notify#stop={}", mail_link::token(key, id))
}

/// Returns the URL to which mail services send a one-click request to stop news (RFC 8058).
#[must_use]
pub fn one_click_stop(site: &str, key: &Key<StopNews>, id: &SubscriptionId) -> String {
    format!("{site}/backend/notify/stop?token={}", mail_link::token(key, id))
}

/// Returns the subscription of a token that is valid for the key's purpose.
#[must_use]
pub fn read<P: KeyPurpose>(key: &Key<P>, token: &str) -> Option<SubscriptionId> {
    mail_link::read(key, token)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys_in_tests::derived_test_key;

    #[test]
    fn token_is_in_the_fragment_and_valid_only_for_its_purpose() {
        let (stop, confirm) = (derived_test_key("5a", ""), derived_test_key::<ConfirmNews>("5a", ""));
        let id = SubscriptionId::random().unwrap();
        let address = to_stop("https://waypoint.example", &stop, &id);
        let (before, token) = address.split_once("#stop=").unwrap();
        assert_eq!(before, "https://waypoint.example/notify");
        let one_click = format!("https://waypoint.example/backend/notify/stop?token={token}");
        assert_eq!(one_click_stop("https://waypoint.example", &stop, &id), one_click);
        assert_eq!(read(&stop, token), Some(id));
        assert_eq!(read(&confirm, token), None);
    }
}

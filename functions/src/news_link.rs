//! The links in mails about news.

use waypoint_keys::{
    Key,
    purpose::{ConfirmNews, StopNews},
};

use crate::mail_link::{self, LinkId};

/// The number of a subscription.
pub type SubscriptionId = LinkId;

/// The address of the link that confirms. The token stands behind `#`, so that no server sees it, and no log.
#[must_use]
pub fn to_confirm(site: &str, key: &Key<ConfirmNews>, id: &SubscriptionId) -> String {
    format!("{site}/notify#confirm={}", mail_link::token(key, id))
}

/// The address of the link that stops news.
#[must_use]
pub fn to_stop(site: &str, key: &Key<StopNews>, id: &SubscriptionId) -> String {
    format!("{site}/notify#stop={}", mail_link::token(key, id))
}

/// The subscription that a token confirms.
#[must_use]
pub fn confirmed_by(key: &Key<ConfirmNews>, token: &str) -> Option<SubscriptionId> {
    mail_link::read(key, token)
}

/// The subscription that a token stops.
#[must_use]
pub fn stopped_by(key: &Key<StopNews>, token: &str) -> Option<SubscriptionId> {
    mail_link::read(key, token)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys_in_tests::key_of;

    #[test]
    fn the_token_stands_where_no_server_sees_it_and_works_for_its_own_purpose_only() {
        let (stop, confirm) = (key_of("5a", ""), key_of("5a", ""));
        let id = SubscriptionId::random().unwrap();
        let address = to_stop("https://waypoint.example", &stop, &id);
        let (before, token) = address.split_once("#stop=").unwrap();
        assert_eq!(before, "https://waypoint.example/notify");
        assert_eq!(stopped_by(&stop, token), Some(id));
        assert_eq!(confirmed_by(&confirm, token), None);
    }
}

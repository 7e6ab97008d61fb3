//! The links in mails about news.

use crate::{
    mail_link::{self, LinkId},
    secret::{Secret, Use},
};

/// The number of a subscription.
pub type SubscriptionId = LinkId;

/// What a link is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Confirming that the owner of the address wants news.
    Confirm,
    /// Stopping news.
    Stop,
}

impl Purpose {
    fn what_for(self) -> Use {
        match self {
            Self::Confirm => Use::ConfirmNews,
            Self::Stop => Use::StopNews,
        }
    }

    /// The address of a link. The token stands behind `#`, so that no server sees it, and no log.
    #[must_use]
    pub fn address(self, site: &str, secret: &Secret, id: &SubscriptionId) -> String {
        let word = match self {
            Self::Confirm => "confirm",
            Self::Stop => "stop",
        };
        format!("{site}/notify#{word}={}", mail_link::token(secret, self.what_for(), id))
    }

    /// The subscription that a token of ours is for.
    #[must_use]
    pub fn read(self, secret: &Secret, token: &str) -> Option<SubscriptionId> {
        mail_link::read(secret, self.what_for(), token)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_stands_where_no_server_sees_it_and_works_for_its_own_purpose_only() {
        let secret = Secret::from_hex(&"5a".repeat(32)).unwrap();
        let id = SubscriptionId::random().unwrap();
        let address = Purpose::Stop.address("https://waypoint.example", &secret, &id);
        let (before, token) = address.split_once("#stop=").unwrap();
        assert_eq!(before, "https://waypoint.example/notify");
        assert_eq!(Purpose::Stop.read(&secret, token), Some(id));
        assert_eq!(Purpose::Confirm.read(&secret, token), None);
    }
}

//! The link in the mail to somebody who wants to be forgotten.

use crate::{
    mail_link::{self, LinkId},
    secret::{Secret, Use},
};

/// The number of a request to be forgotten.
pub type DeletionId = LinkId;

/// The address of the link. The token stands behind `#`, so that no server sees it, and no log.
#[must_use]
pub fn address(site: &str, secret: &Secret, id: &DeletionId) -> String {
    format!("{site}/deleteme#confirm={}", mail_link::token(secret, Use::ConfirmDeletion, id))
}

/// The request that a token of ours is for.
#[must_use]
pub fn read(secret: &Secret, token: &str) -> Option<DeletionId> {
    mail_link::read(secret, Use::ConfirmDeletion, token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_stands_where_no_server_sees_it() {
        let secret = Secret::from_hex(&"5a".repeat(32)).unwrap();
        let id = DeletionId::random().unwrap();
        let address = address("https://waypoint.example", &secret, &id);
        let (before, token) = address.split_once("#confirm=").unwrap();
        assert_eq!(before, "https://waypoint.example/deleteme");
        assert_eq!(read(&secret, token), Some(id));
    }
}

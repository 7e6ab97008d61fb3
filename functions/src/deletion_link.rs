//! The link in the mail to somebody who wants to be forgotten.

use waypoint_keys::{Key, purpose::ConfirmDeletion};

use crate::mail_link::{self, LinkId};

/// The number of a request to be forgotten.
pub type DeletionId = LinkId;

/// The address of the link. The token stands behind `#`, so that no server sees it, and no log.
#[must_use]
pub fn address(site: &str, key: &Key<ConfirmDeletion>, id: &DeletionId) -> String {
    format!("{site}/deleteme#confirm={}", mail_link::token(key, id))
}

/// The request that a token of ours is for.
#[must_use]
pub fn read(key: &Key<ConfirmDeletion>, token: &str) -> Option<DeletionId> {
    mail_link::read(key, token)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys_in_tests::key_of;

    #[test]
    fn the_token_stands_where_no_server_sees_it() {
        let key = key_of("5a", "");
        let id = DeletionId::random().unwrap();
        let address = address("https://waypoint.example", &key, &id);
        let (before, token) = address.split_once("#confirm=").unwrap();
        assert_eq!(before, "https://waypoint.example/deleteme");
        assert_eq!(read(&key, token), Some(id));
    }
}

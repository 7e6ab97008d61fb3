//! The link in the mail that confirms an erasure request.

use waypoint_keys::{Key, purpose::ConfirmDeletion};

use crate::mail_link::{self, LinkId};

/// The id of an erasure request.
pub type DeletionId = LinkId;

/// Returns the link's URL. The token follows `#`, so it reaches no server and no log.
#[must_use]
pub fn address(site: &str, key: &Key<ConfirmDeletion>, id: &DeletionId) -> String {
    format!("{site}/deleteme#confirm={}", mail_link::token(key, id))
}

/// Returns the erasure request that a valid token belongs to.
#[must_use]
pub fn read(key: &Key<ConfirmDeletion>, token: &str) -> Option<DeletionId> {
    mail_link::read(key, token)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys_in_tests::derived_test_key;

    #[test]
    fn token_is_in_the_fragment_of_the_link() {
        let key = derived_test_key("5a", "");
        let id = DeletionId::random().unwrap();
        let address = address("https://waypoint.example", &key, &id);
        let (before, token) = address.split_once("#confirm=").unwrap();
        assert_eq!(before, "https://waypoint.example/deleteme");
        assert_eq!(read(&key, token), Some(id));
    }
}

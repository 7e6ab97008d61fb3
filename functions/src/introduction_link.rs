//! The links in mails about introductions. Their tokens follow `#`, so they reach no server and no log.

use waypoint_keys::{
    Key,
    purpose::{ConfirmIntroduction, EraseIntroduction},
};

use crate::mail_link::{self, LinkId};

/// The id of an introduction, which its links also contain.
pub type IntroductionId = LinkId;

/// Returns the URL of the page that shows an introduction and sends it.
#[must_use]
pub fn to_confirm(site: &str, key: &Key<ConfirmIntroduction>, id: &IntroductionId) -> String {
    format!("{site}/notify#send-details={}", mail_link::token(key, id))
}

/// Returns the URL of the page that erases an introduction.
#[must_use]
pub fn to_erase(site: &str, key: &Key<EraseIntroduction>, id: &IntroductionId) -> String {
    format!("{site}/notify#erase-details={}", mail_link::token(key, id))
}

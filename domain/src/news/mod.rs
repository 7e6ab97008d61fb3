//! News of a study, or of a search, for somebody who left a mail address (D-070).
//!
//! - [`subject`]: what news somebody wants
//! - [`known`]: what was known of it when they were last told
//! - [`deciding`]: what there is to tell now

pub mod deciding;
pub mod known;
pub mod subject;

pub use deciding::{BETWEEN_MESSAGES, Decision, MOST_TOLD, News, decide};
pub use known::{Known, Seen};
pub use subject::{InvalidSubject, Subject};

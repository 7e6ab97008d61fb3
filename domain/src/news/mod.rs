//! News subscriptions to a study or a search (D-070).
//!
//! - [`subject`]: what a subscription is about
//! - [`known`]: the subject's state at the last message and now
//! - [`deciding`]: whether there is news to send

pub mod deciding;
pub mod known;
pub mod subject;

pub use deciding::{Decision, MAX_STUDIES_PER_MESSAGE, MIN_MESSAGE_INTERVAL, News, decide};
pub use known::{CurrentState, KnownState};
pub use subject::{InvalidSubject, Subject};

//! News subscriptions to a study or a search (D-070).
//!
//! - [`subject`]: what a subscription is about
//! - [`subject_state`]: the subject's state at the last message and now
//! - [`decision`]: whether there is news to send

pub mod decision;
pub mod subject;
pub mod subject_state;

pub use decision::{Decision, MAX_STUDIES_PER_MESSAGE, MIN_MESSAGE_INTERVAL, News, decide};
pub use subject::{InvalidSubject, Subject};
pub use subject_state::{CurrentState, KnownState};

//! Reading the registry into the Registry table: page by page, bounded in memory to one page, and
//! from where an interrupted run stopped.
//!
//! 1. [`state`]: how far it has come, and what is to be done next
//! 2. [`merging`]: which of two states of a record is kept
//! 3. [`run`]: a run, from page to page
//! 4. [`removing`]: what a full run did not meet
//! 5. [`report`]: what a run did
//! 6. [`function`]: all of it on a schedule

pub mod function;
pub mod merging;
mod removing;
pub mod report;
mod run;
pub mod state;

pub use report::{Counts, Ended, Failed, SyncReport};
pub use run::{Progress, Sync, SyncError};
pub use state::SyncState;

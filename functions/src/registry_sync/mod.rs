//! The sync of the registry into the Registry table. It keeps only one page in memory, and resumes where an
//! interrupted run stopped.
//!
//! 1. [`state`]: the progress of the sync, and the next step
//! 2. [`merging`]: which of two versions of a record wins
//! 3. [`run`]: a run, page by page
//! 4. [`removing`]: removing records that the registry no longer has
//! 5. [`report`]: the result of a run
//! 6. [`function`]: the scheduled function

pub mod function;
pub mod merging;
mod removing;
pub mod report;
mod run;
pub mod state;

pub use report::{Counts, RecordProblem, SyncEnd, SyncReport};
pub use run::{Progress, Sync, SyncError};
pub use state::SyncState;

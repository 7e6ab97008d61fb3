//! When a study changes in the table, its pages and previews are made anew, and every page that lists studies.
//!
//! 1. [`changes`]: which studies a batch of the table's stream is about
//! 2. [`judged`]: the studies as they are now, and those that can't become pages
//! 3. [`Regenerate`]: makes the files and publishes them
//! 4. [`poison`]: tells of those that can't be made
//! 5. [`function`]: all of it as a function of the cloud
//!
//! Of a record, only whom it is about counts. What a study is now is read from the table, so that repeats, bursts and
//! records that come late all end in its last state.

pub mod changes;
pub mod function;
pub mod judged;
pub mod poison;
mod regenerate;

pub use regenerate::{Answer, Done, Regenerate, RegenerateError};

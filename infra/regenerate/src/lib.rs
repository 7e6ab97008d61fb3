//! Regenerates the pages and previews of a study when it changes in the table, and every page that lists studies.
//!
//! 1. [`changes`]: the studies in a batch of the table's stream
//! 2. [`checked_studies`]: studies of the table, split into valid and invalid ones
//! 3. [`catalogue`]: the log of valid studies, which searches read
//! 4. [`Regenerate`]: generates the files and publishes them
//! 5. [`poison`]: reports studies that fail
//! 6. [`function`]: all of it as a Lambda function
//!
//! A stream record only says which study changed. The study itself is read from the table, so repeated, bundled, and
//! late records all lead to its latest state.

pub mod catalogue;
pub mod changes;
pub mod checked_studies;
pub mod function;
pub mod poison;
mod regenerate;

pub use regenerate::{BatchOutcome, BatchReport, Regenerate, RegenerateError};

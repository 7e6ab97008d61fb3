//! Imports data into the table of studies. The stream of the table then triggers the regeneration of pages.
//!
//! 1. [`file`]: reads the studies of a JSON or CSV file, or reports all its faults
//! 2. [`difference`]: compares them with the table
//! 3. [`across_studies`]: checks the uniqueness of ids across all studies
//! 4. [`approvals`]: on a site for patients, checks that an ethics board has approved what changes
//! 5. [`write()`]: writes the differences
//!
//! [`Facts`] are the parts of the content that functions use. [`first_studies`] fills a new table from the content.

pub mod across_studies;
pub mod approvals;
mod csv_file;
pub mod difference;
mod facts;
pub mod file;
mod file_fault;
pub mod first_studies;
mod json_file;
mod quotes;
mod write;

pub use csv_file::StudiesByNumber;
pub use facts::Facts;
pub use file_fault::FileFault;
pub use write::{Imported, write};

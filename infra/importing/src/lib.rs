//! What comes into the table of studies from elsewhere; whatever follows the table makes pages anew.
//!
//! 1. [`file`]: the studies of a file, JSON or CSV, or everything that is wrong with it
//! 2. [`difference`]: what the table would get
//! 3. [`together`]: what has to hold of all studies, those of the table too
//! 4. [`write()`]: writes it
//!
//! Of the content, [`Facts`] are what functions know of it, and [`first_studies`] those of a new table.

mod csv_file;
pub mod difference;
mod facts;
pub mod file;
pub mod first_studies;
mod json_file;
mod quotes;
pub mod together;
mod write;

pub use facts::Facts;
pub use write::{Imported, write};

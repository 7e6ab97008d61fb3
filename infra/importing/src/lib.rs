//! Studies of a sponsor's file, brought into the table of studies; whatever follows the table makes their pages anew.
//!
//! 1. [`file`]: the studies of a file, JSON or CSV, or everything that is wrong with it
//! 2. [`difference`]: what the table would get
//! 3. [`write()`]: writes it

mod csv_file;
pub mod difference;
pub mod file;
mod json_file;
mod write;

pub use write::{Imported, write};

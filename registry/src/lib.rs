//! Records of the public registry, ClinicalTrials.gov API v2, read into studies. No I/O.
//!
//! 1. [`record`]: a record as a study
//! 2. [`treatments`]: what it says is tried, and what the registry files it under

mod record;
mod treatments;

pub use record::{Refused, study_of};

//! Converts records of the public registry (ClinicalTrials.gov API v2) to studies. No I/O.
//!
//! 1. [`record`]: conversion of a record to a study
//! 2. [`treatments`]: names of interventions, and subject headings

mod record;
mod treatments;

pub use record::{RejectedRecord, parse_study};

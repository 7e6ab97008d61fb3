//! Records of the public registry, ClinicalTrials.gov API v2, read into studies. No I/O.

mod record;

pub use record::{Refused, study_of};

//! The public registry, ClinicalTrials.gov API v2.

mod client;
mod record;

pub use client::{FetchError, LIVE, Page, RegistryClient};
pub use record::{Refused, study_of};

//! Converts records of the public registry (ClinicalTrials.gov API v2) to studies. No I/O.
//!
//! 1. [`record`]: conversion of a record to a study
//! 2. [`fields`]: reading a record field by field, so that a damaged field loses only itself
//! 3. [`plain_text`]: character references and tags as plain text
//! 4. [`contacts`], with [`phone_numbers`], [`email_addresses`], and [`placeholder`]s instead of them
//! 5. [`treatments`]: names of interventions, and subject headings
//! 6. [`design`]: groups, measures, and dates of a study

mod age_limit;
mod contacts;
mod design;
mod email_addresses;
mod fields;
mod phone_numbers;
mod placeholder;
mod plain_text;
mod record;
mod treatments;

pub use record::{ParsedRecord, RejectedRecord, parse_record, parse_study};

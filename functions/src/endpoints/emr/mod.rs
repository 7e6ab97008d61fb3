//! Medical records, from choosing a health system to sharing records and taking them back.
//!
//! 1. [`health_systems`]: lists health systems
//! 2. [`connect`], [`callback`]: to the system and back, by SMART App Launch
//! 3. [`records`]: the records from the system; [`person`]: personal details from a legacy URL
//! 4. [`choose`]: what is left out; [`criteria`]: the study's criteria compared with the records; [`fill`]: fills the
//!    sign-up form
//! 5. [`create_file`] shares chosen records; [`shares`] lists them; [`withdraw`] takes them back; [`take_back`] does so
//!    through the link in a mail
//! 6. [`jwks`]: the keys that health systems know this site by
//! 7. [`forget`]: erases the records of a browser

pub mod callback;
pub mod choose;
pub mod connect;
pub mod create_file;
pub mod criteria;
pub mod fill;
pub mod forget;
pub mod health_systems;
pub mod jwks;
pub mod person;
pub mod records;
pub mod shares;
pub mod take_back;
pub mod withdraw;

mod chosen;
mod read_records;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

use crate::{
    health_records::{HealthRecords, HealthSystems},
    http::problem::Problem,
};

/// Returns the health systems, if reading records is on.
fn systems(health_records: &HealthRecords) -> Result<&HealthSystems, Problem> {
    health_records.systems().ok_or(Problem::RecordsOff)
}

/// Returns 256 random bits as text.
fn random() -> Result<String, Problem> {
    let mut bits = [0; 32];
    getrandom::fill(&mut bits).map_err(|_| Problem::Unavailable)?;
    Ok(URL_SAFE_NO_PAD.encode(bits))
}

//! The state of a health system, and how clients reach it.

use std::io;

use waypoint_fhir::{InvalidPage, SystemList};
use waypoint_functions::{
    external::reach::Reach,
    health_records::{HealthRecords, InvalidHealthRecords, Registrations},
};

use super::{faults::Faults, ledger::Ledger, people::People};

/// The only client that the system accepts.
pub const CLIENT: &str = "waypoint-local";

/// A health system. Clones share its state.
#[derive(Debug, Clone)]
pub struct HealthSystem {
    /// Address of the system without a slash at the end.
    pub origin: String,
    /// The only accepted redirect address.
    pub redirect: String,
    /// The people with records.
    pub people: People,
    /// Issued codes and tokens.
    pub ledger: Ledger,
    /// Faults of its answers.
    pub faults: Faults,
    /// Whether it supports the scopes of version 2.
    pub version_2: bool,
}

/// The health systems that patients can choose from locally. All of them return this system's records.
const BRANDS: &str = include_str!("../../sample/health-systems.json");
/// A placeholder in these systems' endpoints for the origin of this system.
const ORIGIN: &str = "http://127.0.0.1/";

/// The local health systems can't be used.
#[derive(Debug, thiserror::Error)]
pub enum NoHealthSystem {
    /// There is no free port on the loopback address.
    #[error("could not start a health system on 127.0.0.1: {0}")]
    Io(#[from] io::Error),
    /// The list of systems is invalid.
    #[error("the sample of health systems is invalid: {0}")]
    List(#[from] InvalidPage),
    /// The systems are rejected.
    #[error(transparent)]
    Invalid(#[from] InvalidHealthRecords),
}

impl HealthSystem {
    /// Returns the local health systems for a site. All of them return this system's records.
    pub fn as_health_records(&self, site: &str) -> Result<HealthRecords, NoHealthSystem> {
        let brands =
            SystemList::parse_any_list(BRANDS.replace(ORIGIN, &format!("{}/", self.origin)).as_bytes())?;
        Ok(HealthRecords::new(brands.systems, Registrations::public(CLIENT), site, Reach::PublicAndLoopback)?)
    }

    /// Returns the FHIR base address, by which clients know the system.
    #[must_use]
    pub fn base(&self) -> String {
        format!("{}/r4", self.origin)
    }
}

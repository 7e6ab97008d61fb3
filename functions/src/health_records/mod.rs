//! The health systems that patients can choose, and this site as their client.

mod finding;
mod systems;

use std::{fs, io, path::Path, sync::Arc, time::Duration};

use url::Url;
use waypoint_domain::health_system::HealthSystem;

pub use finding::{ListedSystem, SystemSearchResult};
pub use systems::HealthSystems;

use crate::external::{
    reach::Reach,
    smart::{InvalidClient, SmartClient},
};

/// The sources of medical records. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub enum HealthRecords {
    /// Medical records are off.
    #[default]
    Off,
    /// Health systems are configured.
    Systems(Arc<HealthSystems>),
}

/// Why the configuration of the health systems is invalid.
#[derive(Debug, thiserror::Error)]
pub enum InvalidHealthRecords {
    /// The file can't be read.
    #[error("WAYPOINT_HEALTH_SYSTEMS: {0}")]
    File(#[from] io::Error),
    /// The file is not a list of health systems.
    #[error(
        "WAYPOINT_HEALTH_SYSTEMS is not a list of health systems; make one with `cargo ops health-systems`: {0}"
    )]
    List(#[from] serde_json::Error),
    /// The URL of a system is invalid.
    #[error("WAYPOINT_HEALTH_SYSTEMS: the address of '{0}' is not a URL")]
    Address(String),
    /// The client can't be created.
    #[error(transparent)]
    Client(#[from] InvalidClient),
}

impl HealthRecords {
    /// Reads systems from a file. They know this site by this client id. Only addresses within reach are contacted.
    pub fn from_file(
        file: &Path,
        client: &str,
        site: &str,
        reach: Reach,
    ) -> Result<Self, InvalidHealthRecords> {
        Self::new(serde_json::from_slice(&fs::read(file)?)?, client, site, reach)
    }

    /// Creates the sources from these systems, which know this site by this client id.
    pub fn new(
        systems: Vec<HealthSystem>,
        client: &str,
        site: &str,
        reach: Reach,
    ) -> Result<Self, InvalidHealthRecords> {
        let with_address = |system: HealthSystem| match Url::parse(&system.base) {
            Ok(base) => Ok((system, base)),
            Err(_) => Err(InvalidHealthRecords::Address(system.id.to_string())),
        };
        let mut systems = systems.into_iter().map(with_address).collect::<Result<Vec<_>, _>>()?;
        systems.sort_by(|(one, _), (other, _)| one.name.cmp(&other.name));
        let client = SmartClient::new(client, site, reach)?;
        Ok(Self::Systems(Arc::new(HealthSystems::new(client, systems))))
    }

    /// Returns the same systems with a different timeout for reading all records.
    #[must_use]
    pub fn with_read_timeout(self, reading: Duration) -> Self {
        let Self::Systems(systems) = self else { return self };
        let client = systems.client().clone().with_read_timeout(reading);
        Self::Systems(Arc::new(HealthSystems::new(client, systems.systems.clone())))
    }

    /// Returns the systems, if any are configured.
    #[must_use]
    pub fn systems(&self) -> Option<&HealthSystems> {
        match self {
            Self::Off => None,
            Self::Systems(systems) => Some(systems),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    #[test]
    fn invalid_address_is_rejected() {
        let broken = HealthSystem {
            id: "a".parse().unwrap(),
            name: "A".into(),
            also_called: Vec::new(),
            base: "ehr".into(),
            places: Vec::new(),
        };
        let error = HealthRecords::new(vec![broken], "us", "https://waypoint.example", Reach::Public);
        let error = error.unwrap_err();
        assert!(error.to_string().contains("'a'"), "{error}");
    }
}

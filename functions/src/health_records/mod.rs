//! From where medical records are read: the health systems that patients can choose, and us as they know us.

mod finding;

use std::{
    fs, io,
    path::Path,
    sync::{Arc, OnceLock},
    time::Duration,
};

use url::Url;
use waypoint_domain::health_system::{HealthSystem, SystemId};

pub use finding::{Found, Listed};

use self::finding::Located;
use crate::{
    external::{
        outside::Reach,
        smart::{InvalidClient, SmartClient},
    },
    store::ConnectedSystem,
};

/// From where medical records are read. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub enum HealthRecords {
    /// From nowhere.
    #[default]
    Off,
    /// From health systems.
    Systems(Arc<HealthSystems>),
}

/// Health systems, and us as their client.
#[derive(Debug)]
pub struct HealthSystems {
    client: SmartClient,
    systems: Vec<(HealthSystem, Url)>,
    /// Where the places of each system are, as far as that is known.
    located: OnceLock<Vec<Vec<Option<Located>>>>,
}

/// Health systems can't be used.
#[derive(Debug, thiserror::Error)]
pub enum InvalidHealthRecords {
    /// The file can't be read.
    #[error("WAYPOINT_HEALTH_SYSTEMS: {0}")]
    File(#[from] io::Error),
    /// The file is no list of health systems.
    #[error(
        "WAYPOINT_HEALTH_SYSTEMS is no list of health systems; make one with `cargo xtask health-systems`: {0}"
    )]
    List(#[from] serde_json::Error),
    /// The address of a system is none.
    #[error("WAYPOINT_HEALTH_SYSTEMS: the address of '{0}' can't be used")]
    Address(String),
    /// The client can't be made.
    #[error(transparent)]
    Client(#[from] InvalidClient),
}

impl HealthRecords {
    /// The systems of a file, which know us by this id at this site, as far as their addresses are within reach.
    pub fn from_file(
        file: &Path,
        client: &str,
        site: &str,
        reach: Reach,
    ) -> Result<Self, InvalidHealthRecords> {
        Self::of(serde_json::from_slice(&fs::read(file)?)?, client, site, reach)
    }

    /// These systems, which know us by this id at this site.
    pub fn of(
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
        Ok(Self::Systems(Arc::new(HealthSystems { client, systems, located: OnceLock::new() })))
    }

    /// The same systems, of whose records all are read within another time.
    #[must_use]
    pub fn with_time_for_reading(self, reading: Duration) -> Self {
        let Self::Systems(known) = self else { return self };
        Self::Systems(Arc::new(HealthSystems {
            client: known.client.clone().with_time_for_reading(reading),
            systems: known.systems.clone(),
            located: OnceLock::new(),
        }))
    }

    /// The systems; nothing where there are none.
    #[must_use]
    pub fn systems(&self) -> Option<&HealthSystems> {
        match self {
            Self::Off => None,
            Self::Systems(systems) => Some(systems),
        }
    }
}

impl HealthSystems {
    /// Us, as they know us.
    #[must_use]
    pub fn client(&self) -> &SmartClient {
        &self.client
    }

    /// The system of this id.
    #[must_use]
    pub fn of_id(&self, id: &SystemId) -> Option<ConnectedSystem> {
        let (system, base) = self.systems.iter().find(|(system, _)| system.id == *id)?;
        Some(ConnectedSystem { id: system.id.clone(), name: system.name.clone(), base: base.clone() })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_is_none_is_refused() {
        let broken = HealthSystem {
            id: "a".parse().unwrap(),
            name: "A".into(),
            also_called: Vec::new(),
            base: "ehr".into(),
            places: Vec::new(),
        };
        let refused = HealthRecords::of(vec![broken], "us", "https://waypoint.example", Reach::Public);
        let refused = refused.unwrap_err();
        assert!(refused.to_string().contains("'a'"), "{refused}");
    }
}

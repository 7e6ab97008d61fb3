//! The health systems that patients can choose, and this site as their client.
//!
//! 1. [`registrations`], [`url_pattern`]: how each vendor knows this site
//! 2. [`systems`]: the systems and their clients
//! 3. [`finding`]: the search for a system

mod finding;
mod index;
mod query;
mod registrations;
mod rows;
mod systems;
mod url_pattern;
mod word_index;
mod word_matches;

use std::{fs, io, path::Path, sync::Arc, time::Duration};

use url::Url;
use waypoint_domain::health_system::HealthSystem;

pub use finding::{ListedSystem, SystemSearchResult};
pub use registrations::{InvalidRegistrations, Registrations, SecretsByName};
pub use systems::HealthSystems;
pub use url_pattern::InvalidPattern;

use crate::external::{
    reach::Reach,
    smart::{InvalidClient, Registration, SmartClient},
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
    /// The file of registrations can't be read.
    #[error("WAYPOINT_HEALTH_CLIENTS: {0}")]
    Clients(io::Error),
    /// The registrations are invalid.
    #[error("WAYPOINT_HEALTH_CLIENTS: {0}")]
    Registrations(#[from] InvalidRegistrations),
    /// The secrets of the registrations are not a JSON object of texts.
    #[error("WAYPOINT_HEALTH_SECRETS is not a JSON object with a text for each name")]
    Secrets,
    /// The client can't be created.
    #[error(transparent)]
    Client(#[from] InvalidClient),
}

impl HealthRecords {
    /// Reads systems and registrations from files, and the registrations' secrets from the text of a JSON object. Only
    /// addresses within reach are contacted.
    pub fn from_file(
        file: &Path,
        (clients, secrets): (&Path, Option<&str>),
        site: &str,
        reach: Reach,
    ) -> Result<Self, InvalidHealthRecords> {
        let clients = fs::read_to_string(clients).map_err(InvalidHealthRecords::Clients)?;
        // The cause could quote a secret.
        let secrets = secrets.map(serde_json::from_str::<SecretsByName>).transpose();
        let secrets = secrets.map_err(|_| InvalidHealthRecords::Secrets)?.unwrap_or_default();
        let registrations = Registrations::parse(&clients, &secrets)?;
        Self::new(serde_json::from_slice(&fs::read(file)?)?, registrations, site, reach)
    }

    /// Creates the sources from these systems. A system without a registration isn't offered, because connecting to it
    /// would fail.
    pub fn new(
        systems: Vec<HealthSystem>,
        registrations: Registrations,
        site: &str,
        reach: Reach,
    ) -> Result<Self, InvalidHealthRecords> {
        let with_address = |system: HealthSystem| match Url::parse(&system.base) {
            Ok(base) => Ok((system, base)),
            Err(_) => Err(InvalidHealthRecords::Address(system.id.to_string())),
        };
        let mut systems = systems.into_iter().map(with_address).collect::<Result<Vec<_>, _>>()?;
        let all = systems.len();
        systems.retain(|(_, base)| registrations.for_system(base).is_some());
        if systems.len() < all {
            let left_out = all - systems.len();
            tracing::warn!(left_out, "health systems without a registration aren't offered");
        }
        systems.sort_by(|(one, _), (other, _)| one.name.cmp(&other.name));
        let client = SmartClient::new(Registration::public(""), site, reach)?;
        Ok(Self::Systems(Arc::new(HealthSystems::new(client, registrations, systems))))
    }

    /// Returns the same systems with a different timeout for reading all records.
    #[must_use]
    pub fn with_read_timeout(self, reading: Duration) -> Self {
        let Self::Systems(systems) = self else { return self };
        Self::Systems(Arc::new(systems.with_read_timeout(reading)))
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
            portals: Vec::new(),
            base: "ehr".into(),
            places: Vec::new(),
        };
        let error = HealthRecords::new(
            vec![broken],
            Registrations::public("us"),
            "https://waypoint.example",
            Reach::Public,
        );
        let error = error.unwrap_err();
        assert!(error.to_string().contains("'a'"), "{error}");
    }

    #[test]
    fn system_without_a_registration_is_not_offered() {
        let system = |id: &str, base: &str| HealthSystem {
            id: id.parse().unwrap(),
            name: id.into(),
            also_called: Vec::new(),
            portals: Vec::new(),
            base: base.into(),
            places: Vec::new(),
        };
        let known = system("known", "https://known.example/r4");
        let unknown = system("unknown", "https://unknown.example/r4");
        let clients = r#"
            [[client]]
            name = "known"
            systems = ["https://known.example/*"]
            client_id = "us"
        "#;
        let registrations = Registrations::parse(clients, &SecretsByName::new()).unwrap();
        let site = "https://waypoint.example";
        let records = HealthRecords::new(vec![unknown, known], registrations, site, Reach::Public).unwrap();
        let systems = records.systems().unwrap();
        assert!(systems.by_id(&"known".parse().unwrap()).is_some());
        assert!(systems.by_id(&"unknown".parse().unwrap()).is_none());
        assert_eq!(systems.search("", &waypoint_gazetteer::Gazetteer::default()).total, 1);
    }
}

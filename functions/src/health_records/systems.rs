//! The configured health systems.

use std::sync::OnceLock;

use url::Url;
use waypoint_domain::{
    coordinates::Coordinates,
    health_system::{HealthSystem, SystemId},
};

use crate::{external::smart::SmartClient, store::ConnectedSystem};

/// Health systems and their client.
#[derive(Debug)]
pub struct HealthSystems {
    client: SmartClient,
    pub(super) systems: Vec<(HealthSystem, Url)>,
    /// The known locations of each system's places.
    pub(super) located: OnceLock<Vec<Vec<Option<SystemLocation>>>>,
}

/// The location of a system's place.
#[derive(Debug, Clone, Copy)]
pub(super) struct SystemLocation {
    pub(super) at: Coordinates,
    /// Its state or region.
    pub(super) region: Option<&'static str>,
}

impl HealthSystems {
    pub(super) fn new(client: SmartClient, systems: Vec<(HealthSystem, Url)>) -> Self {
        Self { client, systems, located: OnceLock::new() }
    }

    /// Returns the client of these systems.
    #[must_use]
    pub fn client(&self) -> &SmartClient {
        &self.client
    }

    /// Returns the system with this id.
    #[must_use]
    pub fn by_id(&self, id: &SystemId) -> Option<ConnectedSystem> {
        let (system, base) = self.systems.iter().find(|(system, _)| system.id == *id)?;
        Some(ConnectedSystem { id: system.id.clone(), name: system.name.clone(), base: base.clone() })
    }
}

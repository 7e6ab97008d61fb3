//! The configured health systems.

use std::{sync::OnceLock, time::Duration};

use jsonwebtoken::jwk::JwkSet;
use url::Url;
use waypoint_domain::health_system::{HealthSystem, SystemId};
use waypoint_gazetteer::Gazetteer;

use super::{index::SystemIndex, registrations::Registrations};
use crate::{external::smart::SmartClient, store::ConnectedSystem};

/// Health systems and their clients.
#[derive(Debug)]
pub struct HealthSystems {
    /// The client before it has the registration for a system.
    client: SmartClient,
    registrations: Registrations,
    pub(super) systems: Vec<(HealthSystem, Url)>,
    pub(super) index: OnceLock<SystemIndex>,
}

impl HealthSystems {
    pub(super) fn new(
        client: SmartClient,
        registrations: Registrations,
        systems: Vec<(HealthSystem, Url)>,
    ) -> Self {
        Self { client, registrations, systems, index: OnceLock::new() }
    }

    /// Returns the index of these systems, which the first search builds.
    pub(super) fn index(&self, gazetteer: &Gazetteer) -> &SystemIndex {
        self.index
            .get_or_init(|| SystemIndex::build(self.systems.iter().map(|(system, _)| system), gazetteer))
    }

    /// Returns the same systems with a different timeout for reading all records.
    pub(super) fn with_read_timeout(&self, reading: Duration) -> Self {
        let client = self.client.clone().with_read_timeout(reading);
        Self::new(client, self.registrations.clone(), self.systems.clone())
    }

    /// Returns the client of a system, or none if this site isn't registered there any more.
    #[must_use]
    pub fn client(&self, system: &ConnectedSystem) -> Option<SmartClient> {
        let registration = self.registrations.for_system(&system.base)?;
        Some(self.client.with_registration(registration.clone()))
    }

    /// Returns the public keys that systems verify this site's signatures with.
    #[must_use]
    pub fn public_keys(&self) -> JwkSet {
        self.registrations.public_keys()
    }

    /// Returns the system with this id.
    #[must_use]
    pub fn by_id(&self, id: &SystemId) -> Option<ConnectedSystem> {
        let (system, base) = self.systems.iter().find(|(system, _)| system.id == *id)?;
        Some(ConnectedSystem { id: system.id.clone(), name: system.name.clone(), base: base.clone() })
    }
}

//! What a function needs from its environment: keys, services, and resources.

use waypoint_keys::Purpose;

/// What a function needs. When it starts, the function reads the settings of these keys, services, and resources, and
/// no others.
#[derive(Debug, Clone, Default)]
pub struct Needs {
    /// The purposes of its keys.
    pub keys: &'static [Purpose],
    /// Its external services and settings.
    pub services: &'static [Service],
    /// The resources that it has permissions for.
    pub resources: Vec<Resource>,
}

impl Needs {
    /// Whether the function uses an external service or setting.
    #[must_use]
    pub fn has_service(&self, service: Service) -> bool {
        self.services.contains(&service)
    }

    /// The variable that names a resource, if the function has permissions for the resource or another part of it.
    #[must_use]
    pub fn variable_of(&self, resource: Resource) -> Option<&'static str> {
        resource.variable().filter(|name| self.resources.iter().any(|needed| needed.variable() == Some(name)))
    }
}

/// An external service or setting in a function's environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Service {
    /// How long erasure records are kept.
    AuditRetention,
    /// The chat's agent service.
    ChatAgent,
    /// The bucket of uploaded documents.
    Documents,
    /// The health systems that records are read from.
    HealthSystems,
    /// Whether people can send their details to the contacts of registry studies.
    Introductions,
    /// The mail server.
    Mail,
    /// The study team's portal.
    Portal,
    /// The key that verifies messages of the study team's portal.
    PortalKey,
    /// The registry's server.
    RegistryServer,
    /// The site, whose built pages the function fills.
    Site,
    /// The provider of trial matching.
    TrialMatching,
    /// The voice call service.
    VoiceCalls,
}

/// A resource that a function may need permissions for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resource {
    /// The table of partner studies.
    Studies,
    /// Its index by registry number.
    StudiesByNct,
    /// The table of registry studies.
    Registry,
    /// The table of participants.
    Participants,
    /// Its index of items that are due.
    ParticipantsByDue,
    /// The table of sessions.
    Sessions,
    /// The table of figures.
    Figures,
    /// The objects in the bucket of documents.
    Documents,
    /// The bucket of documents. Listing it makes S3 report a missing document as missing, not as forbidden.
    DocumentList,
    /// The key that wraps participants' keys.
    MasterKey,
    /// The same key, for the objects in the bucket of documents.
    MasterKeyForDocuments,
}

impl Resource {
    /// The environment variable that names the table or the key. A resource of a service, such as the documents, is
    /// among the service's settings.
    #[must_use]
    pub fn variable(self) -> Option<&'static str> {
        match self {
            Self::Studies | Self::StudiesByNct => Some("STUDIES_TABLE"),
            Self::Registry => Some("REGISTRY_TABLE"),
            Self::Participants | Self::ParticipantsByDue => Some("PARTICIPANTS_TABLE"),
            Self::Sessions => Some("SESSIONS_TABLE"),
            Self::Figures => Some("FIGURES_TABLE"),
            Self::MasterKey => Some("WAYPOINT_MASTER_KEY"),
            Self::Documents | Self::DocumentList | Self::MasterKeyForDocuments => None,
        }
    }
}

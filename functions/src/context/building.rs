//! Builds the context of a function from its environment.

use std::sync::Arc;

use aws_config::SdkConfig;

use super::{
    aws::{database, key_service, load_aws_config},
    environment::{ContextError, Environment},
    services::{
        audit_time, budget, chat_agent, documents, health_records, introduction_sending, mail, page_filler,
        portal, portal_key, trial_matching, voice_calls,
    },
    state::{Context, Release},
};
use crate::{
    clock::Clock,
    external::{keys::Keys, registry_client::RegistryClient},
    finding::Finder,
    needs::{Needs, Resource, Service},
    paid_service::DailyBudgets,
    store::{
        ErasureRequests, Figures, Introductions, Outbox, Participants, Registry, Sessions, Studies,
        Subscriptions, Tables, Uploads,
    },
};

impl Context {
    /// Creates the context of a function from the environment of this process.
    pub async fn from_environment(needs: &Needs, finder: Finder) -> Result<Self, ContextError> {
        Self::new(needs, &Environment::from_process(), &load_aws_config().await, finder)
    }

    /// Creates the context of a function from an environment. Reads only the settings of what the function needs.
    ///
    /// A resource that the function has no permissions for gets an empty name, and a service that it doesn't use is off.
    pub fn new(
        needs: &Needs,
        environment: &Environment,
        aws: &SdkConfig,
        finder: Finder,
    ) -> Result<Self, ContextError> {
        let name = |resource| {
            needs.variable_of(resource).map_or_else(|| Ok(String::new()), |name| environment.required(name))
        };
        let tables = Tables {
            studies: name(Resource::Studies)?,
            registry: name(Resource::Registry)?,
            participants: name(Resource::Participants)?,
            sessions: name(Resource::Sessions)?,
            figures: name(Resource::Figures)?,
        };
        let empty = Environment::default();
        let settings = |service| if needs.has_service(service) { environment } else { &empty };
        let database = database(aws);
        let purpose_keys = environment.keys(needs.keys)?;
        let record_retention = audit_time(settings(Service::AuditRetention))?;
        let participants =
            Participants::new(database.clone(), tables.participants.clone(), purpose_keys.clone())
                .with_audit_retention(record_retention);
        let sessions = Sessions::new(database.clone(), tables.sessions);
        let budgets = DailyBudgets::default();
        Ok(Self {
            studies: Studies::new(database.clone(), tables.studies),
            registry: Registry::new(database.clone(), tables.registry),
            subscriptions: Subscriptions::new(database.clone(), tables.participants.clone()),
            introductions: Introductions::new(database.clone(), tables.participants.clone())
                .with_record_retention(record_retention),
            introduction_sending: introduction_sending(settings(Service::Introductions))?,
            uploads: Uploads::new(database.clone(), tables.participants.clone()),
            documents: documents(settings(Service::Documents), aws)?,
            figures: Figures::new(database.clone(), tables.figures),
            outbox: Outbox::new(database, tables.participants),
            erasure_requests: ErasureRequests::new(participants.clone(), sessions.clone()),
            participants,
            sessions,
            keys: Keys::new(key_service(aws), name(Resource::MasterKey)?),
            registry_client: if needs.has_service(Service::RegistryServer) {
                RegistryClient::new(environment.required("WAYPOINT_REGISTRY")?)?
            } else {
                RegistryClient::off()
            },
            finder: Arc::new(finder),
            trial_matching: trial_matching(settings(Service::TrialMatching))?,
            health_records: health_records(settings(Service::HealthSystems))?,
            chat_agent: chat_agent(settings(Service::ChatAgent))?,
            voice_calls: voice_calls(settings(Service::VoiceCalls))?,
            mail: mail(settings(Service::Mail))?,
            portal: portal(settings(Service::Portal))?,
            portal_key: portal_key(settings(Service::PortalKey))?,
            purpose_keys,
            page_filler: page_filler(settings(Service::Site))?,
            clock: Clock::default(),
            release: Release(environment.optional("WAYPOINT_RELEASE").unwrap_or_else(|| "unnamed".into())),
            has_rate_limits: true,
            budgets: DailyBudgets {
                voice_calls: budget(
                    settings(Service::VoiceCalls),
                    "WAYPOINT_VOICE_CALLS_A_DAY",
                    budgets.voice_calls,
                )?,
                agent_answers: budget(
                    settings(Service::ChatAgent),
                    "WAYPOINT_AGENT_ANSWERS_A_DAY",
                    budgets.agent_answers,
                )?,
                trial_matching: budget(
                    settings(Service::TrialMatching),
                    "WAYPOINT_TRIAL_MATCHING_A_DAY",
                    budgets.trial_matching,
                )?,
            },
        })
    }
}

//! The dependencies of endpoints: the store, external services, keys, and the clock. A handler names the parts that it
//! uses.

use std::sync::Arc;

use axum::extract::FromRef;
use waypoint_keys::{Key, KeyError, KeyPurpose, ProgramKeys};

use crate::{
    clock::Clock,
    external::{
        chat_agent::ChatAgent, documents::Documents, keys::Keys, mail::MailService, portal::PortalService,
        registry_client::RegistryClient, trial_matching::TrialMatching, voice_calls::VoiceCalls,
    },
    filled_pages::PageFiller,
    finding::Finder,
    health_records::HealthRecords,
    introduction::IntroductionSending,
    paid_service::DailyBudgets,
    rate_limit::RateLimits,
    signed_message::SigningKey,
    store::{
        ErasureRequests, Figures, Introductions, Outbox, Participants, Registry, Sessions, Studies,
        Subscriptions, Uploads,
    },
};

/// The dependencies that endpoints share. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Context {
    /// Partner studies.
    pub studies: Studies,
    /// Registry records.
    pub registry: Registry,
    /// Sign-ups: profiles, answers, receipts, shares, and audit logs.
    pub participants: Participants,
    /// Subscriptions to news.
    pub subscriptions: Subscriptions,
    /// Details that people send to the contacts of registry studies.
    pub introductions: Introductions,
    /// Whether people can send them.
    pub introduction_sending: IntroductionSending,
    /// Erasure requests.
    pub erasure_requests: ErasureRequests,
    /// Messages waiting for delivery.
    pub outbox: Outbox,
    /// Sessions, drafts, used captchas, and counters.
    pub sessions: Sessions,
    /// Figures by study and day.
    pub figures: Figures,
    /// Uploaded documents that belong to no sign-up yet.
    pub uploads: Uploads,
    /// The document storage.
    pub documents: Documents,
    /// The key service.
    pub keys: Keys,
    /// The client of the registry's server, for records that aren't stored yet.
    pub registry_client: RegistryClient,
    /// The search over registry studies.
    pub finder: Arc<Finder>,
    /// The trial matching service.
    pub trial_matching: TrialMatching,
    /// The health systems that medical records are read from.
    pub health_records: HealthRecords,
    /// The chat assistant.
    pub chat_agent: ChatAgent,
    /// The voice call service.
    pub voice_calls: VoiceCalls,
    /// The mail service.
    pub mail: MailService,
    /// The study team's portal, which receives sign-ups.
    pub portal: PortalService,
    /// The key that verifies messages from the study team's portal. Without it, all of them are rejected.
    pub portal_key: Option<SigningKey>,
    /// The keys of the purposes that this program serves.
    pub purpose_keys: ProgramKeys,
    /// Fills the site's built pages.
    pub page_filler: PageFiller,
    /// The clock, which tests can move.
    pub clock: Clock,
    /// The name of the site's release.
    pub release: Release,
    /// Whether rate limits apply. Off only for load tests on one machine.
    pub has_rate_limits: bool,
    /// The daily budgets of paid services.
    pub budgets: DailyBudgets,
}

/// The name of the site's release.
#[derive(Debug, Clone)]
pub struct Release(pub String);

impl Context {
    /// Returns the key of a purpose, if this program was given it.
    pub fn key<P: KeyPurpose>(&self) -> Result<Key<P>, KeyError> {
        self.purpose_keys.get()
    }
}

/// Lets handlers take fields of the context by their types.
macro_rules! parts {
    ($($field:ident: $part:ty,)*) => {$(
        impl FromRef<Context> for $part {
            fn from_ref(context: &Context) -> Self {
                context.$field.clone()
            }
        }
    )*};
}

parts! {
    studies: Studies,
    registry: Registry,
    participants: Participants,
    subscriptions: Subscriptions,
    introductions: Introductions,
    introduction_sending: IntroductionSending,
    erasure_requests: ErasureRequests,
    sessions: Sessions,
    figures: Figures,
    uploads: Uploads,
    documents: Documents,
    keys: Keys,
    registry_client: RegistryClient,
    finder: Arc<Finder>,
    trial_matching: TrialMatching,
    health_records: HealthRecords,
    chat_agent: ChatAgent,
    voice_calls: VoiceCalls,
    portal_key: Option<SigningKey>,
    purpose_keys: ProgramKeys,
    page_filler: PageFiller,
    clock: Clock,
    release: Release,
}

impl FromRef<Context> for RateLimits {
    fn from_ref(context: &Context) -> Self {
        Self {
            counters: context.sessions.clone(),
            keys: context.purpose_keys.clone(),
            clock: context.clock.clone(),
            are_on: context.has_rate_limits,
            budgets: context.budgets,
        }
    }
}

//! What the law asks of a site that recruits for studies: `content/duties.toml`, and the notices among its pages.

mod approval_exception;
mod claims;
mod notice_kinds;

use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use approval_exception::ApprovalException;
pub use claims::misleading_claims;
pub(super) use notice_kinds::{NOTICE_KINDS, NoticeKind};

/// The kind of the page whose text sign-ups acknowledge.
pub(super) const PRIVACY: &str = "privacy";
/// The kind of the page that lists the processors.
pub(crate) const HEALTH_DATA: &str = "consumer_health_data";

/// Facts that several notices and messages need.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Duties {
    /// The lines of the sender's postal address, which ends every email with news (CAN-SPAM Act).
    pub postal_address: Vec<String>,
    /// Countries in which no study has a site, but from which people may sign up because the notices that their law asks
    /// for exist. Names from `countries.toml`.
    #[serde(default)]
    pub countries_with_notices: Vec<String>,
    /// The companies that process personal data.
    pub processors: Vec<Processor>,
    /// Studies that are published although no ethics board has approved what their pages say.
    #[serde(default)]
    pub approval_exceptions: Vec<ApprovalException>,
}

/// A company that processes personal data on behalf of the site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Processor {
    /// What it provides.
    pub service: ProcessorService,
    /// The name of the company, or of the service if it is the site's own.
    pub name: String,
    /// What it does, to follow its name, such as `delivers our emails`.
    pub purpose: String,
    /// How long it keeps the data, to follow `It`, such as `keeps an email for 7 days`.
    pub retention: String,
    /// Whether it is a program of the site itself, and not of another company.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own_program: bool,
}

/// A service that processes personal data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProcessorService {
    /// Servers and databases.
    Hosting,
    /// Delivery of emails.
    Mail,
    /// The chat assistant.
    Chat,
    /// Voice calls.
    Voice,
    /// Delivery of text messages.
    TextMessages,
    /// Delivery of the messages of other channels.
    Messages,
    /// Matching of people with trials.
    TrialMatching,
    /// Anything else.
    Other,
}

/// A service of another company that a deployment can turn on, and that gets personal data then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionalService {
    /// An agent service that answers the chat.
    ChatService,
    /// A provider of trial matching.
    TrialMatching,
    /// Voice calls.
    VoiceCalls,
}

/// There is no optional service of this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("use chat-service, trial-matching, or voice-calls")]
pub struct UnknownService;

impl FromStr for OptionalService {
    type Err = UnknownService;

    fn from_str(name: &str) -> Result<Self, UnknownService> {
        match name {
            "chat-service" => Ok(Self::ChatService),
            "trial-matching" => Ok(Self::TrialMatching),
            "voice-calls" => Ok(Self::VoiceCalls),
            _ => Err(UnknownService),
        }
    }
}

impl ProcessorService {
    /// The value in content.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Hosting => "hosting",
            Self::Mail => "mail",
            Self::Chat => "chat",
            Self::Voice => "voice",
            Self::TextMessages => "text_messages",
            Self::Messages => "messages",
            Self::TrialMatching => "trial_matching",
            Self::Other => "other",
        }
    }
}

impl Duties {
    /// The processor of a service.
    pub(crate) fn processor(&self, service: ProcessorService) -> Option<&Processor> {
        self.processors.iter().find(|processor| processor.service == service)
    }
}

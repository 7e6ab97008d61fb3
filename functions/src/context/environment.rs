//! The settings of a program, and why it can't start with them.

use std::{collections::HashMap, env, ffi::OsString, fmt};

use waypoint_domain::{introduction::InvalidDecliningContact, retention::InvalidErasureRecordRetention};
use waypoint_keys::{KeyError, ProgramKeys, Purpose};

use crate::{
    external::{
        chat_agent::AgentFailure,
        documents::InvalidBucket,
        mail::InvalidMailService,
        portal::InvalidPortal,
        registry_client::FetchError,
        trial_matching::MatchingFailure,
        voice_calls::{InvalidLongestCall, VoiceFailure},
    },
    filled_pages::SiteFileError,
    health_records::InvalidHealthRecords,
    signed_message::InvalidSigningKey,
};

/// Environment variables by name.
#[derive(Clone, Default)]
pub struct Environment(HashMap<String, String>);

impl Environment {
    /// The environment of this process.
    #[must_use]
    pub fn from_process() -> Self {
        let text =
            |(name, value): (OsString, OsString)| Some((name.into_string().ok()?, value.into_string().ok()?));
        env::vars_os().filter_map(text).collect()
    }

    /// Returns a variable, if it is set.
    #[must_use]
    pub fn optional(&self, name: &str) -> Option<String> {
        self.0.get(name).cloned()
    }

    /// Returns a variable.
    pub fn required(&self, name: &'static str) -> Result<String, ContextError> {
        self.optional(name).ok_or(ContextError::Missing(name))
    }

    /// Returns the keys of these purposes.
    pub(super) fn keys(&self, purposes: &[Purpose]) -> Result<ProgramKeys, KeyError> {
        ProgramKeys::read(purposes, |variable| self.optional(variable))
    }
}

impl FromIterator<(String, String)> for Environment {
    fn from_iter<I: IntoIterator<Item = (String, String)>>(variables: I) -> Self {
        Self(variables.into_iter().collect())
    }
}

/// Prints names alone. Values may be secrets.
impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

/// Why a context can't be created.
#[derive(Debug, thiserror::Error)]
pub enum ContextError {
    /// An environment variable is missing.
    #[error("the environment variable {0} is not set; template.yaml names all of them")]
    Missing(&'static str),
    /// The endpoint doesn't exist, or another program serves it.
    #[error("WAYPOINT_ENDPOINT: this program has no endpoint '{0}'")]
    UnknownEndpoint(String),
    /// A key that the program uses is missing or invalid.
    #[error(transparent)]
    PurposeKeys(#[from] KeyError),
    /// The registry client can't be created.
    #[error(transparent)]
    Registry(#[from] FetchError),
    /// A contact that declines introductions has no valid address.
    #[error("WAYPOINT_INTRODUCTIONS_DECLINED: {0}")]
    Introductions(#[from] InvalidDecliningContact),
    /// The client of the trial matching provider can't be created.
    #[error(transparent)]
    TrialMatching(#[from] MatchingFailure),
    /// The configuration of the health systems is invalid.
    #[error(transparent)]
    HealthRecords(#[from] InvalidHealthRecords),
    /// The client of the chat's agent service can't be created.
    #[error(transparent)]
    Chat(#[from] AgentFailure),
    /// The client of the voice service can't be created.
    #[error(transparent)]
    Voice(#[from] VoiceFailure),
    /// The configuration of the portal is invalid.
    #[error(transparent)]
    Portal(#[from] InvalidPortal),
    /// The portal's signing key is invalid.
    #[error("WAYPOINT_REFERRAL_KEY {0}")]
    PortalKey(#[from] InvalidSigningKey),
    /// The address of the site is invalid.
    #[error(transparent)]
    Site(#[from] SiteFileError),
    /// The configuration of the mail server is invalid.
    #[error(transparent)]
    Mail(#[from] InvalidMailService),
    /// The configuration of the document bucket is invalid.
    #[error(transparent)]
    Documents(#[from] InvalidBucket),
    /// A daily budget is not a number.
    #[error("{0} must be a whole number, such as 200")]
    Budget(&'static str),
    /// The maximum length of a voice call is invalid.
    #[error("WAYPOINT_VOICE_MINUTES: {0}")]
    VoiceMinutes(#[from] InvalidLongestCall),
    /// The retention period of erasure records is invalid.
    #[error("WAYPOINT_AUDIT_DAYS: {0}")]
    Audit(#[from] InvalidErasureRecordRetention),
}

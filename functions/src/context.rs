//! What an endpoint works with: the store, external services, keys, and the clock.

use std::{env, path::Path, sync::Arc, time::Duration};

use aws_config::{BehaviorVersion, SdkConfig, retry::RetryConfig, timeout::TimeoutConfig};

use waypoint_domain::{
    assistant::AllowedHosts,
    retention::{ErasureRecordRetention, InvalidErasureRecordRetention},
};
use waypoint_keys::{Key, KeyError, KeyPurpose, ProgramKeys, Purpose};

use crate::{
    captcha::CaptchaKeys,
    clock::Clock,
    external::{
        chat_agent::{AgentFailure, AgentService, ChatAgent},
        documents::{Bucket, Documents, InvalidBucket},
        keys::Keys,
        mail::{InvalidMailService, MailService, SmtpService},
        outside::Reach,
        portal::{InvalidPortal, Portal, PortalService},
        registry_client::{FetchError, RegistryClient},
        trial_matching::{MatchingFailure, MatchingProvider, TrialMatching},
        voice_calls::{self, InvalidLongestCall, LongestCall, VoiceCalls, VoiceFailure, VoiceService},
    },
    finding::Finder,
    health_records::{HealthRecords, InvalidHealthRecords},
    observing::RequestIdInterceptor,
    rate_limit::DailyBudgets,
    signed_message::{InvalidSigningKey, SigningKey},
    store::{
        ErasureRequests, Outbox, Participants, Registry, Sessions, Studies, Subscriptions, Tables, Uploads,
    },
};

/// The dependencies that endpoints share. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Context {
    /// Partner studies.
    pub studies: Studies,
    /// Registry records.
    pub registry: Registry,
    /// Participants.
    pub participants: Participants,
    /// Subscriptions to news.
    pub subscriptions: Subscriptions,
    /// Erasure requests.
    pub deletions: ErasureRequests,
    /// Messages waiting for delivery.
    pub outbox: Outbox,
    /// Sessions, drafts, used captchas, and counters.
    pub sessions: Sessions,
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
    /// The clock, which tests can move.
    pub clock: Clock,
    /// The name of the site's release.
    pub release: String,
    /// Whether rate limits apply. Off only for load tests on one machine.
    pub has_rate_limits: bool,
    /// The daily budgets of paid services.
    pub budgets: DailyBudgets,
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

impl Context {
    /// Creates a program's context from its environment: table names, keys of these purposes, `WAYPOINT_MASTER_KEY`,
    /// `WAYPOINT_REGISTRY`, and the optional services.
    pub async fn from_environment(purposes: &[Purpose], finder: Finder) -> Result<Self, ContextError> {
        let variable = |name: &'static str| env::var(name).map_err(|_| ContextError::Missing(name));
        let tables = Tables {
            studies: variable("STUDIES_TABLE")?,
            registry: variable("REGISTRY_TABLE")?,
            participants: variable("PARTICIPANTS_TABLE")?,
            sessions: variable("SESSIONS_TABLE")?,
        };
        let aws = load_aws_config().await;
        let database = database(&aws);
        let purpose_keys = given_keys(purposes)?;
        let participants =
            Participants::new(database.clone(), tables.participants.clone(), purpose_keys.clone());
        let participants = participants.with_audit_retention(audit_time()?);
        let sessions = Sessions::new(database.clone(), tables.sessions);
        Ok(Self {
            studies: Studies::new(database.clone(), tables.studies),
            registry: Registry::new(database.clone(), tables.registry),
            subscriptions: Subscriptions::new(database.clone(), tables.participants.clone()),
            uploads: Uploads::new(database.clone(), tables.participants.clone()),
            documents: documents(&aws)?,
            outbox: Outbox::new(database, tables.participants),
            deletions: ErasureRequests::new(participants.clone(), sessions.clone()),
            participants,
            sessions,
            keys: Keys::new(key_service(&aws), variable("WAYPOINT_MASTER_KEY")?),
            registry_client: RegistryClient::new(variable("WAYPOINT_REGISTRY")?)?,
            finder: Arc::new(finder),
            trial_matching: trial_matching()?,
            health_records: health_records()?,
            chat_agent: chat_agent()?,
            voice_calls: voice_calls()?,
            mail: mail()?,
            portal: portal()?,
            portal_key: portal_key()?,
            purpose_keys,
            clock: Clock::default(),
            release: env::var("WAYPOINT_RELEASE").unwrap_or_else(|_| "unnamed".into()),
            has_rate_limits: true,
            budgets: budgets()?,
        })
    }

    /// Returns the key of a purpose, if this program was given it.
    pub fn key<P: KeyPurpose>(&self) -> Result<Key<P>, KeyError> {
        self.purpose_keys.get()
    }

    /// Returns the keys that sign captchas.
    pub fn captcha_keys(&self) -> Result<CaptchaKeys, KeyError> {
        CaptchaKeys::from_program_keys(&self.purpose_keys)
    }
}

/// Reads the keys of these purposes from the environment.
fn given_keys(purposes: &[Purpose]) -> Result<ProgramKeys, KeyError> {
    ProgramKeys::read(purposes, |variable| env::var(variable).ok())
}

/// Document storage: the bucket `DOCUMENTS_BUCKET`, at the server `AWS_ENDPOINT_URL_S3` or at S3's own address. Off
/// without a bucket.
fn documents(aws: &SdkConfig) -> Result<Documents, ContextError> {
    let Ok(name) = env::var("DOCUMENTS_BUCKET") else { return Ok(Documents::Off) };
    let (Some(region), Some(credentials)) = (aws.region(), aws.credentials_provider()) else {
        return Err(InvalidBucket::Credentials.into());
    };
    let server = env::var("AWS_ENDPOINT_URL_S3").ok();
    Ok(Documents::Bucket(Bucket::new(&name, server.as_deref(), region.as_ref(), credentials)?.into()))
}

/// Trial matching: the provider at `WAYPOINT_TRIAL_MATCHING` with the key `WAYPOINT_TRIAL_MATCHING_KEY`. Without an
/// address, our own search matches.
fn trial_matching() -> Result<TrialMatching, ContextError> {
    const KEY: &str = "WAYPOINT_TRIAL_MATCHING_KEY";
    let Ok(address) = env::var("WAYPOINT_TRIAL_MATCHING") else { return Ok(TrialMatching::BuiltIn) };
    let key = env::var(KEY).map_err(|_| ContextError::Missing(KEY))?;
    Ok(TrialMatching::Provider(MatchingProvider::new(address, key)?))
}

/// Health systems from the file `WAYPOINT_HEALTH_SYSTEMS`. They know this site as the client `WAYPOINT_HEALTH_CLIENT`
/// at `WAYPOINT_SITE`. Off without a file.
///
/// Only systems on the public internet are reachable, unless `WAYPOINT_HEALTH_LOOPBACK=on` admits fakes on this
/// machine.
fn health_records() -> Result<HealthRecords, ContextError> {
    let variable = |name: &'static str| env::var(name).map_err(|_| ContextError::Missing(name));
    let Ok(file) = env::var("WAYPOINT_HEALTH_SYSTEMS") else { return Ok(HealthRecords::Off) };
    let (client, site) = (variable("WAYPOINT_HEALTH_CLIENT")?, variable("WAYPOINT_SITE")?);
    let has_stand_ins = env::var("WAYPOINT_HEALTH_LOOPBACK").is_ok_and(|switch| switch == "on");
    let reach = if has_stand_ins { Reach::PublicAndLoopback } else { Reach::Public };
    Ok(HealthRecords::from_file(Path::new(&file), &client, &site, reach)?)
}

/// The chat assistant: off with `WAYPOINT_CHAT=off`, or the agent service at `WAYPOINT_CHAT_SERVICE` with
/// `WAYPOINT_CHAT_USER` and `WAYPOINT_CHAT_PASSWORD`. Otherwise our own assistant answers.
///
/// `WAYPOINT_CHAT_HOSTS` is a comma-separated list of additional hosts that the service's answers may link to.
fn chat_agent() -> Result<ChatAgent, ContextError> {
    let variable = |name: &'static str| env::var(name).map_err(|_| ContextError::Missing(name));
    if env::var("WAYPOINT_CHAT").is_ok_and(|switch| switch == "off") {
        return Ok(ChatAgent::Off);
    }
    let Ok(address) = env::var("WAYPOINT_CHAT_SERVICE") else { return Ok(ChatAgent::BuiltIn) };
    let more = env::var("WAYPOINT_CHAT_HOSTS").unwrap_or_default();
    let hosts = AllowedHosts::with(more.split(','));
    let (user, password) = (variable("WAYPOINT_CHAT_USER")?, variable("WAYPOINT_CHAT_PASSWORD")?);
    Ok(ChatAgent::Service(AgentService::new(address, user, password, hosts)?))
}

/// Voice calls: the agent `WAYPOINT_VOICE_AGENT` of the service with the key `WAYPOINT_VOICE_KEY`. Off without a key.
///
/// `WAYPOINT_VOICE_SERVICE` overrides the service's address, and `WAYPOINT_VOICE_MINUTES` sets the maximum length of a
/// call.
fn voice_calls() -> Result<VoiceCalls, ContextError> {
    const AGENT: &str = "WAYPOINT_VOICE_AGENT";
    let Ok(key) = env::var("WAYPOINT_VOICE_KEY") else { return Ok(VoiceCalls::Off) };
    let agent = env::var(AGENT).map_err(|_| ContextError::Missing(AGENT))?;
    let base = env::var("WAYPOINT_VOICE_SERVICE").unwrap_or_else(|_| voice_calls::LIVE.to_owned());
    let longest = env::var("WAYPOINT_VOICE_MINUTES").ok().map(|minutes| minutes.parse::<LongestCall>());
    let longest = longest.transpose()?.unwrap_or_default();
    Ok(VoiceCalls::Service(VoiceService::new(base, key, agent, longest)?))
}

/// Mail: the server `WAYPOINT_MAIL`, the sender `WAYPOINT_MAIL_FROM`, and links to `WAYPOINT_SITE`. Off without a
/// server.
fn mail() -> Result<MailService, ContextError> {
    let variable = |name: &'static str| env::var(name).map_err(|_| ContextError::Missing(name));
    let Ok(address) = env::var("WAYPOINT_MAIL") else { return Ok(MailService::Off) };
    let (from, site) = (variable("WAYPOINT_MAIL_FROM")?, variable("WAYPOINT_SITE")?);
    Ok(MailService::Smtp(SmtpService::new(&address, &from, &site)?.into()))
}

/// The study team's portal at `WAYPOINT_PORTAL`. Messages are signed with `WAYPOINT_PORTAL_KEY`. Off without an
/// address.
fn portal() -> Result<PortalService, ContextError> {
    const KEY: &str = "WAYPOINT_PORTAL_KEY";
    let Ok(address) = env::var("WAYPOINT_PORTAL") else { return Ok(PortalService::Off) };
    let key = env::var(KEY).map_err(|_| ContextError::Missing(KEY))?;
    Ok(PortalService::Webhook(Portal::new(&address, &key)?.into()))
}

/// The key `WAYPOINT_REFERRAL_KEY`, which verifies the portal's messages about participants.
fn portal_key() -> Result<Option<SigningKey>, ContextError> {
    let Ok(key) = env::var("WAYPOINT_REFERRAL_KEY") else { return Ok(None) };
    Ok(Some(SigningKey::read(&key)?))
}

/// Daily budgets from `WAYPOINT_VOICE_CALLS_A_DAY`, `WAYPOINT_AGENT_ANSWERS_A_DAY`, and
/// `WAYPOINT_TRIAL_MATCHING_A_DAY`.
fn budgets() -> Result<DailyBudgets, ContextError> {
    let read = |name: &'static str, default: u32| match env::var(name) {
        Ok(text) => text.trim().parse().map_err(|_| ContextError::Budget(name)),
        Err(_) => Ok(default),
    };
    let default = DailyBudgets::default();
    Ok(DailyBudgets {
        voice_calls: read("WAYPOINT_VOICE_CALLS_A_DAY", default.voice_calls)?,
        agent_answers: read("WAYPOINT_AGENT_ANSWERS_A_DAY", default.agent_answers)?,
        trial_matching: read("WAYPOINT_TRIAL_MATCHING_A_DAY", default.trial_matching)?,
    })
}

/// Retention period of erasure records: `WAYPOINT_AUDIT_DAYS` days, or six years by default.
fn audit_time() -> Result<ErasureRecordRetention, ContextError> {
    Ok(env::var("WAYPOINT_AUDIT_DAYS").ok().map(|days| days.parse()).transpose()?.unwrap_or_default())
}

/// Opens the store of partner studies alone, with the table name from the environment.
pub async fn studies_from_environment() -> Result<Studies, ContextError> {
    let table = env::var("STUDIES_TABLE").map_err(|_| ContextError::Missing("STUDIES_TABLE"))?;
    Ok(Studies::new(aws_sdk_dynamodb::Client::new(&load_aws_config().await), table))
}

/// Opens the store of participants alone, with the table name and keys of these purposes from the environment.
pub async fn participants_from_environment(purposes: &[Purpose]) -> Result<Participants, ContextError> {
    let table = env::var("PARTICIPANTS_TABLE").map_err(|_| ContextError::Missing("PARTICIPANTS_TABLE"))?;
    Ok(Participants::new(
        aws_sdk_dynamodb::Client::new(&load_aws_config().await),
        table,
        given_keys(purposes)?,
    ))
}

/// Opens the outbox alone, with the table name from the environment.
pub async fn outbox_from_environment() -> Result<Outbox, ContextError> {
    let table = env::var("PARTICIPANTS_TABLE").map_err(|_| ContextError::Missing("PARTICIPANTS_TABLE"))?;
    Ok(Outbox::new(aws_sdk_dynamodb::Client::new(&load_aws_config().await), table))
}

/// The stores needed to repeat erasures in a restored table.
#[derive(Debug)]
pub struct RestoredStores {
    /// The participants whose erasure records are current.
    pub in_use: Participants,
    /// The participants of the table restored from a backup.
    pub restored: Participants,
    /// The sessions currently in use.
    pub sessions: Sessions,
}

/// Opens the participants in use and those of a restored table, with table names and keys of these purposes from
/// the environment. `before` names the previously used table once the restored one is in use.
pub async fn restored_from_environment(
    purposes: &[Purpose],
    table: &str,
    before: Option<&str>,
) -> Result<RestoredStores, ContextError> {
    let variable = |name: &'static str| env::var(name).map_err(|_| ContextError::Missing(name));
    let purpose_keys = given_keys(purposes)?;
    let client = aws_sdk_dynamodb::Client::new(&load_aws_config().await);
    let participants = |table: String| -> Result<Participants, ContextError> {
        Ok(Participants::new(client.clone(), table, purpose_keys.clone()).with_audit_retention(audit_time()?))
    };
    Ok(RestoredStores {
        in_use: participants(
            before.map_or_else(|| variable("PARTICIPANTS_TABLE"), |table| Ok(table.into()))?,
        )?,
        restored: participants(table.to_owned())?,
        sessions: Sessions::new(client.clone(), variable("SESSIONS_TABLE")?),
    })
}

/// Opens the registry records and the registry client alone, from `REGISTRY_TABLE` and `WAYPOINT_REGISTRY`.
pub async fn registry_from_environment() -> Result<(Registry, RegistryClient), ContextError> {
    let variable = |name: &'static str| env::var(name).map_err(|_| ContextError::Missing(name));
    let (table, base) = (variable("REGISTRY_TABLE")?, variable("WAYPOINT_REGISTRY")?);
    let registry = Registry::new(aws_sdk_dynamodb::Client::new(&load_aws_config().await), table);
    Ok((registry, RegistryClient::new(base)?))
}

/// Returns a database client that passes the request id along.
fn database(aws: &SdkConfig) -> aws_sdk_dynamodb::Client {
    let config = aws_sdk_dynamodb::config::Builder::from(aws).interceptor(RequestIdInterceptor);
    aws_sdk_dynamodb::Client::from_conf(config.build())
}

/// Returns a key service client that passes the request id along.
fn key_service(aws: &SdkConfig) -> aws_sdk_kms::Client {
    let config = aws_sdk_kms::config::Builder::from(aws).interceptor(RequestIdInterceptor);
    aws_sdk_kms::Client::from_conf(config.build())
}

async fn load_aws_config() -> SdkConfig {
    aws_config::defaults(BehaviorVersion::latest())
        .timeout_config(timeouts())
        .retry_config(RetryConfig::standard().with_max_attempts(3))
        .load()
        .await
}

/// Timeouts of the store and the key service.
#[must_use]
pub fn timeouts() -> TimeoutConfig {
    TimeoutConfig::builder()
        .connect_timeout(Duration::from_secs(2))
        .operation_attempt_timeout(Duration::from_secs(3))
        .operation_timeout(Duration::from_secs(8))
        .build()
}

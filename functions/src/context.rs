//! What an endpoint works with: the store, the outside services, the secret, the clock.

use std::{env, path::Path, sync::Arc, time::Duration};

use aws_config::{BehaviorVersion, SdkConfig, retry::RetryConfig, timeout::TimeoutConfig};

use waypoint_domain::{
    assistant::AllowedHosts,
    retention::{AuditTime, InvalidAuditTime},
};
use waypoint_keys::{GivenKeys, Key, KeyError, Of};

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
    observing::TellsRequest,
    rate_limit::DailyBudgets,
    signed_message::{InvalidSigningKey, SigningKey},
    store::{Deletions, Outbox, Participants, Registry, Sessions, Studies, Subscriptions, Tables, Uploads},
};

/// Everything that endpoints share. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Context {
    /// Partner studies.
    pub studies: Studies,
    /// Registry records.
    pub registry: Registry,
    /// Participants.
    pub participants: Participants,
    /// Wishes for news.
    pub subscriptions: Subscriptions,
    /// Requests to be forgotten.
    pub deletions: Deletions,
    /// Messages that wait to be handed over.
    pub outbox: Outbox,
    /// Capabilities, drafts, marks and counters.
    pub sessions: Sessions,
    /// Documents that no sign-up holds.
    pub uploads: Uploads,
    /// Where documents are kept.
    pub documents: Documents,
    /// The key service.
    pub keys: Keys,
    /// The registry's own server, for a record that is not kept yet.
    pub registry_client: RegistryClient,
    /// What finds registry studies.
    pub finder: Arc<Finder>,
    /// Who matches people with trials.
    pub trial_matching: TrialMatching,
    /// From where medical records are read.
    pub health_records: HealthRecords,
    /// Who answers in the chat.
    pub chat_agent: ChatAgent,
    /// Who answers voice calls.
    pub voice_calls: VoiceCalls,
    /// Who carries mail.
    pub mail: MailService,
    /// Who gets sign-ups.
    pub portal: PortalService,
    /// The key by which the study team's portal is believed; without it nobody is.
    pub portal_key: Option<SigningKey>,
    /// The keys of the purposes that this program serves.
    pub purpose_keys: GivenKeys,
    /// The clock.
    pub clock: Clock,
    /// Which release of the site this is.
    pub release: String,
    /// Whether requests are counted. Off only for load tests on one machine.
    pub limits: bool,
    /// How often others may be paid in a day.
    pub budgets: DailyBudgets,
}

/// The context can't be made.
#[derive(Debug, thiserror::Error)]
pub enum ContextError {
    /// A variable of the environment is missing.
    #[error("the environment variable {0} is not set; template.yaml names all of them")]
    Missing(&'static str),
    /// A key that the program uses is missing, or can't be read.
    #[error(transparent)]
    PurposeKeys(#[from] KeyError),
    /// The registry's client can't be made.
    #[error(transparent)]
    Registry(#[from] FetchError),
    /// The client of trial matching can't be made.
    #[error(transparent)]
    TrialMatching(#[from] MatchingFailure),
    /// Health systems can't be used.
    #[error(transparent)]
    HealthRecords(#[from] InvalidHealthRecords),
    /// The client of the chat's agent can't be made.
    #[error(transparent)]
    Chat(#[from] AgentFailure),
    /// The client of the voice service can't be made.
    #[error(transparent)]
    Voice(#[from] VoiceFailure),
    /// The portal can't be used.
    #[error(transparent)]
    Portal(#[from] InvalidPortal),
    /// The key of the portal can't be used.
    #[error("WAYPOINT_REFERRAL_KEY {0}")]
    PortalKey(#[from] InvalidSigningKey),
    /// The mail server can't be used.
    #[error(transparent)]
    Mail(#[from] InvalidMailService),
    /// The bucket can't be used.
    #[error(transparent)]
    Documents(#[from] InvalidBucket),
    /// A budget of a day can't be read.
    #[error("{0} must be a whole number, such as 200")]
    Budget(&'static str),
    /// The longest time of a voice call can't be read.
    #[error("WAYPOINT_VOICE_MINUTES: {0}")]
    VoiceMinutes(#[from] InvalidLongestCall),
    /// The time for records of erasures can't be read.
    #[error("WAYPOINT_AUDIT_DAYS: {0}")]
    Audit(#[from] InvalidAuditTime),
}

impl Context {
    /// The context of a program, from its environment: the names of the tables, the keys that the program uses,
    /// `WAYPOINT_MASTER_KEY` and `WAYPOINT_REGISTRY`.
    ///
    /// # Errors
    /// When something is missing.
    pub async fn from_environment(program: &str, finder: Finder) -> Result<Self, ContextError> {
        let variable = |name: &'static str| env::var(name).map_err(|_| ContextError::Missing(name));
        let tables = Tables {
            studies: variable("STUDIES_TABLE")?,
            registry: variable("REGISTRY_TABLE")?,
            participants: variable("PARTICIPANTS_TABLE")?,
            sessions: variable("SESSIONS_TABLE")?,
        };
        let aws = cloud().await;
        let database = database(&aws);
        let purpose_keys = given_keys(program)?;
        let participants =
            Participants::new(database.clone(), tables.participants.clone(), purpose_keys.clone());
        let participants = participants.keeping_audit_for(audit_time()?);
        let sessions = Sessions::new(database.clone(), tables.sessions);
        Ok(Self {
            studies: Studies::new(database.clone(), tables.studies),
            registry: Registry::new(database.clone(), tables.registry),
            subscriptions: Subscriptions::new(database.clone(), tables.participants.clone()),
            uploads: Uploads::new(database.clone(), tables.participants.clone()),
            documents: documents(&aws)?,
            outbox: Outbox::new(database, tables.participants),
            deletions: Deletions::new(participants.clone(), sessions.clone()),
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
            limits: true,
            budgets: budgets()?,
        })
    }

    /// The key of a purpose.
    ///
    /// # Errors
    /// When this program was not given it.
    pub fn key<P: Of>(&self) -> Result<Key<P>, KeyError> {
        self.purpose_keys.of()
    }

    /// The keys that sign captchas.
    ///
    /// # Errors
    /// When this program was not given them.
    pub fn captcha_keys(&self) -> Result<CaptchaKeys, KeyError> {
        CaptchaKeys::of(&self.purpose_keys)
    }
}

/// The keys that a program uses, from the environment.
fn given_keys(program: &str) -> Result<GivenKeys, KeyError> {
    GivenKeys::read(program, |variable| env::var(variable).ok())
}

/// Where documents are kept: in the bucket of `DOCUMENTS_BUCKET`, at the server of `AWS_ENDPOINT_URL_S3` or else where S3
/// has it; nowhere without a bucket.
fn documents(aws: &SdkConfig) -> Result<Documents, ContextError> {
    let Ok(name) = env::var("DOCUMENTS_BUCKET") else { return Ok(Documents::Off) };
    let (Some(region), Some(credentials)) = (aws.region(), aws.credentials_provider()) else {
        return Err(InvalidBucket::Credentials.into());
    };
    let server = env::var("AWS_ENDPOINT_URL_S3").ok();
    Ok(Documents::Bucket(Bucket::new(&name, server.as_deref(), region.as_ref(), credentials)?.into()))
}

/// Trial matching as it is configured: by `WAYPOINT_TRIAL_MATCHING`, the address of a provider, and
/// `WAYPOINT_TRIAL_MATCHING_KEY`; without these it is our own.
fn trial_matching() -> Result<TrialMatching, ContextError> {
    const KEY: &str = "WAYPOINT_TRIAL_MATCHING_KEY";
    let Ok(address) = env::var("WAYPOINT_TRIAL_MATCHING") else { return Ok(TrialMatching::Ours) };
    let key = env::var(KEY).map_err(|_| ContextError::Missing(KEY))?;
    Ok(TrialMatching::Provider(MatchingProvider::new(address, key)?))
}

/// From where medical records are read: from the health systems of the file `WAYPOINT_HEALTH_SYSTEMS`, which know us as
/// `WAYPOINT_HEALTH_CLIENT` at `WAYPOINT_SITE`; from nowhere without the first. Only systems of the public internet are
/// asked, unless `WAYPOINT_HEALTH_LOOPBACK=on` admits stand-ins on this machine.
fn health_records() -> Result<HealthRecords, ContextError> {
    let variable = |name: &'static str| env::var(name).map_err(|_| ContextError::Missing(name));
    let Ok(file) = env::var("WAYPOINT_HEALTH_SYSTEMS") else { return Ok(HealthRecords::Off) };
    let (client, site) = (variable("WAYPOINT_HEALTH_CLIENT")?, variable("WAYPOINT_SITE")?);
    let has_stand_ins = env::var("WAYPOINT_HEALTH_LOOPBACK").is_ok_and(|switch| switch == "on");
    let reach = if has_stand_ins { Reach::PublicAndLoopback } else { Reach::Public };
    Ok(HealthRecords::from_file(Path::new(&file), &client, &site, reach)?)
}

/// Who answers in the chat: nobody with `WAYPOINT_CHAT=off`, the agent service of `WAYPOINT_CHAT_SERVICE` with its
/// `WAYPOINT_CHAT_USER` and `WAYPOINT_CHAT_PASSWORD`, else our own assistant. `WAYPOINT_CHAT_HOSTS` names, with commas
/// between them, further hosts that the service's answers may link to.
fn chat_agent() -> Result<ChatAgent, ContextError> {
    let variable = |name: &'static str| env::var(name).map_err(|_| ContextError::Missing(name));
    if env::var("WAYPOINT_CHAT").is_ok_and(|switch| switch == "off") {
        return Ok(ChatAgent::Off);
    }
    let Ok(address) = env::var("WAYPOINT_CHAT_SERVICE") else { return Ok(ChatAgent::Ours) };
    let more = env::var("WAYPOINT_CHAT_HOSTS").unwrap_or_default();
    let hosts = AllowedHosts::with(more.split(','));
    let (user, password) = (variable("WAYPOINT_CHAT_USER")?, variable("WAYPOINT_CHAT_PASSWORD")?);
    Ok(ChatAgent::Service(AgentService::new(address, user, password, hosts)?))
}

/// Who answers voice calls: the agent `WAYPOINT_VOICE_AGENT` of the service that knows us by `WAYPOINT_VOICE_KEY`; nobody
/// without a key. `WAYPOINT_VOICE_SERVICE` names another server than the service's own, `WAYPOINT_VOICE_MINUTES` the longest
/// time of a call.
fn voice_calls() -> Result<VoiceCalls, ContextError> {
    const AGENT: &str = "WAYPOINT_VOICE_AGENT";
    let Ok(key) = env::var("WAYPOINT_VOICE_KEY") else { return Ok(VoiceCalls::Off) };
    let agent = env::var(AGENT).map_err(|_| ContextError::Missing(AGENT))?;
    let base = env::var("WAYPOINT_VOICE_SERVICE").unwrap_or_else(|_| voice_calls::LIVE.to_owned());
    let longest = env::var("WAYPOINT_VOICE_MINUTES").ok().map(|minutes| minutes.parse::<LongestCall>());
    let longest = longest.transpose()?.unwrap_or_default();
    Ok(VoiceCalls::Service(VoiceService::new(base, key, agent, longest)?))
}

/// Who carries mail: the server of `WAYPOINT_MAIL`, from `WAYPOINT_MAIL_FROM`, with links to `WAYPOINT_SITE`; nobody without
/// the first.
fn mail() -> Result<MailService, ContextError> {
    let variable = |name: &'static str| env::var(name).map_err(|_| ContextError::Missing(name));
    let Ok(address) = env::var("WAYPOINT_MAIL") else { return Ok(MailService::Off) };
    let (from, site) = (variable("WAYPOINT_MAIL_FROM")?, variable("WAYPOINT_SITE")?);
    Ok(MailService::Smtp(SmtpService::new(&address, &from, &site)?.into()))
}

/// Who gets sign-ups: the portal at `WAYPOINT_PORTAL`, by messages signed with `WAYPOINT_PORTAL_KEY`; nobody without the
/// first.
fn portal() -> Result<PortalService, ContextError> {
    const KEY: &str = "WAYPOINT_PORTAL_KEY";
    let Ok(address) = env::var("WAYPOINT_PORTAL") else { return Ok(PortalService::Off) };
    let key = env::var(KEY).map_err(|_| ContextError::Missing(KEY))?;
    Ok(PortalService::Webhook(Portal::new(&address, &key)?.into()))
}

/// The key of `WAYPOINT_REFERRAL_KEY`, with which the portal signs what it says of participants.
fn portal_key() -> Result<Option<SigningKey>, ContextError> {
    let Ok(key) = env::var("WAYPOINT_REFERRAL_KEY") else { return Ok(None) };
    Ok(Some(SigningKey::read(&key)?))
}

/// How often others may be paid in a day: as often as `WAYPOINT_VOICE_CALLS_A_DAY`, `WAYPOINT_AGENT_ANSWERS_A_DAY` and
/// `WAYPOINT_TRIAL_MATCHING_A_DAY` say.
fn budgets() -> Result<DailyBudgets, ContextError> {
    let read = |name: &'static str, otherwise: u32| match env::var(name) {
        Ok(text) => text.trim().parse().map_err(|_| ContextError::Budget(name)),
        Err(_) => Ok(otherwise),
    };
    let default = DailyBudgets::default();
    Ok(DailyBudgets {
        voice_calls: read("WAYPOINT_VOICE_CALLS_A_DAY", default.voice_calls)?,
        agent_answers: read("WAYPOINT_AGENT_ANSWERS_A_DAY", default.agent_answers)?,
        trial_matching: read("WAYPOINT_TRIAL_MATCHING_A_DAY", default.trial_matching)?,
    })
}

/// How long records of erasures are kept: as many days as `WAYPOINT_AUDIT_DAYS` says, else six years.
fn audit_time() -> Result<AuditTime, ContextError> {
    Ok(env::var("WAYPOINT_AUDIT_DAYS").ok().map(|days| days.parse()).transpose()?.unwrap_or_default())
}

/// The partners' studies alone, from the environment: the name of their table.
///
/// # Errors
/// When the name is missing.
pub async fn studies_from_environment() -> Result<Studies, ContextError> {
    let table = env::var("STUDIES_TABLE").map_err(|_| ContextError::Missing("STUDIES_TABLE"))?;
    Ok(Studies::new(aws_sdk_dynamodb::Client::new(&cloud().await), table))
}

/// The participants alone, from the environment: the name of their table, and the keys that the program uses.
///
/// # Errors
/// When something is missing.
pub async fn participants_from_environment(program: &str) -> Result<Participants, ContextError> {
    let table = env::var("PARTICIPANTS_TABLE").map_err(|_| ContextError::Missing("PARTICIPANTS_TABLE"))?;
    Ok(Participants::new(aws_sdk_dynamodb::Client::new(&cloud().await), table, given_keys(program)?))
}

/// The outbox alone, from the environment: the name of its table.
///
/// # Errors
/// When the name is missing.
pub async fn outbox_from_environment() -> Result<Outbox, ContextError> {
    let table = env::var("PARTICIPANTS_TABLE").map_err(|_| ContextError::Missing("PARTICIPANTS_TABLE"))?;
    Ok(Outbox::new(aws_sdk_dynamodb::Client::new(&cloud().await), table))
}

/// The participants of the table that was in use, and those of one that was restored from a backup.
#[derive(Debug)]
pub struct Restored {
    /// Those of the table that the environment names.
    pub in_use: Participants,
    /// Those of the restored table.
    pub restored: Participants,
    /// The sessions in use.
    pub sessions: Sessions,
}

/// The participants in use and those of a restored table, from the environment: the names of the tables in use, and the
/// keys that the program uses. `before` is the table that was in use before, for whoever uses the restored one already.
///
/// # Errors
/// When something is missing.
pub async fn restored_from_environment(
    program: &str,
    table: &str,
    before: Option<&str>,
) -> Result<Restored, ContextError> {
    let variable = |name: &'static str| env::var(name).map_err(|_| ContextError::Missing(name));
    let purpose_keys = given_keys(program)?;
    let client = aws_sdk_dynamodb::Client::new(&cloud().await);
    let participants = |table: String| -> Result<Participants, ContextError> {
        Ok(Participants::new(client.clone(), table, purpose_keys.clone()).keeping_audit_for(audit_time()?))
    };
    Ok(Restored {
        in_use: participants(
            before.map_or_else(|| variable("PARTICIPANTS_TABLE"), |table| Ok(table.into()))?,
        )?,
        restored: participants(table.to_owned())?,
        sessions: Sessions::new(client.clone(), variable("SESSIONS_TABLE")?),
    })
}

/// The registry's records and its own server alone, from the environment: the name of the table, and
/// `WAYPOINT_REGISTRY`.
///
/// # Errors
/// When something is missing.
pub async fn registry_from_environment() -> Result<(Registry, RegistryClient), ContextError> {
    let variable = |name: &'static str| env::var(name).map_err(|_| ContextError::Missing(name));
    let (table, base) = (variable("REGISTRY_TABLE")?, variable("WAYPOINT_REGISTRY")?);
    let registry = Registry::new(aws_sdk_dynamodb::Client::new(&cloud().await), table);
    Ok((registry, RegistryClient::new(base)?))
}

/// A client of the database that tells for which request it asks.
fn database(aws: &SdkConfig) -> aws_sdk_dynamodb::Client {
    let config = aws_sdk_dynamodb::config::Builder::from(aws).interceptor(TellsRequest);
    aws_sdk_dynamodb::Client::from_conf(config.build())
}

/// A client of the key service that does.
fn key_service(aws: &SdkConfig) -> aws_sdk_kms::Client {
    let config = aws_sdk_kms::config::Builder::from(aws).interceptor(TellsRequest);
    aws_sdk_kms::Client::from_conf(config.build())
}

async fn cloud() -> SdkConfig {
    aws_config::defaults(BehaviorVersion::latest())
        .timeout_config(timeouts())
        .retry_config(RetryConfig::standard().with_max_attempts(3))
        .load()
        .await
}

/// How long the store and the key service may take.
#[must_use]
pub fn timeouts() -> TimeoutConfig {
    TimeoutConfig::builder()
        .connect_timeout(Duration::from_secs(2))
        .operation_attempt_timeout(Duration::from_secs(3))
        .operation_timeout(Duration::from_secs(8))
        .build()
}

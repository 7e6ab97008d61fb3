//! Reads the settings of external services.

use std::path::Path;

use aws_config::SdkConfig;
use waypoint_domain::{assistant::AllowedHosts, retention::ErasureRecordRetention};

use super::environment::{ContextError, Environment};
use crate::{
    external::{
        chat_agent::{AgentService, ChatAgent},
        documents::{Bucket, Documents, InvalidBucket},
        mail::{MailService, SmtpService},
        portal::{Portal, PortalService},
        reach::Reach,
        trial_matching::{MatchingProvider, TrialMatching},
        voice_calls::{self, LongestCall, VoiceCalls, VoiceService},
    },
    filled_pages::PageFiller,
    health_records::HealthRecords,
    introduction::IntroductionSending,
    signed_message::SigningKey,
};

/// Document storage: the bucket `DOCUMENTS_BUCKET`, at the server `AWS_ENDPOINT_URL_S3` or at S3's own address. Off
/// without a bucket.
pub(super) fn documents(environment: &Environment, aws: &SdkConfig) -> Result<Documents, ContextError> {
    let Some(name) = environment.optional("DOCUMENTS_BUCKET") else { return Ok(Documents::Off) };
    let (Some(region), Some(credentials)) = (aws.region(), aws.credentials_provider()) else {
        return Err(InvalidBucket::Credentials.into());
    };
    let server = environment.optional("AWS_ENDPOINT_URL_S3");
    Ok(Documents::Bucket(Bucket::new(&name, server.as_deref(), region.as_ref(), credentials)?.into()))
}

/// Introductions: on with the address of the site in `WAYPOINT_INTRODUCTIONS`, except to the contacts whose addresses, separated by
/// spaces, are in `WAYPOINT_INTRODUCTIONS_DECLINED`.
pub(super) fn introduction_sending(environment: &Environment) -> Result<IntroductionSending, ContextError> {
    let declining = environment.optional("WAYPOINT_INTRODUCTIONS_DECLINED").unwrap_or_default();
    Ok(IntroductionSending::new(environment.optional("WAYPOINT_INTRODUCTIONS"), declining.parse()?))
}

/// Trial matching: the provider at `WAYPOINT_TRIAL_MATCHING` with the key `WAYPOINT_TRIAL_MATCHING_KEY`. Without an
/// address, our own search matches.
pub(super) fn trial_matching(environment: &Environment) -> Result<TrialMatching, ContextError> {
    let Some(address) = environment.optional("WAYPOINT_TRIAL_MATCHING") else {
        return Ok(TrialMatching::BuiltIn);
    };
    let key = environment.required("WAYPOINT_TRIAL_MATCHING_KEY")?;
    Ok(TrialMatching::Provider(MatchingProvider::new(address, key)?))
}

/// Health systems from the file `WAYPOINT_HEALTH_SYSTEMS`, which know this site at `WAYPOINT_SITE` by the registrations in
/// the file `WAYPOINT_HEALTH_CLIENTS`. Off without a file of systems.
///
/// `WAYPOINT_HEALTH_SECRETS` is a JSON object with the secrets that registrations refer to.
///
/// Only systems on the public internet are reachable, unless `WAYPOINT_HEALTH_LOOPBACK=on` admits fakes on this
/// machine.
pub(super) fn health_records(environment: &Environment) -> Result<HealthRecords, ContextError> {
    let Some(file) = environment.optional("WAYPOINT_HEALTH_SYSTEMS") else { return Ok(HealthRecords::Off) };
    let (clients, site) =
        (environment.required("WAYPOINT_HEALTH_CLIENTS")?, environment.required("WAYPOINT_SITE")?);
    let secrets = environment.optional("WAYPOINT_HEALTH_SECRETS");
    let has_stand_ins = environment.optional("WAYPOINT_HEALTH_LOOPBACK").is_some_and(|switch| switch == "on");
    let reach = if has_stand_ins { Reach::PublicAndLoopback } else { Reach::Public };
    Ok(HealthRecords::from_file(Path::new(&file), (Path::new(&clients), secrets.as_deref()), &site, reach)?)
}

/// The chat assistant: off with `WAYPOINT_CHAT=off`, or the agent service at `WAYPOINT_CHAT_SERVICE` with
/// `WAYPOINT_CHAT_USER` and `WAYPOINT_CHAT_PASSWORD`. Otherwise our own assistant answers.
///
/// `WAYPOINT_CHAT_HOSTS` is a comma-separated list of additional hosts that the service's answers may link to.
pub(super) fn chat_agent(environment: &Environment) -> Result<ChatAgent, ContextError> {
    if environment.optional("WAYPOINT_CHAT").is_some_and(|switch| switch == "off") {
        return Ok(ChatAgent::Off);
    }
    let Some(address) = environment.optional("WAYPOINT_CHAT_SERVICE") else { return Ok(ChatAgent::BuiltIn) };
    let more = environment.optional("WAYPOINT_CHAT_HOSTS").unwrap_or_default();
    let hosts = AllowedHosts::with(more.split(','));
    let (user, password) =
        (environment.required("WAYPOINT_CHAT_USER")?, environment.required("WAYPOINT_CHAT_PASSWORD")?);
    Ok(ChatAgent::Service(AgentService::new(address, user, password, hosts)?))
}

/// Voice calls: the agent `WAYPOINT_VOICE_AGENT` of the service with the key `WAYPOINT_VOICE_KEY`. Off without a key.
///
/// `WAYPOINT_VOICE_SERVICE` overrides the service's address, and `WAYPOINT_VOICE_MINUTES` sets the maximum length of a
/// call.
pub(super) fn voice_calls(environment: &Environment) -> Result<VoiceCalls, ContextError> {
    let Some(key) = environment.optional("WAYPOINT_VOICE_KEY") else { return Ok(VoiceCalls::Off) };
    let agent = environment.required("WAYPOINT_VOICE_AGENT")?;
    let base = environment.optional("WAYPOINT_VOICE_SERVICE").unwrap_or_else(|| voice_calls::LIVE.to_owned());
    let longest =
        environment.optional("WAYPOINT_VOICE_MINUTES").map(|minutes| minutes.parse::<LongestCall>());
    let longest = longest.transpose()?.unwrap_or_default();
    Ok(VoiceCalls::Service(VoiceService::new(base, key, agent, longest)?))
}

/// Mail: the server `WAYPOINT_MAIL`, the sender `WAYPOINT_MAIL_FROM`, and links to `WAYPOINT_SITE`. Off without a
/// server.
pub(super) fn mail(environment: &Environment) -> Result<MailService, ContextError> {
    let Some(address) = environment.optional("WAYPOINT_MAIL") else { return Ok(MailService::Off) };
    let (from, site) = (environment.required("WAYPOINT_MAIL_FROM")?, environment.required("WAYPOINT_SITE")?);
    Ok(MailService::Smtp(SmtpService::new(&address, &from, &site)?.into()))
}

/// The study team's portal at `WAYPOINT_PORTAL`. Messages are signed with `WAYPOINT_PORTAL_KEY`. Off without an
/// address.
pub(super) fn portal(environment: &Environment) -> Result<PortalService, ContextError> {
    let Some(address) = environment.optional("WAYPOINT_PORTAL") else { return Ok(PortalService::Off) };
    let key = environment.required("WAYPOINT_PORTAL_KEY")?;
    Ok(PortalService::Webhook(Portal::new(&address, &key)?.into()))
}

/// The site at `WAYPOINT_SITE`, whose built pages are filled. Off without an address.
pub(super) fn page_filler(environment: &Environment) -> Result<PageFiller, ContextError> {
    let Some(address) = environment.optional("WAYPOINT_SITE") else { return Ok(PageFiller::Off) };
    Ok(PageFiller::of_site(&address)?)
}

/// The key `WAYPOINT_REFERRAL_KEY`, which verifies the portal's messages about participants.
pub(super) fn portal_key(environment: &Environment) -> Result<Option<SigningKey>, ContextError> {
    let Some(key) = environment.optional("WAYPOINT_REFERRAL_KEY") else { return Ok(None) };
    Ok(Some(SigningKey::read(&key)?))
}

/// The daily budget of a paid service from this variable, or the default.
pub(super) fn budget(
    environment: &Environment,
    name: &'static str,
    default: u32,
) -> Result<u32, ContextError> {
    let text = environment.optional(name);
    text.map_or(Ok(default), |text| text.trim().parse().map_err(|_| ContextError::Budget(name)))
}

/// Retention period of erasure records: `WAYPOINT_AUDIT_DAYS` days, or six years by default.
pub(super) fn audit_time(environment: &Environment) -> Result<ErasureRecordRetention, ContextError> {
    Ok(environment.optional("WAYPOINT_AUDIT_DAYS").map(|days| days.parse()).transpose()?.unwrap_or_default())
}

//! Rate limits for one address, one network, and all visitors together, and daily budgets of paid services.
//!
//! Each action has one limit ([`LimitedAction::limit`]). The limits of a network and of all visitors follow from it.

use std::{convert::Infallible, time::Duration};

use axum::extract::{FromRef, FromRequestParts};
use http::request::Parts;
use jiff::Timestamp;
use waypoint_keys::{ProgramKeys, purpose::RateLimit};

use crate::{
    clock::Clock,
    http::{client_address::ClientAddress, problem::Problem},
    paid_service::{DailyBudgets, PaidService},
    store::{Counter, Sessions},
};

/// An action with a rate limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitedAction {
    /// Requesting a captcha.
    Captcha,
    /// Checking pre-screening answers. The limit suits a hospital ward behind one address, but not a script.
    Prescreen,
    /// Saving a draft.
    Draft,
    /// Uploading a document.
    Upload,
    /// Starting a connection to a health system.
    Connect,
    /// Reading, choosing, and sharing records.
    Records,
    /// Sending a sign-up form.
    SignUp,
    /// Requesting a mail: subscribing to news, correcting a sign-up's address, or requesting a link again.
    Notify,
    /// Showing what would be sent to the contact of a study.
    Introduction,
    /// Using a link in a message: about news, the messages of a sign-up, or an introduction.
    MessageLink,
    /// Requesting erasure.
    Deletion,
    /// Opening the link in the mail about an erasure.
    DeletionLink,
    /// Opening the link in a mail that leads back to a sign-up.
    ReturnLink,
    /// Sending answers, accepting the privacy notice, and leaving a browser.
    AfterSignUp,
    /// Looking up a study at the registry's server because it isn't stored.
    RegistryLookup,
    /// The lookups of all visitors together at the registry's server, which allows 50 requests a minute.
    RegistryLookupsOfAll,
    /// Sending a message to the chat assistant.
    Chat,
    /// The chat messages of all visitors together, when a paid agent service answers.
    ChatsOfAll,
    /// Interpreting a free-text search.
    FreeText,
    /// Matching a person with trials.
    TrialMatching,
    /// Starting a voice call.
    VoiceCall,
    /// The voice calls of all visitors together. Each call costs money.
    VoiceCallsOfAll,
}

/// The limit of an IPv6 /48 network, in households. A mobile provider has many customers in one.
pub(crate) const NETWORK_LIMIT_IN_HOUSEHOLDS: u32 = 16;
/// The limit of all visitors together, in addresses.
const TOTAL_LIMIT_IN_ADDRESSES: u32 = 500;
/// The counter name of all visitors together.
const ALL_VISITORS: &str = "everybody";

impl LimitedAction {
    fn limit(self) -> (u32, Duration) {
        let minutes = Duration::from_mins;
        match self {
            Self::Captcha | Self::VoiceCallsOfAll | Self::TrialMatching => (60, minutes(10)),
            Self::Prescreen
            | Self::Connect
            | Self::RegistryLookup
            | Self::Introduction
            | Self::MessageLink
            | Self::DeletionLink
            | Self::ReturnLink => (30, minutes(10)),
            // A ward or a mobile network shares one address, and each sign-up costs its device a proof of work.
            Self::SignUp => (60, minutes(60)),
            Self::Notify | Self::Deletion => (20, minutes(60)),
            // Ten documents take twenty calls.
            Self::AfterSignUp | Self::Draft | Self::Records | Self::Upload | Self::FreeText => {
                (120, minutes(10))
            }
            Self::RegistryLookupsOfAll => (40, minutes(1)),
            Self::Chat => (40, minutes(10)),
            Self::ChatsOfAll => (600, minutes(10)),
            Self::VoiceCall => (6, minutes(10)),
        }
    }
}

/// The rate limits and budgets of a deployment, with the counters of requests.
#[derive(Debug, Clone)]
pub struct RateLimits {
    /// The store of the counters.
    pub counters: Sessions,
    /// The program's keys, for fingerprints of addresses.
    pub keys: ProgramKeys,
    pub clock: Clock,
    /// Whether rate limits apply. Off only for load tests on one machine.
    pub are_on: bool,
    /// The daily budgets of paid services.
    pub budgets: DailyBudgets,
}

/// The rate limits of the calling visitor.
#[derive(Debug)]
pub struct CallerLimits {
    pub(crate) limits: RateLimits,
    pub(crate) address: ClientAddress,
}

impl<S: Send + Sync> FromRequestParts<S> for CallerLimits
where
    RateLimits: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let address = ClientAddress::from_request_parts(parts, state).await?;
        Ok(Self { limits: RateLimits::from_ref(state), address })
    }
}

impl CallerLimits {
    /// Counts a request against the limits of the caller's address, its network, and all visitors.
    ///
    /// A request rejected for its address doesn't count for the others, so one visitor can't use up the common limit.
    pub async fn check(&self, what: LimitedAction) -> Result<(), Problem> {
        if !self.limits.are_on {
            return Ok(());
        }
        let key = self.limits.keys.get::<RateLimit>()?;
        let (most, window) = what.limit();
        self.limits.count(what, &key.fingerprint(self.address.as_str()), (most, window)).await?;
        if let Some(network) = self.address.network() {
            let network_limit = (most.saturating_mul(NETWORK_LIMIT_IN_HOUSEHOLDS), window);
            self.limits.count(what, &key.fingerprint(network), network_limit).await?;
        }
        let total_limit = (most.saturating_mul(TOTAL_LIMIT_IN_ADDRESSES), window);
        self.limits.count(what, ALL_VISITORS, total_limit).await
    }

    /// Counts a request against the limit of all visitors together.
    pub async fn check_total(&self, what: LimitedAction) -> Result<(), Problem> {
        self.limits.count(what, ALL_VISITORS, what.limit()).await
    }

    /// Takes one use out of today's budget.
    pub async fn spend_budget(&self, paid: PaidService) -> Result<(), Problem> {
        let RateLimits { counters, clock, budgets, .. } = &self.limits;
        let now = clock.now();
        let counter = Counter::new(&format!("{paid:?}#day"), Counter::DAY, now);
        if counters.count(&counter, budgets.limit(paid)).await? {
            return Ok(());
        }
        tracing::warn!(kind = ?paid, "today's budget of a paid service is used up");
        Err(Problem::BudgetUsedUp(paid, seconds_left(Counter::DAY, now)))
    }
}

impl RateLimits {
    async fn count(
        &self,
        what: LimitedAction,
        who: &str,
        (most, window): (u32, Duration),
    ) -> Result<(), Problem> {
        if !self.are_on {
            return Ok(());
        }
        let now = self.clock.now();
        let counter = Counter::new(&format!("{what:?}#{who}"), window, now);
        if self.counters.count(&counter, most).await? {
            return Ok(());
        }
        Err(Problem::TooManyRequests(seconds_left(window, now)))
    }
}

/// Returns the seconds until the next window.
fn seconds_left(window: Duration, now: Timestamp) -> u64 {
    window.as_secs() - u64::try_from(now.as_second()).unwrap_or_default() % window.as_secs()
}

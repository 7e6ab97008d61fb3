//! How often one address may do what costs us something, one network, and everybody together; and how much of it there is in
//! a day.
//!
//! A kind of call is limited by one line ([`Limited::limit`]). What a network and all visitors together may do follows
//! from it, so that no kind is without these bounds.

use std::time::Duration;

use jiff::Timestamp;
use waypoint_keys::purpose::RateLimit;

use crate::{context::Context, http::client_address::ClientAddress, http::problem::Problem, store::Counter};

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limited {
    /// Asking for a captcha.
    Captcha,
    /// Checking pre-screening answers: enough for a ward behind one address, too few for a script.
    Prescreen,
    /// Keeping what stands in a form.
    Draft,
    /// Uploading a document.
    Upload,
    /// Beginning a connection to a health system.
    Connect,
    /// Reading, choosing and sharing records.
    Records,
    /// Signing up.
    SignUp,
    /// Having a mail sent: leaving an address for news, correcting that of a sign-up, and requesting a link again.
    Notify,
    /// Opening a link of a mail about news.
    NewsLink,
    /// Asking to be forgotten.
    Deletion,
    /// Opening the link of the mail about that.
    DeletionLink,
    /// Opening the link of a mail that leads back to a sign-up.
    ReturnLink,
    /// Sending answers, accepting the privacy notice, and leaving a browser.
    AfterSignUp,
    /// Asking the registry's own server for a study that is not kept.
    RegistryLookup,
    /// The same, of all visitors together: the registry allows us 50 requests a minute.
    RegistryLookupsOfAll,
    /// Asking the chat assistant.
    Chat,
    /// The same, of all visitors together, when an agent service answers, which counts each text.
    ChatsOfAll,
    /// Having a sentence read.
    FreeText,
    /// Matching a person with trials.
    TrialMatching,
    /// Beginning a voice call.
    VoiceCall,
    /// The same, of all visitors together: each call costs.
    VoiceCallsOfAll,
}

/// An IPv6 network of 48 bits may do as much as so many of its households. A mobile provider has many customers in one.
const HOUSEHOLDS_OF_A_NETWORK: u32 = 16;
/// All visitors together may do as much as so many addresses.
const ADDRESSES_OF_ALL: u32 = 500;
const DAY: Duration = Duration::from_hours(24);
/// Counted as nobody's address.
const EVERYBODY: &str = "everybody";

/// What others are paid for, each time: what a deployment spends on it in a day has an end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paid {
    /// Tokens for voice calls.
    VoiceCall,
    /// Questions that an agent service answers.
    AgentAnswer,
    /// Searches at a provider of trial matching.
    TrialMatching,
}

/// How often everything of [`Paid`] may be used in a day, which begins at midnight UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DailyBudgets {
    /// Voice calls.
    pub voice_calls: u32,
    /// Answers of an agent service.
    pub agent_answers: u32,
    /// Searches at a provider.
    pub trial_matching: u32,
}

impl Default for DailyBudgets {
    fn default() -> Self {
        Self { voice_calls: 200, agent_answers: 5_000, trial_matching: 5_000 }
    }
}

impl DailyBudgets {
    fn of(&self, paid: Paid) -> u32 {
        match paid {
            Paid::VoiceCall => self.voice_calls,
            Paid::AgentAnswer => self.agent_answers,
            Paid::TrialMatching => self.trial_matching,
        }
    }
}

impl Limited {
    fn limit(self) -> (u32, Duration) {
        let minutes = Duration::from_mins;
        match self {
            Self::Captcha | Self::VoiceCallsOfAll | Self::TrialMatching => (60, minutes(10)),
            Self::Prescreen
            | Self::Connect
            | Self::RegistryLookup
            | Self::NewsLink
            | Self::DeletionLink
            | Self::ReturnLink => (30, minutes(10)),
            // A ward or a mobile network stands behind one address, and each sign-up has cost its device some work.
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

/// Counts a request of this address, of its network, and of all visitors together. What is refused to an address is not
/// counted for the others, so that one visitor can't use up what is everybody's.
///
/// # Errors
/// When there were too many, or the store does not answer.
pub async fn check(context: &Context, what: Limited, address: &ClientAddress) -> Result<(), Problem> {
    if !context.limits {
        return Ok(());
    }
    let key = context.key::<RateLimit>()?;
    let (most, window) = what.limit();
    count(context, what, &key.fingerprint(address.as_str()), (most, window)).await?;
    if let Some(network) = address.network() {
        let of_network = (most.saturating_mul(HOUSEHOLDS_OF_A_NETWORK), window);
        count(context, what, &key.fingerprint(network), of_network).await?;
    }
    count(context, what, EVERYBODY, (most.saturating_mul(ADDRESSES_OF_ALL), window)).await
}

/// Counts a request, whoever makes it.
///
/// # Errors
/// When there were too many, or the store does not answer.
pub async fn check_all(context: &Context, what: Limited) -> Result<(), Problem> {
    count(context, what, EVERYBODY, what.limit()).await
}

/// Takes one use out of today's budget.
///
/// # Errors
/// When nothing is left of it, or the store does not answer.
pub async fn spend(context: &Context, paid: Paid) -> Result<(), Problem> {
    let now = context.clock.now();
    let counter = Counter::new(&format!("{paid:?}#day"), DAY, now);
    if context.sessions.count(&counter, context.budgets.of(paid)).await? {
        return Ok(());
    }
    tracing::warn!(kind = ?paid, "today's budget is used up");
    Err(Problem::BudgetUsedUp(paid, left_of(DAY, now)))
}

async fn count(
    context: &Context,
    what: Limited,
    who: &str,
    (most, window): (u32, Duration),
) -> Result<(), Problem> {
    if !context.limits {
        return Ok(());
    }
    let now = context.clock.now();
    let counter = Counter::new(&format!("{what:?}#{who}"), window, now);
    if context.sessions.count(&counter, most).await? {
        return Ok(());
    }
    Err(Problem::TooManyRequests(left_of(window, now)))
}

/// The seconds until the next window.
fn left_of(window: Duration, now: Timestamp) -> u64 {
    window.as_secs() - u64::try_from(now.as_second()).unwrap_or_default() % window.as_secs()
}

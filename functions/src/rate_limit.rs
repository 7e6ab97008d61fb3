//! How often one address may do what costs us something.

use std::time::Duration;

use crate::{
    context::Context, http::client_address::ClientAddress, http::problem::Problem, secret::Use,
    store::Counter,
};

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
    /// Leaving a mail address for news.
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

/// Counts a request of this address.
///
/// # Errors
/// When there were too many, or the store does not answer.
pub async fn check(context: &Context, what: Limited, address: &ClientAddress) -> Result<(), Problem> {
    let who = context.secret.fingerprint(Use::RateLimit, address.as_str());
    count(context, what, &who).await
}

/// Counts a request, whoever makes it.
///
/// # Errors
/// When there were too many, or the store does not answer.
pub async fn check_all(context: &Context, what: Limited) -> Result<(), Problem> {
    count(context, what, "everybody").await
}

async fn count(context: &Context, what: Limited, who: &str) -> Result<(), Problem> {
    if !context.limits {
        return Ok(());
    }
    let (most, window) = what.limit();
    let now = context.clock.now();
    let counter = Counter::new(&format!("{what:?}#{who}"), window, now);
    if context.sessions.count(&counter, most).await? {
        return Ok(());
    }
    let into_window = u64::try_from(now.as_second()).unwrap_or_default() % window.as_secs();
    Err(Problem::TooManyRequests(window.as_secs() - into_window))
}

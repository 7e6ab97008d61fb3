//! How often one address may do what costs us something.

use std::time::Duration;

use crate::{context::Context, http::client_address::ClientAddress, http::problem::Problem, secret::Use};

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limited {
    /// Asking for a captcha.
    Captcha,
    /// Checking pre-screening answers: few, so that nobody finds the expected ones by trying.
    Prescreen,
    /// Signing up.
    SignUp,
    /// Sending answers, and accepting the privacy notice.
    AfterSignUp,
    /// Asking the registry's own server for a study that is not kept: it allows us few requests.
    RegistryLookup,
}

impl Limited {
    fn limit(self) -> (u32, Duration) {
        let minutes = Duration::from_mins;
        match self {
            Self::Captcha => (60, minutes(10)),
            Self::Prescreen => (30, minutes(10)),
            Self::SignUp => (20, minutes(60)),
            Self::AfterSignUp => (120, minutes(10)),
            Self::RegistryLookup => (30, minutes(10)),
        }
    }
}

/// Counts a request of this address.
///
/// # Errors
/// When there were too many, or the store does not answer.
pub async fn check(context: &Context, what: Limited, address: &ClientAddress) -> Result<(), Problem> {
    if !context.limits {
        return Ok(());
    }
    let (most, window) = what.limit();
    let who = context.secret.fingerprint(Use::RateLimit, address.as_str());
    let allowed =
        context.sessions.count(&format!("{what:?}#{who}"), most, window, context.clock.now()).await?;
    if allowed { Ok(()) } else { Err(Problem::TooManyRequests(window.as_secs())) }
}

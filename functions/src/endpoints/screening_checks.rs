//! Limits checks of pre-screening answers, so the expected answers can't be found by trying.
//!
//! A person who misread a question changes one or two answers. Each failed check counts against the browser's session,
//! its address, and its network, per study and day. The page starts a session before the first question, so calls
//! without a session come from programs. All such calls from one address count as one browser. Checks are counted
//! before they run, so parallel requests can't bypass the limit. A check that passes is no longer counted afterwards.

use std::time::Duration;

use waypoint_domain::{study_figures::Figure, study_number::StudyNumber};
use waypoint_keys::purpose::RateLimit;

use super::browser_session::CallingBrowser;
use crate::{
    http::problem::Problem,
    rate_limit::{CallerLimits, NETWORK_LIMIT_IN_HOUSEHOLDS},
    store::{Counter, Session, Sessions},
};

const WINDOW: Duration = Duration::from_hours(24);
/// The maximum number of failed checks per session, study, and day, and for all calls of an address without a session.
const MAX_PER_BROWSER: u32 = 3;
/// The maximum number of failed checks per address, study, and day. A ward or a mobile network has many people behind
/// one address.
const MAX_PER_HOUSEHOLD: u32 = 30;
/// The maximum number of failed checks per IPv6 /48 network, study, and day.
const MAX_PER_NETWORK: u32 = MAX_PER_HOUSEHOLD * NETWORK_LIMIT_IN_HOUSEHOLDS;

/// Runs `check`, which also returns whether it failed, and returns its outcome. After too many failures, `check`
/// doesn't run.
pub(super) async fn run<T>(
    CallerLimits { limits, address }: &CallerLimits,
    (session, study): (Option<&Session>, &StudyNumber),
    check: impl FnOnce() -> (T, bool),
) -> Result<T, Problem> {
    if !limits.are_on {
        return Ok(check().0);
    }
    let now = limits.clock.now();
    let key = limits.keys.get::<RateLimit>()?;
    let counter = |who: &str| {
        let who = key.fingerprint(who);
        Counter::new(&format!("Screening#{study}#{who}"), WINDOW, now)
    };
    let household = (counter(address.as_str()), MAX_PER_HOUSEHOLD, Problem::TooManyChecksOfNetwork);
    let network =
        address.network().map(|network| (counter(network), MAX_PER_NETWORK, Problem::TooManyChecksOfNetwork));
    let (browser, problem) = match session {
        Some(session) => (format!("session\n{}", session.id()), Problem::TooManyChecks),
        None => (format!("no session\n{}", address.as_str()), Problem::TooManyChecksOfNetwork),
    };
    let browser = (counter(&browser), MAX_PER_BROWSER, problem);
    let mut counted = Vec::new();
    for (counter, max, problem) in [browser, household].into_iter().chain(network) {
        if !limits.counters.count(&counter, max).await? {
            uncount(&limits.counters, &counted).await?;
            return Err(problem);
        }
        counted.push(counter);
    }
    let (outcome, failed) = check();
    if !failed {
        uncount(&limits.counters, &counted).await?;
    }
    Ok(outcome)
}

/// Counts the result of a check, once per session, study, result, and day. Calls without a session don't count: they come
/// from programs. The visitor's request doesn't depend on it.
pub(super) async fn count_result(
    CallerLimits { limits, .. }: &CallerLimits,
    browser: &CallingBrowser,
    (session, study): (Option<&Session>, &StudyNumber),
    has_passed: bool,
) {
    let figure = if has_passed { Figure::ScreeningPassed } else { Figure::ScreeningFailed };
    let Some(session) = session else { return };
    let Ok(key) = limits.keys.get::<RateLimit>() else { return };
    let who = key.fingerprint(&format!("session\n{}", session.id()));
    let counter =
        Counter::new(&format!("Figure#{}#{study}#{who}", figure.name()), WINDOW, limits.clock.now());
    match limits.counters.count(&counter, 1).await {
        Ok(true) => browser.count(study, figure).await,
        Ok(false) => {}
        Err(error) => {
            let (operation, kind) = (error.operation, error.kind);
            tracing::error!(operation, kind, "a figure isn't counted");
        }
    }
}

async fn uncount(counters: &Sessions, counted: &[Counter]) -> Result<(), Problem> {
    for counter in counted {
        counters.decrement(counter).await?;
    }
    Ok(())
}

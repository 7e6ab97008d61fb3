//! Checks of pre-screening answers, so few that the expected ones can't be found by trying.
//!
//! A person who misread a question changes one or two answers. Each check that fails counts for the browser and for its
//! network, by study and by day; one that passes does not. It is counted before it is made, so that many at once are no way
//! around.

use std::time::Duration;

use waypoint_domain::study_number::StudyNumber;
use waypoint_keys::purpose::RateLimit;

use super::browser_session::opened;
use crate::{
    context::Context,
    http::{browser::Browser, client_address::ClientAddress, problem::Problem},
    store::Counter,
};

const WINDOW: Duration = Duration::from_hours(24);
/// The most failed checks of one browser for a study in a day.
const MOST_OF_BROWSER: u32 = 3;
/// The most failed checks of one network for a study in a day: fewer than four questions have sets of answers.
const MOST_OF_NETWORK: u32 = 10;

/// Makes a check, which says whether it failed. Gives the same.
pub(super) async fn make<T>(
    context: &Context,
    (browser, address, study): (&Browser, &ClientAddress, &StudyNumber),
    check: impl FnOnce() -> (T, bool),
) -> Result<T, Problem> {
    if !context.limits {
        return Ok(check().0);
    }
    let now = context.clock.now();
    let key = context.key::<RateLimit>()?;
    let counter = |who: &str| {
        let who = key.fingerprint(who);
        Counter::new(&format!("Screening#{study}#{who}"), WINDOW, now)
    };
    let network = Some((counter(address.as_str()), MOST_OF_NETWORK));
    let session = opened(context, browser).await?;
    let browser = session.map(|session| (counter(&format!("session\n{}", session.id())), MOST_OF_BROWSER));
    let mut counted = Vec::new();
    for (counter, most) in browser.into_iter().chain(network) {
        if !context.sessions.count(&counter, most).await? {
            take_back(context, &counted).await?;
            return Err(Problem::TooManyChecks);
        }
        counted.push(counter);
    }
    let (outcome, failed) = check();
    if !failed {
        take_back(context, &counted).await?;
    }
    Ok(outcome)
}

async fn take_back(context: &Context, counted: &[Counter]) -> Result<(), Problem> {
    for counter in counted {
        context.sessions.take_back(counter).await?;
    }
    Ok(())
}

//! Writing news to whoever has asked for them (D-070). What there is to tell is decided in the domain; this reads what
//! it is decided from, and writes the message together with what is known afterwards, so that a run that is cut off
//! neither loses news nor tells them twice.
//!
//! - [`seeing`]: what there is to see of a subject now
//! - [`function`]: the run as a function on a schedule

pub mod function;
mod seeing;

use std::time::Duration;

use jiff::Timestamp;
use waypoint_domain::news::{Decision, decide};

use crate::{context::Context, news_link::SubscriptionId, store::StoreError};

pub use seeing::status_of;

/// When a subscription is looked at again.
const LOOK_AGAIN: Duration = Duration::from_hours(6);
/// How many subscriptions are read in one step.
const AT_ONCE: i32 = 100;

/// What a run did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Told {
    /// Subscriptions that were looked at.
    pub looked_at: usize,
    /// Messages that were written.
    pub messages: usize,
    /// Subscriptions that could not be looked at, and wait for the next run.
    pub failed: usize,
}

/// Looks at the subscriptions whose time has come, or at all of them, and writes what there is to tell.
///
/// # Errors
/// When the store does not answer; the next run goes on.
pub async fn send_news(
    context: &Context,
    all: bool,
    is_time_left: impl Fn() -> bool,
) -> Result<Told, StoreError> {
    let mut told = Told::default();
    let now = context.clock.now();
    // Those that this run has looked at are due later than that, so it meets none of them twice.
    let latest = now.saturating_add(LOOK_AGAIN).unwrap_or(Timestamp::MAX);
    let until = if all { latest.saturating_sub(Duration::from_secs(1)).unwrap_or(now) } else { now };
    let mut from = None;
    loop {
        let (ids, next) = context.subscriptions.due(until, AT_ONCE, from).await?;
        for id in ids {
            if !is_time_left() {
                return Ok(told);
            }
            told.looked_at += 1;
            match look_at(context, &id).await {
                Ok(wrote) => told.messages += usize::from(wrote),
                Err(error) => {
                    told.failed += 1;
                    tracing::error!(operation = error.operation, kind = error.kind, "a subscription waits");
                }
            }
        }
        match next {
            Some(next) => from = Some(next),
            None => return Ok(told),
        }
    }
}

/// Looks at one subscription; true when there is a message now.
async fn look_at(context: &Context, id: &SubscriptionId) -> Result<bool, StoreError> {
    let now = context.clock.now();
    let Some(subscription) = context.subscriptions.get(&context.keys, id, now).await? else {
        return Ok(false);
    };
    let seen = seeing::see(context, &subscription.subject).await?;
    let (known, news) = match decide(subscription.known.as_ref(), &seen, subscription.told, now) {
        Decision::Keep | Decision::Wait => (None, None),
        Decision::Learn(known) => (Some(known), None),
        Decision::Tell(news, known) => (Some(known), Some(news)),
    };
    let written =
        context.subscriptions.learn(&subscription, known.as_ref(), news.as_ref(), LOOK_AGAIN, now).await?;
    Ok(written && news.is_some())
}

//! Writing news to subscribers (D-070). The domain decides what is news. This module reads the current state and stores it
//! together with the message, so an interrupted run neither loses nor repeats news.
//!
//! - [`seeing`]: the current state of a subject
//! - [`function`]: the scheduled function

pub mod function;
mod seeing;

use std::time::Duration;

use jiff::Timestamp;
use waypoint_domain::news::{Decision, decide};

use crate::{context::Context, news_link::SubscriptionId, store::StoreError};

pub use seeing::status_of;

/// The time between two checks of a subscription.
const LOOK_AGAIN: Duration = Duration::from_hours(6);
/// How many subscriptions one query reads.
const AT_ONCE: i32 = 100;

/// The result of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Told {
    /// Subscriptions that were checked.
    pub looked_at: usize,
    /// Messages that were written.
    pub messages: usize,
    /// Subscriptions whose check failed, and which wait for the next run.
    pub failed: usize,
}

/// Checks the due subscriptions, or all if `all` is set, and writes their news. After an error, the next run continues.
pub async fn send_news(
    context: &Context,
    all: bool,
    is_time_left: impl Fn() -> bool,
) -> Result<Told, StoreError> {
    let mut told = Told::default();
    let now = context.clock.now();
    // A check moves the due time to `latest` or later, so a run with `all` checks each subscription once.
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
                    tracing::error!(
                        operation = error.operation,
                        kind = error.kind,
                        "checking a subscription failed"
                    );
                }
            }
        }
        match next {
            Some(next) => from = Some(next),
            None => return Ok(told),
        }
    }
}

/// Checks one subscription. Returns whether a message was written.
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

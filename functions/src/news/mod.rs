//! Writing news to subscribers (D-070). The domain decides what is news. This module reads the current state and
//! stores it together with the message, so an interrupted run neither loses nor repeats news.
//!
//! - [`current_state`]: the current state of a subject
//! - [`function`]: the scheduled function

mod current_state;
pub mod function;

use std::time::Duration;

use jiff::Timestamp;
use waypoint_domain::news::{Decision, decide};

use crate::{context::Context, news_link::SubscriptionId, store::StoreError};

pub use current_state::status_of;

/// The time between two checks of a subscription.
const CHECK_INTERVAL: Duration = Duration::from_hours(6);
/// How many subscriptions one query reads.
const PAGE_SIZE: i32 = 100;

/// The result of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NewsReport {
    /// Subscriptions that were checked.
    pub checked: usize,
    /// Messages that were written.
    pub messages: usize,
    /// Subscriptions whose check failed, and which wait for the next run.
    pub failed: usize,
}

/// Checks the due subscriptions, or all if `check_all` is set, and writes their news. After an error, the next run
/// continues.
pub async fn send_news(
    context: &Context,
    check_all: bool,
    is_time_left: impl Fn() -> bool,
) -> Result<NewsReport, StoreError> {
    let mut report = NewsReport::default();
    let now = context.clock.now();
    // A check moves the due time to `latest` or later, so a run with `check_all` checks each subscription once.
    let latest = now.saturating_add(CHECK_INTERVAL).unwrap_or(Timestamp::MAX);
    let until = if check_all { latest.saturating_sub(Duration::from_secs(1)).unwrap_or(now) } else { now };
    let mut from = None;
    loop {
        let (ids, next) = context.subscriptions.due(until, PAGE_SIZE, from).await?;
        for id in ids {
            if !is_time_left() {
                return Ok(report);
            }
            report.checked += 1;
            match check(context, &id).await {
                Ok(wrote) => report.messages += usize::from(wrote),
                Err(error) => {
                    report.failed += 1;
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
            None => return Ok(report),
        }
    }
}

/// Checks one subscription. Returns whether a message was written.
async fn check(context: &Context, id: &SubscriptionId) -> Result<bool, StoreError> {
    let now = context.clock.now();
    let Some(subscription) = context.subscriptions.get(&context.keys, id, now).await? else {
        return Ok(false);
    };
    let seen = current_state::current_state(context, &subscription.subject).await?;
    let (known, news) = match decide(subscription.known_state.as_ref(), &seen, subscription.last_news, now) {
        Decision::Keep | Decision::Wait => (None, None),
        Decision::Store(known) => (Some(known), None),
        Decision::Send(news, known) => (Some(known), Some(news)),
    };
    let written = context
        .subscriptions
        .store_check(&subscription, known.as_ref(), news.as_ref(), CHECK_INTERVAL, now)
        .await?;
    Ok(written && news.is_some())
}

//! Scheduled jobs on the local machine: outbox messages are delivered every second, news are sent and expired data is
//! erased every hour.

use std::{sync::Arc, time::Duration};

use tokio::time::MissedTickBehavior;
use waypoint_functions::{context::Context, news::send_news, outbox::deliver, sweep::sweep};

/// Interval of deliveries.
const DELIVERY: Duration = Duration::from_secs(1);
/// Interval of news.
const NEWS: Duration = Duration::from_hours(1);
/// Interval of erasures.
const SWEEP: Duration = Duration::from_hours(1);

/// Delivers messages, sends news, and erases expired data until the runtime ends. Failures are logged and retried.
pub fn run_in_background(context: Context) {
    let context = Arc::new(context);
    let news_context = Arc::clone(&context);
    let sweep_context = Arc::clone(&context);
    tokio::spawn(async move {
        let mut ticks = every(SWEEP);
        loop {
            ticks.tick().await;
            if let Err(error) = sweep(&sweep_context, || true).await {
                tracing::error!(%error, "erasing expired data failed");
            }
        }
    });
    tokio::spawn(async move {
        let mut ticks = every(NEWS);
        // The registry may have changed while the server was stopped, so the first run checks all subscriptions.
        let mut check_all = true;
        loop {
            ticks.tick().await;
            if let Err(error) = send_news(&news_context, check_all, || true).await {
                tracing::error!(%error, "sending news failed");
            }
            check_all = false;
        }
    });
    tokio::spawn(async move {
        let mut ticks = every(DELIVERY);
        loop {
            ticks.tick().await;
            if let Err(error) = deliver(&context, || true).await {
                tracing::error!(%error, "delivering messages failed");
            }
        }
    });
}

fn every(period: Duration) -> tokio::time::Interval {
    let mut ticks = tokio::time::interval(period);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

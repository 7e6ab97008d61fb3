//! What runs on a schedule, on this machine: messages are handed over within a second, news are looked for and what is
//! over is erased every hour.

use std::{sync::Arc, time::Duration};

use tokio::time::MissedTickBehavior;
use waypoint_functions::{context::Context, news::send_news, outbox::deliver, sweep::sweep};

/// How often messages are handed over.
const DELIVERY: Duration = Duration::from_secs(1);
/// How often news are looked for.
const NEWS: Duration = Duration::from_hours(1);
/// How often what is over is erased.
const SWEEP: Duration = Duration::from_hours(1);

/// Hands messages over, looks for news and erases what is over until the runtime ends. What fails is tried again, and told in the log.
pub fn keep_up(context: Context) {
    let context = Arc::new(context);
    let writing = Arc::clone(&context);
    let sweeping = Arc::clone(&context);
    tokio::spawn(async move {
        let mut ticks = every(SWEEP);
        loop {
            ticks.tick().await;
            if let Err(error) = sweep(&sweeping, || true).await {
                tracing::error!(%error, "what is over waits");
            }
        }
    });
    tokio::spawn(async move {
        let mut ticks = every(NEWS);
        // The registry may have changed just before, so the first look is at all of them.
        let mut all = true;
        loop {
            ticks.tick().await;
            if let Err(error) = send_news(&writing, all, || true).await {
                tracing::error!(%error, "news wait");
            }
            all = false;
        }
    });
    tokio::spawn(async move {
        let mut ticks = every(DELIVERY);
        loop {
            ticks.tick().await;
            if let Err(error) = deliver(&context, || true).await {
                tracing::error!(%error, "messages wait");
            }
        }
    });
}

fn every(span: Duration) -> tokio::time::Interval {
    let mut ticks = tokio::time::interval(span);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

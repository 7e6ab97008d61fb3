//! Delivery of outbox messages: at least once, in order within each collection, and never by two runs at the same
//! time. Messages of one channel don't wait for those of another, and no mail waits for one that is over a daily limit.
//!
//! - [`carrier`]: the carriers of the channels
//! - [`writing`]: mails, with those about sign-ups without an answer in [`escalation`] and those about introductions in
//!   [`introductions`]; [`draft`]: a mail and its limits
//! - [`prepared_message`]: notices to the portal
//! - [`response_clocks`]: messages that are due because the study team hasn't answered
//! - [`figures`]: counts of what was recorded since the last run
//! - [`function`]: the scheduled function

mod carrier;
mod draft;
mod escalation;
mod figures;
pub mod function;
mod introductions;
mod prepared_message;
mod response_clocks;
mod writing;

use std::time::Duration;

use jiff::Timestamp;
use waypoint_domain::{
    delivery::{RetryDecision, RetryLimit, retry_decision},
    participant_number::ParticipantNumber,
    retention::RetentionPeriod,
};

use crate::{
    audit_log::{Actor, Event},
    context::Context,
    store::{
        Channel, Collection, Counter, DelayReason, IntroductionState, Message, StoreError, WaitingMessage,
    },
};
use carrier::{Carrier, LONGEST, Outcome};

/// How long a message belongs to a run, which is longer than any delivery takes.
const LEASE: Duration = Duration::from_secs(LONGEST.as_secs() * 4);
/// How many due messages one query reads.
const PAGE_SIZE: i32 = 50;
/// The most queries per channel in one run.
const MAX_QUERIES: usize = 40;
/// How many days a mail waits for an address at its daily limit.
const MAX_DAYS: u32 = 5;
/// The most messages of one collection delivered in a row, so that other collections get their turn.
const MAX_IN_A_ROW: usize = 10;

/// The result of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DeliveryReport {
    /// Messages that were delivered.
    pub sent: usize,
    /// Messages that wait for another attempt.
    pub postponed: usize,
    /// Messages that were given up.
    pub given_up: usize,
}

/// Writes the messages of due response clocks, counts the recorded figures, and delivers due messages while there is
/// time. Messages of channels without a carrier stay in the outbox. After an error, the messages that this run took
/// become due again.
pub async fn deliver(
    context: &Context,
    is_time_left: impl Fn() -> bool,
) -> Result<DeliveryReport, StoreError> {
    // Without the clocks and figures, the other messages are delivered all the same.
    let clocks = response_clocks::advance_due(context, &is_time_left).await;
    let figures = figures::count(context, &is_time_left).await;
    let mut delivered = DeliveryReport::default();
    for carrier in Carrier::configured(context) {
        deliver_by(context, carrier, &is_time_left, &mut delivered).await?;
    }
    clocks.and(figures).map(|()| delivered)
}

async fn deliver_by(
    context: &Context,
    carrier: Carrier<'_>,
    is_time_left: impl Fn() -> bool,
    delivered: &mut DeliveryReport,
) -> Result<(), StoreError> {
    for _ in 0..MAX_QUERIES {
        let due = context.outbox.due(carrier.channel(), PAGE_SIZE, context.clock.now()).await?;
        if due.is_empty() {
            break;
        }
        for collection in due {
            if !is_time_left() {
                return Ok(());
            }
            deliver_to(context, carrier, &collection, delivered).await?;
        }
    }
    Ok(())
}

async fn deliver_to(
    context: &Context,
    carrier: Carrier<'_>,
    collection: &Collection,
    delivered: &mut DeliveryReport,
) -> Result<(), StoreError> {
    for _ in 0..MAX_IN_A_ROW {
        let queue = (collection, carrier.channel());
        let Some(message) = context.outbox.lease_next(queue, LEASE, context.clock.now()).await? else {
            break;
        };
        match carrier.carry(context, &message).await {
            Outcome::NotYetAccepted(number) => {
                set_aside(context, &message, &number).await?;
                break;
            }
            outcome => record_outcome(context, &message, outcome, delivered).await?,
        }
    }
    Ok(())
}

/// Postpones the messages of a sign-up until the privacy notice is accepted. The check afterwards covers a concurrent
/// acceptance: it is either visible here, or has written a message that brings these along.
async fn set_aside(
    context: &Context,
    message: &WaitingMessage,
    number: &ParticipantNumber,
) -> Result<(), StoreError> {
    let now = context.clock.now();
    context.outbox.set_aside(message, RetentionPeriod::UnacceptedSignUp.duration(), now).await?;
    if context.participants.has_acknowledged(number).await? {
        context.outbox.make_due(message, now).await?;
    }
    Ok(())
}

async fn record_outcome(
    context: &Context,
    message: &WaitingMessage,
    outcome: Outcome,
    delivered: &mut DeliveryReport,
) -> Result<(), StoreError> {
    let (now, tries) = (context.clock.now(), message.tries);
    let name = message.message.map_or("unknown", Message::name);
    match outcome {
        Outcome::NotNeeded | Outcome::NotYetAccepted(_) => {
            introductions::record_end(context, message, IntroductionState::Withheld).await?;
            context.outbox.mark_delivered(message, now).await
        }
        Outcome::Delivered => {
            delivered.sent += 1;
            introductions::record_end(context, message, IntroductionState::Sent).await?;
            context.outbox.mark_delivered(message, now).await?;
            add_audit_entry(context, message, now).await
        }
        Outcome::DailyLimitReached if tries < MAX_DAYS => {
            delivered.postponed += 1;
            context.outbox.schedule_retry(message, Counter::DAY, &DelayReason::DailyLimit, now).await
        }
        Outcome::DailyLimitReached => {
            delivered.given_up += 1;
            introductions::record_end(context, message, IntroductionState::Undeliverable).await?;
            context.outbox.give_up(message, &DelayReason::DailyLimit, now).await
        }
        Outcome::Failed(failure, why) => match retry_decision(failure, tries, patience(message)) {
            RetryDecision::RetryIn(wait) => {
                delivered.postponed += 1;
                tracing::warn!(letter = name, tries, why, "message postponed");
                context.outbox.schedule_retry(message, wait, &DelayReason::Failure(why), now).await
            }
            RetryDecision::GiveUp => {
                delivered.given_up += 1;
                tracing::error!(letter = name, tries, why, "message given up");
                introductions::record_end(context, message, IntroductionState::Undeliverable).await?;
                context.outbox.give_up(message, &DelayReason::Failure(why), now).await
            }
        },
    }
}

/// How long to keep trying. Messages about an erasure are retried for longer, because a portal that knows the
/// participant must learn about it.
fn patience(message: &WaitingMessage) -> RetryLimit {
    match message.collection {
        Collection::Erased(_) => RetryLimit::WhileStored,
        Collection::Participant(_) | Collection::Subscription(_) | Collection::Introduction(_) => {
            RetryLimit::MaxAttempts
        }
    }
}

/// Adds an audit entry for a delivery about a participant.
async fn add_audit_entry(
    context: &Context,
    message: &WaitingMessage,
    now: Timestamp,
) -> Result<(), StoreError> {
    let Collection::Participant(number) = &message.collection else { return Ok(()) };
    let kind = message.kind()?;
    let event_name = match kind.channel() {
        Channel::Mail => "mailed",
        Channel::Portal => "handed_over",
    };
    let event = Event::change(Actor::Schedule, event_name, "", kind.name());
    context.participants.add_audit_entry(number, &event, now).await
}

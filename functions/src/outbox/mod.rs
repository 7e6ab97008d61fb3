//! Handing over the messages of the outbox as mails: at least once, each collection's in their order, and none of them
//! by two runs at once.
//!
//! - [`writing`]: a message as a mail
//! - [`function`]: the run as a function on a schedule

pub mod function;
mod writing;

use std::time::Duration;

use waypoint_domain::delivery::{Afterwards, Failure, after};

use crate::{
    context::Context,
    external::mail::{LONGEST, MailService, SmtpService},
    store::{Collection, Message, StoreError, Waiting},
};

/// For how long a message is one run's: longer than a mail takes.
const LEASE: Duration = Duration::from_secs(LONGEST.as_secs() * 4);
/// How many messages that are due are looked at in one step.
const AT_ONCE: i32 = 50;
/// How many steps a run has, so that it ends.
const MOST_STEPS: usize = 40;
/// How many messages of one collection are handed over before others have their turn.
const MOST_IN_A_ROW: usize = 10;

/// What a run did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Delivered {
    /// Mails that the server took.
    pub sent: usize,
    /// Messages that wait for another try.
    pub put_off: usize,
    /// Messages that were given up.
    pub given_up: usize,
}

/// Hands over what is due, as long as there is time. Nothing when no mail server is set: then messages wait.
///
/// # Errors
/// When the store does not answer; what was taken comes due again.
pub async fn deliver(context: &Context, is_time_left: impl Fn() -> bool) -> Result<Delivered, StoreError> {
    let mut delivered = Delivered::default();
    let MailService::Smtp(mail) = &context.mail else { return Ok(delivered) };
    for _ in 0..MOST_STEPS {
        let due = context.outbox.due(AT_ONCE, context.clock.now()).await?;
        if due.is_empty() {
            break;
        }
        for collection in due {
            if !is_time_left() {
                return Ok(delivered);
            }
            deliver_to(context, mail, &collection, &mut delivered).await?;
        }
    }
    Ok(delivered)
}

async fn deliver_to(
    context: &Context,
    mail: &SmtpService,
    collection: &Collection,
    delivered: &mut Delivered,
) -> Result<(), StoreError> {
    for _ in 0..MOST_IN_A_ROW {
        let Some(message) = context.outbox.take(collection, LEASE, context.clock.now()).await? else { break };
        hand_over(context, mail, &message, delivered).await?;
    }
    Ok(())
}

async fn hand_over(
    context: &Context,
    mail: &SmtpService,
    message: &Waiting,
    delivered: &mut Delivered,
) -> Result<(), StoreError> {
    let outcome = match writing::mail(context, mail, message).await {
        Ok(Some(written)) => mail.send(&written).await.map_err(|error| (error.kind(), error.to_string())),
        // Nobody waits for it any more.
        Ok(None) => return context.outbox.handed_over(message, context.clock.now()).await,
        Err(error) => Err((Failure::Passing, error.to_string())),
    };
    let now = context.clock.now();
    match outcome {
        Ok(()) => {
            delivered.sent += 1;
            context.outbox.handed_over(message, now).await
        }
        Err((failure, why)) => match after(failure, message.tries) {
            Afterwards::TryAgainIn(wait) => {
                delivered.put_off += 1;
                tracing::warn!(
                    message = message.message.map_or("unknown", Message::name),
                    tries = message.tries,
                    why,
                    "a mail waits"
                );
                context.outbox.try_again_in(message, wait, &why, now).await
            }
            Afterwards::GiveUp => {
                delivered.given_up += 1;
                tracing::error!(
                    message = message.message.map_or("unknown", Message::name),
                    tries = message.tries,
                    why,
                    "a mail was given up"
                );
                context.outbox.give_up(message, &why, now).await
            }
        },
    }
}

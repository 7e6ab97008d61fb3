//! Handing over the messages of the outbox: at least once, each collection's in their order, and none of them by two runs
//! at once. Messages of one way do not wait for those of another.
//!
//! - [`carrier`]: who carries the messages of a way
//! - [`writing`]: a message as a mail; [`handing_over`]: a message to the study team's portal
//! - [`function`]: the run as a function on a schedule

mod carrier;
pub mod function;
mod handing_over;
mod writing;

use std::time::Duration;

use jiff::Timestamp;
use waypoint_domain::{
    delivery::{Afterwards, Patience, after},
    participant_number::ParticipantNumber,
    retention::Kept,
};

use crate::{
    audit_trail::{Actor, Event},
    context::Context,
    store::{Collection, Message, StoreError, Waiting, Way},
};
use carrier::{Carrier, LONGEST, Outcome};

/// For how long a message is one run's: longer than it takes.
const LEASE: Duration = Duration::from_secs(LONGEST.as_secs() * 4);
/// How many messages that are due are looked at in one step.
const AT_ONCE: i32 = 50;
/// How many steps a run has for each way, so that it ends.
const MOST_STEPS: usize = 40;
/// For how many days a mail waits whose address gets too many of its kind.
const MOST_DAYS: u32 = 5;
/// Why such a mail waits.
const ENOUGH: &str = "the address got enough mails of this kind today";
/// How many messages of one collection are handed over before others have their turn.
const MOST_IN_A_ROW: usize = 10;

/// What a run did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Delivered {
    /// Messages that have arrived.
    pub sent: usize,
    /// Messages that wait for another try.
    pub put_off: usize,
    /// Messages that were given up.
    pub given_up: usize,
}

/// Hands over what is due, as long as there is time. Messages of a way that nobody carries wait.
///
/// # Errors
/// When the store does not answer; what was taken comes due again.
pub async fn deliver(context: &Context, is_time_left: impl Fn() -> bool) -> Result<Delivered, StoreError> {
    let mut delivered = Delivered::default();
    for carrier in Carrier::all(context) {
        deliver_by(context, carrier, &is_time_left, &mut delivered).await?;
    }
    Ok(delivered)
}

async fn deliver_by(
    context: &Context,
    carrier: Carrier<'_>,
    is_time_left: impl Fn() -> bool,
    delivered: &mut Delivered,
) -> Result<(), StoreError> {
    for _ in 0..MOST_STEPS {
        let due = context.outbox.due(carrier.way(), AT_ONCE, context.clock.now()).await?;
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
    delivered: &mut Delivered,
) -> Result<(), StoreError> {
    for _ in 0..MOST_IN_A_ROW {
        let queue = (collection, carrier.way());
        let Some(message) = context.outbox.take(queue, LEASE, context.clock.now()).await? else { break };
        match carrier.carry(context, &message).await {
            Outcome::NotYet(number) => {
                set_aside(context, &message, &number).await?;
                break;
            }
            outcome => note(context, &message, outcome, delivered).await?,
        }
    }
    Ok(())
}

/// Lets the messages of a sign-up wait until the privacy notice is accepted. Whoever accepts it at this moment is seen
/// here, or leaves a message that is due and brings the others with it.
async fn set_aside(
    context: &Context,
    message: &Waiting,
    number: &ParticipantNumber,
) -> Result<(), StoreError> {
    let now = context.clock.now();
    context.outbox.set_aside(message, Kept::UnacceptedSignUp.time(), now).await?;
    if context.participants.acknowledged(number).await? {
        context.outbox.its_turn(message, now).await?;
    }
    Ok(())
}

async fn note(
    context: &Context,
    message: &Waiting,
    outcome: Outcome,
    delivered: &mut Delivered,
) -> Result<(), StoreError> {
    let (now, tries) = (context.clock.now(), message.tries);
    let name = message.message.map_or("unknown", Message::name);
    match outcome {
        Outcome::NotWanted | Outcome::NotYet(_) => context.outbox.handed_over(message, now).await,
        Outcome::Arrived => {
            delivered.sent += 1;
            context.outbox.handed_over(message, now).await?;
            note_in_trail(context, message, now).await
        }
        Outcome::EnoughToday if tries < MOST_DAYS => {
            delivered.put_off += 1;
            context.outbox.try_again_in(message, carrier::DAY, ENOUGH, now).await
        }
        Outcome::EnoughToday => {
            delivered.given_up += 1;
            context.outbox.give_up(message, ENOUGH, now).await
        }
        Outcome::Failed(failure, why) => match after(failure, tries, patience(message)) {
            Afterwards::TryAgainIn(wait) => {
                delivered.put_off += 1;
                tracing::warn!(letter = name, tries, why, "a message waits");
                context.outbox.try_again_in(message, wait, &why, now).await
            }
            Afterwards::GiveUp => {
                delivered.given_up += 1;
                tracing::error!(letter = name, tries, why, "a message was given up");
                context.outbox.give_up(message, &why, now).await
            }
        },
    }
}

/// Whoever was told of a participant has to hear that nothing of them may be kept.
fn patience(message: &Waiting) -> Patience {
    match message.collection {
        Collection::Erased(_) => Patience::AsLongAsKept,
        Collection::Participant(_) | Collection::Subscription(_) => Patience::SomeDays,
    }
}

/// Who reads a trail sees when something of a participant left, and by which way.
async fn note_in_trail(context: &Context, message: &Waiting, now: Timestamp) -> Result<(), StoreError> {
    let Collection::Participant(number) = &message.collection else { return Ok(()) };
    let told = message.told()?;
    let what = match told.way() {
        Way::Mail => "mailed",
        Way::Portal => "handed_over",
    };
    let event = Event::change(Actor::Schedule, what, "", told.name());
    context.participants.note(number, &event, now).await
}

//! The steps of response clocks that are due. Each step is written in one transaction with its messages, so an
//! interrupted run neither loses nor repeats one.

use jiff::Timestamp;
use waypoint_domain::{participant_number::ParticipantNumber, referral::Referral};

use super::{
    Message, NextPage, Participants, StoreError,
    item::{fields_of, item_named},
    outbox_items::new_message,
    participant_items::{PARTITION, REFERRAL, partition},
    response_clock::{ANSWER, ClockStep, clock_in, is_due, step_write},
    returning::state_in,
    transaction::Commit,
    write::writes,
};
use crate::audit_log::{Actor, Event};

impl Participants {
    /// The participants whose clock is due, the longest overdue first, and the start of the next page.
    pub async fn due_clocks(
        &self,
        now: Timestamp,
        most: i32,
        from: Option<NextPage>,
    ) -> Result<(Vec<ParticipantNumber>, Option<NextPage>), StoreError> {
        self.table.due((ANSWER, PARTITION), now, (most, from), "find due response clocks").await
    }

    /// Takes the next step of a due clock, and writes its messages. Returns the step, or `None` if none is due.
    pub async fn advance_clock(
        &self,
        owner: &ParticipantNumber,
        now: Timestamp,
    ) -> Result<Option<ClockStep>, StoreError> {
        const ADVANCE: &str = "advance a response clock";
        let items = self.items(owner).await?;
        // The index may still have the time of the step before.
        let clock = clock_in(&items)?.filter(|_| is_due(&items, now));
        // An erasure that has begun removes the clock.
        let (Some(clock), Some(_)) = (clock, state_in(&items, owner, now)?) else { return Ok(None) };
        let referral: Option<Referral> = item_named(&items, REFERRAL).map(fields_of).transpose()?;
        let (next, messages) = match clock.step {
            _ if referral.is_some_and(|referral| referral.status.is_answer()) => {
                (ClockStep::Stopped, &[][..])
            }
            ClockStep::Started => (ClockStep::Reminded, &[Message::HandOverReminder][..]),
            ClockStep::Reminded => {
                (ClockStep::Escalated, &[Message::EscalationToOperations, Message::EscalationToVendor][..])
            }
            ClockStep::Escalated | ClockStep::Stopped => return Ok(None),
        };
        let mut writes = writes![step_write(&self.table, owner, clock, next)];
        writes.extend(
            messages.iter().map(|message| new_message(&self.table, partition(owner), *message, now).into()),
        );
        let event = Event::change(Actor::Schedule, "response_clock", clock.step.as_str(), next.as_str());
        match self.transact_with_entry(owner, &event, writes, ADVANCE, now).await? {
            Commit::Accepted => Ok(Some(next)),
            // The study team answered in the meantime, or an erasure began.
            Commit::Refused(_) | Commit::Conflict => Ok(None),
        }
    }
}

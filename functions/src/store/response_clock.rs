//! The response clock of a sign-up (E-543): by when the study team should contact the participant, and which steps
//! were taken because it didn't.
//!
//! The clock is one item of the participant. It is written when the privacy notice is accepted, because the study team
//! sees the sign-up from then on. While it runs, it appears in the index of due items. [`super::due_clocks`] takes its
//! steps.

use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};
use waypoint_domain::{
    participant_number::ParticipantNumber,
    response_clock::{self, ResponseDeadlines},
};

use super::{
    SignUpRef, StoreError,
    condition::Condition,
    item::{Item, fields_of, item_named, item_with, key, number, number_of, text},
    participant_items::{participant_item, partition},
    table::{DUE, Table, WAITS_FOR},
    write::{Update, Write},
};

/// The sort key of the clock.
const RESPONSE: &str = "RESPONSE";
/// The value under which running clocks appear in the index of due items.
pub(super) const ANSWER: &str = "response";
const STEP: &str = "step";

/// The response clock of a sign-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResponseClock {
    /// The last day for the study team to contact the participant.
    pub contact_by: Date,
    /// The last step of the clock.
    pub step: ClockStep,
    /// When the sign-up is escalated.
    escalate_at: Timestamp,
}

/// A step of the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ClockStep {
    /// The clock runs.
    Started,
    /// The study team was reminded.
    Reminded,
    /// The vendor and our own team were told.
    Escalated,
    /// The study team contacted the participant, or closed the sign-up.
    Stopped,
}

impl ClockStep {
    pub(super) fn as_str(self) -> &'static str {
        self.into()
    }
}

impl ResponseClock {
    /// By when the study team contacts the participant, in words for the participant.
    #[must_use]
    pub fn sentence(&self) -> String {
        if self.is_overdue() {
            response_clock::overdue_sentence(self.contact_by)
        } else {
            response_clock::promise_sentence(self.contact_by)
        }
    }

    /// Whether the day has passed, so that the study team was reminded.
    #[must_use]
    pub fn is_overdue(&self) -> bool {
        matches!(self.step, ClockStep::Reminded | ClockStep::Escalated)
    }
}

/// The write that starts the clock of a sign-up.
pub(super) fn start_write(
    table: &Table,
    sign_up: &SignUpRef,
    deadlines: &ResponseDeadlines,
) -> Result<Write, StoreError> {
    let ResponseDeadlines { contact_by, remind_at, escalate_at } = *deadlines;
    let clock = ResponseClock { contact_by, step: ClockStep::Started, escalate_at };
    let item = item_with(participant_item(&sign_up.participant, RESPONSE), &clock)?;
    Ok(table.put(item).set(WAITS_FOR, text(ANSWER)).set(DUE, number(remind_at.as_second())).into())
}

/// The write that stops the clock among these items, if one still runs.
pub(super) fn stop_write(
    table: &Table,
    owner: &ParticipantNumber,
    items: &[Item],
) -> Result<Option<Write<Update>>, StoreError> {
    let running = clock_in(items)?.filter(|clock| clock.step != ClockStep::Stopped);
    Ok(running.map(|clock| step_write(table, owner, clock, ClockStep::Stopped)))
}

/// The clock among a participant's items.
pub(super) fn clock_in(items: &[Item]) -> Result<Option<ResponseClock>, StoreError> {
    item_named(items, RESPONSE).map(fields_of).transpose()
}

/// Whether the clock among a participant's items is due.
pub(super) fn is_due(items: &[Item], now: Timestamp) -> bool {
    let due = item_named(items, RESPONSE).and_then(|item| number_of(item, DUE));
    due.is_some_and(|due| due <= now.as_second())
}

/// The write of the next step. It fails if another run or a report of the study team came first.
pub(super) fn step_write(
    table: &Table,
    owner: &ParticipantNumber,
    clock: ResponseClock,
    next: ClockStep,
) -> Write<Update> {
    let update = table
        .update(key(partition(owner), RESPONSE))
        .only_if(Condition::equals(STEP, text(clock.step.as_str())))
        .set(STEP, text(next.as_str()));
    match next {
        ClockStep::Started | ClockStep::Reminded => update.set(DUE, number(clock.escalate_at.as_second())),
        ClockStep::Escalated | ClockStep::Stopped => update.remove(WAITS_FOR).remove(DUE),
    }
}

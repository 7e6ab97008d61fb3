//! Emails about sign-ups that the study team hasn't answered (E-546). They go to our own team and to the study's vendor,
//! and name the sign-up by its numbers only.

use jiff::civil::Date;
use waypoint_domain::{participant::Email, participant_number::ParticipantNumber, study_number::StudyNumber};

use crate::{
    context::Context,
    store::{Message, StoreError},
};

/// An email about a sign-up without an answer.
#[derive(Debug)]
pub(super) struct Escalation {
    pub(super) to: Email,
    pub(super) study_number: StudyNumber,
    pub(super) contact_by: Date,
}

/// The email of an escalation. `None` if it is no longer needed, or if the settings have no address for it.
pub(super) async fn escalation(
    context: &Context,
    number: &ParticipantNumber,
    message: Message,
) -> Result<Option<Escalation>, StoreError> {
    let record = context.participants.record(&context.keys, number, context.clock.now()).await?;
    let Some(record) = record else { return Ok(None) };
    let Some(clock) = record.waiting_for_contact() else { return Ok(None) };
    let Some(promise) = context.studies.settings().await?.response else { return Ok(None) };
    let to = match message {
        Message::EscalationToOperations => {
            promise.operations.as_ref().map(|address| address.as_email().clone())
        }
        Message::EscalationToVendor => {
            let study = context.studies.by_number(&record.study_number).await?;
            study.and_then(|study| promise.vendor_address(&study.vendor).cloned())
        }
        _ => None,
    };
    let contact_by = clock.contact_by;
    Ok(to.map(|to| Escalation { to, study_number: record.study_number, contact_by }))
}

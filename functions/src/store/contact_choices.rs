//! How a participant wants the study team to contact them (E-548). A participant has at most one choice, sealed.

use jiff::Timestamp;
use waypoint_domain::contact_choice::ContactChoice;

use super::{
    Message, Participants, Sealer, SignUpRef, StoreError,
    item::{Item, bytes, bytes_of, item_named},
    participant_items::{message_write, participant_item},
    transaction::Commit,
    write::writes,
};
use crate::{
    audit_log::{Actor, Event},
    external::keys::Keys,
};

/// The sort key of the choice.
const CONTACT: &str = "CONTACT";
/// The attribute with the sealed choice.
const CHOICE: &str = "choice";
const OPERATION: &str = "store a contact choice";

impl Participants {
    /// Stores how to contact a participant, and notifies the study team's portal. The same choice again has no effect.
    pub async fn choose_contact(
        &self,
        keys: &Keys,
        sign_up: &SignUpRef,
        choice: ContactChoice,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let data_key = self.data_key(keys, &sign_up.participant).await?;
        let sealer = self.sealer(&data_key, sign_up);
        if contact_choice_in(&self.items(&sign_up.participant).await?, &sealer)? == Some(choice) {
            return Ok(());
        }
        let mut item = participant_item(&sign_up.participant, CONTACT);
        item.insert(CHOICE.into(), bytes(sealer.seal_json(CONTACT, &choice)?));
        let writes =
            writes![self.table.put(item), message_write(&self.table, sign_up, Message::HandOverContact, now)];
        let event = Event::new(Actor::Participant, "contact_chosen");
        match self.transact_with_entry(&sign_up.participant, &event, writes, OPERATION, now).await? {
            Commit::Accepted => Ok(()),
            Commit::Refused(_) | Commit::Conflict => Err(StoreError::busy(OPERATION)),
        }
    }
}

/// The choice among a participant's items.
pub(super) fn contact_choice_in(
    items: &[Item],
    sealer: &Sealer<'_>,
) -> Result<Option<ContactChoice>, StoreError> {
    let Some(item) = item_named(items, CONTACT) else { return Ok(None) };
    sealer.open_json(CONTACT, bytes_of(item, CHOICE)?).map(Some)
}

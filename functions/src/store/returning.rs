//! Participants who come back by the link of a mail, and browsers that are left.

use jiff::Timestamp;
use waypoint_domain::participant_number::ParticipantNumber;

use super::{
    Held, Participants, Sessions, StoreError,
    elsewhere::{Places, note_places, places_in},
    held::{CAPABILITY, held_item, held_key},
    item::{Item, PK, SK, text, text_of},
    participant_items::{GUARD, PROFILE, guard_in, is_of_participant},
    sessions::beside,
    transaction::{Carried, put, update},
};
use crate::{
    audit_trail::{Actor, Event},
    capability::Capability,
};

const RETURN: &str = "let a participant come back";

impl Participants {
    /// Hands a participant to a browser, besides whom it holds already. Nothing when there is no such participant, or when
    /// erasing has begun.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn hand_out_again(
        &self,
        sessions: &Sessions,
        number: &ParticipantNumber,
        (capability, cookie): (&Capability, Option<&Capability>),
        now: Timestamp,
    ) -> Result<Option<Held>, StoreError> {
        let items = self.items(number).await?;
        let Some(mut held) = held_in(&items, number, now)? else { return Ok(None) };
        if let Some(cookie) = cookie
            && let Some(before) = sessions.held(cookie, now).await?
        {
            held.follow(&before, cookie);
        }
        let place = Places::default().and_session(held_key(capability));
        let writes = vec![
            put(sessions.table(), held_item(capability, &held, now)?)?,
            update(note_places(&self.table, &held, &place))?,
            self.check_not_erased(number)?,
        ];
        let event = Event::of(Actor::Participant, "returned");
        Ok(match self.carry_out_noting(&held, &event, writes, RETURN, now).await? {
            Carried::Out => Some(held),
            Carried::RefusedAt(_) => None,
        })
    }
}

/// Whom a capability of a participant's holds.
fn held_in(items: &[Item], number: &ParticipantNumber, now: Timestamp) -> Result<Option<Held>, StoreError> {
    let profile = items.iter().find(|item| text_of(item, SK) == Some(PROFILE));
    let Some(profile) = profile.filter(|item| is_of_participant(item, now)) else { return Ok(None) };
    let unreadable = || StoreError::unreadable(RETURN);
    let of = |name| text_of(profile, name).ok_or_else(unreadable);
    let places = places_in(items);
    let guards = places.items().filter(|item| text_of(item, SK) == Some(GUARD));
    Ok(Some(Held {
        participant: number.clone(),
        sys_id: of("sys_id")?.to_owned(),
        study_number: of("study_number")?.parse().map_err(|_| unreadable())?,
        guards: guards.filter_map(|item| guard_in(&item).map(str::to_owned)).collect(),
        earlier: Vec::new(),
        decoy_until: None,
    }))
}

impl Sessions {
    /// Ends all that a browser holds: every sign-up that it can find, and what it said before it signed up. What was signed
    /// up stays.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn leave(&self, capability: &Capability, now: Timestamp) -> Result<(), StoreError> {
        let earlier = self.held(capability, now).await?.map(|held| held.earlier).unwrap_or_default();
        let all = earlier.into_iter().chain([capability.hash()]).map(|hash| format!("{CAPABILITY}{hash}"));
        let keys = all.flat_map(|pk| beside(&pk).chain([pk.clone()]).collect::<Vec<_>>());
        self.remove(keys.map(|pk| Item::from([(PK.to_owned(), text(pk))])).collect()).await
    }
}

//! For whom a capability stands, and by which others its browser signed up before.

use aws_sdk_dynamodb::types::{Update, builders::UpdateBuilder};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use waypoint_domain::{participant_number::ParticipantNumber, retention::Kept, study_number::StudyNumber};

use super::{
    Sessions, StoreError,
    item::{EXPIRES, Item, PK, document, document_of, number, text},
    sessions::after,
};
use crate::capability::Capability;

const HELD: &str = "held";
/// How the key of what a capability holds begins; its hash comes next.
pub(super) const CAPABILITY: &str = "CAP#";

/// What a participant's capability holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// The participant's number.
    pub participant: ParticipantNumber,
    /// The participant's other id.
    pub sys_id: String,
    /// The study that was signed up for.
    pub study_number: StudyNumber,
    /// Fingerprints of the addresses, each with its study, that this browser signed up with;
    /// the newest last, [`Held::MOST_SIGN_UPS`] at most.
    #[serde(default)]
    pub guards: Vec<String>,
    /// Hashes of the capabilities that this browser got for other sign-ups, each as long as it lasts by itself;
    /// the newest last, [`Held::MOST_SIGN_UPS`] at most.
    #[serde(default)]
    pub earlier: Vec<String>,
    /// When everything that is kept under this number is over, in seconds since 1970. Absent for a
    /// participant; set for a decoy, the answer to somebody who used another person's address.
    #[serde(default)]
    pub decoy_until: Option<i64>,
}

impl Held {
    /// How many sign-ups a browser is known by.
    pub const MOST_SIGN_UPS: usize = 10;

    /// Whether this is the participant's number, or their other id.
    #[must_use]
    pub fn is_called(&self, id: &str) -> bool {
        id == self.sys_id || id == self.participant.as_str()
    }

    /// Adds what this browser signed up with.
    pub fn remember(&mut self, guards: &[String]) {
        for guard in guards {
            self.guards.retain(|known| known != guard);
            self.guards.push(guard.clone());
        }
        keep_newest(&mut self.guards);
    }

    /// Takes the place of what this browser held by another capability, which can still be found from here (E-327).
    pub fn follow(&mut self, before: &Self, by: &Capability) {
        self.remember(&before.guards);
        self.earlier.clone_from(&before.earlier);
        if before.participant != self.participant {
            self.earlier.push(by.hash());
        }
        keep_newest(&mut self.earlier);
    }

    /// Leads on to what this browser gets by another capability, in case that never arrives (E-329).
    pub fn lead_to(&mut self, next: &Self, by: &Capability) {
        self.remember(&next.guards);
        self.earlier.push(by.hash());
        keep_newest(&mut self.earlier);
    }
}

fn keep_newest(of: &mut Vec<String>) {
    let surplus = of.len().saturating_sub(Held::MOST_SIGN_UPS);
    of.drain(..surplus);
}

impl Sessions {
    /// The participant that a capability holds, if it is not over.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn held(&self, capability: &Capability, now: Timestamp) -> Result<Option<Held>, StoreError> {
        self.held_at(&held_key(capability), now).await
    }

    /// The newest participant that fits, of those whom this browser signed up and whose sessions are not over (E-327).
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn held_that(
        &self,
        fits: impl Fn(&Held) -> bool,
        capability: &Capability,
        now: Timestamp,
    ) -> Result<Option<Held>, StoreError> {
        let Some(newest) = self.held(capability, now).await? else { return Ok(None) };
        if fits(&newest) {
            return Ok(Some(newest));
        }
        for hash in newest.earlier.iter().rev() {
            let earlier = self.held_at(&format!("{CAPABILITY}{hash}"), now).await?;
            if let Some(earlier) = earlier.filter(&fits) {
                return Ok(Some(earlier));
            }
        }
        Ok(None)
    }

    async fn held_at(&self, key: &str, now: Timestamp) -> Result<Option<Held>, StoreError> {
        let item = self.get(key, now).await?;
        item.map(|item| document_of(&item, HELD)).transpose()
    }
}

/// The item that hands a participant to a capability.
pub(super) fn held_item(capability: &Capability, held: &Held, now: Timestamp) -> Result<Item, StoreError> {
    Ok(Item::from([
        (PK.to_owned(), text(held_key(capability))),
        (HELD.to_owned(), document(held)?),
        (EXPIRES.to_owned(), number(after(now, Kept::Session.time()))),
    ]))
}

/// Changes what a capability holds; it lasts no longer for that.
pub(super) fn held_update(
    table: &str,
    capability: &Capability,
    held: &Held,
    now: Timestamp,
) -> Result<UpdateBuilder, StoreError> {
    Ok(Update::builder()
        .table_name(table)
        .key(PK, text(held_key(capability)))
        .update_expression("SET held = :held, expires_at = if_not_exists(expires_at, :until)")
        .expression_attribute_values(":held", document(held)?)
        .expression_attribute_values(":until", number(after(now, Kept::Session.time()))))
}

/// The key of what a capability holds.
pub(super) fn held_key(capability: &Capability) -> String {
    format!("{CAPABILITY}{}", capability.hash())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    fn held(participant: &str) -> Held {
        Held {
            participant: participant.parse().unwrap(),
            sys_id: String::new(),
            study_number: "STU01009".parse().unwrap(),
            guards: Vec::new(),
            earlier: Vec::new(),
            decoy_until: None,
        }
    }

    #[test]
    fn a_browser_is_known_by_its_last_ten_sign_ups_each_once() {
        let mut held = held("PT0000000000AB");
        let guards: Vec<String> = (0..12).map(|n| n.to_string()).collect();
        held.remember(&guards);
        held.remember(&guards[4..5]);
        assert_eq!(held.guards, ["2", "3", "5", "6", "7", "8", "9", "10", "11", "4"]);
    }

    #[test]
    fn a_sign_up_leads_to_the_last_ten_before_it_but_not_to_itself() {
        let capabilities: Vec<Capability> = (0..13).map(|_| Capability::random().unwrap()).collect();
        let mut last = held("PT0000000000AB");
        for (n, capability) in capabilities.iter().enumerate().take(12) {
            let mut next = held(&format!("PT0000000001{n:02}"));
            next.follow(&last, capability);
            last = next;
        }
        let expected: Vec<String> = capabilities[2..12].iter().map(Capability::hash).collect();
        assert_eq!(last.earlier, expected);
        let mut again = last.clone();
        again.follow(&last, &capabilities[12]);
        assert_eq!(again.earlier, expected, "the same participant, sent again");
    }
}

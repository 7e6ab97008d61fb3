//! Erasing a participant, so that nothing of the person is left. The key goes first: from then on nothing of the rest can
//! be read, in a backup neither. Every step can be done again, so whoever begins and is interrupted leaves what another
//! run needs to go on: the profile goes last, together with what asked for the erasure, and a record that says when an
//! erasure was done, and of nobody, takes their place.

use aws_sdk_dynamodb::types::TransactWriteItem;
use jiff::Timestamp;
use waypoint_domain::participant_number::ParticipantNumber;

use super::{
    NextPage, Participants, Sessions, StoreError, batch, by_due,
    condition::met,
    elsewhere::{ELSEWHERE, places_in},
    item::{EXPIRES, Item, PK, SK, key, number, text, text_of},
    participant_items::{ACCEPTANCE, KEY, PARTITION, PROFILE, partition},
    sessions::after,
    transaction::{Carried, Condition, carry_out, check, delete, delete_if, put_new},
};
use crate::secret::hex;

const ERASE: &str = "erase a participant";
const RECORD: &str = "RECORD";

impl Participants {
    /// Erases a sign-up whose privacy notice was not accepted in time. Nothing when it is accepted or gone by now.
    ///
    /// # Errors
    /// When the store does not answer; then it can be asked again.
    pub async fn erase_what_is_over(
        &self,
        sessions: &Sessions,
        owner: &ParticipantNumber,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let still_waits = Condition::new("waits_for = :acceptance AND due_at <= :now")
            .with(":acceptance", text(ACCEPTANCE))
            .with(":now", number(now.as_second()));
        let profile = key(partition(owner), PROFILE);
        // Whoever accepts at the same time comes before this, or finds the key gone.
        let begin = vec![
            check(&self.table, profile.clone(), still_waits.clone())?,
            delete(&self.table, key(partition(owner), KEY))?,
        ];
        if carry_out(&self.client, begin, ERASE).await? != Carried::Out {
            return Ok(false);
        }
        self.erase_all_but_the_profile(sessions, owner, None).await?;
        let end = vec![delete_if(&self.table, profile, still_waits)?, self.record_of_erasure(now)?];
        carry_out(&self.client, end, ERASE).await?;
        Ok(true)
    }

    /// Erases all that leads to a participant and all that is kept of the person, wherever it is, but the profile, which
    /// can't be read any more, and what asked for it.
    pub(super) async fn erase_all_but_the_profile(
        &self,
        sessions: &Sessions,
        owner: &ParticipantNumber,
        asked_by: Option<&Item>,
    ) -> Result<(), StoreError> {
        self.remove(vec![key(partition(owner), KEY)]).await?;
        let places = places_in(&self.items(owner).await?);
        sessions.remove(places.sessions()).await?;
        for place in places.items().filter(|place| Some(place) != asked_by) {
            self.remove_if_of(owner, place).await?;
        }
        self.remove(self.keys_of_trail(owner).await?).await?;
        // What was written before the key went, and was not there when the places were read.
        let items = self.items(owner).await?;
        let keys = items.iter().filter_map(|item| text_of(item, SK));
        let keys =
            keys.filter(|sk| *sk != PROFILE).map(|sk| (sk.starts_with(ELSEWHERE), key(partition(owner), sk)));
        let (leading, others): (Vec<_>, Vec<_>) = keys.partition(|(leads_elsewhere, _)| *leads_elsewhere);
        for keys in [others, leading] {
            self.remove(keys.into_iter().map(|(_, key)| key).collect()).await?;
        }
        Ok(())
    }

    /// The record that an erasure was done: when, and nothing of whom.
    pub(super) fn record_of_erasure(&self, now: Timestamp) -> Result<TransactWriteItem, StoreError> {
        let mut random = [0; 16];
        getrandom::fill(&mut random).map_err(|_| StoreError::of(ERASE, "no randomness"))?;
        let mut item = key(format!("ERASURE#{}", hex(&random)), RECORD);
        item.insert("at".into(), text(now.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()));
        item.insert(EXPIRES.into(), number(after(now, self.audit_kept.time())));
        put_new(&self.table, item)
    }

    /// The participants whose privacy notice was not accepted in time, a page of at most `most`, and where the next page
    /// begins.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn over(
        &self,
        until: Timestamp,
        most: i32,
        from: Option<NextPage>,
    ) -> Result<(Vec<ParticipantNumber>, Option<NextPage>), StoreError> {
        let operation = "find sign-ups that are over";
        let page = (most, from.map(|NextPage(key)| key));
        let (items, next) =
            by_due::due(&self.client, &self.table, ACCEPTANCE, until, page, operation).await?;
        let numbers =
            items.iter().filter_map(|item| text_of(item, PK)?.strip_prefix(PARTITION)?.parse().ok());
        Ok((numbers.collect(), next.map(NextPage)))
    }

    /// A place may be another's by now: an address whose guard is gone can be used again.
    async fn remove_if_of(&self, owner: &ParticipantNumber, place: Item) -> Result<(), StoreError> {
        let answer = self
            .client
            .delete_item()
            .table_name(&self.table)
            .set_key(Some(place))
            .condition_expression("participant = :owner")
            .expression_attribute_values(":owner", text(owner.as_str()))
            .send()
            .await;
        met(answer, ERASE).map(|_| ())
    }

    async fn remove(&self, keys: Vec<Item>) -> Result<(), StoreError> {
        batch::remove(&self.client, &self.table, keys, ERASE).await
    }
}

//! The Participants table. A participant's profile, data key, answers, acknowledgement, referral, and outbox are
//! one item collection. [`super::participant_items`] builds the items, and [`super::erasure`] deletes them. The
//! [audit log](super::participant_events) is a separate collection.

use aws_sdk_dynamodb::Client;
use jiff::Timestamp;
use waypoint_domain::{
    participant::Profile, participant_number::ParticipantNumber, question::Answer,
    response_clock::ResponseDeadlines, retention::ErasureRecordRetention, study_figures::Figure,
};
use waypoint_keys::ProgramKeys;

use super::{
    Acknowledgement, DataKey, FigureEvent, Figures, Message, Sealer, SignUpRef, StoreError,
    condition::{Condition, Guard},
    figures::figure_day,
    item::{Item, SK, bytes_of, ids_after, item_with, items_named, key, text, text_of},
    participant_items::{
        ACKNOWLEDGEMENT, ANSWER, KEY, PARTITION, PROFILE, RECEIPT, WRAPPED, answer_item, message_write,
        open_fields, participant_item, partition, profile_key, receipt_of, receipt_write,
    },
    response_clock::start_write,
    table::{DUE, Table, WAITS_FOR, scan_all},
    transaction::{Commit, Tries},
    write::{Check, Write, writes},
};
use crate::{
    audit_log::{Actor, Event},
    external::keys::Keys,
    receipt::{Agreement, Receipt},
};

/// The Participants table.
#[derive(Debug, Clone)]
pub struct Participants {
    pub(super) table: Table,
    pub(super) purpose_keys: ProgramKeys,
    pub(super) audit_retention: ErasureRecordRetention,
}

impl Participants {
    /// Creates a client for the table with this name. The keys are for audit logs and erasure records.
    #[must_use]
    pub fn new(client: Client, table: impl Into<String>, purpose_keys: ProgramKeys) -> Self {
        Self {
            table: Table::new(client, table),
            purpose_keys,
            audit_retention: ErasureRecordRetention::default(),
        }
    }

    /// Sets the retention period of erasure records.
    #[must_use]
    pub fn with_audit_retention(self, audit_retention: ErasureRecordRetention) -> Self {
        Self { audit_retention, ..self }
    }

    /// Stores answers to pre-screening questions, all or none. Answers that are already stored have no effect.
    pub async fn store_answers(
        &self,
        keys: &Keys,
        sign_up: &SignUpRef,
        answers: &[Answer],
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let data_key = self.data_key(keys, &sign_up.participant).await?;
        let sealer = self.sealer(&data_key, sign_up);
        let stored = answers_in(&self.items(&sign_up.participant).await?, &sealer)?;
        let mut writes = answers
            .iter()
            .filter(|answer| !stored.contains(answer))
            .map(|answer| Ok(self.table.put(answer_item(&sealer, sign_up, answer, now)?).into()))
            .collect::<Result<Vec<Write>, StoreError>>()?;
        if writes.is_empty() {
            return Ok(());
        }
        writes.push(message_write(&self.table, sign_up, Message::HandOverAnswers, now));
        let event = Event::new(Actor::Participant, "answered");
        match self.transact_with_entry(&sign_up.participant, &event, writes, "store answers", now).await? {
            Commit::Accepted => Ok(()),
            Commit::Refused(_) | Commit::Conflict => Err(StoreError::busy("store answers")),
        }
    }

    /// Records the acceptance of the privacy notice, with a receipt that is mailed. The sign-up no longer expires, and
    /// its response clock starts if there are deadlines. Accepting a second time has no effect.
    pub async fn acknowledge(
        &self,
        sign_up: &SignUpRef,
        notice: &Agreement,
        (deadlines, figures): (Option<&ResponseDeadlines>, &Figures),
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let operation = "store an acknowledgement";
        let acknowledgement = Acknowledgement {
            study_number: sign_up.study_number.clone(),
            notice_version: notice.version.clone(),
            at: now,
        };
        let item = item_with(participant_item(&sign_up.participant, ACKNOWLEDGEMENT), &acknowledgement)?;
        let mut tries = Tries::new(operation);
        loop {
            tries.begin()?;
            let last = self.receipts(sign_up).await?.pop();
            let receipt = Receipt::next_after(last.as_ref(), notice.clone(), now);
            let event = Event::change(Actor::Participant, "acknowledged", "", &receipt.digest);
            let mut writes = writes![
                self.table.put_new(item.clone()).guarded_by(Guard::NotAcknowledged),
                receipt_write(&self.table, sign_up, &receipt)?,
                // The sign-up no longer waits for this.
                self.table.update_existing(profile_key(&sign_up.participant)).remove(WAITS_FOR).remove(DUE),
                message_write(&self.table, sign_up, Message::Receipts, now),
                message_write(&self.table, sign_up, Message::HandOverAcknowledgement, now),
                figures.event_write(&FigureEvent {
                    study: &sign_up.study_number,
                    day: figure_day(now),
                    figure: Figure::Received,
                })?,
            ];
            writes
                .extend(deadlines.map(|deadlines| start_write(&self.table, sign_up, deadlines)).transpose()?);
            match self.transact_with_entry(&sign_up.participant, &event, writes, operation, now).await? {
                Commit::Accepted | Commit::Refused(Guard::NotAcknowledged) => return Ok(()),
                Commit::Refused(_) | Commit::Conflict => {}
            }
        }
    }

    /// The receipts of a participant, oldest first.
    pub async fn receipts(&self, sign_up: &SignUpRef) -> Result<Vec<Receipt>, StoreError> {
        let place = (partition(&sign_up.participant), RECEIPT);
        let items = self.table.items(place, "read receipts").await?;
        items.iter().map(receipt_of).collect()
    }

    /// Whether the participant has accepted the privacy notice.
    pub async fn has_acknowledged(&self, number: &ParticipantNumber) -> Result<bool, StoreError> {
        Ok(self.item(key(partition(number), ACKNOWLEDGEMENT)).await?.is_some())
    }

    /// The names of the fields in which a corrected profile differs from the stored one.
    pub(super) async fn corrected_fields(
        &self,
        data_key: &DataKey,
        sign_up: &SignUpRef,
        corrected: &Profile,
    ) -> Result<Vec<String>, StoreError> {
        let unreadable = || StoreError::unreadable("compare a profile");
        let stored = self.item(profile_key(&sign_up.participant)).await?.ok_or_else(unreadable)?;
        let stored = open_fields(&self.sealer(data_key, sign_up), &stored)?;
        let corrected = serde_json::to_value(corrected).map_err(|_| unreadable())?;
        let fields = corrected.as_object().ok_or_else(unreadable)?.iter();
        Ok(fields
            .filter(|(name, value)| stored.get(*name) != Some(value))
            .map(|(name, _)| name.clone())
            .collect())
    }

    /// A condition that fails once the erasure of a participant has started. Every transaction of a
    /// participant includes it.
    pub(super) fn check_not_erased(&self, number: &ParticipantNumber) -> Write<Check> {
        self.table.check(key(partition(number), KEY), Condition::EXISTS)
    }

    /// The number of participants. Scans the whole table, so it is for checks only.
    pub async fn count(&self) -> Result<usize, StoreError> {
        Ok(self.numbers().await?.len())
    }

    /// The numbers of all participants. Scans the whole table.
    pub(super) async fn numbers(&self) -> Result<Vec<String>, StoreError> {
        let scan = self.table.scan().projection_expression("pk");
        let scan = scan
            .filter_expression("sk = :profile AND attribute_not_exists(expires_at)")
            .expression_attribute_values(":profile", text(PROFILE));
        let items = scan_all(scan, "count the participants").await?;
        Ok(ids_after(PARTITION, &items).collect())
    }

    /// The key that seals a participant's values.
    pub(super) async fn data_key(
        &self,
        keys: &Keys,
        number: &ParticipantNumber,
    ) -> Result<DataKey, StoreError> {
        let item = self.item(key(partition(number), KEY)).await?;
        let item = item.ok_or_else(|| StoreError::new("read a data key", "the participant has none"))?;
        unwrapped(keys, &item, number).await
    }

    pub(super) fn sealer<'a>(&'a self, data_key: &'a DataKey, sign_up: &'a SignUpRef) -> Sealer<'a> {
        self.table.sealer(data_key, sign_up.participant.as_str())
    }

    pub(super) async fn items(&self, number: &ParticipantNumber) -> Result<Vec<Item>, StoreError> {
        self.table.items((partition(number), ""), "read a participant").await
    }

    pub(super) async fn item(&self, key: Item) -> Result<Option<Item>, StoreError> {
        self.table.item(key, "read a participant").await
    }
}

pub(super) async fn unwrapped(
    keys: &Keys,
    item: &Item,
    number: &ParticipantNumber,
) -> Result<DataKey, StoreError> {
    keys.unwrap_data_key(bytes_of(item, WRAPPED)?, number.as_str()).await
}

pub(super) fn answers_in(items: &[Item], sealer: &Sealer<'_>) -> Result<Vec<Answer>, StoreError> {
    items_named(items, ANSWER)
        .map(|item| sealer.open_json(text_of(item, SK).unwrap_or_default(), bytes_of(item, "answer")?))
        .collect()
}

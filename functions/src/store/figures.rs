//! The Figures table: how many people did something, by study and day (E-569). It holds no personal data.
//!
//! Whatever counts is recorded as an event under a random key, in the transaction of the change itself if there is one.
//! The delivery run later adds the events to the counts of their study and day, and deletes them in the same
//! transaction. So an event counts exactly once, and no visitor's request writes a counter: two sign-ups for the same
//! study can't conflict, and a sign-up never fails because of a figure.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::Client;
use jiff::{Timestamp, ToSpan, civil::Date, tz::TimeZone};
use serde::Deserialize;
use waypoint_domain::{
    study_figures::{DAYS_KEPT, Figure, FigureCounts},
    study_number::StudyNumber,
};

use super::{
    StoreError,
    condition::Condition,
    item::{EXPIRES, Item, fields_of, key, number, number_of, text},
    table::{Table, query_all},
    transaction::Commit,
    write::{Put, Update, Write},
};
use crate::secret::hex;

const EVENTS: &str = "EVENTS";
const COUNTS: &str = "COUNTS#";
/// The partition with the sum over all studies, so that reading it takes one item per day.
const ALL_STUDIES: &str = "COUNTS#ALL";
const STUDY: &str = "study";
const DAY: &str = "day";
const FIGURE: &str = "figure";
const RECORD: &str = "record a figure";
/// The most events in one transaction, which may have 100 writes.
const MAX_EVENTS: usize = 90;

/// The Figures table.
#[derive(Debug, Clone)]
pub struct Figures {
    table: Table,
}

/// Something that counts once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FigureEvent<'a> {
    pub study: &'a StudyNumber,
    /// The day on which it counts.
    pub day: Date,
    pub figure: Figure,
}

#[derive(Deserialize)]
struct StoredEvent {
    sk: String,
    study: StudyNumber,
    day: Date,
    figure: String,
}

impl Figures {
    /// Creates a client for the table with this name.
    #[must_use]
    pub fn new(client: Client, table: impl Into<String>) -> Self {
        Self { table: Table::new(client, table) }
    }

    /// Records an event that belongs to no transaction.
    pub async fn record(&self, event: &FigureEvent<'_>) -> Result<(), StoreError> {
        self.event_write(event)?.send(RECORD).await.map(drop)
    }

    /// The write that records an event. It never conflicts with another write.
    pub(super) fn event_write(
        &self,
        FigureEvent { study, day, figure }: &FigureEvent<'_>,
    ) -> Result<Write<Put>, StoreError> {
        let mut random = [0; 16];
        getrandom::fill(&mut random).map_err(|_| StoreError::new(RECORD, "no randomness"))?;
        let event = self.table.put_new(key(EVENTS, hex(&random)));
        Ok(event
            .set(STUDY, text(study.as_str()))
            .set(DAY, text(day.to_string()))
            .set(FIGURE, text(figure.name()))
            .set(EXPIRES, number(expiry(*day))))
    }

    /// Adds the recorded events to the counts while there is time, and returns what it added.
    pub async fn count_events(&self, is_time_left: impl Fn() -> bool) -> Result<FigureCounts, StoreError> {
        let items = self.table.items((EVENTS.to_owned(), ""), "read recorded figures").await?;
        let mut by_day = BTreeMap::<_, Vec<_>>::new();
        // An event that this release doesn't know waits for another one, or expires.
        for event in items.iter().filter_map(|item| fields_of::<StoredEvent>(item).ok()) {
            if let Some(figure) = Figure::named(&event.figure) {
                by_day.entry((event.study, event.day)).or_default().push((event.sk, figure));
            }
        }
        let mut counted = FigureCounts::default();
        for ((study, day), events) in &by_day {
            for events in events.chunks(MAX_EVENTS) {
                if !is_time_left() {
                    return Ok(counted);
                }
                let counts: FigureCounts = events.iter().map(|(_, figure)| (*figure, 1)).collect();
                let mut writes: Vec<Write> = events
                    .iter()
                    .map(|(id, _)| self.table.delete(key(EVENTS, id)).only_if(Condition::EXISTS).into())
                    .collect();
                let partitions = [counts_of(study), ALL_STUDIES.to_owned()];
                writes.extend(partitions.map(|partition| self.addition(partition, *day, &counts).into()));
                match self.table.transact(writes, "count figures").await? {
                    Commit::Accepted => counted.merge(&counts),
                    // Another run has counted one of them. The next run counts the rest.
                    Commit::Refused(_) | Commit::Conflict => {}
                }
            }
        }
        Ok(counted)
    }

    /// The counts of a study, from a day until another one.
    pub async fn of_study(
        &self,
        study: &StudyNumber,
        days: (Date, Date),
        now: Timestamp,
    ) -> Result<FigureCounts, StoreError> {
        self.counts(counts_of(study), days, now).await
    }

    /// The counts of all studies together, from a day until another one.
    pub async fn of_all_studies(
        &self,
        days: (Date, Date),
        now: Timestamp,
    ) -> Result<FigureCounts, StoreError> {
        self.counts(ALL_STUDIES.to_owned(), days, now).await
    }

    async fn counts(
        &self,
        partition: String,
        (from, until): (Date, Date),
        now: Timestamp,
    ) -> Result<FigureCounts, StoreError> {
        let query = self
            .table
            .query()
            .key_condition_expression("pk = :pk AND sk BETWEEN :from AND :until")
            .expression_attribute_values(":pk", text(partition))
            .expression_attribute_values(":from", text(from.to_string()))
            .expression_attribute_values(":until", text(until.to_string()));
        let items = query_all(query, "read figures").await?;
        let current = items.iter().filter(|item| number_of(item, EXPIRES) > Some(now.as_second()));
        Ok(current.flat_map(counts_in).collect())
    }

    fn addition(&self, partition: String, day: Date, counts: &FigureCounts) -> Write<Update> {
        let update = self.table.update(key(partition, day.to_string())).set(EXPIRES, number(expiry(day)));
        counts.iter().fold(update, |update, (figure, count)| {
            update.add(figure.name(), number(i64::try_from(count).unwrap_or(i64::MAX)))
        })
    }
}

/// The day on which something counts that happens now.
#[must_use]
pub fn figure_day(now: Timestamp) -> Date {
    now.to_zoned(TimeZone::UTC).date()
}

fn counts_of(study: &StudyNumber) -> String {
    format!("{COUNTS}{study}")
}

fn counts_in(item: &Item) -> impl Iterator<Item = (Figure, u64)> {
    Figure::all().filter_map(|figure| {
        let count = number_of(item, figure.name())?;
        Some((figure, u64::try_from(count).ok()?))
    })
}

fn expiry(day: Date) -> i64 {
    let end = day.saturating_add(DAYS_KEPT.days()).to_zoned(TimeZone::UTC);
    end.map_or(i64::MAX, |end| end.timestamp().as_second())
}

//! Requests and responses with figures, which have no personal data.

use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::{
    figure_sentences::{contact_sentences, freshness_sentence, updates_sentence},
    study_figures::{Figure, FigureCounts, TimeToContact},
};
use waypoint_search::RegistryFigures;

/// A request of the study team's portal for the figures of a study.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FiguresRequest {
    /// The study.
    pub study_number: String,
    /// The first day, in UTC.
    #[schema(value_type = String, format = Date)]
    pub from: Date,
    /// The last day, in UTC, at most 399 days after the first.
    #[schema(value_type = String, format = Date)]
    pub until: Date,
}

/// The figures of a study, from one day until another. What follows from a draft or a sign-up counts on its day.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FiguresReport {
    /// The study.
    pub study_number: String,
    /// The first day, in UTC.
    #[schema(value_type = String, format = Date)]
    pub from: Date,
    /// The last day, in UTC.
    #[schema(value_type = String, format = Date)]
    pub until: Date,
    /// When the report was made.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// Browsers that answered the pre-screening questions as the study expects, each once a day.
    pub screening_passed: u64,
    /// Browsers that answered them otherwise, each once a day. A browser may count as both.
    pub screening_failed: u64,
    /// Drafts of sign-ups that were begun.
    pub drafts_begun: u64,
    /// Those that didn't become a sign-up. A draft of the last day may still become one.
    pub drafts_not_finished: u64,
    /// People who signed up.
    pub signed_up: u64,
    /// Sign-ups that the study team received, because the person accepted the privacy notice.
    pub received: u64,
    /// Those whose person the study team has contacted.
    pub contacted: u64,
    /// How long people waited for the first contact. Null for fewer than 10.
    pub time_to_contact: Option<ContactTimes>,
}

/// How long people waited for the first contact, in working days after the day on which the study team received the sign-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct ContactTimes {
    /// Half of the people waited no longer. Null for more than 10 working days.
    pub median: Option<u8>,
    /// 9 of 10 people waited no longer. Null for more than 10 working days.
    pub ninetieth_percentile: Option<u8>,
}

/// The figures that everyone can see.
#[derive(Debug, Clone, Serialize, TS, ToSchema)]
pub struct PublicFigures {
    /// How long people waited for the first contact, over all studies. Null for fewer than 10 people.
    pub time_to_contact: Option<ContactTimes>,
    /// The first day of the sign-ups, in UTC.
    #[ts(type = "string")]
    #[schema(value_type = String, format = Date)]
    pub from: Date,
    /// The last day of the sign-ups, in UTC.
    #[ts(type = "string")]
    #[schema(value_type = String, format = Date)]
    pub until: Date,
    /// The time to contact in words.
    pub contact_text: String,
    /// The records of the registry. Null if they aren't known.
    pub registry: Option<RegistryFreshness>,
}

/// How fresh the registry's records are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct RegistryFreshness {
    /// The day on which they were counted, in UTC.
    #[ts(type = "string")]
    #[schema(value_type = String, format = Date)]
    pub counted_on: Date,
    /// The day until which the registry's changes were read. Null if it isn't known.
    #[ts(type = "string | null")]
    #[schema(value_type = Option<String>, format = Date)]
    pub read_until: Option<Date>,
    /// The number of records.
    pub records: u64,
    /// Those that study teams updated in the last 90 days.
    pub updated_recently: u64,
    /// The share of updated records in words.
    pub updates_text: String,
    /// The day in words. Null if it isn't known.
    pub freshness_text: Option<String>,
}

impl FiguresReport {
    /// Creates a report of these counts.
    #[must_use]
    pub fn new(
        study_number: String,
        (from, until): (Date, Date),
        counts: &FigureCounts,
        at: Timestamp,
    ) -> Self {
        Self {
            study_number,
            from,
            until,
            at,
            screening_passed: counts.of(Figure::ScreeningPassed),
            screening_failed: counts.of(Figure::ScreeningFailed),
            drafts_begun: counts.of(Figure::DraftBegun),
            drafts_not_finished: counts.drafts_not_finished(),
            signed_up: counts.of(Figure::SignedUp),
            received: counts.of(Figure::Received),
            contacted: counts.contacted(),
            time_to_contact: counts.time_to_contact().map(Into::into),
        }
    }
}

impl PublicFigures {
    /// Creates figures of these counts over all studies.
    #[must_use]
    pub fn new(
        (from, until): (Date, Date),
        counts: &FigureCounts,
        registry: Option<RegistryFigures>,
    ) -> Self {
        let time = counts.time_to_contact();
        Self {
            time_to_contact: time.map(Into::into),
            from,
            until,
            contact_text: contact_sentences(counts, from, until),
            registry: registry.map(Into::into),
        }
    }
}

impl From<TimeToContact> for ContactTimes {
    fn from(time: TimeToContact) -> Self {
        Self {
            median: time.median.working_days(),
            ninetieth_percentile: time.ninetieth_percentile.working_days(),
        }
    }
}

impl From<RegistryFigures> for RegistryFreshness {
    fn from(RegistryFigures { counted_on, read_until, records, updated_recently }: RegistryFigures) -> Self {
        Self {
            updates_text: updates_sentence(updated_recently, records, counted_on),
            freshness_text: read_until.map(freshness_sentence),
            counted_on,
            read_until,
            records,
            updated_recently,
        }
    }
}

//! A browser's health system connection and the medical records read from it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use url::Url;
use waypoint_domain::{
    health_system::SystemId,
    medical_record::{Demographics, MedicalRecords, MissingGroup, RecordIds},
    personal::Personal,
    retention::RetentionPeriod,
    study_number::StudyNumber,
};

use super::item::expiry;
use crate::external::smart::{Access, PatientRecords};

/// The health system of a connection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConnectedSystem {
    /// The id in our list of health systems.
    pub id: SystemId,
    /// The name that patients know.
    pub name: String,
    /// The base URL of its FHIR API.
    pub base: Url,
}

/// A browser's medical records and connection.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordSession {
    /// Demographics from the page's address. Those from the health system take precedence.
    #[serde(default, rename = "said")]
    pub page_demographics: Demographics,
    /// The connected health system.
    pub connection: Option<Connection>,
}

/// A connection to a health system.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Connection {
    /// A random id that distinguishes the connections of a browser.
    pub id: String,
    /// The health system.
    pub system: ConnectedSystem,
    /// The study that the connection is for.
    pub study_number: StudyNumber,
    /// The state of the connection.
    pub progress: Progress,
    /// The ids of the records that the visitor left out.
    #[serde(default)]
    pub left_out: RecordIds,
    /// A fingerprint of the callback that created the connection.
    #[serde(default, rename = "answered")]
    pub callback_fingerprint: String,
}

/// The state of a connection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Progress {
    /// The visitor granted access. No records are read yet.
    Granted {
        /// The granted access.
        access: Access,
        /// The expiry, in Unix seconds.
        until: i64,
    },
    /// The records are read, and the access is discarded.
    Read {
        records: Box<Personal<MedicalRecords>>,
        /// The person's demographics according to the records.
        demographics: Personal<Demographics>,
        /// The person's name according to the records.
        #[serde(default)]
        name: Personal<Option<String>>,
        /// The groups that the health system returned incompletely.
        #[serde(default)]
        missing: Vec<MissingGroup>,
        /// The expiry, in Unix seconds.
        #[serde(default)]
        until: i64,
    },
}

impl Progress {
    /// Records that were just read. Their retention period starts now.
    #[must_use]
    pub fn read(read: PatientRecords, now: Timestamp) -> Self {
        let PatientRecords { records, demographics, name, missing } = read;
        Self::Read {
            records: Box::new(records),
            demographics,
            name,
            missing,
            until: expiry(RetentionPeriod::UnsharedRecords, now),
        }
    }

    const fn until(&self) -> i64 {
        match self {
            Self::Granted { until, .. } | Self::Read { until, .. } => *until,
        }
    }
}

impl RecordSession {
    /// The expiry: that of the connection, regardless of later changes.
    pub(super) fn until(&self, now: Timestamp) -> i64 {
        let connection = self.connection.as_ref();
        connection.map_or_else(
            || expiry(RetentionPeriod::UnsharedRecords, now),
            |connection| connection.progress.until(),
        )
    }

    /// A copy with all records left out, which is the largest that this session can become.
    pub(super) fn largest(&self) -> Self {
        let mut longest = self.clone();
        if let Some(Connection { progress: Progress::Read { records, .. }, left_out, .. }) =
            &mut longest.connection
        {
            *left_out = records.reveal().ids();
        }
        longest
    }
}

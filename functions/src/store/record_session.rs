//! What a browser has of health systems: the one that is connected, and the records that it gave.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use url::Url;
use waypoint_domain::{
    health_system::SystemId,
    medical_record::{Demographics, Group, MedicalRecords},
    personal::Personal,
    retention::Kept,
    study_number::StudyNumber,
};

use super::sessions::after;
use crate::external::smart::{Access, Read};

/// The health system of a connection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConnectedSystem {
    /// Its id in our list.
    pub id: SystemId,
    /// What patients call it.
    pub name: String,
    /// The address of its records.
    pub base: Url,
}

/// What a browser has of records.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordSession {
    /// What an address said of the person; what a health system says counts more.
    #[serde(default)]
    pub said: Demographics,
    /// The health system that is connected.
    pub connection: Option<Connection>,
}

/// A health system that is connected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Connection {
    /// Tells it from another connection of the same browser: random, and nothing else.
    pub id: String,
    /// The health system.
    pub system: ConnectedSystem,
    /// The study for which it was connected.
    pub study_number: StudyNumber,
    /// How far it has come.
    pub progress: Progress,
    /// The ids of the records that the patient left out before, by groups: immunizations, medications, allergies, conditions.
    #[serde(default)]
    pub left_out: [Vec<String>; 4],
    /// Which answer of the system made it, by its fingerprint.
    #[serde(default)]
    pub answered: String,
}

/// How far a connection has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Progress {
    /// The patient gave leave, and nothing is read yet.
    Granted {
        /// The leave.
        access: Access,
        /// Until when it is kept, in seconds since 1970.
        until: i64,
    },
    /// The records are read, and the leave is gone.
    Read {
        /// The records.
        records: Personal<MedicalRecords>,
        /// What they say of the person.
        demographics: Personal<Demographics>,
        /// What they call the person.
        #[serde(default)]
        name: Personal<Option<String>>,
        /// The groups of which the health system did not give everything.
        #[serde(default)]
        missing: Vec<Group>,
        /// Until when they are kept, in seconds since 1970.
        #[serde(default)]
        until: i64,
    },
}

impl Progress {
    /// What was read now, kept from now on.
    #[must_use]
    pub fn read(read: Read, now: Timestamp) -> Self {
        let Read { records, demographics, name, missing } = read;
        Self::Read { records, demographics, name, missing, until: after(now, Kept::UnsharedRecords.time()) }
    }

    const fn until(&self) -> i64 {
        match self {
            Self::Granted { until, .. } | Self::Read { until, .. } => *until,
        }
    }
}

impl RecordSession {
    /// When it is over: with what is connected, whatever is changed of it meanwhile.
    pub(super) fn until(&self, now: Timestamp) -> i64 {
        let connection = self.connection.as_ref();
        connection.map_or_else(
            || after(now, Kept::UnsharedRecords.time()),
            |connection| connection.progress.until(),
        )
    }

    /// The same with every record left out: the most that it can come to.
    pub(super) fn at_its_longest(&self) -> Self {
        let mut longest = self.clone();
        if let Some(Connection { progress: Progress::Read { records, .. }, left_out, .. }) =
            &mut longest.connection
        {
            *left_out = records.reveal().ids();
        }
        longest
    }
}

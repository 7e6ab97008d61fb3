//! The records that a browser has, read from the health system where that has not been done yet.

use waypoint_domain::{
    medical_record::{Demographics, MedicalRecords},
    study_number::StudyNumber,
};

use super::{connect::failed, systems};
use crate::{
    capability::Capability,
    context::Context,
    external::smart::SmartFailure,
    http::problem::Problem,
    store::{ConnectedSystem, Connection, Progress, RecordSession},
};

/// Records that were read.
#[derive(Debug, Clone)]
pub(super) struct ReadRecords {
    /// Tells this connection from another one of the browser.
    pub(super) connection: String,
    pub(super) system: ConnectedSystem,
    pub(super) study_number: StudyNumber,
    pub(super) records: MedicalRecords,
    /// What the patient left out before.
    pub(super) left_out: [Vec<String>; 4],
    /// What the health system says of the person, else what an address said.
    pub(super) demographics: Demographics,
}

impl ReadRecords {
    /// These, if they are of the connection that the caller saw. Another person may have signed in since, in another tab.
    ///
    /// # Errors
    /// When they are of another one.
    pub(super) fn of_connection(self, seen: &str) -> Result<Self, Problem> {
        if self.connection == seen { Ok(self) } else { Err(Problem::RecordsChanged) }
    }
}

/// The records of a browser; nothing where no health system is connected. Leave to read is used once that reading works: as
/// long as it fails, and the leave is not over, it can be tried again.
///
/// # Errors
/// When the health system fails, or the leave is over.
pub(super) async fn read_records(
    context: &Context,
    cookie: Option<&Capability>,
) -> Result<Option<ReadRecords>, Problem> {
    let Some(capability) = cookie else { return Ok(None) };
    let now = context.clock.now();
    let Some(session) = context.sessions.records(capability, now).await? else { return Ok(None) };
    let RecordSession { said, connection: Some(connection) } = session else { return Ok(None) };
    let Connection { id, system, study_number, progress, left_out } = connection;
    let (records, demographics) = match progress {
        Progress::Read { records, demographics } => (records, demographics),
        Progress::Granted { until, .. } if until <= now.as_second() => return Err(Problem::ConnectionOver),
        Progress::Granted { access, .. } => {
            let read = systems(context)?.client().read(&system.base, &access).await.map_err(in_time)?;
            let (records, demographics) = (read.records.reveal().clone(), read.demographics.reveal().clone());
            let progress = Progress::Read { records: records.clone(), demographics: demographics.clone() };
            let connection = Connection {
                id: id.clone(),
                system: system.clone(),
                study_number: study_number.clone(),
                progress,
                left_out: left_out.clone(),
            };
            let session = RecordSession { said: said.clone(), connection: Some(connection) };
            if !context.sessions.keep_records(capability, &session, now).await? {
                return Err(failed(&SmartFailure::TooMuch));
            }
            (records, demographics)
        }
    };
    let demographics = Demographics {
        birth_date: demographics.birth_date.or(said.birth_date),
        sex: demographics.sex.or(said.sex),
    };
    Ok(Some(ReadRecords { connection: id, system, study_number, records, left_out, demographics }))
}

fn in_time(failure: SmartFailure) -> Problem {
    match failure {
        SmartFailure::Ended => Problem::ConnectionOver,
        failure => failed(&failure),
    }
}

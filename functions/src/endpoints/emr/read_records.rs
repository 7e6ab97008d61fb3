//! The records of a browser, read from the health system on first use.

use std::time::Duration;

use tokio::time::timeout;
use waypoint_domain::{
    medical_record::{Demographics, MedicalRecords, MissingGroup, MissingReason, RecordIds},
    personal::Personal,
    study_number::StudyNumber,
};

use super::{connect::failed, systems};
use crate::{
    endpoints::browser_session::CallingBrowser,
    external::smart::{Access, PatientRecords, SmartClient, SmartFailure},
    health_records::HealthRecords,
    http::problem::Problem,
    store::{Change, ConnectedSystem, Connection, Progress, RecordSession, Session, Sessions, StoredRecords},
};

/// How often storing the records is tried when other changes interfere.
const MAX_TRIES: u32 = 6;

/// How long a person waits for a revocation.
const REVOKING: Duration = Duration::from_millis(400);

/// Records that were read from a health system.
#[derive(Debug, Clone)]
pub(super) struct ReadRecords {
    /// Identifies this connection among those of the browser.
    pub(super) connection: String,
    pub(super) system: ConnectedSystem,
    pub(super) study_number: StudyNumber,
    pub(super) records: Personal<MedicalRecords>,
    /// The ids of the records that the patient left out.
    pub(super) left_out: RecordIds,
    /// The person's details from the health system, or else from a legacy URL.
    pub(super) demographics: Personal<Demographics>,
    /// The person's name at the health system.
    pub(super) name: Personal<Option<String>>,
    /// The groups that the health system did not return completely.
    pub(super) missing: Vec<MissingGroup>,
}

/// Returns the records of a browser, reading them from the health system on first use. Returns `None` without a
/// connection.
///
/// Access is used up once reading succeeds. While reading fails and access has not expired, it can be tried again.
pub(super) async fn read_records(
    browser: &CallingBrowser,
    health_records: &HealthRecords,
) -> Result<Option<ReadRecords>, Problem> {
    let Some(session) = &browser.session().await? else { return Ok(None) };
    let Some(kept) = unexpired_records(browser, session).await? else { return Ok(None) };
    match kept.session.connection.clone().map(|connection| (connection.progress, connection.system)) {
        Some((Progress::Granted { access, .. }, system)) => {
            read_from_system((browser, health_records), session, (&kept, &access, &system)).await
        }
        _ => Ok(stored_records(kept.session)),
    }
}

/// Returns the records that were already read in this browser.
pub(super) async fn known_records(
    browser: &CallingBrowser,
    session: Option<&Session>,
) -> Result<Option<ReadRecords>, Problem> {
    let Some(session) = session else { return Ok(None) };
    let session = browser.sessions.records(session, browser.clock.now()).await?;
    Ok(session.and_then(stored_records))
}

/// Returns the records of the connection that the caller saw. Fails with [`Problem::RecordsChanged`] when the browser
/// has another connection by now, because another person may have signed in since in another tab.
pub(super) async fn seen_records(
    browser: &CallingBrowser,
    session: Option<&Session>,
    seen: &str,
) -> Result<Option<ReadRecords>, Problem> {
    let Some(session) = session else { return Ok(None) };
    let session = browser.sessions.records(session, browser.clock.now()).await?;
    let Some(session) = session.filter(|session| session.connection.is_some()) else { return Ok(None) };
    check_connection(&session, seen)?;
    Ok(stored_records(session))
}

fn check_connection(session: &RecordSession, seen: &str) -> Result<(), Problem> {
    let id = session.connection.as_ref().map(|connection| connection.id.as_str());
    if id == Some(seen) { Ok(()) } else { Err(Problem::RecordsChanged) }
}

/// Returns the unexpired records of a browser. Expired access is reported once and then erased.
async fn unexpired_records(
    CallingBrowser { sessions, clock, .. }: &CallingBrowser,
    session: &Session,
) -> Result<Option<StoredRecords>, Problem> {
    let now = clock.now();
    let kept = sessions.stored_records(session, now).await?;
    if kept.is_none() && sessions.delete_expired_grant(session, now).await? {
        return Err(Problem::ConnectionEnded);
    }
    Ok(kept)
}

/// Reads from the health system and replaces the access with the records. Concurrent changes in this browser take
/// precedence: deleted records stay deleted, records already read and left out stay so, and another person's connection
/// stays.
async fn read_from_system(
    (CallingBrowser { sessions, clock, .. }, health_records): (&CallingBrowser, &HealthRecords),
    browser: &Session,
    (access_session, access, system): (&StoredRecords, &Access, &ConnectedSystem),
) -> Result<Option<ReadRecords>, Problem> {
    let client = systems(health_records)?.client(system).ok_or(Problem::ConnectionEnded)?;
    let mut read = match client.read(&system.base, access).await {
        Ok(read) => read,
        Err(failure) => return Err(read_problem(sessions, browser, (access_session, &failure)).await),
    };
    let seen = access_session
        .session
        .connection
        .as_ref()
        .map(|connection| connection.id.clone())
        .unwrap_or_default();
    let now = clock.now();
    let mut current = access_session.clone();
    let mut tries = 0;
    while tries < MAX_TRIES {
        check_connection(&current.session, &seen)?;
        let mut session = current.session.clone();
        match session.connection.as_mut() {
            Some(connection) if matches!(connection.progress, Progress::Granted { .. }) => {
                connection.progress = Progress::read(read.clone(), now);
            }
            _ => return Ok(stored_records(session)),
        }
        match sessions.store_read_records(browser, (&current, &session), now).await? {
            Change::Made => {
                revoke(client, access).await;
                return Ok(stored_records(session));
            }
            Change::TooLarge => {
                if !leave_out_oldest(&mut read) {
                    return Err(read_problem(sessions, browser, (&current, &SmartFailure::TooLarge)).await);
                }
                continue;
            }
            Change::Conflict => tries += 1,
        }
        match sessions.stored_records(browser, now).await? {
            Some(kept) => current = kept,
            None => return Ok(None),
        }
    }
    Err(Problem::Unavailable)
}

/// Revokes access that is used up. The person waits at most a moment: a function's process rests once it has answered, so
/// a revocation that goes on by itself would hardly ever be sent.
async fn revoke(client: SmartClient, access: &Access) {
    let access = access.clone();
    let revoking = tokio::spawn(async move { client.revoke(&access).await });
    // The task goes on where the process does.
    let _ = timeout(REVOKING, revoking).await;
}

/// Leaves out the older half of the largest group, so that the rest can be stored. Returns false if nothing is left.
fn leave_out_oldest(read: &mut PatientRecords) -> bool {
    let mut records = read.records.reveal().clone();
    let Some(group) = records.halve_largest() else { return false };
    read.records = Personal::new(records);
    read.missing.retain(|missing| missing.group != group);
    read.missing.push(MissingGroup { group, reason: MissingReason::TooMany });
    true
}

/// Returns the problem of a failure, and erases access that can no longer be used.
async fn read_problem(
    sessions: &Sessions,
    browser: &Session,
    (access_session, failure): (&StoredRecords, &SmartFailure),
) -> Problem {
    let problem = match failure {
        SmartFailure::Ended => Problem::ConnectionEnded,
        SmartFailure::TooLarge => {
            tracing::warn!(%failure, "a health system failed");
            Problem::RecordsTooMany
        }
        failure => return failed(failure),
    };
    match sessions.delete_grant(browser, access_session).await {
        Ok(()) => problem,
        Err(error) => error.into(),
    }
}

/// Returns the records that a session holds.
fn stored_records(session: RecordSession) -> Option<ReadRecords> {
    let RecordSession { page_demographics: said, connection } = session;
    let Connection { id, system, study_number, progress, left_out, .. } = connection?;
    let Progress::Read { records, demographics, name, missing, .. } = progress else { return None };
    let from_system = demographics.reveal().clone();
    let demographics = Personal::new(Demographics {
        birth_date: from_system.birth_date.or(said.birth_date),
        sex: from_system.sex.or(said.sex),
    });
    let records = *records;
    Some(ReadRecords { connection: id, system, study_number, records, left_out, demographics, name, missing })
}

#[cfg(test)]
mod tests {
    use waypoint_domain::medical_record::{Condition, Group, Observation};

    use super::*;

    #[test]
    fn oldest_records_are_left_out_until_the_rest_can_be_stored() {
        let lab = |id: usize| Observation { id: id.to_string(), ..Observation::default() };
        let records = MedicalRecords {
            conditions: vec![Condition::default()],
            labs: (0..8).map(lab).collect(),
            ..MedicalRecords::default()
        };
        let mut read = PatientRecords { records: Personal::new(records), ..PatientRecords::default() };
        assert!(leave_out_oldest(&mut read) && leave_out_oldest(&mut read));
        let ids: Vec<_> = read.records.reveal().labs.iter().map(|lab| lab.id.as_str()).collect();
        assert_eq!(ids, ["0", "1"]);
        assert_eq!(read.missing, [MissingGroup { group: Group::Labs, reason: MissingReason::TooMany }]);
        let halved = (0..9).take_while(|_| leave_out_oldest(&mut read)).count();
        assert!(halved < 9, "it ends");
    }
}

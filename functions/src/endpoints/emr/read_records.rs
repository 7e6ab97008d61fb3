//! The records that a browser has, and reading them at the health system where that has not been done yet.

use waypoint_domain::{
    medical_record::{Demographics, Group, MedicalRecords},
    personal::Personal,
    study_number::StudyNumber,
};

use super::{connect::failed, systems};
use crate::{
    context::Context,
    endpoints::browser_session::opened,
    external::smart::{Access, SmartFailure},
    http::{browser::Browser, problem::Problem},
    store::{Change, ConnectedSystem, Connection, KeptRecords, Progress, RecordSession, Session},
};

/// How often records that were read are tried to be kept, because something else came in between.
const TRIES: u32 = 6;

/// Records that were read.
#[derive(Debug, Clone)]
pub(super) struct ReadRecords {
    /// Tells this connection from another one of the browser.
    pub(super) connection: String,
    pub(super) system: ConnectedSystem,
    pub(super) study_number: StudyNumber,
    pub(super) records: Personal<MedicalRecords>,
    /// What the patient left out before.
    pub(super) left_out: [Vec<String>; 4],
    /// What the health system says of the person, else what an address said.
    pub(super) demographics: Personal<Demographics>,
    /// What the health system calls the person.
    pub(super) name: Personal<Option<String>>,
    /// The groups of which the health system did not give everything.
    pub(super) missing: Vec<Group>,
}

/// The records of a browser, read at the health system when they are asked for first; nothing where none is connected. Leave
/// to read is used once that reading works: as long as it fails, and the leave is not over, it can be tried again.
pub(super) async fn read_records(
    context: &Context,
    browser: &Browser,
) -> Result<Option<ReadRecords>, Problem> {
    let Some(session) = &opened(context, browser).await? else { return Ok(None) };
    let Some(kept) = kept_records(context, session).await? else { return Ok(None) };
    match kept.session.connection.clone().map(|connection| (connection.progress, connection.system)) {
        Some((Progress::Granted { access, .. }, system)) => {
            read_now(context, session, (&kept, &access, &system)).await
        }
        _ => Ok(known(kept.session)),
    }
}

/// The records that were read in this browser before; nothing where there are none.
pub(super) async fn known_records(
    context: &Context,
    session: Option<&Session>,
) -> Result<Option<ReadRecords>, Problem> {
    let Some(session) = session else { return Ok(None) };
    let session = context.sessions.records(session, context.clock.now()).await?;
    Ok(session.and_then(known))
}

/// The same, of the connection that the caller saw. Another person may have signed in since, in another tab.
pub(super) async fn seen_records(
    context: &Context,
    session: Option<&Session>,
    seen: &str,
) -> Result<Option<ReadRecords>, Problem> {
    let Some(session) = session else { return Ok(None) };
    let session = context.sessions.records(session, context.clock.now()).await?;
    let Some(session) = session.filter(|session| session.connection.is_some()) else { return Ok(None) };
    is_of(&session, seen)?;
    Ok(known(session))
}

fn is_of(session: &RecordSession, seen: &str) -> Result<(), Problem> {
    let id = session.connection.as_ref().map(|connection| connection.id.as_str());
    if id == Some(seen) { Ok(()) } else { Err(Problem::RecordsChanged) }
}

/// What a browser has, if it is not over. Leave whose time is over is told once, and forgotten.
async fn kept_records(context: &Context, browser: &Session) -> Result<Option<KeptRecords>, Problem> {
    let now = context.clock.now();
    let kept = context.sessions.kept_records(browser, now).await?;
    if kept.is_none() && context.sessions.end_leave_that_is_over(browser, now).await? {
        return Err(Problem::ConnectionOver);
    }
    Ok(kept)
}

/// Reads at the health system, and keeps what it gives in the place of the leave. What happened in this browser meanwhile
/// counts more: what was deleted stays deleted, what was read and left out stays so, and another person's connection stays.
async fn read_now(
    context: &Context,
    browser: &Session,
    (leave, access, system): (&KeptRecords, &Access, &ConnectedSystem),
) -> Result<Option<ReadRecords>, Problem> {
    let read = match systems(context)?.client().read(&system.base, access).await {
        Ok(read) => read,
        Err(failure) => return Err(not_read(context, browser, (leave, &failure)).await),
    };
    let seen = leave.session.connection.as_ref().map(|connection| connection.id.clone()).unwrap_or_default();
    let now = context.clock.now();
    let mut current = leave.clone();
    for _ in 0..TRIES {
        is_of(&current.session, &seen)?;
        let mut session = current.session.clone();
        match session.connection.as_mut() {
            Some(connection) if matches!(connection.progress, Progress::Granted { .. }) => {
                connection.progress = Progress::read(read.clone(), now);
            }
            _ => return Ok(known(session)),
        }
        match context.sessions.keep_read(browser, (&current, &session), now).await? {
            Change::Made => return Ok(known(session)),
            Change::TooMuch => {
                return Err(not_read(context, browser, (&current, &SmartFailure::TooMuch)).await);
            }
            Change::OthersFirst => {}
        }
        match context.sessions.kept_records(browser, now).await? {
            Some(kept) => current = kept,
            None => return Ok(None),
        }
    }
    Err(Problem::Unavailable)
}

/// What a failure is for the person. Leave by which nothing can be read any more is forgotten.
async fn not_read(
    context: &Context,
    browser: &Session,
    (leave, failure): (&KeptRecords, &SmartFailure),
) -> Problem {
    let problem = match failure {
        SmartFailure::Ended => Problem::ConnectionOver,
        SmartFailure::TooMuch => {
            tracing::warn!(%failure, "a health system failed");
            Problem::RecordsTooMany
        }
        failure => return failed(failure),
    };
    match context.sessions.end_leave(browser, leave).await {
        Ok(()) => problem,
        Err(error) => error.into(),
    }
}

/// What was read of a session; nothing where nothing was.
fn known(session: RecordSession) -> Option<ReadRecords> {
    let RecordSession { said, connection } = session;
    let Connection { id, system, study_number, progress, left_out, .. } = connection?;
    let Progress::Read { records, demographics, name, missing, .. } = progress else { return None };
    let told = demographics.reveal().clone();
    let demographics = Personal::new(Demographics {
        birth_date: told.birth_date.or(said.birth_date),
        sex: told.sex.or(said.sex),
    });
    Some(ReadRecords { connection: id, system, study_number, records, left_out, demographics, name, missing })
}

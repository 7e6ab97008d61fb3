//! `GET /backend/emr/callback`: the return of a patient from a health system (E-108, E-109, E-217).

use axum::{
    extract::{Query, State, rejection::QueryRejection},
    response::{IntoResponse, Redirect, Response},
};
use utoipa_axum::routes;
use waypoint_domain::{medical_record::RecordIds, retention::RetentionPeriod};
use waypoint_keys::Purpose;

use super::{
    connect::{NoRecordsReason, back, back_to, failed, new_launch},
    health_systems::CONNECT_PATH,
    random, systems,
};
use crate::{
    clock::{Clock, unix_time_after},
    endpoint::{Endpoint, Sample, Section},
    endpoints::browser_session::CallingBrowser,
    external::smart::{Answer, CodeExchange, InvalidAnswer},
    health_records::HealthRecords,
    http::problem::Problem,
    needs::{Resource, Service},
    rate_limit::{CallerLimits, LimitedAction},
    store::{Connection, Launch, Progress, RecordSession, Session, Sessions},
};

/// The page that shows records.
const RECORDS: &str = "/medical-records";

pub const ENDPOINT: Endpoint = Endpoint {
    timeout: 30,
    keys: &[Purpose::RateLimit],
    services: &[Service::HealthSystems],
    rights: &[(Resource::Sessions, &["DeleteItem", "GetItem", "PutItem", "UpdateItem"])],
    sample: Sample::Get("state=none&code=none"),
    ..Endpoint::new("emr_callback", Section::Records, || routes!(callback))
};

/// Accepts the system's answer to this browser's launch once, and exchanges its code for access. The records page then
/// reads the records. Any error leads back to the choice of a system.
#[utoipa::path(get, path = "/backend/emr/callback", params(
    ("state" = Option<String>, Query, description = "The state that the launch sent"),
    ("code" = Option<String>, Query, description = "The code to exchange for access"),
    ("iss" = Option<String>, Query, description = "The issuer of the answer"),
    ("error" = Option<String>, Query, description = "The reason that there is no code")
), responses((status = 303, description = "To the records, or back to the choice of a system")))]
pub(crate) async fn callback(
    limits: CallerLimits,
    browser: CallingBrowser,
    State(sessions): State<Sessions>,
    State(health_records): State<HealthRecords>,
    State(clock): State<Clock>,
    answer: Result<Query<Answer>, QueryRejection>,
) -> Result<Response, Problem> {
    limits.check(LimitedAction::Connect).await?;
    let now = clock.now();
    let Ok(Query(answer)) = answer else { return Ok(back(None, NoRecordsReason::Failed)) };
    let (Some(browser_session), Some(state)) = (browser.session().await?, answer.state()) else {
        return Ok(back(None, NoRecordsReason::Expired));
    };
    let Some(launch) = sessions.take_launch(&browser_session, state, now).await? else {
        return redirect_stale_answer(&sessions, &clock, &browser_session, &answer).await;
    };
    let progress = match exchange_code(&health_records, &clock, &launch, &answer).await {
        Ok(progress) => progress,
        Err(NoProgress::Back(obstacle)) => return Ok(back(Some(&launch), obstacle)),
        Err(NoProgress::InvalidScope) => return relaunch(&browser, &browser_session, launch).await,
    };
    let Launch { system, study_number, .. } = launch;
    let (id, left_out) = (random()?, RecordIds::default());
    let answered = answer.fingerprint();
    let connection =
        Connection { id, system, study_number, progress, left_out, callback_fingerprint: answered };
    let connect = |session: &mut RecordSession| {
        session.connection = Some(connection.clone());
        true
    };
    sessions.change_records(&browser_session, connect, clock.now()).await?;
    browser.renewed(&browser_session, Redirect::to(RECORDS)).await
}

/// Why an answer brings no access.
enum NoProgress {
    /// The patient returns without records.
    Back(NoRecordsReason),
    /// The system doesn't know a requested scope.
    InvalidScope,
}

impl From<NoRecordsReason> for NoProgress {
    fn from(reason: NoRecordsReason) -> Self {
        Self::Back(reason)
    }
}

/// Starts a launch that requests less, once. It has a state and verifier of its own.
async fn relaunch(
    CallingBrowser { sessions, clock, .. }: &CallingBrowser,
    session: &Session,
    launch: Launch,
) -> Result<Response, Problem> {
    let Some(extent) = launch.configuration.reduced(launch.extent) else {
        return Ok(back(Some(&launch), NoRecordsReason::Unsupported));
    };
    let Launch { system, study_number, configuration, .. } = launch;
    let launch = new_launch(system, study_number, configuration, extent)?;
    sessions.store_launch(session, &launch, clock.now()).await?;
    Ok(Redirect::to(CONNECT_PATH).into_response())
}

/// Handles an answer that belongs to no launch of this browser. If this answer already brought the records, it leads to
/// them. Otherwise it leads back to the choice, for the study of a pending launch.
///
/// A person who went back and signed in as another patient must not mistake the earlier records for their own (E-358).
async fn redirect_stale_answer(
    sessions: &Sessions,
    clock: &Clock,
    browser: &Session,
    answer: &Answer,
) -> Result<Response, Problem> {
    let now = clock.now();
    let launch = sessions.launch(browser, now).await?;
    let session = sessions.records(browser, now).await?;
    match (launch, session.and_then(|session| session.connection)) {
        (None, Some(connection)) if connection.callback_fingerprint == answer.fingerprint() => {
            Ok(Redirect::to(RECORDS).into_response())
        }
        (None, Some(connection)) => Ok(back_to(Some(&connection.study_number), NoRecordsReason::Expired)),
        (launch, _) => Ok(back(launch.as_ref(), NoRecordsReason::Expired)),
    }
}

async fn exchange_code(
    health_records: &HealthRecords,
    clock: &Clock,
    launch: &Launch,
    answer: &Answer,
) -> Result<Progress, NoProgress> {
    let code = answer.code(&launch.configuration, launch.system.base.as_str()).map_err(|invalid| {
        tracing::info!(%invalid, "a patient returned without access");
        match invalid {
            InvalidAnswer::InvalidScope => NoProgress::InvalidScope,
            InvalidAnswer::Refused => NoRecordsReason::Refused.into(),
            InvalidAnswer::Rejected(_) => NoRecordsReason::Unsupported.into(),
            InvalidAnswer::NoCode | InvalidAnswer::OtherIssuer => NoRecordsReason::Failed.into(),
        }
    })?;
    let client = systems(health_records).ok().and_then(|systems| systems.client(&launch.system));
    let client = client.ok_or(NoRecordsReason::Failed)?;
    let exchanged = CodeExchange { code, verifier: &launch.verifier, extent: launch.extent };
    let access = client.exchange(&launch.configuration, exchanged).await.map_err(|failure| {
        failed(&failure);
        match failure {
            failure if failure.is_invalid_scope() => NoProgress::InvalidScope,
            failure if failure.is_permanent() => NoRecordsReason::Unsupported.into(),
            _ => NoRecordsReason::Failed.into(),
        }
    })?;
    if !access.permits_records() {
        client.revoke(&access).await;
        return Err(NoRecordsReason::Nothing.into());
    }
    Ok(Progress::Granted {
        access,
        until: unix_time_after(clock.now(), RetentionPeriod::Authorization.duration()),
    })
}

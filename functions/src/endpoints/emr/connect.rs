//! `POST /backend/emr/connect` starts the connection to a health system; `GET` redirects the browser there (E-106,
//! E-216).

use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use utoipa_axum::routes;
use waypoint_domain::{health_system::SystemId, personal::Personal, study_number::StudyNumber};
use waypoint_keys::Purpose;

use super::{health_systems::CONNECT_PATH, random, systems};
use crate::{
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    endpoints::{browser_session::CallingBrowser, open_study::open_study},
    external::smart::{AuthorizationRequest, Configuration, ScopeExtent, SmartFailure, Verifier},
    health_records::HealthRecords,
    http::{body::JsonBody, problem::Problem},
    needs::{Resource, Service},
    rate_limit::{CallerLimits, LimitedAction},
    store::{ConnectedSystem, Launch, Sessions, Studies},
    wire::{ConnectAnswer, ConnectRequest},
};

/// The page where visitors choose a health system.
const CHOICE_PAGE: &str = "/connect-to-emr";

pub const ENDPOINT: Endpoint = Endpoint {
    timeout: 30,
    keys: &[Purpose::RateLimit],
    services: &[Service::HealthSystems],
    rights: &[(Resource::Studies, &["Query"]), (Resource::Sessions, &["GetItem", "PutItem", "UpdateItem"])],
    sample: Sample::Post(r#"{"system": "none", "study_number": "STU01009"}"#),
    ..Endpoint::new("emr_connect", Section::Records, || routes!(lead_on, connect))
};

/// Requests the system's configuration and stores what the patient's return needs, sealed in the browser's session.
/// Records from another system stay until this one provides some.
#[utoipa::path(post, path = "/backend/emr/connect", request_body = ConnectRequest, responses(
    (status = 200, body = ConnectAnswer),
    (status = 404, description = "not_found", body = crate::http::problem::ProblemBody),
    (status = 409, description = "study_not_open", body = crate::http::problem::ProblemBody),
    (status = 502, description = "health_system_failed, health_system_unsupported", body = crate::http::problem::ProblemBody),
    (status = 503, description = "records_off, unavailable", body = crate::http::problem::ProblemBody),
    (status = 504, description = "health_system_slow", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn connect(
    limits: CallerLimits,
    browser: CallingBrowser,
    State(studies): State<Studies>,
    State(sessions): State<Sessions>,
    State(health_records): State<HealthRecords>,
    State(clock): State<Clock>,
    JsonBody(request): JsonBody<ConnectRequest>,
) -> Result<Response, Problem> {
    limits.check(LimitedAction::Connect).await?;
    let study_number = open_study(&studies, &request.study_number).await?.snow_study_number;
    let systems = systems(&health_records)?;
    let id: SystemId = request.system.parse().map_err(|_| Problem::NotFound)?;
    let system = systems.by_id(&id).ok_or(Problem::NotFound)?;
    let client = systems.client(&system).ok_or(Problem::NotFound)?;
    let configuration = client.discover(&system.base).await.map_err(|failure| {
        tracing::warn!(system = %system.id, %failure, "a health system can't be connected");
        problem(&failure)
    })?;
    let launch = new_launch(system, study_number, configuration, ScopeExtent::All)?;
    let session = browser.session_or_new().await?;
    sessions.store_launch(&session, &launch, clock.now()).await?;
    browser.renewed(&session, Json(ConnectAnswer { address: CONNECT_PATH.into() })).await
}

/// Returns a launch with a state and verifier of its own.
pub(super) fn new_launch(
    system: ConnectedSystem,
    study_number: StudyNumber,
    configuration: Configuration,
    extent: ScopeExtent,
) -> Result<Launch, Problem> {
    let verifier = Verifier::random().map_err(|_| Problem::Unavailable)?;
    Ok(Launch { system, study_number, state: Personal::new(random()?), verifier, configuration, extent })
}

/// Redirects a browser with a started connection to the system's sign-in, and any other browser back to the choice.
#[utoipa::path(get, path = "/backend/emr/connect", responses(
    (status = 303, description = "To the health system, or back to the choice"),
))]
pub(crate) async fn lead_on(
    browser: CallingBrowser,
    State(sessions): State<Sessions>,
    State(health_records): State<HealthRecords>,
    State(clock): State<Clock>,
) -> Result<Response, Problem> {
    let Some(session) = browser.session().await? else {
        return Ok(back(None, NoRecordsReason::Expired));
    };
    let Some(launch) = sessions.launch(&session, clock.now()).await? else {
        return Ok(back(None, NoRecordsReason::Expired));
    };
    let parameters = AuthorizationRequest {
        base: &launch.system.base,
        state: launch.state.reveal(),
        verifier: &launch.verifier,
        extent: launch.extent,
    };
    let Some(client) = systems(&health_records)?.client(&launch.system) else {
        return Ok(back(Some(&launch), NoRecordsReason::Failed));
    };
    let sign_in = client.authorization(&launch.configuration, parameters);
    Ok(Redirect::to(sign_in.as_str()).into_response())
}

/// Why a patient returns without records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub(super) enum NoRecordsReason {
    /// The patient or the system refused.
    Refused,
    /// The system failed.
    Failed,
    /// The system and this site don't fit. Trying again is of no use.
    Unsupported,
    /// The launch expired, was already used, or belongs to another browser.
    Expired,
    /// The patient allowed nothing to be read.
    Nothing,
}

impl NoRecordsReason {
    fn code(self) -> &'static str {
        self.into()
    }
}

/// Redirects to the choice of a system, with the reason.
pub(super) fn back(launch: Option<&Launch>, obstacle: NoRecordsReason) -> Response {
    back_to(launch.map(|launch| &launch.study_number), obstacle)
}

/// Redirects to the choice of a system for a study, with the reason.
pub(super) fn back_to(study: Option<&StudyNumber>, obstacle: NoRecordsReason) -> Response {
    let study = study.map(|number| format!("/{number}")).unwrap_or_default();
    Redirect::to(&format!("{CHOICE_PAGE}{study}?problem={}", obstacle.code())).into_response()
}

/// Logs a failure of a health system and returns its problem. Only the kind of failure is logged.
pub(super) fn failed(failure: &SmartFailure) -> Problem {
    tracing::warn!(%failure, "a health system failed");
    problem(failure)
}

fn problem(failure: &SmartFailure) -> Problem {
    match failure {
        failure if failure.is_permanent() => Problem::HealthSystemUnsupported,
        SmartFailure::Slow | SmartFailure::TimedOut => Problem::HealthSystemSlow,
        _ => Problem::HealthSystemFailed,
    }
}

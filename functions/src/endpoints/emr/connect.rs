//! `POST /backend/emr/connect` begins the connection to a health system; `GET` leads the browser there (E-106, E-216).

use axum::{
    Json, Router,
    extract::State,
    response::{IntoResponse, Redirect, Response},
    routing::get,
};
use waypoint_domain::{health_system::SystemId, personal::Personal, study_number::StudyNumber};

use super::{health_systems::LEADS_ON, random, systems};
use crate::{
    context::Context,
    endpoints::{
        browser_session::{opened, opened_or_new, renewed},
        open_study::open_study,
    },
    external::smart::{Asked, SmartFailure, Verifier},
    http::{
        body::JsonBody, browser::Browser, client_address::ClientAddress, guard::endpoint, problem::Problem,
    },
    rate_limit::{self, LimitedAction},
    store::Launch,
    wire::{ConnectAnswer, ConnectRequest},
};

/// Where people choose a health system.
const CHOOSING: &str = "/connect-to-emr";

/// Serves `POST /backend/emr/connect`.
pub fn router(context: Context) -> Router {
    endpoint(LEADS_ON, get(lead_on).post(connect)).with_state(context)
}

/// Asks the system what it is, and keeps what the patient's way back will need, sealed with the browser's session. What
/// another system gave before stays until this one gives something.
#[utoipa::path(post, path = "/backend/emr/connect", request_body = ConnectRequest, responses(
    (status = 200, body = ConnectAnswer),
    (status = 404, description = "not_found", body = crate::http::problem::ProblemBody),
    (status = 409, description = "study_not_open", body = crate::http::problem::ProblemBody),
    (status = 502, description = "health_system_failed", body = crate::http::problem::ProblemBody),
    (status = 503, description = "records_off, unavailable", body = crate::http::problem::ProblemBody),
    (status = 504, description = "health_system_slow", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn connect(
    State(context): State<Context>,
    address: ClientAddress,
    browser: Browser,
    JsonBody(request): JsonBody<ConnectRequest>,
) -> Result<Response, Problem> {
    rate_limit::check(&context, LimitedAction::Connect, &address).await?;
    let study_number = open_study(&context, &request.study_number).await?.snow_study_number;
    let systems = systems(&context)?;
    let id: SystemId = request.system.parse().map_err(|_| Problem::NotFound)?;
    let system = systems.of_id(&id).ok_or(Problem::NotFound)?;
    let configuration = systems.client().discover(&system.base).await.map_err(|failure| failed(&failure))?;
    let verifier = Verifier::random().map_err(|_| Problem::Unavailable)?;
    let launch = Launch { system, study_number, state: Personal::new(random()?), verifier, configuration };
    let session = opened_or_new(&context, &browser).await?;
    context.sessions.keep_launch(&session, &launch, context.clock.now()).await?;
    renewed(&context, (&session, &browser), Json(ConnectAnswer { address: LEADS_ON.into() })).await
}

/// Leads the browser whose connection has begun to where the patient signs in; any other one back to where systems are
/// chosen.
#[utoipa::path(get, path = "/backend/emr/connect", responses(
    (status = 303, description = "To the health system, or back to the choice"),
))]
pub(crate) async fn lead_on(State(context): State<Context>, browser: Browser) -> Result<Response, Problem> {
    let Some(session) = opened(&context, &browser).await? else { return Ok(back(None, Obstacle::Expired)) };
    let Some(launch) = context.sessions.launch(&session, context.clock.now()).await? else {
        return Ok(back(None, Obstacle::Expired));
    };
    let asked = Asked { base: &launch.system.base, state: launch.state.reveal(), verifier: &launch.verifier };
    let to = systems(&context)?.client().authorization(&launch.configuration, asked);
    Ok(Redirect::to(to.as_str()).into_response())
}

/// Why a patient comes back without records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Obstacle {
    /// The patient or the system said no.
    Refused,
    /// The system did not do what it should.
    Failed,
    /// It took too long, was done already, or is another browser's.
    Expired,
}

impl Obstacle {
    fn word(self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::Failed => "failed",
            Self::Expired => "expired",
        }
    }
}

/// Back to where systems are chosen, with what stood in the way.
pub(super) fn back(launch: Option<&Launch>, obstacle: Obstacle) -> Response {
    back_to(launch.map(|launch| &launch.study_number), obstacle)
}

/// The same, for a study.
pub(super) fn back_to(study: Option<&StudyNumber>, obstacle: Obstacle) -> Response {
    let study = study.map(|number| format!("/{number}")).unwrap_or_default();
    Redirect::to(&format!("{CHOOSING}{study}?problem={}", obstacle.word())).into_response()
}

/// What a failure is for the person; its kind alone is logged.
pub(super) fn failed(failure: &SmartFailure) -> Problem {
    tracing::warn!(%failure, "a health system failed");
    match failure {
        SmartFailure::Slow | SmartFailure::OutOfTime => Problem::HealthSystemSlow,
        _ => Problem::HealthSystemFailed,
    }
}

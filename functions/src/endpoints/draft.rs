//! `POST /backend/draft`: keeps what somebody has typed into the sign-up form until it is sent (E-293).

use axum::{Json, Router, extract::State, response::Response, routing::post};
use waypoint_domain::{personal::Personal, retention::Kept};

use super::{browser_capability::keep_said, open_study::open_study};
use crate::{
    context::Context,
    http::{
        body::JsonBody,
        client_address::ClientAddress,
        guard::endpoint,
        problem::Problem,
        session_cookie::{self, SessionCookie},
    },
    rate_limit::{self, Limited},
    wire::{Done, DraftRequest},
};

/// The endpoint.
pub fn router(context: Context) -> Router {
    endpoint("/backend/draft", post(draft)).with_state(context)
}

/// Keeps what stands in the form of a study that takes sign-ups, sealed with the browser's own capability. An empty form
/// forgets what stood there.
#[utoipa::path(post, path = "/backend/draft", request_body = DraftRequest, responses(
    (status = 200, body = Done),
    (status = 400, description = "body_malformed", body = crate::http::problem::ProblemBody),
    (status = 409, description = "study_not_open", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn draft(
    State(context): State<Context>,
    address: ClientAddress,
    SessionCookie(cookie): SessionCookie,
    JsonBody(request): JsonBody<DraftRequest>,
) -> Result<Response, Problem> {
    rate_limit::check(&context, Limited::Draft, &address).await?;
    let form = request.form.reveal();
    if form.is_too_long() {
        return Err(Problem::MalformedBody("a field of the form has more than 2000 characters.".into()));
    }
    let number = open_study(&context, &request.study_number).await?.snow_study_number;
    let capability =
        keep_said(&context, cookie, number, |draft| draft.form = Personal::new(form.clone())).await?;
    Ok(session_cookie::handing_out(&capability, Kept::Draft, Json(Done { result: "kept".into() })))
}

//! `POST /backend/prescreen`: compares answers with what a study expects, on the server.

use axum::{
    Json, Router,
    extract::State,
    response::{IntoResponse, Response},
    routing::post,
};
use waypoint_domain::{
    question::{Screening, screen},
    retention::Kept,
    study_number::StudyNumber,
};

use super::browser_capability::keep_said;
use crate::{
    capability::Capability,
    context::Context,
    http::{
        body::JsonBody,
        client_address::ClientAddress,
        guard::endpoint,
        problem::{Problem, SCREENER_FAILED},
        session_cookie::{self, SessionCookie},
    },
    rate_limit::{self, Limited},
    store::Draft,
    wire::{PrescreenAnswer, PrescreenRequest},
};

/// The endpoint.
pub fn router(context: Context) -> Router {
    endpoint("/backend/prescreen", post(prescreen)).with_state(context)
}

/// Checks answers. When all are as expected, they are kept for the sign-up, under a capability;
/// when one is not, the answers that were kept before are forgotten.
#[utoipa::path(post, path = "/backend/prescreen", request_body = PrescreenRequest, responses(
    (status = 200, body = PrescreenAnswer),
    (status = 404, description = "prescreen_nothing_to_check", body = crate::http::problem::ProblemBody),
    (status = 422, description = "prescreen_incomplete", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn prescreen(
    State(context): State<Context>,
    address: ClientAddress,
    SessionCookie(cookie): SessionCookie,
    JsonBody(request): JsonBody<PrescreenRequest>,
) -> Result<Response, Problem> {
    rate_limit::check(&context, Limited::Prescreen, &address).await?;
    let number: StudyNumber = request.study_number.parse().map_err(|_| Problem::NothingToScreen)?;
    let study = context.studies.by_number(&number).await?.filter(|study| study.active);
    let study = study.ok_or(Problem::NothingToScreen)?;
    let answers = request.answers.reveal();
    match screen(&study.questions, answers) {
        Screening::NothingToCheck => Err(Problem::NothingToScreen),
        Screening::Incomplete => Err(Problem::PrescreenIncomplete),
        Screening::Failed => {
            if let Some(capability) = cookie {
                forget_answers(&context, &capability, &number).await?;
            }
            let message = Some(SCREENER_FAILED.to_owned());
            Ok(Json(PrescreenAnswer { passed: false, message }).into_response())
        }
        Screening::Passed => {
            let capability = keep_said(&context, cookie, number, |draft| {
                draft.answers.clone_from(answers);
                draft.begun_answers.clear();
            })
            .await?;
            let passed = PrescreenAnswer { passed: true, message: None };
            Ok(session_cookie::handing_out(&capability, Kept::Draft, Json(passed)))
        }
    }
}

async fn forget_answers(
    context: &Context,
    capability: &Capability,
    study: &StudyNumber,
) -> Result<(), Problem> {
    let change = |draft: &mut Draft| {
        if draft.study_number == *study {
            draft.answers.clear();
            draft.begun_answers.clear();
        }
    };
    Ok(context.sessions.change_drafts(capability, change, context.clock.now()).await?)
}

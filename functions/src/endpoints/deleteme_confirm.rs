//! `POST /backend/deleteme/confirm`: erases a sign-up at the request of the owner of the address on file (E-221).

use std::time::{Duration, Instant};

use axum::{Json, Router, extract::State, routing::post};
use waypoint_domain::deletion::ErasureState;

use crate::{
    context::Context,
    deletion_link,
    http::{body::JsonBody, client_address::ClientAddress, guard::endpoint, problem::Problem},
    rate_limit::{self, LimitedAction},
    uploads,
    wire::{DeletionLinkRequest, Done},
};

/// How long a request waits for documents to be removed.
const DOCUMENTS_TIME: Duration = Duration::from_secs(5);

/// Serves `POST /backend/deleteme/confirm`.
pub fn router(context: Context) -> Router {
    endpoint("/backend/deleteme/confirm", post(deleteme_confirm)).with_state(context)
}

/// Erases all data of a participant, and resumes an interrupted erasure. Invalid, used, and expired links erase nothing
/// and get the same response.
#[utoipa::path(post, path = "/backend/deleteme/confirm", request_body = DeletionLinkRequest, responses(
    (status = 200, description = "Everything is erased", body = Done),
    (status = 404, description = "deletion_link_invalid", body = crate::http::problem::ProblemBody),
    (status = 429, description = "too_many_requests", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn deleteme_confirm(
    State(context): State<Context>,
    address: ClientAddress,
    JsonBody(request): JsonBody<DeletionLinkRequest>,
) -> Result<Json<Done>, Problem> {
    rate_limit::check(&context, LimitedAction::DeletionLink, &address).await?;
    let token = request.token.reveal();
    let id = deletion_link::read(&context.key()?, token).ok_or(Problem::DeletionLinkInvalid)?;
    match context.deletions.carry_out(&id, context.clock.now()).await? {
        ErasureState::Erased => {
            // The sweep removes the remaining documents.
            let began = Instant::now();
            if let Err(error) = uploads::remove_expired(&context, || began.elapsed() < DOCUMENTS_TIME).await {
                tracing::error!(%error, "documents could not be removed; the sweep tries again");
            }
            Ok(Json(Done { result: "deleted".into() }))
        }
        ErasureState::Requested { .. } | ErasureState::Verified | ErasureState::Refused => {
            Err(Problem::DeletionLinkInvalid)
        }
    }
}

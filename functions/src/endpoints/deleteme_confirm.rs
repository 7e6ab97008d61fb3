//! `POST /backend/deleteme/confirm`: the owner of the address on file wants the sign-up erased (E-221).

use std::time::{Duration, Instant};

use axum::{Json, Router, extract::State, routing::post};
use waypoint_domain::deletion::Deletion;

use crate::{
    context::Context,
    deletion_link,
    http::{body::JsonBody, client_address::ClientAddress, guard::endpoint, problem::Problem},
    rate_limit::{self, LimitedAction},
    uploads,
    wire::{DeletionLinkRequest, Done},
};

/// So long a person waits for documents to be removed.
const DOCUMENTS_TIME: Duration = Duration::from_secs(5);

/// Serves `POST /backend/deleteme/confirm`.
pub fn router(context: Context) -> Router {
    endpoint("/backend/deleteme/confirm", post(deleteme_confirm)).with_state(context)
}

/// Erases everything that is kept of a participant; goes on with it when it was interrupted. A link that is none of ours,
/// was used, or is over erases nothing and gets one and the same answer.
#[utoipa::path(post, path = "/backend/deleteme/confirm", request_body = DeletionLinkRequest, responses(
    (status = 200, description = "Everything is erased", body = Done),
    (status = 404, description = "deletion_link_invalid", body = crate::http::problem::ProblemBody),
    (status = 429, description = "too_many_requests", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn deleteme_confirm(
    State(context): State<Context>,
    address: ClientAddress,
    JsonBody(asked): JsonBody<DeletionLinkRequest>,
) -> Result<Json<Done>, Problem> {
    rate_limit::check(&context, LimitedAction::DeletionLink, &address).await?;
    let token = asked.token.reveal();
    let id = deletion_link::read(&context.key()?, token).ok_or(Problem::DeletionLinkInvalid)?;
    match context.deletions.carry_out(&id, context.clock.now()).await? {
        Deletion::Erased => {
            // What is not removed here, the sweep removes.
            let began = Instant::now();
            if let Err(error) = uploads::remove_over(&context, || began.elapsed() < DOCUMENTS_TIME).await {
                tracing::error!(%error, "documents wait for the sweep to be removed");
            }
            Ok(Json(Done { result: "deleted".into() }))
        }
        Deletion::Requested { .. } | Deletion::Verified | Deletion::Refused => {
            Err(Problem::DeletionLinkInvalid)
        }
    }
}

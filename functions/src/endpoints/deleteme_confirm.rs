//! `POST /backend/deleteme/confirm`: erases a sign-up at the request of the owner of the address on file (E-221).

use std::time::{Duration, Instant};
use utoipa_axum::routes;
use waypoint_keys::Purpose;

use axum::{Json, extract::State};
use waypoint_domain::deletion::ErasureState;

use crate::{
    context::Context,
    deletion_link,
    endpoint::{Endpoint, Resource, Sample, Section, Service},
    http::{body::JsonBody, client_address::ClientAddress, problem::Problem},
    rate_limit::{self, LimitedAction},
    uploads,
    wire::{DeletionLinkRequest, Done},
};

/// How long a request waits for documents to be removed.
const DOCUMENTS_TIME: Duration = Duration::from_secs(5);

pub const ENDPOINT: Endpoint = Endpoint {
    timeout: 30,
    keys: &[Purpose::ConfirmDeletion, Purpose::Erasure, Purpose::RateLimit],
    services: &[Service::AuditRetention, Service::Documents],
    rights: &[
        (Resource::Documents, &["DeleteObject"]),
        (
            Resource::Participants,
            &[
                "BatchWriteItem",
                "ConditionCheckItem",
                "DeleteItem",
                "GetItem",
                "PutItem",
                "Query",
                "UpdateItem",
            ],
        ),
        (Resource::Sessions, &["BatchGetItem", "BatchWriteItem", "GetItem", "UpdateItem"]),
        (Resource::ParticipantsByDue, &["Query"]),
    ],
    sample: Sample::Post(
        r#"{"token": "000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"}"#,
    ),
    ..Endpoint::new("deleteme_confirm", Section::Erasure, || routes!(deleteme_confirm))
};

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

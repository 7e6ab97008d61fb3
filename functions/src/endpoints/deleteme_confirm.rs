//! `POST /backend/deleteme/confirm`: erases a sign-up at the request of the owner of the address on file (E-221).

use std::time::{Duration, Instant};

use axum::{Json, extract::State};
use utoipa_axum::routes;
use waypoint_domain::deletion::ErasureState;
use waypoint_keys::{ProgramKeys, Purpose};

use crate::{
    clock::Clock,
    deletion_link,
    endpoint::{Endpoint, Sample, Section},
    http::{body::JsonBody, problem::Problem},
    needs::{Resource, Service},
    rate_limit::{CallerLimits, LimitedAction},
    store::ErasureRequests,
    uploads::UploadedDocuments,
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
    limits: CallerLimits,
    State(erasure_requests): State<ErasureRequests>,
    documents: UploadedDocuments,
    State(keys): State<ProgramKeys>,
    State(clock): State<Clock>,
    JsonBody(request): JsonBody<DeletionLinkRequest>,
) -> Result<Json<Done>, Problem> {
    limits.check(LimitedAction::DeletionLink).await?;
    let token = request.token.reveal();
    let id = deletion_link::read(&keys.get()?, token).ok_or(Problem::DeletionLinkInvalid)?;
    match erasure_requests.carry_out(&id, clock.now()).await? {
        ErasureState::Erased => {
            // The sweep removes the remaining documents.
            let began = Instant::now();
            let is_time_left = || began.elapsed() < DOCUMENTS_TIME;
            let removed = documents.remove_expired(&clock, is_time_left).await;
            if let Err(error) = removed {
                tracing::error!(%error, "documents could not be removed; the sweep tries again");
            }
            Ok(Json(Done { result: "deleted".into() }))
        }
        ErasureState::Requested { .. } | ErasureState::Verified | ErasureState::Refused => {
            Err(Problem::DeletionLinkInvalid)
        }
    }
}

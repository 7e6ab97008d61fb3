//! `POST /backend/upload`: the form that a browser uses to send a document to the bucket (E-222).

use axum::{Json, extract::State, response::Response};
use utoipa_axum::routes;
use waypoint_domain::document::{DocumentFault, DocumentId};
use waypoint_keys::Purpose;

use super::{browser_session::CallingBrowser, open_study::open_study};
use crate::{
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    external::documents::{DocumentFailure, Documents, FORM_LIFETIME},
    http::{body::JsonBody, problem::Problem},
    needs::{Resource, Service},
    rate_limit::{CallerLimits, LimitedAction},
    store::{Studies, Uploads},
    wire::{UploadForm, UploadRequest},
};

/// The path that browsers send documents to. The CDN routes it to the bucket.
const DOCUMENTS: &str = "/documents";

pub const ENDPOINT: Endpoint = Endpoint {
    concurrency: Some("UploadAtOnce"),
    keys: &[Purpose::RateLimit],
    services: &[Service::Documents],
    rights: &[
        (Resource::Documents, &["PutObject"]),
        (Resource::MasterKeyForDocuments, &["GenerateDataKey"]),
        (Resource::Studies, &["Query"]),
        (Resource::Participants, &["PutItem"]),
        (Resource::Sessions, &["GetItem", "PutItem", "UpdateItem"]),
        (Resource::Figures, &["PutItem"]),
    ],
    sample: Sample::Post(r#"{"study_number": "STU01009", "kind": "image/png"}"#),
    ..Endpoint::new("upload", Section::Documents, || routes!(upload))
};

/// Signs a form for one document of at most 10 MiB, valid for 15 minutes. A sign-up has up to 10 documents and 50 MiB
/// in total.
#[utoipa::path(post, path = "/backend/upload", request_body = UploadRequest, responses(
    (status = 200, body = UploadForm),
    (status = 409, description = "study_not_open", body = crate::http::problem::ProblemBody),
    (status = 422, description = "documents_too_many", body = crate::http::problem::ProblemBody),
    (status = 503, description = "upload_off, unavailable", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn upload(
    limits: CallerLimits,
    browser: CallingBrowser,
    State(studies): State<Studies>,
    State(uploads): State<Uploads>,
    State(documents): State<Documents>,
    State(clock): State<Clock>,
    JsonBody(request): JsonBody<UploadRequest>,
) -> Result<Response, Problem> {
    limits.check(LimitedAction::Upload).await?;
    let number = open_study(&studies, &request.study_number).await?.snow_study_number;
    let bucket = documents.bucket().ok_or(Problem::UploadOff)?;
    let (id, now) = (random_id()?, clock.now());
    let session = browser.session().await?;
    let draft = browser.draft(session.as_ref(), Some(&number)).await?;
    if draft.is_some_and(|draft| !draft.uploads.has_room(now)) {
        return Err(Problem::DocumentRefused(DocumentFault::TooMany));
    }
    let fields = bucket.form(&id, request.kind, now).await.map_err(unavailable)?;
    // Registered before the document can arrive, so the sweep always finds and removes it.
    uploads.begin(&id, Some(FORM_LIFETIME), now).await?;
    let session = browser.change_draft(&number, |draft| draft.uploads.begin(id.clone())).await?;
    let form = UploadForm { id: id.to_string(), action: DOCUMENTS.into(), fields };
    browser.renewed(&session, Json(form)).await
}

/// Logs a failure of the bucket and returns its problem.
pub(super) fn unavailable(failure: DocumentFailure) -> Problem {
    tracing::error!(%failure, "a document can't be accepted");
    Problem::Unavailable
}

/// Returns a new random document id.
pub(super) fn random_id() -> Result<DocumentId, Problem> {
    let mut bits = [0; 16];
    getrandom::fill(&mut bits).map_err(|_| Problem::Unavailable)?;
    Ok(DocumentId::from_random(u128::from_le_bytes(bits)))
}

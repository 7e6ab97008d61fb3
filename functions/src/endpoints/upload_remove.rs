//! `POST /backend/upload/remove`: removes an uploaded document before the sign-up (E-222).

use axum::{Json, extract::State};
use utoipa_axum::routes;
use waypoint_domain::{document::DocumentId, study_number::StudyNumber};
use waypoint_keys::Purpose;

use super::browser_session::CallingBrowser;
use crate::{
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    http::{body::JsonBody, problem::Problem},
    needs::{Resource, Service},
    rate_limit::{CallerLimits, LimitedAction},
    store::{Draft, Sessions},
    uploads::UploadedDocuments,
    wire::{Done, UploadStudy},
};

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[Purpose::RateLimit],
    services: &[Service::Documents],
    rights: &[
        (Resource::Documents, &["DeleteObject"]),
        (Resource::Participants, &["DeleteItem", "UpdateItem"]),
        (Resource::Sessions, &["GetItem", "PutItem", "UpdateItem"]),
    ],
    sample: Sample::Post(r#"{"study_number": "STU01009"}"#),
    ..Endpoint::new("upload_remove", Section::Documents, || routes!(remove))
};

/// Removes a document of this browser, or all of them without an id. Removing a missing document succeeds.
#[utoipa::path(post, path = "/backend/upload/remove", request_body = UploadStudy, responses(
    (status = 200, body = Done)
))]
pub(crate) async fn remove(
    limits: CallerLimits,
    browser: CallingBrowser,
    State(sessions): State<Sessions>,
    stored: UploadedDocuments,
    State(clock): State<Clock>,
    JsonBody(request): JsonBody<UploadStudy>,
) -> Result<Json<Done>, Problem> {
    limits.check(LimitedAction::Upload).await?;
    let done = Json(Done { result: "removed".into() });
    let number: Option<StudyNumber> = request.study_number.parse().ok();
    let (Some(session), Some(number)) = (browser.session().await?, number) else { return Ok(done) };
    let now = clock.now();
    let Some(draft) = sessions.draft(&session, Some(&number), now).await? else { return Ok(done) };
    let id: Option<DocumentId> = match request.id.map(|id| id.parse()) {
        Some(Ok(id)) => Some(id),
        Some(Err(_)) => return Ok(done),
        None => None,
    };
    let remove_upload = |draft: &mut Draft| draft.uploads.remove(id.as_ref());
    sessions.change_draft(&session, &number, remove_upload, now).await?;
    for name in draft.uploads.names_matching(id.as_ref()) {
        stored.try_remove(name, now).await;
    }
    Ok(done)
}

//! `POST /backend/upload/complete`: a document has arrived, and is looked at before it counts (E-222).

use axum::{Json, Router, extract::State, response::Response, routing::post};
use waypoint_domain::{
    document::{Document, DocumentId},
    retention::Kept,
};

use super::{
    browser_capability::{keep_said, said},
    open_study::open_study,
    upload::{random_id, unavailable},
};
use crate::{
    clock::after,
    context::Context,
    external::documents::Looked,
    http::{
        body::JsonBody,
        client_address::ClientAddress,
        guard::endpoint,
        problem::Problem,
        session_cookie::{self, SessionCookie},
    },
    rate_limit::{self, Limited},
    store::{Draft, DraftDocument},
    uploads,
    wire::{UploadStudy, Uploaded},
};

/// The endpoint.
pub fn router(context: Context) -> Router {
    endpoint("/backend/upload/complete", post(complete)).with_state(context)
}

/// Looks at what has arrived from this browser. A PDF or a picture, by its content, waits for the sign-up and takes the
/// place of one that came before; anything else is removed.
#[utoipa::path(post, path = "/backend/upload/complete", request_body = UploadStudy, responses(
    (status = 200, body = Uploaded),
    (status = 409, description = "document_missing, study_not_open", body = crate::http::problem::ProblemBody),
    (status = 422, description = "document_unreadable", body = crate::http::problem::ProblemBody),
    (status = 503, description = "upload_off, unavailable", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn complete(
    State(context): State<Context>,
    address: ClientAddress,
    SessionCookie(cookie): SessionCookie,
    JsonBody(request): JsonBody<UploadStudy>,
) -> Result<Response, Problem> {
    rate_limit::check(&context, Limited::Upload, &address).await?;
    let number = open_study(&context, &request.study_number).await?.snow_study_number;
    let bucket = context.documents.bucket().ok_or(Problem::UploadOff)?;
    let now = context.clock.now();
    let draft = said(&context, cookie.as_ref(), Some(&number)).await?.ok_or(Problem::DocumentMissing)?;
    let id = draft.upload.as_ref().ok_or(Problem::DocumentMissing)?;
    // Whoever has the form may send something else under its name as long as it counts, but not under this one.
    let kept = random_id()?;
    context.uploads.begin(&kept, None, now).await?;
    if !bucket.copy(id, &kept, now).await.map_err(unavailable)? {
        return Err(Problem::DocumentMissing);
    }
    let document = match bucket.look(&kept, now).await.map_err(unavailable)? {
        Looked::Document(document) => document,
        Looked::Nothing => return Err(Problem::DocumentMissing),
        Looked::SomethingElse => {
            let_go(&context, id).await;
            let_go(&context, &kept).await;
            return Err(Problem::DocumentUnreadable);
        }
    };
    let until = after(now, Kept::Draft.time());
    let uploaded = Uploaded { document: (&document).into() };
    let capability = keep_said(&context, cookie, number, |draft: &mut Draft| {
        draft.upload = None;
        draft.uploaded = Some(DraftDocument { document: document.clone(), until });
    })
    .await?;
    let_go(&context, id).await;
    if let Some(DraftDocument { document: Document { id: replaced, .. }, .. }) = &draft.uploaded {
        let_go(&context, replaced).await;
    }
    Ok(session_cookie::handing_out(&capability, Kept::Draft, Json(uploaded)))
}

/// Removes a document; the sweep does where this can't.
pub(super) async fn let_go(context: &Context, id: &DocumentId) {
    if let Err(error) = uploads::remove(context, id).await {
        tracing::error!(%error, "a document waits for the sweep to be removed");
    }
}

//! `POST /backend/upload/complete`: a document has arrived, and is checked before it counts (E-222).

use axum::{Json, Router, extract::State, response::Response, routing::post};
use waypoint_domain::{
    document::{Document, DocumentFault, DocumentId},
    document_check,
    retention::Kept,
    study_number::StudyNumber,
};

use super::{
    browser_session::{draft, opened, renewed},
    open_study::open_study,
    upload::{random_id, unavailable},
};
use crate::{
    clock::after,
    context::Context,
    external::documents::{Bucket, Sent},
    http::{
        body::JsonBody, browser::Browser, client_address::ClientAddress, guard::endpoint, problem::Problem,
    },
    rate_limit::{self, LimitedAction},
    store::{Arrived, Draft, Session, UploadState},
    uploads,
    wire::{UploadStudy, Uploaded},
};

/// Serves `POST /backend/upload/complete`.
pub fn router(context: Context) -> Router {
    endpoint("/backend/upload/complete", post(complete)).with_state(context)
}

/// Checks what has arrived from this browser. A PDF or a picture, by its content, waits for the sign-up; anything else is
/// removed. The same call again, even at the same time, makes one document and gives the same answer.
#[utoipa::path(post, path = "/backend/upload/complete", request_body = UploadStudy, responses(
    (status = 200, body = Uploaded),
    (status = 409, description = "document_missing, study_not_open", body = crate::http::problem::ProblemBody),
    (status = 422, description = "document_unreadable, document_damaged, document_locked, \
        document_active, document_mixed, documents_too_many", body = crate::http::problem::ProblemBody),
    (status = 503, description = "upload_off, unavailable", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn complete(
    State(context): State<Context>,
    address: ClientAddress,
    browser: Browser,
    JsonBody(request): JsonBody<UploadStudy>,
) -> Result<Response, Problem> {
    rate_limit::check(&context, LimitedAction::Upload, &address).await?;
    let number = open_study(&context, &request.study_number).await?.snow_study_number;
    let bucket = context.documents.bucket().ok_or(Problem::UploadOff)?;
    let session = opened(&context, &browser).await?.ok_or(Problem::DocumentMissing)?;
    let draft = draft(&context, Some(&session), Some(&number)).await?.ok_or(Problem::DocumentMissing)?;
    let id = match &request.id {
        Some(id) => id.parse().map_err(|_| Problem::DocumentMissing)?,
        None => draft.uploads.latest().cloned().ok_or(Problem::DocumentMissing)?,
    };
    let state = match draft.uploads.state(&id) {
        None => return Err(Problem::DocumentMissing),
        Some(UploadState::Expected) => {
            let settling = Settling { context: &context, bucket, session: &session, study: &number };
            settling.settle(&id).await?
        }
        Some(settled) => settled.clone(),
    };
    let document = match &state {
        UploadState::Arrived { document, .. } => document,
        UploadState::Refused(fault) => return Err(Problem::DocumentRefused(*fault)),
        UploadState::Expected => return Err(Problem::DocumentMissing),
    };
    let uploaded = Uploaded { document: Arrived { id: &id, document }.into() };
    renewed(&context, (&session, &browser), Json(uploaded)).await
}

/// An upload that becomes a document of a draft, or is refused.
struct Settling<'a> {
    context: &'a Context,
    bucket: &'a Bucket,
    session: &'a Session,
    study: &'a StudyNumber,
}

impl Settling<'_> {
    /// Keeps what was checked under a new name, because the browser may send something else under the old one as long as its
    /// form counts. Of several calls at once each has its copy, and the draft decides which one counts; the others are
    /// removed.
    async fn settle(&self, id: &DocumentId) -> Result<UploadState, Problem> {
        let context = self.context;
        let now = context.clock.now();
        let copy = random_id()?;
        context.uploads.begin(&copy, None, now).await?;
        // Nothing is there when another call has settled it already.
        if let Some(checked) = self.check(id, &copy).await? {
            let state = match checked {
                Ok(document) => UploadState::Arrived { document, until: after(now, Kept::Draft.time()) },
                Err(fault) => UploadState::Refused(fault),
            };
            let settle = |draft: &mut Draft| draft.uploads.settle(id, state.clone(), now);
            context.sessions.change_draft(self.session, self.study, settle, now).await?;
        }
        let draft = draft(context, Some(self.session), Some(self.study)).await?;
        let settled = draft.as_ref().and_then(|draft| draft.uploads.state(id)).cloned();
        if !matches!(&settled, Some(UploadState::Arrived { document, .. }) if document.id == copy) {
            let_go(context, &copy).await;
        }
        match settled {
            None | Some(UploadState::Expected) => Err(Problem::DocumentMissing),
            Some(settled) => {
                let_go(context, id).await;
                Ok(settled)
            }
        }
    }

    /// What has arrived, once it is kept. Nothing when nothing has.
    async fn check(
        &self,
        id: &DocumentId,
        copy: &DocumentId,
    ) -> Result<Option<Result<Document, DocumentFault>>, Problem> {
        let now = self.context.clock.now();
        let bytes = match self.bucket.fetch(id, now).await.map_err(unavailable)? {
            Sent::Nothing => return Ok(None),
            Sent::TooLarge => return Ok(Some(Err(DocumentFault::OtherKind))),
            Sent::Bytes(bytes) => bytes,
        };
        let checked = tokio::task::spawn_blocking(|| document_check::check(bytes)).await;
        let checked = match checked.map_err(|_| Problem::Unavailable)? {
            Ok(checked) => checked,
            Err(fault) => return Ok(Some(Err(fault))),
        };
        let (kind, bytes) = (checked.kind, checked.bytes.len() as u64);
        self.bucket.keep(copy, checked, now).await.map_err(unavailable)?;
        Ok(Some(Ok(Document { id: copy.clone(), kind, bytes })))
    }
}

/// Removes a document; the sweep does where this can't.
pub(super) async fn let_go(context: &Context, id: &DocumentId) {
    if let Err(error) = uploads::remove(context, id).await {
        tracing::error!(%error, "a document waits for the sweep to be removed");
    }
}

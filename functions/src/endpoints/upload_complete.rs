//! `POST /backend/upload/complete`: checks a document that has arrived (E-222).

use axum::{Json, extract::State, response::Response};
use utoipa_axum::routes;
use waypoint_domain::{
    document::{Document, DocumentFault, DocumentId},
    document_check,
    retention::RetentionPeriod,
    study_number::StudyNumber,
};
use waypoint_keys::Purpose;

use super::{
    browser_session::CallingBrowser,
    open_study::open_study,
    upload::{random_id, unavailable},
};
use crate::{
    clock::unix_time_after,
    endpoint::{Endpoint, Sample, Section},
    external::documents::{BrowserUpload, Bucket},
    http::{body::JsonBody, problem::Problem},
    needs::{Resource, Service},
    rate_limit::{CallerLimits, LimitedAction},
    store::{ArrivedDocument, Draft, Session, Studies, UploadState},
    uploads::UploadedDocuments,
    wire::{UploadStudy, Uploaded},
};

pub const ENDPOINT: Endpoint = Endpoint {
    memory: 1024,
    timeout: 30,
    keys: &[Purpose::RateLimit],
    services: &[Service::Documents],
    rights: &[
        (Resource::Documents, &["DeleteObject", "GetObject", "PutObject"]),
        (Resource::MasterKeyForDocuments, &["Decrypt", "GenerateDataKey"]),
        (Resource::DocumentList, &["ListBucket"]),
        (Resource::Studies, &["Query"]),
        (Resource::Participants, &["DeleteItem", "PutItem", "UpdateItem"]),
        (Resource::Sessions, &["GetItem", "PutItem", "UpdateItem"]),
    ],
    sample: Sample::Post(r#"{"study_number": "STU01009"}"#),
    ..Endpoint::new("upload_complete", Section::Documents, || routes!(complete))
};

/// Checks a document from this browser. A file with the content of a PDF or picture is stored for the sign-up; any
/// other file is removed. Repeating the call, even at the same time, creates one document and returns the same
/// response.
#[utoipa::path(post, path = "/backend/upload/complete", request_body = UploadStudy, responses(
    (status = 200, body = Uploaded),
    (status = 409, description = "document_missing, study_not_open", body = crate::http::problem::ProblemBody),
    (status = 422, description = "document_unreadable, document_damaged, document_locked, \
        document_active, document_mixed, documents_too_many", body = crate::http::problem::ProblemBody),
    (status = 503, description = "upload_off, unavailable", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn complete(
    limits: CallerLimits,
    browser: CallingBrowser,
    State(studies): State<Studies>,
    stored: UploadedDocuments,
    JsonBody(request): JsonBody<UploadStudy>,
) -> Result<Response, Problem> {
    limits.check(LimitedAction::Upload).await?;
    let number = open_study(&studies, &request.study_number).await?.snow_study_number;
    let bucket = stored.documents.bucket().ok_or(Problem::UploadOff)?;
    let session = browser.session().await?.ok_or(Problem::DocumentMissing)?;
    let draft = browser.draft(Some(&session), Some(&number)).await?.ok_or(Problem::DocumentMissing)?;
    let id = match &request.id {
        Some(id) => id.parse().map_err(|_| Problem::DocumentMissing)?,
        None => draft.uploads.latest().cloned().ok_or(Problem::DocumentMissing)?,
    };
    let state = match draft.uploads.state(&id) {
        None => return Err(Problem::DocumentMissing),
        Some(UploadState::Expected) => {
            let (browser, stored, session, study) = (&browser, &stored, &session, &number);
            UploadCompletion { browser, stored, bucket, session, study }.settle(&id).await?
        }
        Some(settled) => settled.clone(),
    };
    let document = match &state {
        UploadState::Arrived { document, .. } => document,
        UploadState::Refused(fault) => return Err(Problem::DocumentRefused(*fault)),
        UploadState::Expected => return Err(Problem::DocumentMissing),
    };
    let uploaded = Uploaded { document: ArrivedDocument { id: &id, document }.into() };
    browser.renewed(&session, Json(uploaded)).await
}

/// An upload that becomes a document of a draft or is rejected.
struct UploadCompletion<'a> {
    browser: &'a CallingBrowser,
    stored: &'a UploadedDocuments,
    bucket: &'a Bucket,
    session: &'a Session,
    study: &'a StudyNumber,
}

impl UploadCompletion<'_> {
    /// Stores the checked document under a new id, because the browser can still send another file under the old id
    /// while its form is valid. Each parallel call has its own copy. The draft decides which copy counts, and the
    /// others are removed.
    async fn settle(&self, id: &DocumentId) -> Result<UploadState, Problem> {
        let now = self.browser.clock.now();
        let copy = random_id()?;
        self.stored.uploads.begin(&copy, None, now).await?;
        // The document is gone when another call has settled it.
        if let Some(checked) = self.check(id, &copy).await? {
            let state = match checked {
                Ok(document) => UploadState::Arrived {
                    document,
                    until: unix_time_after(now, RetentionPeriod::Draft.duration()),
                },
                Err(fault) => UploadState::Refused(fault),
            };
            let settle = |draft: &mut Draft| draft.uploads.set_result(id, state.clone(), now);
            self.browser.sessions.change_draft(self.session, self.study, settle, now).await?;
        }
        let draft = self.browser.draft(Some(self.session), Some(self.study)).await?;
        let settled = draft.as_ref().and_then(|draft| draft.uploads.state(id)).cloned();
        if !matches!(&settled, Some(UploadState::Arrived { document, .. }) if document.id == copy) {
            self.stored.try_remove(&copy, now).await;
        }
        match settled {
            None | Some(UploadState::Expected) => Err(Problem::DocumentMissing),
            Some(settled) => {
                self.stored.try_remove(id, now).await;
                Ok(settled)
            }
        }
    }

    /// Checks the arrived document and stores its copy. Returns `None` when nothing has arrived.
    async fn check(
        &self,
        id: &DocumentId,
        copy: &DocumentId,
    ) -> Result<Option<Result<Document, DocumentFault>>, Problem> {
        let now = self.browser.clock.now();
        let bytes = match self.bucket.fetch(id, now).await.map_err(unavailable)? {
            BrowserUpload::Nothing => return Ok(None),
            BrowserUpload::TooLarge => return Ok(Some(Err(DocumentFault::OtherKind))),
            BrowserUpload::Bytes(bytes) => bytes,
        };
        let checked = tokio::task::spawn_blocking(|| document_check::check(bytes)).await;
        let checked = match checked.map_err(|_| Problem::Unavailable)? {
            Ok(checked) => checked,
            Err(fault) => return Ok(Some(Err(fault))),
        };
        let (kind, bytes) = (checked.kind, checked.bytes.len() as u64);
        self.bucket.store_checked(copy, checked, now).await.map_err(unavailable)?;
        Ok(Some(Ok(Document { id: copy.clone(), kind, bytes })))
    }
}

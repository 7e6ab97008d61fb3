//! `POST /backend/draft`: stores what a visitor typed or chose for a sign-up until the form is sent (E-293).

use axum::{Json, extract::State, response::Response};
use utoipa_axum::routes;
use waypoint_domain::{
    age_on_day::LocalToday,
    personal::Personal,
    question::{Answer, Question, active_in_order},
};
use waypoint_keys::Purpose;

use super::{
    browser_session::CallingBrowser,
    child_alone::{self, ChildAlone},
    open_study::open_study,
};
use crate::{
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    http::{
        body::{JsonBody, MAX_FORM_BYTES},
        problem::Problem,
    },
    needs::{Resource, Service},
    rate_limit::{CallerLimits, LimitedAction},
    store::{Draft, Studies},
    uploads::UploadedDocuments,
    wire::{DraftRequest, DraftSaved},
};

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[Purpose::RateLimit],
    services: &[Service::Documents],
    rights: &[
        (Resource::Documents, &["DeleteObject"]),
        (Resource::Studies, &["Query"]),
        (Resource::Participants, &["DeleteItem", "UpdateItem"]),
        (Resource::Sessions, &["BatchWriteItem", "GetItem", "PutItem", "UpdateItem"]),
        (Resource::Figures, &["PutItem"]),
    ],
    sample: Sample::Post(r#"{"study_number": "STU01009", "form": {"city": "Cleveland"}}"#),
    ..Endpoint::new("draft", Section::SigningUp, || routes!(draft))
};

/// Stores the form or the answers for a study that accepts sign-ups, sealed in the browser's session. An empty form or
/// list erases the stored one. The response lists the form's invalid values.
///
/// Nothing is stored that reveals a child under 13 who signs up alone, or an answer that such a child may have given.
#[utoipa::path(post, path = "/backend/draft", request_body = DraftRequest, responses(
    (status = 200, body = DraftSaved),
    (status = 400, description = "body_malformed", body = crate::http::problem::ProblemBody),
    (status = 409, description = "study_not_open", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn draft(
    limits: CallerLimits,
    browser: CallingBrowser,
    State(studies): State<Studies>,
    stored_documents: UploadedDocuments,
    State(clock): State<Clock>,
    JsonBody(request): JsonBody<DraftRequest, MAX_FORM_BYTES>,
) -> Result<Response, Problem> {
    limits.check(LimitedAction::Draft).await?;
    let DraftRequest { study_number, form, begun_answers } = request;
    let study = open_study(&studies, &study_number).await?;
    let begun = begun_answers.map(|answers| answers_to(&study.questions, answers.reveal()));
    // The page keeps a value that is too long, and shows its error.
    let stored = form.as_ref().map(|form| form.reveal().clone().without_long_fields());
    let today = LocalToday::in_any_zone(clock.now());
    let child = |draft: &Draft| {
        let form = stored.as_ref().unwrap_or(draft.form.reveal());
        let answers = begun.as_ref().unwrap_or(&draft.begun_answers);
        ChildAlone::revealed_by(form, (&study.questions, answers), today)
    };
    let session = browser
        .change_draft(&study.snow_study_number, |draft| {
            if child(draft) != ChildAlone::No {
                draft.erase_entries();
                return;
            }
            if let Some(form) = &stored {
                draft.form = Personal::new(form.clone());
            }
            if let Some(begun) = &begun {
                draft.begun_answers.clone_from(begun);
            }
        })
        .await?;
    if stored.as_ref().is_some_and(|form| form.is_by_child_alone(today)) {
        child_alone::erase_entries(&browser, &session, &stored_documents).await?;
        let erased = DraftSaved { result: "erased".into(), errors: Vec::new() };
        return browser.renewed(&session, Json(erased)).await;
    }
    let errors = form.map(|form| form.reveal().invalid_values(today.latest)).unwrap_or_default();
    browser.renewed(&session, Json(DraftSaved { result: "kept".into(), errors })).await
}

/// Returns the first answer to each question that the study asks.
fn answers_to(questions: &[Question], answers: &[Answer]) -> Vec<Answer> {
    let first_answer =
        |question: &Question| answers.iter().find(|answer| answer.sys_id == question.sys_id).cloned();
    active_in_order(questions).into_iter().filter_map(first_answer).collect()
}

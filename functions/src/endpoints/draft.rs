//! `POST /backend/draft`: stores what a visitor typed or chose for a sign-up until the form is sent (E-293).

use axum::{Json, extract::State, response::Response};
use utoipa_axum::routes;
use waypoint_domain::{
    personal::Personal,
    question::{Answer, Question, active_in_order},
};
use waypoint_keys::Purpose;

use super::{browser_session::CallingBrowser, open_study::open_study};
use crate::{
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    http::{
        body::{JsonBody, MAX_FORM_BYTES},
        problem::Problem,
    },
    needs::Resource,
    rate_limit::{CallerLimits, LimitedAction},
    store::Studies,
    wire::{DraftRequest, DraftSaved},
};

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[Purpose::RateLimit],
    rights: &[(Resource::Studies, &["Query"]), (Resource::Sessions, &["GetItem", "PutItem", "UpdateItem"])],
    sample: Sample::Post(r#"{"study_number": "STU01009", "form": {"city": "Cleveland"}}"#),
    ..Endpoint::new("draft", Section::SigningUp, || routes!(draft))
};

/// Stores the form or the answers for a study that accepts sign-ups, sealed in the browser's session. An empty form or
/// list erases the stored one. The response lists the form's invalid values.
#[utoipa::path(post, path = "/backend/draft", request_body = DraftRequest, responses(
    (status = 200, body = DraftSaved),
    (status = 400, description = "body_malformed", body = crate::http::problem::ProblemBody),
    (status = 409, description = "study_not_open", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn draft(
    limits: CallerLimits,
    browser: CallingBrowser,
    State(studies): State<Studies>,
    State(clock): State<Clock>,
    JsonBody(request): JsonBody<DraftRequest, MAX_FORM_BYTES>,
) -> Result<Response, Problem> {
    limits.check(LimitedAction::Draft).await?;
    let DraftRequest { study_number, form, begun_answers } = request;
    let study = open_study(&studies, &study_number).await?;
    let begun = begun_answers.map(|answers| answers_to(&study.questions, answers.reveal()));
    let session = browser
        .change_draft(&study.snow_study_number, |draft| {
            if let Some(form) = &form {
                // The page keeps a value that is too long, and shows its error.
                draft.form = Personal::new(form.reveal().clone().without_long_fields());
            }
            if let Some(begun) = &begun {
                draft.begun_answers.clone_from(begun);
            }
        })
        .await?;
    let today = clock.latest_today();
    let errors = form.map(|form| form.reveal().invalid_values(today)).unwrap_or_default();
    browser.renewed(&session, Json(DraftSaved { result: "kept".into(), errors })).await
}

/// Returns the first answer to each question that the study asks.
fn answers_to(questions: &[Question], answers: &[Answer]) -> Vec<Answer> {
    let first_answer =
        |question: &Question| answers.iter().find(|answer| answer.sys_id == question.sys_id).cloned();
    active_in_order(questions).into_iter().filter_map(first_answer).collect()
}

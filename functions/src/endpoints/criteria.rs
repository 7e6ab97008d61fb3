//! `POST /backend/criteria`: stores the answers of a survey until the sign-up (D-209, D-283).

use axum::{Json, extract::State, response::Response};
use utoipa_axum::routes;
use waypoint_domain::survey_answer::are_valid;
use waypoint_keys::Purpose;

use super::{browser_session::CallingBrowser, open_study::open_study};
use crate::{
    endpoint::{Endpoint, Sample, Section},
    http::{body::JsonBody, problem::Problem},
    needs::Resource,
    rate_limit::{CallerLimits, LimitedAction},
    store::Studies,
    wire::{CriteriaRequest, StoredAnswers},
};

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[Purpose::RateLimit],
    rights: &[
        (Resource::Studies, &["Query"]),
        (Resource::Sessions, &["GetItem", "PutItem", "UpdateItem"]),
        (Resource::Figures, &["PutItem"]),
    ],
    sample: Sample::Post(
        r#"{"study_number": "STU01009", "criteria": [{"id": "age", "choices": ["18 to 64"]}]}"#,
    ),
    ..Endpoint::new("criteria", Section::SigningUp, || routes!(criteria))
};

/// Stores the answers of a survey in the browser's session, if its study accepts sign-ups. Only their size is checked:
/// the visitor's device evaluates them.
#[utoipa::path(post, path = "/backend/criteria", request_body = CriteriaRequest, responses(
    (status = 200, body = StoredAnswers),
    (status = 400, description = "body_malformed", body = crate::http::problem::ProblemBody),
    (status = 409, description = "study_not_open", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn criteria(
    limits: CallerLimits,
    browser: CallingBrowser,
    State(studies): State<Studies>,
    JsonBody(request): JsonBody<CriteriaRequest>,
) -> Result<Response, Problem> {
    limits.check(LimitedAction::Prescreen).await?;
    let criteria = request.criteria.reveal();
    if !are_valid(criteria) {
        return Err(Problem::MalformedBody("criteria are too many or too long, or not a survey's.".into()));
    }
    let number = open_study(&studies, &request.study_number).await?.snow_study_number;
    let session = browser.change_draft(&number, |draft| draft.criteria.clone_from(criteria)).await?;
    let stored = StoredAnswers { result: "stored".into(), count: criteria.len() };
    browser.renewed(&session, Json(stored)).await
}

//! `POST /backend/submit`: stores a participant's answers.

use axum::{Json, extract::State};
use utoipa_axum::routes;
use waypoint_domain::question::{Answer, MAX_QUESTIONS, active_in_order, contradicts};
use waypoint_keys::Purpose;

use super::{browser_session::CallingBrowser, screening_checks};
use crate::{
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    external::keys::Keys,
    http::{body::ObjectOrList, problem::Problem},
    needs::Resource,
    rate_limit::{CallerLimits, LimitedAction},
    store::{Participants, SignUpRef, Studies},
    wire::{AnswersRequest, StoredAnswers},
};

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[Purpose::RateLimit],
    rights: &[
        (Resource::Studies, &["Query"]),
        (Resource::Participants, &["GetItem", "Query"]),
        (Resource::Sessions, &["GetItem", "UpdateItem"]),
        (Resource::MasterKey, &["Decrypt"]),
    ],
    sample: Sample::Post(
        r#"{"participant_id": "PT000000000000", "sys_id": "00000000000000000000000000000001", "answer": "True"}"#,
    ),
    ..Endpoint::new("submit", Section::SigningUp, || routes!(submit))
};

/// Stores one answer or a list of answers. The sign-up must be in the session, and its study must ask every question.
/// Answers that the study doesn't expect are rejected, so answers checked before the sign-up can't be changed
/// afterwards.
#[utoipa::path(post, path = "/backend/submit", request_body = AnswersRequest, responses(
    (status = 200, body = StoredAnswers),
    (status = 404, description = "not_found", body = crate::http::problem::ProblemBody),
    (status = 413, description = "body_too_large", body = crate::http::problem::ProblemBody),
    (status = 422, description = "screener_failed", body = crate::http::problem::ProblemBody),
    (status = 429, description = "too_many_requests, too_many_checks, too_many_checks_of_network", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn submit(
    limits: CallerLimits,
    browser: CallingBrowser,
    State(studies): State<Studies>,
    State(participants): State<Participants>,
    State(key_service): State<Keys>,
    State(clock): State<Clock>,
    ObjectOrList(request): ObjectOrList<AnswersRequest>,
) -> Result<Json<StoredAnswers>, Problem> {
    limits.check(LimitedAction::AfterSignUp).await?;
    let submitted = match request {
        AnswersRequest::Many(answers) => answers,
        AnswersRequest::One(answer) => vec![answer],
    };
    if submitted.len() > MAX_QUESTIONS {
        return Err(Problem::TooLarge);
    }
    let is_own = |sign_up: &SignUpRef| submitted.iter().all(|answer| sign_up.has_id(&answer.participant_id));
    let (session, open) = browser.session_with_matching(is_own).await?;
    let sign_up = open.sign_up;
    let study = studies.by_number(&sign_up.study_number).await?.ok_or(Problem::NotFound)?;
    let questions = active_in_order(&study.questions);
    if !submitted.iter().all(|answer| questions.iter().any(|q| q.sys_id == answer.sys_id)) {
        return Err(Problem::NotFound);
    }
    let answers: Vec<Answer> = submitted
        .into_iter()
        .map(|answer| Answer { sys_id: answer.sys_id, answer: *answer.answer.reveal() })
        .collect();
    let check = || {
        let contradicts = contradicts(&study.questions, &answers);
        (contradicts, contradicts)
    };
    if screening_checks::run(&limits, (Some(&session), &sign_up.study_number), check).await? {
        return Err(Problem::ScreenerFailed);
    }
    participants.store_answers(&key_service, &sign_up, &answers, clock.now()).await?;
    Ok(Json(StoredAnswers { result: "stored".into(), count: answers.len() }))
}

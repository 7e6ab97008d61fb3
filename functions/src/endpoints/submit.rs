//! `POST /backend/submit`: stores a participant's answers.

use axum::{Json, extract::State};
use utoipa_axum::routes;
use waypoint_domain::question::{Answer, MAX_QUESTIONS, active_in_order, contradicts};
use waypoint_keys::Purpose;

use super::holder::session_with_matching;
use super::screening_checks;
use crate::{
    context::Context,
    endpoint::{Endpoint, Resource, Sample, Section},
    http::{body::ObjectOrList, browser::Browser, client_address::ClientAddress, problem::Problem},
    rate_limit::{self, LimitedAction},
    store::SignUpRef,
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
    State(context): State<Context>,
    address: ClientAddress,
    browser: Browser,
    ObjectOrList(request): ObjectOrList<AnswersRequest>,
) -> Result<Json<StoredAnswers>, Problem> {
    rate_limit::check(&context, LimitedAction::AfterSignUp, &address).await?;
    let submitted = match request {
        AnswersRequest::Many(answers) => answers,
        AnswersRequest::One(answer) => vec![answer],
    };
    if submitted.len() > MAX_QUESTIONS {
        return Err(Problem::TooLarge);
    }
    let is_own = |sign_up: &SignUpRef| submitted.iter().all(|answer| sign_up.has_id(&answer.participant_id));
    let (_, open) = session_with_matching(&context, &browser, is_own).await?;
    let sign_up = open.sign_up;
    let study = context.studies.by_number(&sign_up.study_number).await?.ok_or(Problem::NotFound)?;
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
    let source = (&browser, &address, &sign_up.study_number);
    if screening_checks::run(&context, source, check).await? {
        return Err(Problem::ScreenerFailed);
    }
    context.participants.store_answers(&context.keys, &sign_up, &answers, context.clock.now()).await?;
    Ok(Json(StoredAnswers { result: "stored".into(), count: answers.len() }))
}

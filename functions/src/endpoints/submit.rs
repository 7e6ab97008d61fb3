//! `POST /backend/submit`: keeps a participant's answers.

use axum::{Json, Router, extract::State, routing::post};
use waypoint_domain::question::{Answer, MOST_QUESTIONS, asked, contradicts};

use super::holder::session_with_that;
use super::screening_checks;
use crate::{
    context::Context,
    http::{
        body::ObjectOrList, browser::Browser, client_address::ClientAddress, guard::endpoint,
        problem::Problem,
    },
    rate_limit::{self, LimitedAction},
    store::SignUpRef,
    wire::{AnswersRequest, StoredAnswers},
};

/// Serves `POST /backend/submit`.
pub fn router(context: Context) -> Router {
    endpoint("/backend/submit", post(submit)).with_state(context)
}

/// Keeps one answer or a list of them. The participant must be the cookie's, and every question
/// one that the participant's study asks. An answer that the study does not expect is refused: what
/// was checked before the sign-up can't be taken back behind the study team's back.
#[utoipa::path(post, path = "/backend/submit", request_body = AnswersRequest, responses(
    (status = 200, body = StoredAnswers),
    (status = 404, description = "not_found", body = crate::http::problem::ProblemBody),
    (status = 413, description = "body_too_large", body = crate::http::problem::ProblemBody),
    (status = 422, description = "screener_failed", body = crate::http::problem::ProblemBody),
    (status = 429, description = "too_many_requests, too_many_checks", body = crate::http::problem::ProblemBody)
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
    if submitted.len() > MOST_QUESTIONS {
        return Err(Problem::TooLarge);
    }
    let own = |sign_up: &SignUpRef| submitted.iter().all(|answer| sign_up.is_called(&answer.participant_id));
    let (_, open) = session_with_that(&context, &browser, own).await?;
    let sign_up = open.sign_up;
    let study = context.studies.by_number(&sign_up.study_number).await?.ok_or(Problem::NotFound)?;
    let questions = asked(&study.questions);
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
    let asked = (&browser, &address, &sign_up.study_number);
    if screening_checks::make(&context, asked, check).await? {
        return Err(Problem::ScreenerFailed);
    }
    context.participants.keep_answers(&context.keys, &sign_up, &answers, context.clock.now()).await?;
    Ok(Json(StoredAnswers { result: "stored".into(), count: answers.len() }))
}

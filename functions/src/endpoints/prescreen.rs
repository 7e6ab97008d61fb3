//! `POST /backend/prescreen`: compares answers with those a study expects, on the server.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use utoipa_axum::routes;
use waypoint_domain::{
    age_check::{AgeFacts, check_answers},
    age_on_day::LocalToday,
    partner_study::PartnerStudy,
    question::{Answer, Screening, screen},
    study_number::StudyNumber,
};
use waypoint_keys::Purpose;

use super::{browser_session::CallingBrowser, screening_checks};
use crate::{
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    http::{
        body::JsonBody,
        problem::{Problem, SCREENER_FAILED},
    },
    needs::Resource,
    rate_limit::{CallerLimits, LimitedAction},
    store::{Draft, Session, Sessions, Studies},
    wire::{PrescreenAnswer, PrescreenRequest},
};

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[Purpose::RateLimit],
    rights: &[
        (Resource::Studies, &["Query"]),
        (Resource::Sessions, &["GetItem", "PutItem", "UpdateItem"]),
        (Resource::Figures, &["PutItem"]),
    ],
    sample: Sample::Post(
        r#"{"study_number": "STU01009", "answers": [{"sys_id": "00000000000000000000000000000001", "answer": "True"}, {"sys_id": "00000000000000000000000000000002", "answer": "True"}, {"sys_id": "00000000000000000000000000000003", "answer": "False"}]}"#,
    ),
    ..Endpoint::new("prescreen", Section::SigningUp, || routes!(prescreen))
};

/// Checks answers. Correct answers are stored in the browser's session for the sign-up. A wrong answer erases the
/// stored answers.
#[utoipa::path(post, path = "/backend/prescreen", request_body = PrescreenRequest, responses(
    (status = 200, body = PrescreenAnswer),
    (status = 404, description = "prescreen_nothing_to_check", body = crate::http::problem::ProblemBody),
    (status = 422, description = "prescreen_incomplete", body = crate::http::problem::ProblemBody),
    (status = 429, description = "too_many_requests, too_many_checks, too_many_checks_of_network", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn prescreen(
    limits: CallerLimits,
    browser: CallingBrowser,
    State(studies): State<Studies>,
    State(sessions): State<Sessions>,
    State(clock): State<Clock>,
    JsonBody(request): JsonBody<PrescreenRequest>,
) -> Result<Response, Problem> {
    limits.check(LimitedAction::Prescreen).await?;
    let number: StudyNumber = request.study_number.parse().map_err(|_| Problem::NothingToScreen)?;
    let study = studies.by_number(&number).await?.filter(|study| study.active);
    let study = study.ok_or(Problem::NothingToScreen)?;
    let answers = request.answers.reveal();
    let screening = screen(&study.questions, answers);
    let session = browser.session().await?;
    // An incomplete list reveals nothing about the expected answers.
    if matches!(screening, Screening::Passed | Screening::Failed) {
        let check = || ((), screening == Screening::Failed);
        screening_checks::run(&limits, (session.as_ref(), &number), check).await?;
        let has_passed = screening == Screening::Passed;
        screening_checks::count_result(&limits, &browser, (session.as_ref(), &number), has_passed).await;
    }
    match screening {
        Screening::NothingToCheck => Err(Problem::NothingToScreen),
        Screening::Incomplete => Err(Problem::PrescreenIncomplete),
        Screening::Failed => {
            if let Some(session) = session {
                forget_answers(&sessions, &clock, &session, &number).await?;
            }
            let message = Some(SCREENER_FAILED.to_owned());
            Ok(Json(PrescreenAnswer { passed: false, message }).into_response())
        }
        Screening::Passed => {
            let message = age_mismatch_message((&browser, session.as_ref()), &clock, &study, answers).await?;
            let session = browser
                .change_draft(&number, |draft| {
                    draft.answers.clone_from(answers);
                    draft.begun_answers.clear();
                })
                .await?;
            let passed = PrescreenAnswer { passed: true, message };
            browser.renewed(&session, Json(passed)).await
        }
    }
}

/// Returns a message when the answers about age contradict the date of birth in the form. The answers still pass: the
/// date may be the mistake, and the sign-up compares both again.
async fn age_mismatch_message(
    (browser, session): (&CallingBrowser, Option<&Session>),
    clock: &Clock,
    study: &PartnerStudy,
    answers: &[Answer],
) -> Result<Option<String>, Problem> {
    let draft = browser.draft(session, Some(&study.snow_study_number)).await?;
    let Some(draft) = draft else { return Ok(None) };
    let form = draft.form.reveal();
    let Some(birth) = form.date_of_birth(clock.latest_today()) else { return Ok(None) };
    let facts = AgeFacts { birth: birth.day(), today: LocalToday::in_any_zone(clock.now()), answers };
    let mismatch = check_answers(facts, &study.questions).err();
    Ok(mismatch.map(|mismatch| Problem::AgeMismatch(mismatch, form.signs_up_for()).detail()))
}

async fn forget_answers(
    sessions: &Sessions,
    clock: &Clock,
    session: &Session,
    study: &StudyNumber,
) -> Result<(), Problem> {
    let change = |draft: &mut Draft| {
        if draft.study_number == *study {
            draft.answers.clear();
            draft.begun_answers.clear();
        }
    };
    Ok(sessions.change_drafts(session, change, clock.now()).await?)
}

//! `GET /backend/questiongroup`: the pre-screening questions of a study, never their answers.

use axum::{Json, Router, extract::State, routing::get};
use serde::Deserialize;
use waypoint_domain::{partner_study::PartnerStudy, question::asked, study_number::StudyNumber};

use crate::{
    context::Context,
    http::{guard::endpoint, problem::Problem, query::QueryOf},
    wire::{AskedQuestion, QuestionsAnswer},
};

/// Serves `GET /backend/questiongroup`.
pub fn router(context: Context) -> Router {
    endpoint("/backend/questiongroup", get(questiongroup)).with_state(context)
}

#[derive(Debug, Deserialize)]
pub(crate) struct Asked {
    #[serde(default)]
    id: String,
    #[serde(default, rename = "studyId")]
    study_id: String,
}

/// Lists the questions of the study, when the group is that study's.
#[utoipa::path(get, path = "/backend/questiongroup", params(
    ("id" = Option<String>, Query, description = "The group: the study's system id"),
    ("studyId" = Option<String>, Query, description = "The study's number")
), responses((status = 200, body = QuestionsAnswer)))]
pub(crate) async fn questiongroup(
    State(context): State<Context>,
    QueryOf(wanted): QueryOf<Asked>,
) -> Result<Json<QuestionsAnswer>, Problem> {
    let of_group = |study: &PartnerStudy| study.study_sys_id == wanted.id;
    let result = questions_of(&context, &wanted.study_id, of_group).await?;
    Ok(Json(QuestionsAnswer { result }))
}

/// What a study asks, in its order. A study that is not shown, or not the one that is meant, asks nothing.
pub(super) async fn questions_of(
    context: &Context,
    number: &str,
    is_meant: impl FnOnce(&PartnerStudy) -> bool,
) -> Result<Vec<AskedQuestion>, Problem> {
    let Ok(number) = number.parse::<StudyNumber>() else { return Ok(Vec::new()) };
    let study = context.studies.by_number(&number).await?;
    let study = study.filter(|study| study.active && is_meant(study));
    let questions = study.as_ref().map(|study| asked(&study.questions)).unwrap_or_default();
    Ok(questions.into_iter().map(AskedQuestion::from).collect())
}

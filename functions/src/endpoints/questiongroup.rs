//! `GET /backend/questiongroup`: the pre-screening questions of a study, never their answers.

use axum::{Json, Router, extract::State, routing::get};
use serde::Deserialize;
use waypoint_domain::{question::asked, study_number::StudyNumber};

use crate::{
    context::Context,
    http::{guard::endpoint, problem::Problem, query::QueryOf},
    wire::{AskedQuestion, QuestionsAnswer},
};

/// The endpoint.
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
    ("id" = String, Query, description = "The group: the study's system id"),
    ("studyId" = String, Query, description = "The study's number")
), responses((status = 200, body = QuestionsAnswer)))]
pub(crate) async fn questiongroup(
    State(context): State<Context>,
    QueryOf(wanted): QueryOf<Asked>,
) -> Result<Json<QuestionsAnswer>, Problem> {
    let study = match wanted.study_id.parse::<StudyNumber>() {
        Ok(number) => context.studies.by_number(&number).await?,
        Err(_) => None,
    };
    let result = study
        .filter(|study| study.active && study.study_sys_id == wanted.id)
        .map(|study| asked(&study.questions).into_iter().map(AskedQuestion::from).collect())
        .unwrap_or_default();
    Ok(Json(QuestionsAnswer { result }))
}

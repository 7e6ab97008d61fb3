//! `GET /backend/questions`: the pre-screening questions of a study by its number alone.

use axum::{Json, Router, extract::State, routing::get};
use serde::Deserialize;
use waypoint_domain::{question::asked, study_number::StudyNumber};

use crate::{
    context::Context,
    http::{guard::endpoint, problem::Problem, query::QueryOf},
    wire::{AskedQuestion, StudyQuestions},
};

/// The endpoint.
pub fn router(context: Context) -> Router {
    endpoint("/backend/questions", get(questions)).with_state(context)
}

#[derive(Debug, Deserialize)]
pub(crate) struct Asked {
    #[serde(default)]
    study: String,
}

/// Lists what a study asks (D-271), never what it expects. A study that is not shown asks nothing.
#[utoipa::path(get, path = "/backend/questions",
    params(("study" = String, Query, description = "The study's own number")),
    responses((status = 200, body = StudyQuestions)))]
pub(crate) async fn questions(
    State(context): State<Context>,
    QueryOf(wanted): QueryOf<Asked>,
) -> Result<Json<StudyQuestions>, Problem> {
    let study = match wanted.study.parse::<StudyNumber>() {
        Ok(number) => context.studies.by_number(&number).await?,
        Err(_) => None,
    };
    let questions = study
        .filter(|study| study.active)
        .map(|study| asked(&study.questions).into_iter().map(AskedQuestion::from).collect())
        .unwrap_or_default();
    Ok(Json(StudyQuestions { questions }))
}

//! `GET /backend/questions`: the pre-screening questions of a study by its number alone.

use axum::{Json, Router, extract::State, routing::get};
use serde::Deserialize;

use super::questiongroup::questions_of;
use crate::{
    context::Context,
    http::{guard::endpoint, problem::Problem, query::QueryOf},
    wire::StudyQuestions,
};

/// Serves `GET /backend/questions`.
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
    params(("study" = Option<String>, Query, description = "The study's own number")),
    responses((status = 200, body = StudyQuestions)))]
pub(crate) async fn questions(
    State(context): State<Context>,
    QueryOf(wanted): QueryOf<Asked>,
) -> Result<Json<StudyQuestions>, Problem> {
    let questions = questions_of(&context, &wanted.study, |_| true).await?;
    Ok(Json(StudyQuestions { questions }))
}

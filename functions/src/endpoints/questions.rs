//! `GET /backend/questions`: the pre-screening questions of a study, by its number alone.

use axum::{Json, extract::State};
use serde::Deserialize;
use utoipa_axum::routes;

use super::questiongroup::study_questions;
use crate::{
    endpoint::{Endpoint, Sample, Section},
    http::{problem::Problem, query::QueryOf},
    needs::Resource,
    store::Studies,
    wire::StudyQuestions,
};

pub const ENDPOINT: Endpoint = Endpoint {
    rights: &[(Resource::Studies, &["Query"])],
    impersonal: &[("GET", "questions of a study")],
    sample: Sample::Get("study=STU01009"),
    ..Endpoint::new("questions", Section::SigningUp, || routes!(questions))
};

#[derive(Debug, Deserialize)]
pub(crate) struct Params {
    #[serde(default)]
    study: String,
}

/// Lists the questions of a study (D-271), without the expected answers. A hidden study has none.
#[utoipa::path(get, path = "/backend/questions",
    params(("study" = Option<String>, Query, description = "The study's number")),
    responses((status = 200, body = StudyQuestions)))]
pub(crate) async fn questions(
    State(studies): State<Studies>,
    QueryOf(params): QueryOf<Params>,
) -> Result<Json<StudyQuestions>, Problem> {
    let questions = study_questions(&studies, &params.study, |_| true).await?;
    Ok(Json(StudyQuestions { questions }))
}

//! `GET /backend/questiongroup`: the pre-screening questions of a study, without the expected answers.

use axum::{Json, extract::State};
use serde::Deserialize;
use utoipa_axum::routes;
use waypoint_domain::{partner_study::PartnerStudy, question::active_in_order, study_number::StudyNumber};

use crate::{
    endpoint::{Endpoint, Sample, Section},
    http::{problem::Problem, query::QueryOf},
    needs::Resource,
    store::Studies,
    wire::{PublicQuestion, QuestionsAnswer},
};

pub const ENDPOINT: Endpoint = Endpoint {
    rights: &[(Resource::Studies, &["Query"])],
    impersonal: &[("GET", "questions of a study")],
    sample: Sample::Get("id=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa&studyId=STU01009"),
    ..Endpoint::new("questiongroup", Section::SigningUp, || routes!(questiongroup))
};

#[derive(Debug, Deserialize)]
pub(crate) struct Params {
    #[serde(default)]
    id: String,
    #[serde(default, rename = "studyId")]
    study_id: String,
}

/// Lists the questions of the study, if the group belongs to it.
#[utoipa::path(get, path = "/backend/questiongroup", params(
    ("id" = Option<String>, Query, description = "The group: the study's system id"),
    ("studyId" = Option<String>, Query, description = "The study's number")
), responses((status = 200, body = QuestionsAnswer)))]
pub(crate) async fn questiongroup(
    State(studies): State<Studies>,
    QueryOf(params): QueryOf<Params>,
) -> Result<Json<QuestionsAnswer>, Problem> {
    let has_group = |study: &PartnerStudy| study.study_sys_id == params.id;
    let result = study_questions(&studies, &params.study_id, has_group).await?;
    Ok(Json(QuestionsAnswer { result }))
}

/// Returns the questions of a study in their order. A hidden study, or one that doesn't match, has none.
pub(super) async fn study_questions(
    studies: &Studies,
    number: &str,
    matches: impl FnOnce(&PartnerStudy) -> bool,
) -> Result<Vec<PublicQuestion>, Problem> {
    let Ok(number) = number.parse::<StudyNumber>() else { return Ok(Vec::new()) };
    let study = studies.by_number(&number).await?;
    let study = study.filter(|study| study.active && matches(study));
    let questions = study.as_ref().map(|study| active_in_order(&study.questions)).unwrap_or_default();
    Ok(questions.into_iter().map(PublicQuestion::from).collect())
}

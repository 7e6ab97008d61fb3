//! `GET /backend/emr/criteria`: compares the records with the study's criteria (E-302).

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::Deserialize;
use utoipa_axum::routes;
use waypoint_domain::personal::Personal;
use waypoint_keys::Purpose;
use waypoint_marking::{Person, Study, marks};

use super::read_records::seen_records;
use crate::{
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    endpoints::browser_session::CallingBrowser,
    finding::Finder,
    http::{problem::Problem, query::QueryOf},
    needs::Resource,
    rate_limit::{CallerLimits, LimitedAction},
    store::Studies,
    wire::MarksAnswer,
};

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[Purpose::RateLimit],
    rights: &[(Resource::Studies, &["Query"]), (Resource::Sessions, &["GetItem", "UpdateItem"])],
    sample: Sample::Get("connection=none"),
    ..Endpoint::new("emr_criteria", Section::Records, || routes!(criteria))
};

#[derive(Debug, Deserialize)]
pub(crate) struct Params {
    connection: String,
}

/// Marks the criteria of the study that the records were read for. The result is neither stored nor passed on.
#[utoipa::path(get, path = "/backend/emr/criteria", params(
    ("connection" = String, Query, description = "The connection whose records the caller saw")
), responses(
    (status = 200, body = MarksAnswer),
    (status = 404, description = "not_found", body = crate::http::problem::ProblemBody),
    (status = 409, description = "records_changed", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn criteria(
    limits: CallerLimits,
    browser: CallingBrowser,
    State(studies): State<Studies>,
    State(finder): State<Arc<Finder>>,
    State(clock): State<Clock>,
    QueryOf(params): QueryOf<Params>,
) -> Result<Json<MarksAnswer>, Problem> {
    limits.check(LimitedAction::Records).await?;
    let session = browser.session().await?;
    let read =
        seen_records(&browser, session.as_ref(), &params.connection).await?.ok_or(Problem::NotFound)?;
    let study = studies.by_number(&read.study_number).await?.ok_or(Problem::NotFound)?;
    let study = Study { ages: study.ages(), sex: study.sex, eligibility: &study.eligibility };
    let person =
        Person { records: &read.records.reveal().holding(), demographics: read.demographics.reveal() };
    let marks = marks(&study, &person, clock.latest_today(), finder.vocabulary());
    Ok(Json(MarksAnswer { marks: Personal::new(marks) }))
}

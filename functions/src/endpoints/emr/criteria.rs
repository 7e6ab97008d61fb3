//! `GET /backend/emr/criteria`: compares the records with the study's criteria (E-302).

use axum::{Json, extract::State};
use serde::Deserialize;
use utoipa_axum::routes;
use waypoint_domain::personal::Personal;
use waypoint_keys::Purpose;
use waypoint_marking::{Person, Study, marks};

use super::read_records::seen_records;
use crate::{
    context::Context,
    endpoint::{Endpoint, Resource, Sample, Section},
    endpoints::browser_session::opened,
    http::{browser::Browser, client_address::ClientAddress, problem::Problem, query::QueryOf},
    rate_limit::{self, LimitedAction},
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
    State(context): State<Context>,
    address: ClientAddress,
    browser: Browser,
    QueryOf(params): QueryOf<Params>,
) -> Result<Json<MarksAnswer>, Problem> {
    rate_limit::check(&context, LimitedAction::Records, &address).await?;
    let session = opened(&context, &browser).await?;
    let read =
        seen_records(&context, session.as_ref(), &params.connection).await?.ok_or(Problem::NotFound)?;
    let study = context.studies.by_number(&read.study_number).await?.ok_or(Problem::NotFound)?;
    let study = Study { ages: study.ages(), sex: study.sex, eligibility: &study.eligibility };
    let person = Person { records: read.records.reveal(), demographics: read.demographics.reveal() };
    let marks = marks(&study, &person, context.clock.latest_today(), context.finder.vocabulary());
    Ok(Json(MarksAnswer { marks: Personal::new(marks) }))
}

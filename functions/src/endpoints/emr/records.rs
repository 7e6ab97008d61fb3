//! `GET /backend/emr/records`: the records that the browser's health system gave (E-214).

use axum::{Json, Router, extract::State, routing::get};
use serde::Deserialize;
use waypoint_domain::personal::Personal;

use super::read_records::read_records;
use crate::{
    context::Context,
    endpoints::holder::session_with,
    http::{
        browser::Browser, client_address::ClientAddress, guard::endpoint, problem::Problem, query::QueryOf,
    },
    rate_limit::{self, LimitedAction},
    wire::{ChosenRecord, ChosenRecords, RecordGroups, RecordsAnswer, RecordsConnection, RecordsPerson},
};

/// Serves `GET /backend/emr/records`.
pub fn router(context: Context) -> Router {
    endpoint("/backend/emr/records", get(records)).with_state(context)
}

#[derive(Debug, Deserialize)]
pub(crate) struct Asked {
    #[serde(default)]
    number: String,
}

/// The records of this browser, read from the health system when they are asked for first. A participant's number is for
/// show: another one than the cookie's gives the same answer as no cookie at all.
#[utoipa::path(get, path = "/backend/emr/records",
    params(("number" = Option<String>, Query, description = "The participant's number")),
    responses(
        (status = 200, body = RecordsAnswer),
        (status = 404, description = "not_found", body = crate::http::problem::ProblemBody),
        (status = 409, description = "connection_over, records_changed", body = crate::http::problem::ProblemBody),
        (status = 502, description = "health_system_failed, records_too_many", body = crate::http::problem::ProblemBody),
        (status = 504, description = "health_system_slow", body = crate::http::problem::ProblemBody)
    ))]
pub(crate) async fn records(
    State(context): State<Context>,
    address: ClientAddress,
    browser: Browser,
    QueryOf(asked): QueryOf<Asked>,
) -> Result<Json<RecordsAnswer>, Problem> {
    rate_limit::check(&context, LimitedAction::Records, &address).await?;
    if !asked.number.is_empty() {
        session_with(&context, &browser, &asked.number).await?;
    }
    let Some(read) = read_records(&context, &browser).await? else {
        return Ok(Json(RecordsAnswer { output: Personal::default(), connection: None }));
    };
    let study = context.studies.by_number(&read.study_number).await?;
    let connection = RecordsConnection {
        id: read.connection,
        system: Personal::new(read.system.name),
        study_number: read.study_number.to_string(),
        study_title: study.map(|study| study.brief_title).unwrap_or_default(),
        left_out: Personal::new(of_ids(read.left_out)),
        person: Personal::new(RecordsPerson {
            name: read.name.reveal().clone(),
            date_of_birth: read.demographics.reveal().birth_date.clone(),
            gender: read.demographics.reveal().sex.map(|sex| sex.label().to_owned()),
        }),
        missing: read.missing,
    };
    let output = Personal::new(RecordGroups::from(read.records.reveal().clone()));
    Ok(Json(RecordsAnswer { output, connection: Some(connection) }))
}

fn of_ids(groups: [Vec<String>; 4]) -> ChosenRecords {
    let of_group = |ids: Vec<String>| ids.into_iter().map(|id| ChosenRecord { id }).collect();
    let [immunizations, medications, allergies, conditions] = groups.map(of_group);
    ChosenRecords(immunizations, medications, allergies, conditions)
}

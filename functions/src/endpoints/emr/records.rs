//! `GET /backend/emr/records`: the records from the browser's health system (E-214).

use axum::{Json, extract::State};
use serde::Deserialize;
use utoipa_axum::routes;
use waypoint_domain::{medical_record::RecordIds, personal::Personal};
use waypoint_keys::Purpose;

use super::read_records::read_records;
use crate::{
    endpoint::{Endpoint, Section},
    endpoints::browser_session::CallingBrowser,
    health_records::HealthRecords,
    http::{problem::Problem, query::QueryOf},
    needs::{Resource, Service},
    rate_limit::{CallerLimits, LimitedAction},
    store::Studies,
    wire::{
        ChosenRecord, ChosenRecords, FurtherRecords, RecordGroups, RecordsAnswer, RecordsConnection,
        RecordsPerson,
    },
};

pub const ENDPOINT: Endpoint = Endpoint {
    memory: 512,
    timeout: 30,
    keys: &[Purpose::RateLimit],
    services: &[Service::HealthSystems],
    rights: &[
        (Resource::Studies, &["Query"]),
        (Resource::Sessions, &["DeleteItem", "GetItem", "PutItem", "UpdateItem"]),
    ],
    ..Endpoint::new("emr_records", Section::Records, || routes!(records))
};

#[derive(Debug, Deserialize)]
pub(crate) struct Params {
    #[serde(default)]
    number: String,
}

/// Returns the records of this browser, reading them from the health system on first use. A participant number outside
/// the session gets the same response as no cookie at all.
#[utoipa::path(get, path = "/backend/emr/records",
    params(("number" = Option<String>, Query, description = "The participant's number")),
    responses(
        (status = 200, body = RecordsAnswer),
        (status = 404, description = "not_found", body = crate::http::problem::ProblemBody),
        (status = 409, description = "connection_over, records_changed", body = crate::http::problem::ProblemBody),
        (status = 502, description = "health_system_failed, health_system_unsupported, records_too_many", body = crate::http::problem::ProblemBody),
        (status = 504, description = "health_system_slow", body = crate::http::problem::ProblemBody)
    ))]
pub(crate) async fn records(
    limits: CallerLimits,
    browser: CallingBrowser,
    State(studies): State<Studies>,
    State(health_records): State<HealthRecords>,
    QueryOf(params): QueryOf<Params>,
) -> Result<Json<RecordsAnswer>, Problem> {
    limits.check(LimitedAction::Records).await?;
    if !params.number.is_empty() {
        browser.session_with(&params.number).await?;
    }
    let Some(read) = read_records(&browser, &health_records).await? else {
        return Ok(Json(RecordsAnswer {
            output: Personal::default(),
            further: Personal::default(),
            connection: None,
        }));
    };
    let study = studies.by_number(&read.study_number).await?;
    let connection = RecordsConnection {
        id: read.connection,
        system: Personal::new(read.system.name),
        study_number: read.study_number.to_string(),
        study_title: study.map(|study| study.brief_title).unwrap_or_default(),
        left_out: Personal::new(chosen_records(&read.left_out)),
        person: Personal::new(RecordsPerson {
            name: read.name.reveal().clone(),
            date_of_birth: read.demographics.reveal().birth_date.clone(),
            gender: read.demographics.reveal().sex.map(|sex| sex.label().to_owned()),
        }),
        missing: read.missing,
    };
    let output = Personal::new(RecordGroups::from(read.records.reveal().clone()));
    let further = Personal::new(FurtherRecords::from(read.records.reveal().clone()));
    Ok(Json(RecordsAnswer { output, further, connection: Some(connection) }))
}

fn chosen_records(ids: &RecordIds) -> ChosenRecords {
    let as_records = |ids: Vec<String>| ids.into_iter().map(|id| ChosenRecord { id }).collect();
    ChosenRecords(ids.lists().into_iter().map(as_records).collect())
}

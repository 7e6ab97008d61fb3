//! `POST /backend/emr/person`: stores personal details from a legacy URL, only for sharing (E-129, E-130).

use axum::{Json, extract::State, response::Response};
use jiff::civil::Date;
use utoipa_axum::routes;
use waypoint_domain::{medical_record::Demographics, sex::Sex};
use waypoint_keys::Purpose;

use crate::{
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    endpoints::browser_session::CallingBrowser,
    http::{body::JsonBody, problem::Problem},
    needs::Resource,
    rate_limit::{CallerLimits, LimitedAction},
    store::{RecordSession, Sessions},
    wire::{Done, RecordsPersonRequest},
};

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[Purpose::RateLimit],
    rights: &[(Resource::Sessions, &["GetItem", "PutItem", "UpdateItem"])],
    sample: Sample::Post(r#"{"dob": "1956-03-27", "gender": "male"}"#),
    ..Endpoint::new("emr_person", Section::Records, || routes!(person))
};

/// Stores the date of birth and the gender with this browser's records, without extending their retention period.
/// Values from the health system take precedence.
#[utoipa::path(post, path = "/backend/emr/person", request_body = RecordsPersonRequest, responses(
    (status = 200, body = Done),
    (status = 400, description = "body_malformed", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn person(
    limits: CallerLimits,
    browser: CallingBrowser,
    State(sessions): State<Sessions>,
    State(clock): State<Clock>,
    JsonBody(request): JsonBody<RecordsPersonRequest>,
) -> Result<Response, Problem> {
    limits.check(LimitedAction::Draft).await?;
    let details = stated_details(&request)?;
    let browser_session = browser.session_or_new().await?;
    let keep = |session: &mut RecordSession| {
        session.page_demographics = details.clone();
        true
    };
    sessions.change_records(&browser_session, keep, clock.now()).await?;
    browser.renewed(&browser_session, Json(Done { result: "kept".into() })).await
}

fn stated_details(request: &RecordsPersonRequest) -> Result<Demographics, Problem> {
    let birth_date = match request.dob.reveal().trim() {
        "" => None,
        text => {
            let date: Result<Date, _> = text.parse();
            Some(date.map_err(|_| Problem::MalformedBody("dob must be a date such as 1956-03-27.".into()))?)
        }
    };
    let sex = match request.gender.reveal().trim().to_lowercase().as_str() {
        "female" => Some(Sex::Female),
        "male" => Some(Sex::Male),
        _ => None,
    };
    Ok(Demographics { birth_date: birth_date.map(|date| date.to_string()), sex })
}

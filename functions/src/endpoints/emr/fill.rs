//! `POST /backend/emr/fill`: fills the sign-up form from chosen records (E-301).

use axum::{Json, extract::State, response::Response};
use utoipa_axum::routes;
use waypoint_domain::{participant::BegunForm, personal::Personal};
use waypoint_keys::Purpose;

use super::{
    chosen::{chosen, left_out},
    read_records::seen_records,
};
use crate::{
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    endpoints::{browser_session::CallingBrowser, open_study::open_study},
    http::{
        body::{JsonBody, MAX_RECORDS_BYTES},
        problem::Problem,
    },
    needs::Resource,
    rate_limit::{CallerLimits, LimitedAction},
    store::{Sessions, Studies},
    wire::{ChoiceRequest, Done},
};

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[Purpose::RateLimit],
    rights: &[
        (Resource::Studies, &["Query"]),
        (Resource::Sessions, &["GetItem", "PutItem", "UpdateItem"]),
        (Resource::Figures, &["PutItem"]),
    ],
    sample: Sample::Post(r#"{"connection": "none", "records": [[], [], [], []]}"#),
    ..Endpoint::new("emr_fill", Section::Records, || routes!(fill))
};

/// Fills the fields of the study's form that are empty or were filled from records before. The visitor reviews the form
/// and can change everything before sending it.
#[utoipa::path(post, path = "/backend/emr/fill", request_body = ChoiceRequest, responses(
    (status = 200, body = Done),
    (status = 409, description = "connection_over, records_changed, study_not_open", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn fill(
    limits: CallerLimits,
    browser: CallingBrowser,
    State(studies): State<Studies>,
    State(sessions): State<Sessions>,
    State(clock): State<Clock>,
    JsonBody(request): JsonBody<ChoiceRequest, MAX_RECORDS_BYTES>,
) -> Result<Response, Problem> {
    limits.check(LimitedAction::Records).await?;
    let session = browser.session().await?;
    let read = seen_records(&browser, session.as_ref(), &request.connection).await?;
    let read = read.ok_or(Problem::ConnectionEnded)?;
    let number = open_study(&studies, &read.study_number.to_string()).await?.snow_study_number;
    let (records_read, demographics) = (read.records.reveal(), read.demographics.reveal());
    let records = chosen(records_read, &request.records);
    let session = browser
        .change_draft(&number, |draft| {
            // Values filled from records that are now left out are removed. Typed values stay.
            let form = draft.form.reveal().clone().clear_equal(draft.from_records.reveal());
            draft.form = Personal::new(form.filled_from(&records, demographics));
            let from_records = BegunForm::default().filled_from(&records, demographics);
            draft.from_records = Personal::new(from_records);
        })
        .await?;
    let left_out = left_out(records_read, &records);
    sessions.leave_out(&session, (&read.connection, left_out), clock.now()).await?;
    browser.renewed(&session, Json(Done { result: "filled".into() })).await
}

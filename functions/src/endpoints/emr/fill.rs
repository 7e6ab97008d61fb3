//! `POST /backend/emr/fill`: fills the sign-up form from chosen records (E-301).

use axum::{Json, extract::State, response::Response};
use utoipa_axum::routes;
use waypoint_domain::{age_on_day::LocalToday, participant::BegunForm, personal::Personal};
use waypoint_keys::Purpose;

use super::{
    chosen::{chosen, left_out},
    read_records::seen_records,
};
use crate::{
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    endpoints::{browser_session::CallingBrowser, child_alone, open_study::open_study},
    http::{
        body::{JsonBody, MAX_RECORDS_BYTES},
        problem::Problem,
    },
    needs::{Resource, Service},
    rate_limit::{CallerLimits, LimitedAction},
    store::{Draft, Sessions, Studies},
    uploads::UploadedDocuments,
    wire::{ChoiceRequest, Done},
};

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[Purpose::RateLimit],
    services: &[Service::Documents],
    rights: &[
        (Resource::Documents, &["DeleteObject"]),
        (Resource::Studies, &["Query"]),
        (Resource::Participants, &["DeleteItem", "UpdateItem"]),
        (Resource::Sessions, &["BatchWriteItem", "GetItem", "PutItem", "UpdateItem"]),
        (Resource::Figures, &["PutItem"]),
    ],
    sample: Sample::Post(r#"{"connection": "none", "records": [[], [], [], []]}"#),
    ..Endpoint::new("emr_fill", Section::Records, || routes!(fill))
};

/// Fills the fields of the study's form that are empty or were filled from records before. The visitor reviews the form
/// and can change everything before sending it.
///
/// When this reveals a child under 13 who signs up alone, everything is erased, the records too.
#[utoipa::path(post, path = "/backend/emr/fill", request_body = ChoiceRequest, responses(
    (status = 200, body = Done),
    (status = 409, description = "child_alone, connection_over, records_changed, study_not_open", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn fill(
    limits: CallerLimits,
    browser: CallingBrowser,
    State(studies): State<Studies>,
    State(sessions): State<Sessions>,
    stored_documents: UploadedDocuments,
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
    let today = LocalToday::in_any_zone(clock.now());
    let from_records = || BegunForm::default().filled_from(&records, demographics);
    let filled = |draft: &Draft| {
        // Values filled from records that are now left out are removed. Typed values stay.
        let form = draft.form.reveal().clone().clear_equal(draft.from_records.reveal());
        form.filled_from(&records, demographics)
    };
    if let Some(session) = &session {
        let draft = sessions.draft(session, Some(&number), clock.now()).await?;
        if draft.as_ref().map_or_else(from_records, filled).is_by_child_alone(today) {
            child_alone::erase_entries(&browser, session, &stored_documents).await?;
            return Err(Problem::ChildAlone);
        }
    }
    let session = browser
        .change_draft(&number, |draft| {
            draft.form = Personal::new(filled(draft));
            draft.from_records = Personal::new(from_records());
        })
        .await?;
    let left_out = left_out(records_read, &records);
    sessions.leave_out(&session, (&read.connection, left_out), clock.now()).await?;
    browser.renewed(&session, Json(Done { result: "filled".into() })).await
}

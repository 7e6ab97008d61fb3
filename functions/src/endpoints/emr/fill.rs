//! `POST /backend/emr/fill`: chosen records go into the sign-up form (E-301).

use axum::{Json, Router, extract::State, response::Response, routing::post};
use waypoint_domain::{participant::BegunForm, personal::Personal};

use super::{
    chosen::{chosen, left_out},
    read_records::seen_records,
};
use crate::{
    context::Context,
    endpoints::{
        browser_session::{change_draft, opened, renewed},
        open_study::open_study,
    },
    http::{
        body::{JsonBody, MOST_BYTES_OF_RECORDS},
        browser::Browser,
        client_address::ClientAddress,
        guard::endpoint,
        problem::Problem,
    },
    rate_limit::{self, LimitedAction},
    wire::{ChoiceRequest, Done},
};

/// Serves `POST /backend/emr/fill`.
pub fn router(context: Context) -> Router {
    endpoint("/backend/emr/fill", post(fill)).with_state(context)
}

/// Fills what is empty in the form of the study for which the records were read, or was filled from records before. The
/// person sees the form and can change all of it before anything is sent.
#[utoipa::path(post, path = "/backend/emr/fill", request_body = ChoiceRequest, responses(
    (status = 200, body = Done),
    (status = 409, description = "connection_over, records_changed, study_not_open", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn fill(
    State(context): State<Context>,
    address: ClientAddress,
    browser: Browser,
    JsonBody(request): JsonBody<ChoiceRequest, MOST_BYTES_OF_RECORDS>,
) -> Result<Response, Problem> {
    rate_limit::check(&context, LimitedAction::Records, &address).await?;
    let session = opened(&context, &browser).await?;
    let read = seen_records(&context, session.as_ref(), &request.connection).await?;
    let read = read.ok_or(Problem::ConnectionOver)?;
    let number = open_study(&context, &read.study_number.to_string()).await?.snow_study_number;
    let (all, demographics) = (read.records.reveal(), read.demographics.reveal());
    let records = chosen(all, &request.records);
    let session = change_draft(&context, &browser, &number, |draft| {
        // What was filled in before and is left out now goes; what was typed stays.
        let form = draft.form.reveal().clone().without(draft.from_records.reveal());
        draft.form = Personal::new(form.filled_from(&records, demographics));
        let said = BegunForm::default().filled_from(&records, demographics);
        draft.from_records = Personal::new(said);
    })
    .await?;
    let left_out = left_out(all, &records);
    context.sessions.leave_out(&session, (&read.connection, left_out), context.clock.now()).await?;
    renewed(&context, (&session, &browser), Json(Done { result: "filled".into() })).await
}

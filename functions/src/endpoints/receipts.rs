//! `GET /backend/receipts`: the participant's receipts of consent (E-271).

use axum::{Json, extract::State};
use serde::Deserialize;
use utoipa_axum::routes;

use super::browser_session::CallingBrowser;
use crate::{
    endpoint::{Endpoint, Sample, Section},
    http::{problem::Problem, query::QueryOf},
    needs::Resource,
    store::Participants,
    wire::ReceiptsAnswer,
};

pub const ENDPOINT: Endpoint = Endpoint {
    rights: &[(Resource::Participants, &["Query"]), (Resource::Sessions, &["GetItem"])],
    sample: Sample::Get("number=PT000000000000"),
    ..Endpoint::new("receipts", Section::SigningUp, || routes!(receipts))
};

#[derive(Debug, Deserialize)]
pub(crate) struct Params {
    number: String,
}

/// Returns the receipts of a sign-up in the session. Any other number gets the same response as no cookie at all.
#[utoipa::path(get, path = "/backend/receipts",
    params(("number" = String, Query, description = "The participant's number")),
    responses((status = 200, body = ReceiptsAnswer), (status = 404, body = crate::http::problem::ProblemBody)))]
pub(crate) async fn receipts(
    browser: CallingBrowser,
    State(participants): State<Participants>,
    QueryOf(params): QueryOf<Params>,
) -> Result<Json<ReceiptsAnswer>, Problem> {
    let (_, open) = browser.session_with(&params.number).await?;
    let sign_up = open.sign_up;
    Ok(Json(ReceiptsAnswer { receipts: participants.receipts(&sign_up).await? }))
}

//! `GET /backend/receipts`: the participant's receipts of consent (E-271).

use axum::{Json, extract::State};
use serde::Deserialize;
use utoipa_axum::routes;

use super::holder::session_with;
use crate::{
    context::Context,
    endpoint::{Endpoint, Resource, Sample, Section},
    http::{browser::Browser, problem::Problem, query::QueryOf},
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
    State(context): State<Context>,
    browser: Browser,
    QueryOf(params): QueryOf<Params>,
) -> Result<Json<ReceiptsAnswer>, Problem> {
    let (_, open) = session_with(&context, &browser, &params.number).await?;
    let sign_up = open.sign_up;
    Ok(Json(ReceiptsAnswer { receipts: context.participants.receipts(&sign_up).await? }))
}

//! `GET /backend/emr/shares`: what a participant shared and did not take back (E-304).

use axum::{Json, Router, extract::State, routing::get};
use serde::Deserialize;
use waypoint_domain::personal::Personal;

use super::chosen::counted;
use crate::{
    context::Context,
    endpoints::holder::holder_of,
    http::{guard::endpoint, problem::Problem, query::QueryOf, session_cookie::SessionCookie},
    store::Share,
    wire::{SharedRecords, SharesAnswer},
};

/// The endpoint.
pub fn router(context: Context) -> Router {
    endpoint("/backend/emr/shares", get(shares)).with_state(context)
}

#[derive(Debug, Deserialize)]
pub(crate) struct Asked {
    number: String,
}

/// The shares of the participant whom the cookie stands for. Another number gets the answer of no cookie at all.
#[utoipa::path(get, path = "/backend/emr/shares",
    params(("number" = String, Query, description = "The participant's number")),
    responses((status = 200, body = SharesAnswer), (status = 404, body = crate::http::problem::ProblemBody)))]
pub(crate) async fn shares(
    State(context): State<Context>,
    SessionCookie(cookie): SessionCookie,
    QueryOf(asked): QueryOf<Asked>,
) -> Result<Json<SharesAnswer>, Problem> {
    let held = holder_of(&context, cookie.as_ref(), &asked.number).await?;
    let shares = context.participants.shares(&context.keys, &held).await?;
    Ok(Json(SharesAnswer { shares: shares.into_iter().map(told).collect() }))
}

fn told(share: Share) -> SharedRecords {
    let records = share.shared.records.reveal();
    SharedRecords {
        share: share.number,
        at: share.at,
        records: records.count(),
        counted: Personal::new(counted(records)),
        named: Personal::new(records.names().map(str::to_owned).collect()),
        system: share.shared.system,
    }
}

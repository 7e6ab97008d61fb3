//! `GET /backend/emr/shares`: what a participant shared and did not take back (E-304).

use axum::{Json, Router, extract::State, routing::get};
use jiff::Timestamp;
use serde::Deserialize;
use waypoint_domain::personal::Personal;

use super::chosen::counted;
use crate::{
    context::Context,
    endpoints::holder::session_with,
    http::{browser::Browser, guard::endpoint, problem::Problem, query::QueryOf},
    store::{Session, SessionSignUp, Share},
    wire::{SharedRecords, SharesAnswer},
};

/// Serves `GET /backend/emr/shares`.
pub fn router(context: Context) -> Router {
    endpoint("/backend/emr/shares", get(shares)).with_state(context)
}

#[derive(Debug, Deserialize)]
pub(crate) struct Asked {
    number: String,
}

/// The shares of a sign-up of this browser's session; any other number gets the answer of no session at all. The names of
/// the records go to the session that shared them, or that was opened by the link of a mail since: whoever made the
/// sign-up may be somebody else than the person who shared.
#[utoipa::path(get, path = "/backend/emr/shares",
    params(("number" = String, Query, description = "The participant's number")),
    responses((status = 200, body = SharesAnswer), (status = 404, body = crate::http::problem::ProblemBody)))]
pub(crate) async fn shares(
    State(context): State<Context>,
    browser: Browser,
    QueryOf(asked): QueryOf<Asked>,
) -> Result<Json<SharesAnswer>, Problem> {
    let (session, open) = session_with(&context, &browser, &asked.number).await?;
    let shares = context.participants.shares(&context.keys, &open.sign_up).await?;
    let shown = shares.into_iter().map(|share| shown(may_see_names(&share, &session, &open), share));
    Ok(Json(SharesAnswer { shares: shown.collect() }))
}

fn may_see_names(share: &Share, session: &Session, open: &SessionSignUp) -> bool {
    let shared_at = share.at.parse::<Timestamp>().map_or(i64::MAX, Timestamp::as_second);
    share.session == session.id() || open.returned.is_some_and(|returned| returned > shared_at)
}

fn shown(with_names: bool, share: Share) -> SharedRecords {
    let records = share.shared.records.reveal();
    let names = if with_names { records.names().map(str::to_owned).collect() } else { Vec::new() };
    SharedRecords {
        share: share.number,
        at: share.at,
        records: records.count(),
        counted: Personal::new(counted(records)),
        named: Personal::new(names),
        system: if with_names { share.shared.system } else { Personal::default() },
    }
}

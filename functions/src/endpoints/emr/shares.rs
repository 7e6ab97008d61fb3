//! `GET /backend/emr/shares`: the records that a participant shares (E-304).

use axum::{Json, extract::State};
use serde::Deserialize;
use utoipa_axum::routes;
use waypoint_domain::personal::Personal;

use super::chosen::counted;
use crate::{
    endpoint::{Endpoint, Sample, Section},
    endpoints::browser_session::CallingBrowser,
    external::keys::Keys,
    http::{problem::Problem, query::QueryOf},
    needs::Resource,
    store::{Participants, Share},
    wire::{SharedRecords, SharesAnswer},
};

pub const ENDPOINT: Endpoint = Endpoint {
    rights: &[
        (Resource::Participants, &["GetItem", "Query"]),
        (Resource::Sessions, &["GetItem"]),
        (Resource::MasterKey, &["Decrypt"]),
    ],
    sample: Sample::Get("number=PT000000000000"),
    ..Endpoint::new("emr_shares", Section::Records, || routes!(shares))
};

#[derive(Debug, Deserialize)]
pub(crate) struct Params {
    number: String,
}

/// Returns the shares of a sign-up in the session. Any other number gets the same response as no session at all.
///
/// The names of records and their health system are only included for the session that shared them. A link doesn't
/// suffice: the person who created the sign-up may not be the person who shared the records.
#[utoipa::path(get, path = "/backend/emr/shares",
    params(("number" = String, Query, description = "The participant's number")),
    responses((status = 200, body = SharesAnswer), (status = 404, body = crate::http::problem::ProblemBody)))]
pub(crate) async fn shares(
    browser: CallingBrowser,
    State(participants): State<Participants>,
    State(key_service): State<Keys>,
    QueryOf(params): QueryOf<Params>,
) -> Result<Json<SharesAnswer>, Problem> {
    let (session, open) = browser.session_with(&params.number).await?;
    let shares = participants.shares(&key_service, &open.sign_up).await?;
    let shared = shares.into_iter().map(|share| shared_records(share.session == session.id(), share));
    Ok(Json(SharesAnswer { shares: shared.collect() }))
}

fn shared_records(with_names: bool, share: Share) -> SharedRecords {
    let records = share.shared.records.reveal();
    let names =
        if with_names { records.names().into_iter().map(str::to_owned).collect() } else { Vec::new() };
    SharedRecords {
        share: share.number,
        at: share.at.to_string(),
        records: records.count(),
        counted: Personal::new(counted(records)),
        named: Personal::new(names),
        system: if with_names { share.shared.system } else { Personal::default() },
    }
}

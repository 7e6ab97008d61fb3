//! `POST /backend/emr/forget`: erases the records read in this browser (E-305).

use axum::{Json, extract::State};
use utoipa_axum::routes;
use waypoint_domain::personal::Personal;

use crate::{
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    endpoints::browser_session::CallingBrowser,
    http::{body::EmptyBody, problem::Problem},
    needs::Resource,
    store::{Draft, Session, Sessions},
    wire::Done,
};

pub const ENDPOINT: Endpoint = Endpoint {
    rights: &[(Resource::Sessions, &["BatchWriteItem", "GetItem", "PutItem"])],
    sample: Sample::Post("{}"),
    ..Endpoint::new("emr_forget", Section::Records, || routes!(forget))
};

/// Erases this browser's records that were not shared, also from forms not sent yet. Without records, there is nothing
/// to do.
#[utoipa::path(post, path = "/backend/emr/forget", responses((status = 200, body = Done)))]
pub(crate) async fn forget(
    browser: CallingBrowser,
    State(sessions): State<Sessions>,
    State(clock): State<Clock>,
    _: EmptyBody,
) -> Result<Json<Done>, Problem> {
    if let Some(session) = browser.session().await? {
        sessions.delete_records(&session).await?;
        remove_from_forms(&sessions, &clock, &session).await?;
    }
    Ok(Json(Done { result: "forgotten".into() }))
}

/// Removes the values filled from records from forms not sent yet.
async fn remove_from_forms(sessions: &Sessions, clock: &Clock, session: &Session) -> Result<(), Problem> {
    let change = |draft: &mut Draft| {
        draft.form = Personal::new(draft.form.reveal().clone().clear_equal(draft.from_records.reveal()));
        draft.from_records = Personal::default();
    };
    Ok(sessions.change_drafts(session, change, clock.now()).await?)
}

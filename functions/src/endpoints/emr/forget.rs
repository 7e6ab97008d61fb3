//! `POST /backend/emr/forget`: records that were read are not to be kept any longer (E-305).

use axum::{Json, Router, extract::State, routing::post};
use waypoint_domain::personal::Personal;

use crate::{
    context::Context,
    endpoints::browser_session::opened,
    http::{body::EmptyBody, browser::Browser, guard::endpoint, problem::Problem},
    store::{Draft, Session},
    wire::Done,
};

/// Serves `POST /backend/emr/forget`.
pub fn router(context: Context) -> Router {
    endpoint("/backend/emr/forget", post(forget)).with_state(context)
}

/// Forgets what this browser has of records and was not shared, also in the form that is not sent yet. Where there is
/// nothing, it is done already.
#[utoipa::path(post, path = "/backend/emr/forget", responses((status = 200, body = Done)))]
pub(crate) async fn forget(
    State(context): State<Context>,
    browser: Browser,
    _: EmptyBody,
) -> Result<Json<Done>, Problem> {
    if let Some(session) = opened(&context, &browser).await? {
        context.sessions.forget_records(&session).await?;
        take_out_of_forms(&context, &session).await?;
    }
    Ok(Json(Done { result: "forgotten".into() }))
}

/// What records said in the forms that are not sent yet goes with them.
async fn take_out_of_forms(context: &Context, session: &Session) -> Result<(), Problem> {
    let change = |draft: &mut Draft| {
        draft.form = Personal::new(draft.form.reveal().clone().without(draft.from_records.reveal()));
        draft.from_records = Personal::default();
    };
    Ok(context.sessions.change_drafts(session, change, context.clock.now()).await?)
}

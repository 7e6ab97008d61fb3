//! The capability under which a browser keeps what it said before it signs up.

use waypoint_domain::study_number::StudyNumber;

use crate::{capability::Capability, context::Context, http::problem::Problem, store::Draft};

/// Changes what the browser with this cookie said for a study, and keeps it under a capability.
pub(super) async fn keep_said(
    context: &Context,
    cookie: Option<Capability>,
    study_number: StudyNumber,
    change: impl Fn(&mut Draft),
) -> Result<Capability, Problem> {
    let capability = known_or_new(context, cookie).await?;
    context.sessions.change_draft(&capability, &study_number, change, context.clock.now()).await?;
    Ok(capability)
}

/// What the browser with this cookie said for a study before it signs up; without a study, for the one of which it said
/// something last.
pub(super) async fn said(
    context: &Context,
    cookie: Option<&Capability>,
    study: Option<&StudyNumber>,
) -> Result<Option<Draft>, Problem> {
    match cookie {
        Some(cookie) => Ok(context.sessions.draft(cookie, study, context.clock.now()).await?),
        None => Ok(None),
    }
}

/// A browser that is known keeps its capability; one that the store does not know is never taken
/// over.
pub(super) async fn known_or_new(
    context: &Context,
    cookie: Option<Capability>,
) -> Result<Capability, Problem> {
    let now = context.clock.now();
    if let Some(capability) = cookie
        && (context.sessions.draft(&capability, None, now).await?.is_some()
            || context.sessions.held(&capability, now).await?.is_some()
            || context.sessions.records(&capability, now).await?.is_some())
    {
        return Ok(capability);
    }
    Capability::random().map_err(|_| Problem::Unavailable)
}

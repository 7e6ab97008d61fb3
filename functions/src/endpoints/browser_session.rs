//! The session of the calling browser.

use axum::response::{IntoResponse, Response};
use waypoint_domain::{retention::RetentionPeriod, study_number::StudyNumber};

use crate::{
    context::Context,
    http::{
        browser::{self, Browser},
        problem::Problem,
    },
    store::{Draft, Session, SessionLookup},
};

/// Returns the session that a browser's token opens.
///
/// Fails with [`Problem::SessionReplaced`] when another page of the browser has just received the next token.
pub(super) async fn opened(context: &Context, browser: &Browser) -> Result<Option<Session>, Problem> {
    let Some(token) = &browser.token else { return Ok(None) };
    match context.sessions.open(token, browser.page.as_ref(), context.clock.now()).await? {
        SessionLookup::Session(session) => Ok(Some(session)),
        SessionLookup::JustReplaced => Err(Problem::SessionReplaced),
        SessionLookup::Ended | SessionLookup::Unknown => Ok(None),
    }
}

/// Returns the session that a browser's token opens, or a new one.
///
/// Fails with [`Problem::SessionReplaced`] when another page of the browser has just received the next token.
pub(super) async fn opened_or_new(context: &Context, browser: &Browser) -> Result<Session, Problem> {
    let opened = match &browser.token {
        Some(token) => context.sessions.open(token, browser.page.as_ref(), context.clock.now()).await?,
        None => SessionLookup::Unknown,
    };
    match opened {
        SessionLookup::Session(session) => Ok(session),
        SessionLookup::Unknown => Ok(Session::begin(browser.token.clone())?),
        SessionLookup::Ended => Ok(Session::begin(None)?),
        SessionLookup::JustReplaced => Err(Problem::SessionReplaced),
    }
}

/// Adds the session's next token to the response of a request that stored something. A copy of the former token then
/// opens nothing.
pub(super) async fn renewed(
    context: &Context,
    (session, browser): (&Session, &Browser),
    answer: impl IntoResponse,
) -> Result<Response, Problem> {
    let now = context.clock.now();
    let renewed = match context.sessions.renew(session, browser.page.as_ref(), now).await? {
        Some(session) => Some(session),
        // Another request was faster. This request's data is stored, and the other response carries the token.
        None => opened(context, browser).await.ok().flatten(),
    };
    Ok(match renewed {
        Some(session) => with_session(&session, RetentionPeriod::Draft, answer),
        None => answer.into_response(),
    })
}

/// Adds the session's token to a response, with the retention period of what it is used for.
pub(super) fn with_session(
    session: &Session,
    what_for: RetentionPeriod,
    answer: impl IntoResponse,
) -> Response {
    match session.token() {
        Some(token) => browser::with_token(token, what_for, answer),
        None => answer.into_response(),
    }
}

/// Changes the draft of a study in the browser's session.
pub(super) async fn change_draft(
    context: &Context,
    browser: &Browser,
    study: &StudyNumber,
    change: impl Fn(&mut Draft),
) -> Result<Session, Problem> {
    let session = opened_or_new(context, browser).await?;
    context.sessions.change_draft(&session, study, change, context.clock.now()).await?;
    Ok(session)
}

/// Returns the draft of a study in a session, or without a study the draft that was changed last.
pub(super) async fn draft(
    context: &Context,
    session: Option<&Session>,
    study: Option<&StudyNumber>,
) -> Result<Option<Draft>, Problem> {
    match session {
        Some(session) => Ok(context.sessions.draft(session, study, context.clock.now()).await?),
        None => Ok(None),
    }
}

//! The session of the calling browser.

use std::convert::Infallible;

use axum::{
    extract::{FromRef, FromRequestParts},
    response::{IntoResponse, Response},
};
use http::request::Parts;
use waypoint_domain::{retention::RetentionPeriod, study_figures::Figure, study_number::StudyNumber};

use crate::{
    clock::Clock,
    http::{
        browser::{self, Browser},
        problem::Problem,
    },
    session_token::{PageId, SessionToken},
    store::{Draft, FigureEvent, Figures, Session, SessionLookup, Sessions, figure_day},
};

/// The calling browser, with access to its session.
pub(crate) struct CallingBrowser {
    /// The session token of the cookie.
    pub(super) token: Option<SessionToken>,
    /// The calling page.
    pub(super) page: Option<PageId>,
    pub(super) sessions: Sessions,
    pub(super) figures: Figures,
    pub(super) clock: Clock,
}

impl<S: Send + Sync> FromRequestParts<S> for CallingBrowser
where
    Sessions: FromRef<S>,
    Figures: FromRef<S>,
    Clock: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let Browser { token, page } = Browser::from_request_parts(parts, state).await?;
        Ok(Self {
            token,
            page,
            sessions: Sessions::from_ref(state),
            figures: Figures::from_ref(state),
            clock: Clock::from_ref(state),
        })
    }
}

impl CallingBrowser {
    /// Returns the session that the browser's token opens.
    ///
    /// Fails with [`Problem::SessionReplaced`] when another page of the browser has just received the next token.
    pub(super) async fn session(&self) -> Result<Option<Session>, Problem> {
        match self.look_up().await? {
            SessionLookup::Session(session) => Ok(Some(session)),
            SessionLookup::JustReplaced => Err(Problem::SessionReplaced),
            SessionLookup::Ended | SessionLookup::Unknown => Ok(None),
        }
    }

    /// Returns the session that the browser's token opens, or a new one.
    ///
    /// Fails with [`Problem::SessionReplaced`] when another page of the browser has just received the next token.
    pub(super) async fn session_or_new(&self) -> Result<Session, Problem> {
        match self.look_up().await? {
            SessionLookup::Session(session) => Ok(session),
            SessionLookup::Unknown => Ok(Session::begin(self.token.clone())?),
            SessionLookup::Ended => Ok(Session::begin(None)?),
            SessionLookup::JustReplaced => Err(Problem::SessionReplaced),
        }
    }

    /// Looks up the session of the browser's token. Without a token, it is unknown.
    pub(super) async fn look_up(&self) -> Result<SessionLookup, Problem> {
        let Some(token) = &self.token else { return Ok(SessionLookup::Unknown) };
        Ok(self.sessions.open(token, self.page.as_ref(), self.clock.now()).await?)
    }

    /// Adds the session's next token to the response of a request that stored something. A copy of the former token
    /// then opens nothing.
    pub(super) async fn renewed(
        &self,
        session: &Session,
        answer: impl IntoResponse,
    ) -> Result<Response, Problem> {
        let renewed = match self.sessions.renew(session, self.page.as_ref(), self.clock.now()).await? {
            Some(session) => Some(session),
            // Another request was faster. This request's data is stored, and the other response carries the token.
            None => self.session().await.ok().flatten(),
        };
        Ok(match renewed {
            Some(session) => with_session(&session, RetentionPeriod::Draft, answer),
            None => answer.into_response(),
        })
    }

    /// Changes the draft of a study in the browser's session.
    pub(super) async fn change_draft(
        &self,
        study: &StudyNumber,
        change: impl Fn(&mut Draft),
    ) -> Result<Session, Problem> {
        let session = self.session_or_new().await?;
        if self.sessions.change_draft(&session, study, change, self.clock.now()).await? {
            self.count(study, Figure::DraftBegun).await;
        }
        Ok(session)
    }

    /// Counts something that the browser did for a study. The visitor's request doesn't depend on it.
    pub(super) async fn count(&self, study: &StudyNumber, figure: Figure) {
        let event = FigureEvent { study, day: figure_day(self.clock.now()), figure };
        if let Err(error) = self.figures.record(&event).await {
            let (operation, kind) = (error.operation, error.kind);
            tracing::error!(operation, kind, "a figure isn't counted");
        }
    }

    /// Returns the draft of a study in a session, or without a study the draft that was changed last.
    pub(super) async fn draft(
        &self,
        session: Option<&Session>,
        study: Option<&StudyNumber>,
    ) -> Result<Option<Draft>, Problem> {
        match session {
            Some(session) => Ok(self.sessions.draft(session, study, self.clock.now()).await?),
            None => Ok(None),
        }
    }
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

//! The sign-ups that a browser's session may open.

use jiff::Timestamp;
use waypoint_domain::participant_number::ParticipantNumber;

use super::browser_session::CallingBrowser;
use crate::{
    http::problem::Problem,
    store::{Session, SessionSignUp, SignUpRef},
};

/// Returns the session's newest sign-up for this study, or its newest sign-up overall.
pub(super) fn sign_up_for<'a>(
    session: &'a Session,
    study: Option<&str>,
    now: Timestamp,
) -> Option<&'a SignUpRef> {
    let for_study =
        study.and_then(|study| session.find_sign_up(|sign_up| sign_up.study_number.as_str() == study, now));
    for_study.or_else(|| session.find_sign_up(|_| true, now)).map(|open| &open.sign_up)
}

impl CallingBrowser {
    /// Returns the session and its sign-up with this number.
    ///
    /// Fails with [`Problem::NotFound`] for any other number and without a session.
    pub(super) async fn session_with(&self, number: &str) -> Result<(Session, SessionSignUp), Problem> {
        let number: ParticipantNumber = number.parse().map_err(|_| Problem::NotFound)?;
        self.session_with_matching(|sign_up| sign_up.participant == number).await
    }

    /// Returns the session and its newest sign-up that matches.
    ///
    /// Fails with [`Problem::NotFound`] when none matches and without a session.
    pub(super) async fn session_with_matching(
        &self,
        matches: impl Fn(&SignUpRef) -> bool,
    ) -> Result<(Session, SessionSignUp), Problem> {
        let session = self.session().await?.ok_or(Problem::NotFound)?;
        let open = session.find_sign_up(matches, self.clock.now()).cloned().ok_or(Problem::NotFound)?;
        Ok((session, open))
    }
}

//! The sign-up that a browser's session may open.

use waypoint_domain::participant_number::ParticipantNumber;

use super::browser_session::opened;
use crate::{
    context::Context,
    http::{browser::Browser, problem::Problem},
    store::{Session, SessionSignUp, SignUpRef},
};

/// The newest sign-up of the session for this study, else the newest of all.
pub(super) fn sign_up_for<'a>(
    context: &Context,
    session: &'a Session,
    study: Option<&str>,
) -> Option<&'a SignUpRef> {
    let now = context.clock.now();
    let of_study =
        study.and_then(|study| session.sign_up_that(|sign_up| sign_up.study_number.as_str() == study, now));
    of_study.or_else(|| session.sign_up_that(|_| true, now)).map(|open| &open.sign_up)
}

/// The session and its sign-up of this number.
pub(super) async fn session_with(
    context: &Context,
    browser: &Browser,
    number: &str,
) -> Result<(Session, SessionSignUp), Problem> {
    let number: ParticipantNumber = number.parse().map_err(|_| Problem::NotFound)?;
    session_with_that(context, browser, |sign_up| sign_up.participant == number).await
}

/// The session and its newest sign-up that fits.
pub(super) async fn session_with_that(
    context: &Context,
    browser: &Browser,
    fits: impl Fn(&SignUpRef) -> bool,
) -> Result<(Session, SessionSignUp), Problem> {
    let session = opened(context, browser).await?.ok_or(Problem::NotFound)?;
    let open = session.sign_up_that(fits, context.clock.now()).cloned().ok_or(Problem::NotFound)?;
    Ok((session, open))
}

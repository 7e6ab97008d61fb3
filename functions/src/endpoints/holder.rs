//! For whom a cookie stands.

use waypoint_domain::participant_number::ParticipantNumber;

use crate::{capability::Capability, context::Context, http::problem::Problem, store::Held};

/// The participant whom a cookie stands for: the newest of its browser for this study, else the newest of all.
///
/// # Errors
/// [`Problem::NotFound`] without a valid cookie.
pub(super) async fn holder_for(
    context: &Context,
    cookie: Option<&Capability>,
    study: Option<&str>,
) -> Result<Held, Problem> {
    let newest = holder_that(context, cookie, |_| true).await?;
    let Some(study) = study.filter(|study| *study != newest.study_number.as_str()) else {
        return Ok(newest);
    };
    match holder_that(context, cookie, |held| held.study_number.as_str() == study).await {
        Err(Problem::NotFound) => Ok(newest),
        of_study => of_study,
    }
}

/// The participant of this number, if the cookie's browser signed them up and the session is not over (E-327).
///
/// # Errors
/// [`Problem::NotFound`] for anybody else's number, and without a valid cookie.
pub(super) async fn holder_of(
    context: &Context,
    cookie: Option<&Capability>,
    number: &str,
) -> Result<Held, Problem> {
    let number: ParticipantNumber = number.parse().map_err(|_| Problem::NotFound)?;
    holder_that(context, cookie, |held| held.participant == number).await
}

/// The newest participant that fits, of those whom the cookie's browser signed up and whose sessions are not over.
///
/// # Errors
/// [`Problem::NotFound`] when nobody fits, and without a valid cookie.
pub(super) async fn holder_that(
    context: &Context,
    cookie: Option<&Capability>,
    fits: impl Fn(&Held) -> bool,
) -> Result<Held, Problem> {
    let cookie = cookie.ok_or(Problem::NotFound)?;
    context.sessions.held_that(fits, cookie, context.clock.now()).await?.ok_or(Problem::NotFound)
}

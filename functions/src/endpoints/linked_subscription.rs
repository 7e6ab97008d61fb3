//! The subscription of a mailed link, for the endpoints that confirm and stop news.

use axum::Json;
use waypoint_domain::personal::Personal;
use waypoint_keys::{KeyPurpose, ProgramKeys};

use crate::{
    endpoint::Sample,
    http::problem::Problem,
    news_link::{self, SubscriptionId},
    rate_limit::{CallerLimits, LimitedAction},
    wire::Done,
};

/// A request with a token that belongs to no subscription.
pub(super) const SAMPLE: Sample = Sample::Post(
    r#"{"token": "000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"}"#,
);

/// Returns the subscription of a link for the purpose of a key.
///
/// Fails with [`Problem::LinkInvalid`] when the link isn't for this purpose.
pub(super) async fn linked_subscription<P: KeyPurpose>(
    limits: &CallerLimits,
    keys: &ProgramKeys,
    token: &Personal<String>,
) -> Result<SubscriptionId, Problem> {
    limits.check(LimitedAction::MessageLink).await?;
    news_link::read(&keys.get::<P>()?, token.reveal()).ok_or(Problem::LinkInvalid)
}

/// Reports what a link has done. A used or expired link gets the same response as an invalid one.
pub(super) fn done(is_done: bool, result: &str) -> Result<Json<Done>, Problem> {
    if is_done { Ok(Json(Done { result: result.into() })) } else { Err(Problem::LinkInvalid) }
}

//! The capability under which a browser keeps what it said before it signs up.

use crate::{capability::Capability, context::Context, http::problem::Problem, store::Draft};

/// A browser that is known keeps its capability; one that the store does not know is never taken
/// over.
pub(super) async fn known_or_new(
    context: &Context,
    cookie: Option<Capability>,
) -> Result<(Capability, Option<Draft>), Problem> {
    let now = context.clock.now();
    if let Some(capability) = cookie {
        let draft = context.sessions.draft(&capability, now).await?;
        if draft.is_some() || context.sessions.held(&capability, now).await?.is_some() {
            return Ok((capability, draft));
        }
    }
    Ok((Capability::random().map_err(|_| Problem::Unavailable)?, None))
}

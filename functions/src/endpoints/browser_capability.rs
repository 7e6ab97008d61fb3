//! The capability under which a browser keeps what it said before it signs up.

use waypoint_domain::{personal::Personal, study_number::StudyNumber};

use crate::{capability::Capability, context::Context, http::problem::Problem, store::Draft};

/// Changes what the browser with this cookie said for a study, and keeps it under a capability. What it said for another
/// study is forgotten.
pub(super) async fn keep_said(
    context: &Context,
    cookie: Option<Capability>,
    study_number: StudyNumber,
    change: impl FnOnce(&mut Draft),
) -> Result<Capability, Problem> {
    let (capability, before) = known_or_new(context, cookie).await?;
    let mut draft = before.filter(|draft| draft.study_number == study_number).unwrap_or_else(|| Draft {
        study_number,
        answers: Vec::new(),
        criteria: Vec::new(),
        form: Personal::default(),
        upload: None,
        uploaded: None,
    });
    change(&mut draft);
    context.sessions.keep_draft(&capability, &draft, context.clock.now()).await?;
    Ok(capability)
}

/// A browser that is known keeps its capability; one that the store does not know is never taken
/// over.
async fn known_or_new(
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

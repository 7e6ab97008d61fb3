//! The stores and keys of the endpoints about sign-ups.

use axum::extract::FromRef;
use waypoint_keys::ProgramKeys;

use crate::{
    clock::Clock,
    context::Context,
    external::keys::Keys,
    store::{Figures, Participants, Sessions},
};

#[derive(Debug, Clone)]
pub(crate) struct SignUpParts {
    pub(super) participants: Participants,
    pub(super) sessions: Sessions,
    pub(super) figures: Figures,
    pub(super) key_service: Keys,
    pub(super) keys: ProgramKeys,
    pub(super) clock: Clock,
}

impl FromRef<Context> for SignUpParts {
    fn from_ref(context: &Context) -> Self {
        Self {
            participants: context.participants.clone(),
            sessions: context.sessions.clone(),
            figures: context.figures.clone(),
            key_service: context.keys.clone(),
            keys: context.purpose_keys.clone(),
            clock: context.clock.clone(),
        }
    }
}

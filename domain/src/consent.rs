//! The boxes that a person ticks before signing up.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A box, as editors write it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConsentBox {
    /// A short name, such as `privacy` or `sms`.
    pub id: String,
    /// The words beside the box.
    pub label: String,
    /// Whether sign-up needs it ticked.
    pub required: bool,
    /// Whether it is ticked when the page opens.
    pub starts_ticked: bool,
}

/// Why ticked boxes can't be accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidConsent {
    /// A required box is not ticked.
    #[error("tick the box '{0}' to sign up")]
    RequiredMissing(String),
    /// No such box.
    #[error("'{0}' is no consent box of this site")]
    Unknown(String),
}

/// Checks the ids of ticked boxes: every one is known, and every required one is there.
///
/// # Errors
/// Names the first box that is wrong.
pub fn check(boxes: &[ConsentBox], ticked: &[String]) -> Result<(), InvalidConsent> {
    if let Some(unknown) = ticked.iter().find(|id| boxes.iter().all(|b| b.id != **id)) {
        return Err(InvalidConsent::Unknown(unknown.chars().take(40).collect()));
    }
    match boxes.iter().find(|b| b.required && !ticked.contains(&b.id)) {
        Some(missing) => Err(InvalidConsent::RequiredMissing(missing.id.clone())),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxes() -> Vec<ConsentBox> {
        let one = |id: &str, required| ConsentBox {
            id: id.into(),
            label: id.into(),
            required,
            starts_ticked: false,
        };
        vec![one("privacy", true), one("sms", false)]
    }

    #[test]
    fn the_privacy_box_is_required_and_each_message_channel_is_free() {
        let ticked = |ids: &[&str]| ids.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(check(&boxes(), &ticked(&["privacy"])), Ok(()));
        assert_eq!(check(&boxes(), &ticked(&["privacy", "sms"])), Ok(()));
        assert_eq!(
            check(&boxes(), &ticked(&["sms"])),
            Err(InvalidConsent::RequiredMissing("privacy".into()))
        );
        assert_eq!(check(&boxes(), &ticked(&["privacy", "fax"])), Err(InvalidConsent::Unknown("fax".into())));
    }
}

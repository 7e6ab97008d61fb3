//! The consent checkboxes of the sign-up form.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A consent checkbox, as editors define it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConsentBox {
    /// A short id, such as `privacy` or `sms`.
    pub id: String,
    /// The text next to the box.
    pub label: String,
    /// Whether it must be ticked to sign up.
    pub required: bool,
    /// Whether it is ticked when the page opens.
    pub starts_ticked: bool,
}

/// Why a selection of boxes was rejected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidConsent {
    /// A required box is not ticked.
    #[error("tick the box '{0}' to sign up")]
    RequiredMissing(String),
    /// There is no box with this id.
    #[error("'{0}' is not a consent box of this site")]
    Unknown(String),
}

/// Checks that all ticked boxes exist and that every required box is ticked.
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
        let consent_box = |id: &str, required| ConsentBox {
            id: id.into(),
            label: id.into(),
            required,
            starts_ticked: false,
        };
        vec![consent_box("privacy", true), consent_box("sms", false)]
    }

    #[test]
    fn required_box_must_be_ticked_and_optional_box_may_be_left_out() {
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

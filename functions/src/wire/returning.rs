//! Returning to a sign-up through the link in a mail.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::personal::Personal;

/// A return to a sign-up, through the link in a mail or after its response never arrived.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReturnRequest {
    /// The part of the link after `return=`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = Option<String>)]
    pub token: Option<Personal<String>>,
    /// The idempotency key of a form whose response never arrived, instead of a link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = Option<String>)]
    pub form_key: Option<Personal<String>>,
    /// What to do with the sign-up.
    #[serde(default)]
    #[ts(optional, as = "Option<ReturnAction>")]
    pub action: ReturnAction,
    /// The number of another sign-up with the same address for the same study. Without it, the link's sign-up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub number: Option<String>,
}

/// A new address for a sign-up whose address isn't confirmed yet.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EmailCorrection {
    /// The participant's number.
    pub number: String,
    /// The corrected address.
    #[ts(as = "String")]
    #[schema(value_type = String)]
    pub email: Personal<String>,
}

/// A request to send the link of a sign-up again.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LinkRequest {
    /// The participant's number.
    pub number: String,
}

/// What the owner of an address does with a sign-up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReturnAction {
    /// Show the sign-up and what this browser already holds. Nothing changes.
    Look,
    /// Open it in this browser, which confirms the address.
    #[default]
    Open,
    /// Erase it. Only possible while the address isn't confirmed.
    Remove,
}

/// The response to a return.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ReturnAnswer {
    /// `shown`, `returned`, or `removed`.
    pub result: String,
    /// The number of the sign-up.
    pub pt_id: String,
    /// The sign-ups with this address for this study, the link's own first. Only for `look`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<MaskedSignUp>>")]
    pub sign_ups: Vec<MaskedSignUp>,
    /// Whether the address has more sign-ups than these. They can be opened by number.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub has_more: bool,
    /// What this browser already holds. Only for `look`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub browser: Option<BrowserContents>,
}

/// The parts of a sign-up that the holder of a link may see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct MaskedSignUp {
    /// The participant's number.
    pub pt_id: String,
    /// The number of the study, such as `STU01009`.
    pub study_number: String,
    /// The study's title; `null` if the study no longer exists.
    pub study_title: Option<String>,
    /// The person's name with only the initials readable.
    #[ts(as = "String")]
    #[schema(value_type = String)]
    pub name: Personal<String>,
    /// The time of the sign-up, in UTC.
    pub at: String,
    /// Whether the owner of the address confirmed it.
    pub email_confirmed: bool,
    /// Whether the privacy notice is accepted.
    pub acknowledged: bool,
}

/// What a browser's session holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct BrowserContents {
    /// Whether it can already open the sign-up.
    pub this_sign_up: bool,
    /// The number of other sign-ups that it can open.
    pub other_sign_ups: usize,
    /// The number of studies with a draft.
    pub drafts: usize,
    /// Whether medical records are connected.
    pub records: bool,
}

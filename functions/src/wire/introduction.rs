//! Introductions: sending one's details to the contact of a registry study.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::{
    call_time::CallTime, contact_choice::ContactChannel, introduction::AsksFor, personal::Personal,
};

/// The details that a person wants to send. Without `agreed`, the answer shows the mail to agree to.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct IntroductionRequest {
    /// The registry number of the study.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub study: Personal<String>,
    /// The person's name.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub name: Personal<String>,
    /// The person's mail address.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub email: Personal<String>,
    /// The person's phone number.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = String)]
    pub phone: Personal<String>,
    /// The best way to reach the person.
    #[serde(default)]
    #[ts(optional)]
    pub by: Option<ContactChannel>,
    /// The best time to reach the person; any time if missing.
    #[serde(default)]
    #[ts(optional)]
    pub when: Option<CallTime>,
    /// The person who would take part. Both answers say that the writer is an adult.
    #[serde(default)]
    #[ts(optional)]
    pub asks_for: Option<AsksFor>,
    /// A short message without links.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = String)]
    pub message: Personal<String>,
    /// The searched town or postal code, which decides between the contacts of sites.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = String)]
    pub near: Personal<String>,
    /// The searched country.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = String)]
    pub country: Personal<String>,
    /// The SHA-256 of the preview that the person agrees to.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = String)]
    pub agreed: String,
    /// The solved captcha. Needed with `agreed`.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = String)]
    pub captcha: String,
}

/// The token of a link that confirms an introduction. Without `agreed`, the answer shows what will be sent.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct IntroductionLinkRequest {
    /// The part of the link after `send-details=`.
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub token: Personal<String>,
    /// The SHA-256 of the preview that the person agrees to.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = String)]
    pub agreed: String,
}

/// What happened to an introduction.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
pub struct IntroductionAnswer {
    pub result: IntroductionResult,
    /// What to agree to. Only with `preview`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub preview: Option<IntroductionPreview>,
}

/// The result of a call about an introduction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum IntroductionResult {
    /// Nothing is stored or sent. The answer shows what would be sent.
    Preview,
    /// A mail with a link to confirm is on its way.
    CheckMail,
    /// The mail to the contact is on its way.
    Confirmed,
    /// The same address has already sent its details to this study's contact.
    AlreadySent,
    /// Nothing is sent, because the study has closed, its record no longer lists the contact, or the contact declines.
    Withheld,
}

/// Everything that the person agrees to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct IntroductionPreview {
    pub mail: IntroductionMail,
    /// The text next to the consent box.
    pub consent: String,
    /// The SHA-256 of all of this, in hexadecimal digits.
    pub sha256: String,
}

/// A mail to the contact of a study.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct IntroductionMail {
    /// The contact's name in the study's record. May be empty.
    pub name: String,
    /// The contact's address in the study's record.
    pub address: String,
    pub subject: String,
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub text: Personal<String>,
}

//! The sign-up form as the browser sends it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::SignsUpFor;
use crate::{personal::Personal, question::Answer};

/// The body of the sign-up request. Unknown fields are rejected.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SignUpForm {
    /// The solved captcha.
    #[serde(default)]
    pub recaptcha_response: String,
    /// The first name that the person goes by.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub preferred_name: Personal<String>,
    /// The last name, at most 100 characters.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub last_name: Personal<String>,
    /// Who is being signed up. Defaults to the person who fills in the form.
    #[serde(default, skip_serializing_if = "SignsUpFor::is_self")]
    #[ts(optional, as = "Option<SignsUpFor>")]
    #[schema(value_type = Option<SignsUpFor>)]
    pub signing_up_for: SignsUpFor,
    /// Full name of the representative. The email address and phone number are the representative's, too.
    #[serde(default, skip_serializing_if = "is_empty")]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = Option<String>)]
    pub representative_name: Personal<String>,
    /// `parent`, `legal_guardian`, `health_care_proxy` or `other`.
    #[serde(default, skip_serializing_if = "is_empty")]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = Option<String>)]
    pub representative_relationship: Personal<String>,
    /// The relationship in words, if it is `other`.
    #[serde(default, skip_serializing_if = "is_empty")]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = Option<String>)]
    pub representative_relationship_other: Personal<String>,
    /// Gender at birth: `male` or `female`.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub gender: Personal<String>,
    /// Current gender, in the person's words. May be empty.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = Option<String>)]
    pub current_gender: Personal<String>,
    /// Date of birth as `YYYY-MM-DD` or in another common notation.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub date_of_birth: Personal<String>,
    /// Email address.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub email: Personal<String>,
    /// The phone number, in the notation of `country` or with `+` and a country code.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub phone_number: Personal<String>,
    /// One or more of [`super::Race`], joined by commas.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub race: Personal<String>,
    /// The study's name, for information only.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    pub study: String,
    /// `en`, `sp` or `vt`.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub language: Personal<String>,
    /// The country where the person lives, such as `UNITED STATES`, or another common spelling of it.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub country: Personal<String>,
    /// The city. Older clients omit it.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = Option<String>)]
    pub city: Personal<String>,
    /// ZIP or postal code. May be empty in a country without postal codes.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub zip_code_or_city: Personal<String>,
    /// The key of the chosen site. May be empty.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = Option<String>)]
    pub site: Personal<String>,
    /// State, province, or region. May be empty.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = Option<String>)]
    pub state_territory: Personal<String>,
    /// The device's time zone, for example `America/New_York`.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = Option<String>)]
    pub time_zone: Personal<String>,
    /// The partner's chat domain, if the study has one.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    pub domain: String,
    /// An id that the study team assigned.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = Option<String>)]
    pub patient_id: Personal<String>,
    /// The study's registry number, for information only.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    pub nct_number: String,
    /// Medicines that the person takes.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = Option<String>)]
    pub current_medications: Personal<String>,
    /// The health condition for which the person wants to join.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub health_condition: Personal<String>,
    /// Illnesses in the family.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = Option<String>)]
    pub relevant_family_history: Personal<String>,
    /// `Current`, `Ex` or `Never`. Not asked of young children.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub smoking_status: Personal<String>,
    /// Whether the form showed the person a document that is part of the sign-up.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub has_document: bool,
    /// The number of documents that the form showed. Older clients send only `has_document`.
    #[serde(default)]
    #[ts(optional)]
    pub document_count: Option<u8>,
    /// A visitor id from older clients. Not stored.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    pub guest_id: String,
    /// The search query and the page that led to the sign-up.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = Option<String>)]
    pub other_information: Personal<String>,
    /// Pre-screening answers from a client that didn't call the pre-screening check.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<Answer>>")]
    #[schema(value_type = Option<Vec<Answer>>)]
    pub prescreening_qa: Personal<Vec<Answer>>,
    /// The partner's system domain, if the study has one.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    pub sys_domain: String,
    /// The study to sign up for.
    #[serde(default)]
    pub study_number: String,
    /// The ids of the ticked consent boxes.
    #[serde(default)]
    #[ts(optional)]
    pub consents: Option<Vec<String>>,
}

/// Fields that older clients don't know are omitted when empty, so that a resent form has the same fingerprint.
fn is_empty(text: &Personal<String>) -> bool {
    text.reveal().is_empty()
}

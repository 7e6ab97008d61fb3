//! The sign-up form as a browser sends it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::SignsUpFor;
use crate::{personal::Personal, question::Answer};

/// Every field of the sign-up call. A field that is not known is refused.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SignUpForm {
    /// The solved captcha.
    #[serde(default)]
    pub recaptcha_response: String,
    /// First name, as the person wants to be called.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub preferred_name: Personal<String>,
    /// Last name.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub last_name: Personal<String>,
    /// For whom the form signs up; the person who fills it in when left out.
    #[serde(default, skip_serializing_if = "SignsUpFor::is_self")]
    #[ts(optional, as = "Option<SignsUpFor>")]
    #[schema(value_type = Option<SignsUpFor>)]
    pub signing_up_for: SignsUpFor,
    /// Full name of the person who signs up somebody else. The mail address and phone number are theirs, too.
    #[serde(default, skip_serializing_if = "is_empty")]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = Option<String>)]
    pub representative_name: Personal<String>,
    /// `parent`, `legal_guardian`, `health_care_proxy` or `other`.
    #[serde(default, skip_serializing_if = "is_empty")]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = Option<String>)]
    pub representative_relationship: Personal<String>,
    /// Another relationship, in words.
    #[serde(default, skip_serializing_if = "is_empty")]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = Option<String>)]
    pub representative_relationship_other: Personal<String>,
    /// Gender at birth: `male` or `female`.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub gender: Personal<String>,
    /// Gender today, in the person's words; may be empty.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = Option<String>)]
    pub current_gender: Personal<String>,
    /// `YYYY-MM-DD`, or another way to write a date.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub date_of_birth: Personal<String>,
    /// Mail address.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub email: Personal<String>,
    /// Phone number.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub phone_number: Personal<String>,
    /// One or more of [`super::Race`], joined by commas.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub race: Personal<String>,
    /// The study's name, for show.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    pub study: String,
    /// `en`, `sp` or `vt`.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub language: Personal<String>,
    /// Country.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub country: Personal<String>,
    /// City.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = Option<String>)]
    pub city: Personal<String>,
    /// ZIP or postal code; may be empty in a country without one.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub zip_code_or_city: Personal<String>,
    /// The key of the site that was chosen; may be empty.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = Option<String>)]
    pub site: Personal<String>,
    /// State, province or region; may be empty.
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
    /// An id that the study team gave out.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = Option<String>)]
    pub patient_id: Personal<String>,
    /// The study's registry number, for show.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    pub nct_number: String,
    /// Medicines that the person takes.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = Option<String>)]
    pub current_medications: Personal<String>,
    /// The condition that brings the person here.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub health_condition: Personal<String>,
    /// Illnesses in the family.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = Option<String>)]
    pub relevant_family_history: Personal<String>,
    /// `Current`, `Ex` or `Never`; not asked of young children.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub smoking_status: Personal<String>,
    /// Whether the person was told that a document goes with the sign-up.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub has_document: bool,
    /// How many documents the person saw that go with the sign-up. Older clients say only whether one does.
    #[serde(default)]
    #[ts(optional)]
    pub document_count: Option<u8>,
    /// A visitor's id of an older client; not kept.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    pub guest_id: String,
    /// What was searched for, and from which page.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = Option<String>)]
    pub other_information: Personal<String>,
    /// Answers of a client that did not call the pre-screening check.
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
    /// The ids of the consent boxes that are ticked.
    #[serde(default)]
    #[ts(optional)]
    pub consents: Option<Vec<String>>,
}

/// Fields that older clients don't know are left out, so that a form that is sent again has the same fingerprint.
fn is_empty(text: &Personal<String>) -> bool {
    text.reveal().is_empty()
}

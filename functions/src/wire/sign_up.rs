//! The sign-up, from its draft to the accepted privacy notice.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::{
    call_time::CallTime,
    contact_choice::{ContactChannel, ContactChoice},
    country::Country,
    participant::BegunForm,
    partner_study::PartnerStudy,
    personal::Personal,
    question::Answer,
    referral::{ClosingReason, Referral, ReferralStatus},
    search::results_address,
};

use super::documents::UploadedDocument;
use crate::{
    receipt::Receipt,
    store::{ParticipantRecord, ResponseClock},
};

/// The response to a sign-up: the same for a new form and for one that is sent again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ParticipantCreated {
    /// The participant's ids.
    pub data: ParticipantIds,
    /// The chat of the study; absent when it has none.
    pub chat: Option<StudyChat>,
}

/// The access data of a study's chat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct StudyChat {
    /// The account of the chat.
    pub account_sid: String,
    /// The flow of the chat.
    pub flex_flow_id: String,
}

impl StudyChat {
    /// Returns the chat of a study, if it has one.
    pub(crate) fn for_study(study: &PartnerStudy) -> Option<Self> {
        let account_sid = study.account_sid.trim();
        (!account_sid.is_empty())
            .then(|| Self { account_sid: account_sid.to_owned(), flex_flow_id: study.flex_flow_id.clone() })
    }
}

/// A participant's two ids.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ParticipantIds {
    /// The number that the person sees.
    pub pt_id: String,
    /// The system's id.
    pub pt_sys_id: String,
}

/// What the thank-you page shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ParticipantAnswer {
    /// The participant in the session, if there is one.
    pub data: Option<ParticipantState>,
    /// The draft in the session, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub draft: Option<SignUpDraft>,
}

/// The draft of a sign-up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SignUpDraft {
    /// The number of the study, such as `STU01009`.
    pub study_number: String,
    /// The answers to its pre-screening questions that passed. Empty if they haven't been checked yet.
    #[ts(as = "Vec<Answer>")]
    #[schema(value_type = Vec<Answer>)]
    pub answers: Personal<Vec<Answer>>,
    /// The incomplete or unchecked answers when the visitor left the questions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<Vec<Answer>>")]
    #[schema(value_type = Option<Vec<Answer>>)]
    pub begun_answers: Option<Personal<Vec<Answer>>>,
    /// The content of the form when the visitor left it.
    #[ts(as = "BegunForm")]
    #[schema(value_type = BegunForm)]
    pub form: Personal<BegunForm>,
    /// Whether some of it was filled from medical records.
    #[serde(default)]
    pub from_records: bool,
    /// The first uploaded document, for older clients.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub document: Option<UploadedDocument>,
    /// The uploaded documents, in their order.
    #[serde(default)]
    pub documents: Vec<UploadedDocument>,
}

/// The state of a participant's sign-up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ParticipantState {
    /// The participant's number.
    pub pt_id: String,
    /// The number of the study, such as `STU01009`.
    pub study_number: String,
    /// The study's title; `null` if the study no longer exists.
    pub study_title: Option<String>,
    /// Whether the owner of the address confirmed it through the mailed link.
    pub email_confirmed: bool,
    /// The address while it isn't confirmed, so typing errors can be corrected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = Option<String>)]
    pub email_to_confirm: Option<Personal<String>>,
    /// Whether a representative signed the participant up.
    pub by_representative: bool,
    /// Whether the privacy notice is accepted.
    pub acknowledged: bool,
    /// The study team's status of the referral, if reported.
    pub referral: Option<ReferralState>,
    /// By when the study team should contact the participant. Absent without a promise, and once it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub promise: Option<ContactPromise>,
    /// How the study team can contact the participant. Absent until the privacy notice is accepted, and once the sign-up
    /// is closed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub contact: Option<ContactOptions>,
    /// The channels that the participant can stop: `email`, `call`, and the ids of ticked boxes for messages.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub channels: Vec<String>,
}

/// How the study team can contact a participant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ContactOptions {
    /// The channels that the participant can choose.
    pub channels: Vec<ContactChannel>,
    /// The participant's choice, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub chosen: Option<ContactChoice>,
}

/// A participant's choice of how the study team contacts them.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactRequest {
    /// The participant's number.
    pub number: String,
    /// The preferred channel, one of the offered ones.
    pub by: ContactChannel,
    /// The preferred time of day.
    pub when: CallTime,
}

impl ContactOptions {
    /// The options of a participant, if there is still a reason to contact them.
    pub(crate) fn for_participant(record: &ParticipantRecord) -> Option<Self> {
        let is_closed = record.referral.is_some_and(|referral| referral.status == ReferralStatus::Closed);
        let consents = record.consents.as_deref().unwrap_or_default();
        let channels = ContactChannel::offered_with(consents, &record.stopped_channels);
        let is_open = record.acknowledged.is_some() && !is_closed;
        is_open.then_some(Self { channels, chosen: record.contact })
    }
}

/// By when the study team should contact a participant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ContactPromise {
    /// The last day for it, `YYYY-MM-DD`.
    pub contact_by: String,
    /// Whether that day has passed. The study team was reminded.
    pub overdue: bool,
    /// An explanation for the participant.
    pub text: String,
}

impl From<&ResponseClock> for ContactPromise {
    fn from(clock: &ResponseClock) -> Self {
        Self { contact_by: clock.contact_by.to_string(), overdue: clock.is_overdue(), text: clock.sentence() }
    }
}

/// The study team's status of a referral.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ReferralState {
    /// How far the study team is with the participant.
    pub status: ReferralStatus,
    /// The time the status began, in UTC.
    pub since: String,
    /// Why the sign-up was closed, if the study team stated it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub reason: Option<ClosingReason>,
    /// An explanation for the participant.
    pub text: String,
    /// Searches for other studies, once the sign-up is closed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<OtherStudies>>")]
    pub other_studies: Vec<OtherStudies>,
}

/// A search for studies of a condition that the study is about. It contains nothing about the participant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct OtherStudies {
    /// The condition.
    pub condition: String,
    /// The address of the results page.
    pub href: String,
}

impl ReferralState {
    /// The state of a referral to a study. `study` is `None` if the study no longer exists.
    pub(crate) fn new(referral: Referral, study: Option<&PartnerStudy>) -> Self {
        let Referral { status, since, reason } = referral;
        let other_studies = match (status, study) {
            (ReferralStatus::Closed, Some(study)) => OtherStudies::like(study),
            _ => Vec::new(),
        };
        let text = referral.explanation().to_owned();
        Self { status, since: since.to_string(), reason, text, other_studies }
    }
}

impl OtherStudies {
    fn like(study: &PartnerStudy) -> Vec<Self> {
        let country = study.leading_site().and_then(|site| Country::parse(&site.country));
        let search = |condition: &String| Self {
            condition: condition.clone(),
            href: results_address(condition, country.as_ref()),
        };
        study.conditions.iter().map(search).collect()
    }
}

/// The receipts of a participant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct ReceiptsAnswer {
    /// The receipts, oldest first.
    pub receipts: Vec<Receipt>,
}

/// A status report of the study team's portal about a participant.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReferralStatement {
    /// The participant's number.
    pub participant: String,
    /// The study of the sign-up.
    pub study_number: String,
    /// The status of the referral.
    pub status: ReferralStatus,
    /// Why the sign-up was closed. Allowed only with the status `closed`.
    #[serde(default)]
    #[schema(value_type = Option<ClosingReason>)]
    pub reason: Option<String>,
    /// The time the status began, in UTC. Defaults to now.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub at: Option<Timestamp>,
}

/// The acceptance of the privacy notice.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AcknowledgeRequest {
    /// The participant's system id or number.
    #[serde(rename = "sysId")]
    pub sys_id: String,
    /// `true`.
    pub acknowledged: String,
    /// The number of the study that the participant signed up for.
    pub study_number: String,
    /// The version of the notice shown. Older clients omit it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub notice_version: Option<String>,
}

/// The result of an action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Done {
    /// The action that was performed.
    pub result: String,
}

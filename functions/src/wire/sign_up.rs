//! The sign-up, from the pre-screening questions to the accepted privacy notice.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::{
    participant::BegunForm,
    partner_study::PartnerStudy,
    personal::Personal,
    question::{Answer, Question, TrueOrFalse},
    referral::{Referral, ReferralStatus},
    survey_answer::SurveyAnswer,
};

use super::{UploadedDocument, as_text};
use crate::receipt::Receipt;

/// The questions of a study, in their order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct QuestionsAnswer {
    /// The questions.
    pub result: Vec<AskedQuestion>,
}

/// The questions of a study, requested by its number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct StudyQuestions {
    /// The questions, in their order.
    pub questions: Vec<AskedQuestion>,
}

/// The answers of a survey, stored for the sign-up.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CriteriaRequest {
    /// The study.
    pub study_number: String,
    /// The choices for each question.
    #[ts(as = "Vec<SurveyAnswer>")]
    #[schema(value_type = Vec<SurveyAnswer>)]
    pub criteria: Personal<Vec<SurveyAnswer>>,
}

/// A question as sent to browsers, without the expected answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct AskedQuestion {
    /// The question's id.
    pub sys_id: String,
    /// The text for participants who answer themselves.
    pub question: String,
    /// The text for a representative, if it differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub for_someone_else: Option<String>,
    /// Its position, or empty.
    pub order: String,
    /// Always `true`.
    pub active: String,
    /// The time it was created.
    pub sys_created_on: String,
}

impl From<&Question> for AskedQuestion {
    fn from(question: &Question) -> Self {
        Self {
            sys_id: question.sys_id.clone(),
            question: question.question.clone(),
            for_someone_else: question.for_someone_else.clone(),
            order: question.order.map(|order| order.to_string()).unwrap_or_default(),
            active: as_text(question.active),
            sys_created_on: question.sys_created_on.clone(),
        }
    }
}

/// Answers to check.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PrescreenRequest {
    /// The study.
    pub study_number: String,
    /// An answer to each of its questions.
    #[ts(as = "Vec<Answer>")]
    #[schema(value_type = Vec<Answer>)]
    pub answers: Personal<Vec<Answer>>,
}

/// The result of the check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PrescreenAnswer {
    /// Whether the person can continue.
    pub passed: bool,
    /// A message for a person who can't continue, or for one who can but whose answer contradicts the form.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub message: Option<String>,
}

/// A new participant.
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
    /// The study.
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
    /// The address.
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
    /// The study.
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

/// The state of a participant's sign-up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ParticipantState {
    /// The participant's number.
    pub pt_id: String,
    /// The study.
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
}

/// The study team's status of a referral.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ReferralState {
    /// The status.
    pub status: ReferralStatus,
    /// The time the status began, in UTC.
    pub since: String,
    /// An explanation for the participant.
    pub text: String,
}

impl From<Referral> for ReferralState {
    fn from(referral: Referral) -> Self {
        let Referral { status, since } = referral;
        Self { status, since: since.to_string(), text: status.sentence().to_owned() }
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
    /// The time the status began, in UTC. Defaults to now.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub at: Option<Timestamp>,
}

/// One answer, or a list of them.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(untagged)]
pub enum AnswersRequest {
    /// A list.
    Many(Vec<SubmittedAnswer>),
    /// One.
    One(SubmittedAnswer),
}

/// An answer of a participant.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SubmittedAnswer {
    /// The answer.
    #[ts(as = "TrueOrFalse")]
    #[schema(value_type = TrueOrFalse)]
    pub answer: Personal<TrueOrFalse>,
    /// The question's id.
    pub sys_id: String,
    /// The question's position, which is ignored.
    #[serde(default)]
    #[ts(optional, as = "Option<OrderText>")]
    pub order: OrderText,
    /// The participant's number or system id.
    pub participant_id: String,
}

/// A question's position, as a number or a text.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(untagged)]
pub enum OrderText {
    /// None.
    #[default]
    None,
    /// As a number.
    Number(u32),
    /// As a text.
    Text(String),
}

/// The answers are stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct StoredAnswers {
    /// Always `stored`.
    pub result: String,
    /// The number of answers.
    pub count: usize,
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
    /// The study.
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

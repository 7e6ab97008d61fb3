//! From the pre-screening questions to the acknowledged privacy notice.

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

/// The questions of a study, in the order in which they are asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct QuestionsAnswer {
    /// The questions.
    pub result: Vec<AskedQuestion>,
}

/// The questions of a study, asked for by its number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct StudyQuestions {
    /// The questions, in the order in which they are asked.
    pub questions: Vec<AskedQuestion>,
}

/// What was chosen in a survey, on its way into the sign-up.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CriteriaRequest {
    /// The study.
    pub study_number: String,
    /// What was chosen, question by question.
    #[ts(as = "Vec<SurveyAnswer>")]
    #[schema(value_type = Vec<SurveyAnswer>)]
    pub criteria: Personal<Vec<SurveyAnswer>>,
}

/// A question as a browser gets it: without the answer that is expected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct AskedQuestion {
    /// The question's id.
    pub sys_id: String,
    /// Its words for participants who answer themselves.
    pub question: String,
    /// Its words for a representative, when they differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub for_someone_else: Option<String>,
    /// Its place, or nothing.
    pub order: String,
    /// Always `true`.
    pub active: String,
    /// When it was written.
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
    /// The study that asked.
    pub study_number: String,
    /// An answer to each of its questions.
    #[ts(as = "Vec<Answer>")]
    #[schema(value_type = Vec<Answer>)]
    pub answers: Personal<Vec<Answer>>,
}

/// What the answers mean.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PrescreenAnswer {
    /// Whether the person can go on.
    pub passed: bool,
    /// What to tell somebody who can't; or, to somebody who can, that an answer contradicts what the form holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub message: Option<String>,
}

/// A participant was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ParticipantCreated {
    /// Who it is.
    pub data: ParticipantIds,
    /// The chat of the study; absent when it has none.
    pub chat: Option<StudyChat>,
}

/// By what the chat of a study is reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct StudyChat {
    /// The account of the chat.
    pub account_sid: String,
    /// The flow in it.
    pub flex_flow_id: String,
}

impl StudyChat {
    /// The chat of a study that has one.
    pub(crate) fn of(study: &PartnerStudy) -> Option<Self> {
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
    /// The participant whom the cookie stands for, if it stands for one.
    pub data: Option<ParticipantState>,
    /// What the person said before signing up, if the cookie holds that.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub draft: Option<SignUpDraft>,
}

/// What a person said before signing up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SignUpDraft {
    /// The study that asked.
    pub study_number: String,
    /// The answers to its pre-screening questions, which passed; none when they were not asked yet.
    #[ts(as = "Vec<Answer>")]
    #[schema(value_type = Vec<Answer>)]
    pub answers: Personal<Vec<Answer>>,
    /// The answers of which not all were given, or none checked, when the questions were left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<Vec<Answer>>")]
    #[schema(value_type = Option<Vec<Answer>>)]
    pub begun_answers: Option<Personal<Vec<Answer>>>,
    /// What stood in the form when it was left.
    #[ts(as = "BegunForm")]
    #[schema(value_type = BegunForm)]
    pub form: Personal<BegunForm>,
    /// Whether some of it was filled in from medical records.
    #[serde(default)]
    pub from_records: bool,
    /// The first of the documents that were uploaded, for older clients.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub document: Option<UploadedDocument>,
    /// The documents that were uploaded, in their order.
    #[serde(default)]
    pub documents: Vec<UploadedDocument>,
}

/// A return to a sign-up: by the link of a mail, or to one whose response never arrived.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReturnRequest {
    /// The part of the link behind `return=`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = Option<String>)]
    pub token: Option<Personal<String>>,
    /// The idempotency key of the form whose response never arrived, in place of a link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = Option<String>)]
    pub form_key: Option<Personal<String>>,
    /// What to do with the sign-up.
    #[serde(default)]
    #[ts(optional, as = "Option<ReturnAction>")]
    pub action: ReturnAction,
    /// The number of another sign-up with the same address for the same study; without it, the link's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub number: Option<String>,
}

/// Another address for a sign-up whose address isn't confirmed yet.
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

/// A request for the link of a sign-up once more.
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
    /// See whose sign-up it is, and what this browser holds already. Nothing changes.
    Look,
    /// Open it in this browser. That confirms the address.
    #[default]
    Open,
    /// Erase it. Only a sign-up that is not confirmed can be erased so.
    Remove,
}

/// The answer to a return.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ReturnAnswer {
    /// `shown`, `returned`, or `removed`.
    pub result: String,
    /// The number of the sign-up.
    pub pt_id: String,
    /// The sign-ups with this address for this study, the link's own first; only where they are looked at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<MaskedSignUp>>")]
    pub sign_ups: Vec<MaskedSignUp>,
    /// What this browser holds already; only where the sign-up is looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub browser: Option<BrowserContents>,
}

/// A sign-up, so far as somebody may know who has the link alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct MaskedSignUp {
    /// The participant's number.
    pub pt_id: String,
    /// The study.
    pub study_number: String,
    /// Its title; nothing when it is not there any more.
    pub study_title: Option<String>,
    /// The person's name, of which the first letters are readable.
    #[ts(as = "String")]
    #[schema(value_type = String)]
    pub name: Personal<String>,
    /// When it was made, in UTC.
    pub at: String,
    /// Whether the owner of the address confirmed it.
    pub email_confirmed: bool,
    /// Whether the privacy notice is accepted.
    pub acknowledged: bool,
}

/// What a browser's session holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct BrowserContents {
    /// Whether it may open the sign-up already.
    pub this_sign_up: bool,
    /// Other sign-ups that it may open.
    pub other_sign_ups: usize,
    /// Studies for which something was typed and not sent.
    pub drafts: usize,
    /// Whether medical records are connected.
    pub records: bool,
}

/// How far a participant has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ParticipantState {
    /// The participant's number.
    pub pt_id: String,
    /// The study.
    pub study_number: String,
    /// Its title; nothing when it is not there any more.
    pub study_title: Option<String>,
    /// Whether the owner of the address confirmed it by the link that went there.
    pub email_confirmed: bool,
    /// The address, as long as it isn't confirmed: a typing error can be corrected until then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = Option<String>)]
    pub email_to_confirm: Option<Personal<String>>,
    /// Whether a representative signed somebody else up.
    pub by_representative: bool,
    /// Whether the privacy notice is accepted.
    pub acknowledged: bool,
    /// How far the study team has come, once it has said so.
    pub referral: Option<ReferralState>,
}

/// How far the study team has come with a participant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ReferralState {
    /// The status.
    pub status: ReferralStatus,
    /// Since when, in UTC.
    pub since: String,
    /// What that means, for the person.
    pub text: String,
}

impl From<Referral> for ReferralState {
    fn from(referral: Referral) -> Self {
        Self {
            status: referral.status,
            since: referral.since.to_string(),
            text: referral.status.sentence().to_owned(),
        }
    }
}

/// What a participant agreed to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct ReceiptsAnswer {
    /// The receipts, from the first.
    pub receipts: Vec<Receipt>,
}

/// What the study team's portal says of somebody who signed up.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReferralStatement {
    /// The participant's number.
    pub participant: String,
    /// The study that was signed up for.
    pub study_number: String,
    /// How far the study team has come.
    pub status: ReferralStatus,
    /// Since when, in UTC; now when it is left out.
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
    /// What the person said.
    #[ts(as = "TrueOrFalse")]
    #[schema(value_type = TrueOrFalse)]
    pub answer: Personal<TrueOrFalse>,
    /// The question's id.
    pub sys_id: String,
    /// The question's place; not kept.
    #[serde(default)]
    #[ts(optional, as = "Option<OrderText>")]
    pub order: OrderText,
    /// The participant's number or system id.
    pub participant_id: String,
}

/// A question's place, as a number or a text.
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

/// Answers were kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct StoredAnswers {
    /// Always `stored`.
    pub result: String,
    /// How many.
    pub count: usize,
}

/// The privacy notice is accepted.
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
    /// The version of the notice that was shown; older clients do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub notice_version: Option<String>,
}

/// It is done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Done {
    /// What was done.
    pub result: String,
}

//! The questions of a study, and answers to them before and after a sign-up.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::{
    personal::Personal,
    question::{Answer, Question, QuestionAges, TrueOrFalse},
    survey_answer::SurveyAnswer,
};

use super::as_text::as_text;

/// The questions of a study, in their order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct QuestionsAnswer {
    /// The questions, in their order. Empty if the study has none or is hidden.
    pub result: Vec<PublicQuestion>,
}

/// The questions of a study, requested by its number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct StudyQuestions {
    /// The questions, in their order.
    pub questions: Vec<PublicQuestion>,
}

/// The answers of a survey, stored for the sign-up.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CriteriaRequest {
    /// The number of the study that the survey belongs to, such as `STU01009`.
    pub study_number: String,
    /// The choices for each question.
    #[ts(as = "Vec<SurveyAnswer>")]
    #[schema(value_type = Vec<SurveyAnswer>)]
    pub criteria: Personal<Vec<SurveyAnswer>>,
}

/// A question as sent to browsers, without the expected answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PublicQuestion {
    /// The question's id.
    pub sys_id: String,
    /// The text for participants who answer themselves.
    pub question: String,
    /// The text for a representative, if it differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub for_someone_else: Option<String>,
    /// The answer that only minors give about themselves, if there is one. A minor can't sign up alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub answer_of_minors: Option<TrueOrFalse>,
    /// Its position, or empty.
    pub order: String,
    /// Always `true`.
    pub active: String,
    /// The time it was created.
    pub sys_created_on: String,
}

impl From<&Question> for PublicQuestion {
    fn from(question: &Question) -> Self {
        Self {
            sys_id: question.sys_id.clone(),
            question: question.question.clone(),
            for_someone_else: question.for_someone_else.clone(),
            answer_of_minors: question.asks_age.and_then(QuestionAges::answer_of_minors),
            order: question.order.map(|order| order.to_string()).unwrap_or_default(),
            active: as_text(question.active),
            sys_created_on: question.sys_created_on.clone().into(),
        }
    }
}

/// Answers to check.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PrescreenRequest {
    /// The number of the study, such as `STU01009`.
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

/// One answer, or a list of them.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(untagged)]
pub enum AnswersRequest {
    /// Several answers, stored all or none.
    Many(Vec<SubmittedAnswer>),
    /// A single answer.
    One(SubmittedAnswer),
}

/// An answer of a participant.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SubmittedAnswer {
    /// The participant's answer to the question.
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
    /// The client leaves the position out, or sends `null`.
    #[default]
    None,
    /// The position as a JSON number, such as `2`.
    Number(u32),
    /// The position as a text, such as `"2"`, or an empty text.
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

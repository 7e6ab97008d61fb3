//! Surveys that check whether a trial may fit: `content/surveys/<name>.toml`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use waypoint_domain::question::TrueOrFalse;

/// A survey that checks, on the visitor's own device, whether a trial may fit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Survey {
    /// The file name without its extension.
    #[serde(skip)]
    pub name: String,
    /// The heading above the survey, such as `Could the COVID-19 Vaccine Study Fit You?`
    pub title: String,
    /// A question whose failing answers can be offset by another question.
    #[serde(default)]
    pub special: Option<Substitution>,
    /// The questions, in order.
    pub questions: Vec<SurveyQuestion>,
}

/// A question that replaces another one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Substitution {
    /// The id of the question with a failing answer.
    pub when: String,
    /// The id of the question that counts instead.
    #[serde(rename = "use")]
    pub instead: String,
}

/// A multiple-choice question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SurveyQuestion {
    /// The id of the question, unique in the survey.
    pub id: String,
    /// Whether one or several answers can be chosen.
    #[serde(rename = "type")]
    pub kind: Choice,
    /// The text of the question.
    pub question: String,
    /// The possible answers.
    pub answers: Vec<SurveyAnswer>,
    /// The `sys_id` of the study's question that this question answers, so that sign-up doesn't repeat it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub study_question: Option<String>,
}

/// How many answers can be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    /// One answer.
    Radio,
    /// Any number of answers.
    Checkbox,
}

/// A possible answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SurveyAnswer {
    /// The text of the answer.
    pub option: String,
    /// Whether the person can continue with this answer.
    pub result: bool,
    /// The answer to the study's question, `True` or `False`, if the question names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub study_answer: Option<TrueOrFalse>,
    /// Whether it excludes other answers, such as 'None of the above' among several choices.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub alone: bool,
}

//! Questions that tell whether a trial may fit: `content/surveys/<name>.toml`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A survey.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Survey {
    /// The name of its file.
    #[serde(skip)]
    pub name: String,
    /// Its title.
    pub title: String,
    /// The question whose failing answers another question can make good.
    #[serde(default)]
    pub special: Option<Substitution>,
    /// Its questions, in order.
    pub questions: Vec<SurveyQuestion>,
}

/// A question that counts in the place of another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Substitution {
    /// The id of the question whose answer failed.
    pub when: String,
    /// The id of the question whose answers count then.
    #[serde(rename = "use")]
    pub instead: String,
}

/// A question of a survey.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SurveyQuestion {
    /// Its id in the survey.
    pub id: String,
    /// Whether one answer is chosen, or several.
    #[serde(rename = "type")]
    pub kind: Choice,
    /// Its words.
    pub question: String,
    /// What can be chosen.
    pub answers: Vec<SurveyAnswer>,
}

/// How many answers can be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    /// One.
    Radio,
    /// Several.
    Checkbox,
}

/// An answer that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SurveyAnswer {
    /// Its words.
    pub option: String,
    /// Whether it lets a person go on.
    pub result: bool,
    /// Whether it is chosen by itself, such as 'None of the above' where several answers can be chosen.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub alone: bool,
}

//! Questions that many people ask: `content/faqs/general.toml`, and `content/faqs/trials/` with a file
//! for each trial that has its own.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A list of questions.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FaqList {
    /// The name of its file.
    #[serde(skip)]
    pub(crate) name: String,
    /// In the order of the page.
    pub(crate) faqs: Vec<Faq>,
}

/// A question and its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Faq {
    /// The question.
    pub question: String,
    /// The answer.
    pub answer: String,
}

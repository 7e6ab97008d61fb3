//! Texts of facts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::human_text::{HumanText, InvalidText, TextLimit};

/// The maximum length in characters. A fact is one sentence.
const MAX_LENGTH: usize = 300;

/// A visible text in one line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(extend("minLength" = 1, "maxLength" = 300))]
pub struct FactText(String);

/// Why a text is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidFactText {
    /// The text has no visible character.
    #[error("the text is empty; write the fact, or remove the key if the study doesn't state it")]
    Empty,
    #[error("the text has {over} characters too many; use {MAX_LENGTH} or fewer, or write several sentences")]
    TooLong {
        /// The number of characters over the maximum.
        over: usize,
    },
}

impl FactText {
    /// The text as a sentence, with a mark at its end.
    #[must_use]
    pub fn sentence(&self) -> String {
        let ends = self.0.ends_with(['.', '!', '?', '”', '"']);
        if ends { self.0.clone() } else { format!("{}.", self.0) }
    }

    /// The text as a part of a sentence, without a mark at its end.
    #[must_use]
    pub fn phrase(&self) -> &str {
        self.0.trim_end_matches('.')
    }
}

impl TryFrom<String> for FactText {
    type Error = InvalidFactText;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        match HumanText::parse(&text, TextLimit::SingleLine(MAX_LENGTH)) {
            Ok(text) => Ok(Self(text.into_string())),
            Err(InvalidText::Empty) => Err(InvalidFactText::Empty),
            Err(InvalidText::TooLong { over, .. }) => Err(InvalidFactText::TooLong { over }),
        }
    }
}

impl From<FactText> for String {
    fn from(text: FactText) -> Self {
        text.0
    }
}

//! Answers to questions such as whether a study helps with travel.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fact_text::{FactText, InvalidFactText};

/// What a study offers: `no`, or a plain sentence that says what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(extend("minLength" = 2, "maxLength" = 300, "examples" = ["no", "The study pays for your ride."]))]
pub enum Offer {
    /// The study offers nothing.
    No,
    /// The study offers this.
    Text(FactText),
}

/// Why an answer is rejected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidOffer {
    /// A single word, such as `yes`, doesn't say what is offered.
    #[error("'{0}' isn't a sentence; write what the study offers, or \"no\"")]
    NoSentence(String),
    #[error(transparent)]
    Text(#[from] InvalidFactText),
}

/// The answer of a study that offers nothing.
const NO: &str = "no";

impl TryFrom<String> for Offer {
    type Error = InvalidOffer;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let trimmed = text.trim();
        if trimmed.eq_ignore_ascii_case(NO) {
            return Ok(Self::No);
        }
        if !trimmed.contains(char::is_whitespace) {
            return Err(InvalidOffer::NoSentence(trimmed.chars().take(40).collect()));
        }
        Ok(Self::Text(text.try_into()?))
    }
}

impl From<Offer> for String {
    fn from(offer: Offer) -> Self {
        match offer {
            Offer::No => NO.to_owned(),
            Offer::Text(text) => text.into(),
        }
    }
}

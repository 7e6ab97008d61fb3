//! The person who signs up a participant in their care: a parent, a guardian, or the proxy of a dependent adult.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::choices::NotAChoice;
use crate::personal::Personal;

/// For whom a form signs up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SignsUpFor {
    /// The person who fills in the form. Clients that don't send the field mean this.
    #[default]
    #[serde(rename = "self")]
    Oneself,
    /// A child or a dependent adult in the care of the person who fills in the form.
    SomeoneElse,
}

impl SignsUpFor {
    /// Whether this is the default, which is not sent.
    #[must_use]
    pub fn is_self(&self) -> bool {
        *self == Self::Oneself
    }
}

/// How a representative is related to the participant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Relationship {
    /// Mother or father.
    Parent,
    /// Guardian named by a court.
    LegalGuardian,
    /// Named by the participant to decide about health care.
    HealthCareProxy,
    /// Another one, in the representative's words.
    Other,
}

impl Relationship {
    /// Every relationship, in the order of the form.
    pub const ALL: [Self; 4] = [Self::Parent, Self::LegalGuardian, Self::HealthCareProxy, Self::Other];

    /// The word that the form sends.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Parent => "parent",
            Self::LegalGuardian => "legal_guardian",
            Self::HealthCareProxy => "health_care_proxy",
            Self::Other => "other",
        }
    }

    /// The relationship in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Parent => "parent",
            Self::LegalGuardian => "legal guardian",
            Self::HealthCareProxy => "health-care proxy",
            Self::Other => "representative",
        }
    }
}

impl FromStr for Relationship {
    type Err = NotAChoice;

    fn from_str(text: &str) -> Result<Self, NotAChoice> {
        let fits = |relationship: &Self| relationship.code().eq_ignore_ascii_case(text.trim());
        Self::ALL.into_iter().find(fits).ok_or(NotAChoice)
    }
}

/// Who signs up and consents for a participant. The mail address and the phone number of the form are the representative's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Representative {
    /// Full name.
    pub name: Personal<String>,
    /// How the representative is related to the participant.
    pub relationship: Relationship,
    /// The relationship in the representative's words; only for [`Relationship::Other`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relationship_in_words: Option<Personal<String>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relationship_reads_back_from_its_code() {
        for relationship in Relationship::ALL {
            assert_eq!(relationship.code().parse(), Ok(relationship));
            let json = serde_json::to_string(&relationship).unwrap();
            assert_eq!(json, format!("\"{}\"", relationship.code()));
        }
        assert_eq!("aunt".parse::<Relationship>(), Err(NotAChoice));
    }

    #[test]
    fn who_is_signed_up_has_two_words() {
        assert_eq!(serde_json::to_string(&SignsUpFor::Oneself).unwrap(), "\"self\"");
        assert_eq!(serde_json::to_string(&SignsUpFor::SomeoneElse).unwrap(), "\"someone_else\"");
    }
}

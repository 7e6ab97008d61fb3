//! Representatives: parents, guardians, and proxies of dependent adults, who sign up a participant in their care.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::choices::NotAChoice;
use crate::personal::Personal;

/// Who is being signed up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SignsUpFor {
    /// The person who fills in the form. This is the default.
    #[default]
    #[serde(rename = "self")]
    Oneself,
    /// A child or dependent adult in the care of the person who fills in the form.
    SomeoneElse,
}

impl SignsUpFor {
    /// Whether the person signs up for themselves. This default is not serialized.
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
    /// Guardian appointed by a court.
    LegalGuardian,
    /// Appointed by the participant to make health care decisions.
    HealthCareProxy,
    /// Another relationship, in the representative's words.
    Other,
}

impl Relationship {
    /// All relationships, in the order of the form.
    pub const ALL: [Self; 4] = [Self::Parent, Self::LegalGuardian, Self::HealthCareProxy, Self::Other];

    /// The value that the form sends.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Parent => "parent",
            Self::LegalGuardian => "legal_guardian",
            Self::HealthCareProxy => "health_care_proxy",
            Self::Other => "other",
        }
    }

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

/// The person who signs up and consents for a participant. The form's email address and phone number are theirs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Representative {
    /// Full name.
    pub name: Personal<String>,
    /// How the representative is related to the participant.
    pub relationship: Relationship,
    /// The relationship in the representative's words. Only for [`Relationship::Other`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relationship_in_words: Option<Personal<String>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relationship_codes_round_trip() {
        for relationship in Relationship::ALL {
            assert_eq!(relationship.code().parse(), Ok(relationship));
            let json = serde_json::to_string(&relationship).unwrap();
            assert_eq!(json, format!("\"{}\"", relationship.code()));
        }
        assert_eq!("aunt".parse::<Relationship>(), Err(NotAChoice));
    }

    #[test]
    fn signs_up_for_serializes_as_self_or_someone_else() {
        assert_eq!(serde_json::to_string(&SignsUpFor::Oneself).unwrap(), "\"self\"");
        assert_eq!(serde_json::to_string(&SignsUpFor::SomeoneElse).unwrap(), "\"someone_else\"");
    }
}

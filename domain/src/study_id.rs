//! The study ids in URLs of study pages, and where to look up each kind.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::{
    nct_id::NctId,
    study_number::{Series, StudyNumber},
};

/// A registry number or a partner study's number.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum StudyId {
    /// A registry number.
    Nct(NctId),
    /// A partner study's own number.
    Partner(StudyNumber),
}

/// The text is not a valid study id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a study id; expected NCT and eight digits, or STU or PTGB and digits")]
pub struct InvalidStudyId(pub String);

/// A source in which to look up a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lookup {
    /// The partner studies, by registry number or PTGB number.
    PartnerStudies,
    /// The records of the public registry.
    Registry,
    /// The partner studies, by STU number.
    PartnerSystem,
}

impl StudyId {
    /// Returns the sources in order. If one fails or doesn't have the study, try the next.
    #[must_use]
    pub fn lookups(&self) -> &'static [Lookup] {
        match self {
            Self::Nct(_) => &[Lookup::PartnerStudies, Lookup::Registry],
            Self::Partner(number) => match number.series() {
                Series::Ptgb => &[Lookup::PartnerStudies, Lookup::Registry],
                Series::Stu => &[Lookup::PartnerSystem],
            },
        }
    }
}

impl FromStr for StudyId {
    type Err = InvalidStudyId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse()
            .map(Self::Nct)
            .or_else(|_| text.parse().map(Self::Partner))
            .map_err(|_| InvalidStudyId(text.chars().take(40).collect()))
    }
}

impl TryFrom<String> for StudyId {
    type Error = InvalidStudyId;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<StudyId> for String {
    fn from(id: StudyId) -> Self {
        id.to_string()
    }
}

impl fmt::Display for StudyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nct(id) => id.fmt(f),
            Self::Partner(number) => number.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nct_and_ptgb_ids_are_looked_up_in_partner_studies_first() {
        for id in ["NCT04611802", "PTGB0001"] {
            let id: StudyId = id.parse().unwrap();
            assert_eq!(id.lookups(), [Lookup::PartnerStudies, Lookup::Registry]);
        }
    }

    #[test]
    fn stu_ids_are_looked_up_only_in_the_partner_system() {
        let id: StudyId = "STU01009".parse().unwrap();
        assert_eq!(id.lookups(), [Lookup::PartnerSystem]);
    }

    #[test]
    fn other_text_is_no_study_id() {
        for id in ["", "ABC123", "NCT12", "../etc/passwd"] {
            assert!(id.parse::<StudyId>().is_err(), "{id}");
        }
    }
}

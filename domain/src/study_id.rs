//! What stands in the address of a study page, and where such a study is looked up.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::{
    nct_id::NctId,
    study_number::{Series, StudyNumber},
};

/// A registry number or a partner's study number.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum StudyId {
    /// A number of the public registry.
    Nct(NctId),
    /// A partner's own number.
    Partner(StudyNumber),
}

/// Why a text names no study.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' names no study; an id is NCT and eight digits, or STU or PTGB and digits")]
pub struct InvalidStudyId(pub String);

/// A place to look for a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lookup {
    /// The partner studies, by registry number or PTGB number.
    PartnerStudies,
    /// The public registry's record.
    Registry,
    /// The partner studies, by STU number.
    PartnerSystem,
}

impl StudyId {
    /// Where to look, in order; the next place is tried when one has nothing or fails.
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
    fn nct_and_ptgb_ids_try_partner_studies_before_the_registry() {
        for id in ["NCT04611802", "PTGB0001"] {
            let id: StudyId = id.parse().unwrap();
            assert_eq!(id.lookups(), [Lookup::PartnerStudies, Lookup::Registry]);
        }
    }

    #[test]
    fn stu_ids_use_the_partner_system_alone() {
        let id: StudyId = "STU01009".parse().unwrap();
        assert_eq!(id.lookups(), [Lookup::PartnerSystem]);
    }

    #[test]
    fn any_other_id_names_no_study() {
        for id in ["", "ABC123", "NCT12", "../etc/passwd"] {
            assert!(id.parse::<StudyId>().is_err(), "{id}");
        }
    }
}

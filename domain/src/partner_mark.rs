//! The partner that a study is run with, as cards name it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::nct_id::NctId;

/// A partner's logo and what it says, as a card shows them (D-129).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PartnerMark {
    /// The name of the drawing under `/logos/`, without its ending.
    pub logo: String,
    /// What it says, for example `With Harborline`.
    pub label: String,
}

/// The mark of a study, as editors set it by registry number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MarkedStudy {
    /// The registry number.
    pub study: NctId,
    /// The name of a file of `logos/`, without its ending.
    pub logo: String,
    /// What stands beside the logo.
    pub label: String,
}

/// The mark of the study of this registry number, if editors set one.
#[must_use]
pub fn mark_of(number: &NctId, marked: &[MarkedStudy]) -> Option<PartnerMark> {
    let known = marked.iter().find(|known| known.study == *number)?;
    Some(PartnerMark { logo: known.logo.clone(), label: known.label.clone() })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    #[test]
    fn a_study_is_marked_by_its_registry_number() {
        let study: NctId = "NCT04611802".parse().unwrap();
        let marked = [MarkedStudy { study: study.clone(), logo: "kira".into(), label: "With Kira".into() }];
        let expected = PartnerMark { logo: "kira".into(), label: "With Kira".into() };
        assert_eq!(mark_of(&study, &marked), Some(expected));
        assert_eq!(mark_of(&"NCT00000001".parse().unwrap(), &marked), None);
    }
}

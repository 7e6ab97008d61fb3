//! Partner logos on study cards.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::nct_id::NctId;

/// A partner's logo and its label on a study card (D-129).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PartnerMark {
    /// The file name of the logo under `/logos/`, without its extension.
    pub logo: String,
    /// The label, for example `With Harborline`.
    pub label: String,
}

/// The partner logo that editors set for a study.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MarkedStudy {
    /// The registry number.
    pub study: NctId,
    /// The name of a file in `logos/`, without its extension.
    pub logo: String,
    /// The label next to the logo.
    pub label: String,
}

/// Returns the partner logo of the study with this registry number, if editors set one.
#[must_use]
pub fn logo_for(number: &NctId, marked: &[MarkedStudy]) -> Option<PartnerMark> {
    let entry = marked.iter().find(|entry| entry.study == *number)?;
    Some(PartnerMark { logo: entry.logo.clone(), label: entry.label.clone() })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    #[test]
    fn partner_logo_is_found_by_registry_number() {
        let study: NctId = "NCT04611802".parse().unwrap();
        let marked = [MarkedStudy { study: study.clone(), logo: "kira".into(), label: "With Kira".into() }];
        let expected = PartnerMark { logo: "kira".into(), label: "With Kira".into() };
        assert_eq!(logo_for(&study, &marked), Some(expected));
        assert_eq!(logo_for(&"NCT00000001".parse().unwrap(), &marked), None);
    }
}

//! Exceptions from the rule that an ethics board approves recruitment material.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use waypoint_domain::{
    study_facts::{ApprovalDay, FactText, MaterialHash},
    study_number::StudyNumber,
};

/// A decision to publish recruitment material that no ethics board has approved. It names one wording by its hash, so any
/// later change ends it. Each build and each regeneration that uses it reports it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ApprovalException {
    /// The study's number.
    pub study: StudyNumber,
    /// The hash of the recruitment material. The content check prints it.
    pub content_sha256: MaterialHash,
    /// Why it is published without an approval.
    pub reason: FactText,
    /// Who decided it.
    pub decided_by: FactText,
    /// The day of the decision, such as `"2026-02-03"`.
    pub decided_on: ApprovalDay,
}

impl fmt::Display for ApprovalException {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { study, content_sha256, reason, decided_by, decided_on } = self;
        write!(
            f,
            "{study} ({content_sha256}), decided by {} on {}: {}",
            decided_by.phrase(),
            decided_on.in_words(),
            reason.sentence()
        )
    }
}

//! The state of a subscription's subject: as last known, and as seen now.

use std::{collections::BTreeSet, fmt};

use serde::{Deserialize, Serialize};

use crate::recruitment_status::RecruitmentStatus;

/// The last known state of a subject. `Debug` hides it, because the studies reveal what a person searches for.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KnownState {
    /// The status of a study.
    Status(RecruitmentStatus),
    /// The ids of the studies that match a search.
    Studies(BTreeSet<String>),
}

/// The current state of a subject. `Debug` hides it.
#[derive(Clone, PartialEq, Eq)]
pub enum CurrentState {
    /// The status of a study, or `None` if the study no longer exists.
    Status(Option<RecruitmentStatus>),
    /// The recruiting studies that match a search, best first.
    Studies {
        /// The ids of the studies.
        ids: Vec<String>,
        /// Whether more studies match.
        more: bool,
    },
}

/// The maximum number of studies that are compared per search.
pub const MAX_COMPARED: usize = 1000;

impl fmt::Debug for KnownState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

impl fmt::Debug for CurrentState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

//! What was known of a subject when somebody was last told, and what is seen of it now.

use std::{collections::BTreeSet, fmt};

use serde::{Deserialize, Serialize};

use crate::recruitment_status::RecruitmentStatus;

/// What was known of a subject. Whose studies it names, it tells what somebody looks for, so its `Debug` shows none.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Known {
    /// The status of the study.
    Status(RecruitmentStatus),
    /// The studies that answer the search, by their ids.
    Studies(BTreeSet<String>),
}

/// What is seen of a subject now.
#[derive(Clone, PartialEq, Eq)]
pub enum Seen {
    /// The status of the study; absent when nobody knows the study any more.
    Status(Option<RecruitmentStatus>),
    /// The studies that answer the search and take people now, best first.
    Studies {
        /// Their ids.
        ids: Vec<String>,
        /// Whether there are more of them than these.
        more: bool,
    },
}

/// The most studies of a search that are compared with what is there later.
pub const MOST_COMPARED: usize = 1000;

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

impl fmt::Debug for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

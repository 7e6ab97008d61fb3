//! Whether an ethics board has approved recruitment material.

use super::RecruitmentMaterial;
use crate::{
    sentence::list_in_words,
    study_facts::{EthicsReview, MaterialHash},
};

/// Why recruitment material may not be published.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unapproved {
    /// The record of the approval is incomplete.
    #[error("the record of its approval by an IRB lacks {missing}; it consists of {parts}")]
    NotRecorded {
        /// The missing keys, in words.
        missing: String,
        /// The names of the parts that need an approval, in words.
        parts: String,
    },
    /// The material is not what was approved.
    #[error("it differs from what the IRB approved, whose hash is {approved}; it consists of {parts}")]
    Changed {
        /// The recorded hash.
        approved: MaterialHash,
        /// The names of the parts that need an approval, in words.
        parts: String,
    },
}

impl RecruitmentMaterial {
    /// Checks the material against the recorded approval: the board, the day, and the hash of what was approved. The number
    /// is optional, because not every board gives one.
    pub fn check_approval(&self, review: &EthicsReview) -> Result<(), Unapproved> {
        if self.is_empty() {
            return Ok(());
        }
        let parts = || list_in_words(&self.part_names().collect::<Vec<_>>());
        let lacking = [
            ("name", review.name.is_none()),
            ("approved_on", review.approved_on.is_none()),
            ("content_sha256", review.content_sha256.is_none()),
        ];
        let missing: Vec<&str> =
            lacking.into_iter().filter(|(_, lacks)| *lacks).map(|(key, _)| key).collect();
        match review.content_sha256 {
            Some(approved) if missing.is_empty() => {
                if approved == self.hash() {
                    Ok(())
                } else {
                    Err(Unapproved::Changed { approved, parts: parts() })
                }
            }
            _ => Err(Unapproved::NotRecorded { missing: list_in_words(&missing), parts: parts() }),
        }
    }
}

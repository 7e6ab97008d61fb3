//! The current studies, and the reasons why some can't become pages.

use std::collections::BTreeMap;

use waypoint_domain::partner_study::PartnerStudy;
use waypoint_functions::store::{StoredStudy, UnreadableStudy};
use waypoint_generator::content::{ApprovalRule, ContentError, Publication, approval_hint, read_study};

/// The reasons why studies can't become pages, by the number in their key.
pub type Problems = BTreeMap<String, UnreadableStudy>;

/// Studies of the table.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CheckedStudies {
    /// Studies that can become pages.
    pub valid: Vec<PartnerStudy>,
    /// Problems of the other studies.
    pub problems: Problems,
}

impl CheckedStudies {
    /// Checks studies by the same rules as editors' study files. With an approval rule, studies whose recruitment material it
    /// refuses are problems, too.
    #[must_use]
    pub fn check(written: impl IntoIterator<Item = StoredStudy>, approvals: Option<&ApprovalRule>) -> Self {
        let mut judged = Self::default();
        for StoredStudy { number, study, .. } in written {
            let checked = study.and_then(|study| {
                check(&study)?;
                approvals.map_or(Ok(()), |rule| check_approval(rule, &study))?;
                Ok(study)
            });
            match checked {
                Ok(study) => judged.valid.push(study),
                Err(problem) => {
                    judged.problems.insert(number, problem);
                }
            }
        }
        judged
    }
}

/// Returns the first problem of a study.
fn check(study: &PartnerStudy) -> Result<(), UnreadableStudy> {
    let serialization_error =
        |error: serde_json::Error| UnreadableStudy { place: "STUDY".into(), reason: error.to_string() };
    let json = serde_json::to_string_pretty(study).map_err(serialization_error)?;
    let Err(errors) = read_study(&format!("{}.json", study.snow_study_number), &json) else {
        return Ok(());
    };
    Err(first_problem(&errors))
}

/// Checks that the study's recruitment material may be published, and logs the exceptions that allow it.
fn check_approval(rule: &ApprovalRule, study: &PartnerStudy) -> Result<(), UnreadableStudy> {
    match rule.publication(study) {
        Publication::Allowed => Ok(()),
        Publication::Excepted(exception) => {
            tracing::warn!(%exception, "a study is published without IRB approval");
            Ok(())
        }
        Publication::Refused { hash, reason } => Err(UnreadableStudy {
            place: "STUDY: facts.irb".into(),
            reason: format!(
                "the recruitment material of study {} can't be published: {reason}; {}",
                study.snow_study_number,
                approval_hint(hash)
            ),
        }),
    }
}

/// Reads the study's key from the line of the error: in pretty-printed JSON, each value has its own line.
fn first_problem(errors: &[ContentError]) -> UnreadableStudy {
    let first = errors.first();
    let key = first.and_then(ContentError::place).map(|place| place.source_line().trim().to_owned());
    let key = key.as_deref().and_then(|line| line.strip_prefix('"')?.split('"').next());
    UnreadableStudy {
        place: key.map_or_else(|| "STUDY".to_owned(), |key| format!("STUDY: {key}")),
        reason: first.map_or_else(String::new, ToString::to_string),
    }
}

//! What a page says about a study that stopped.

use crate::{recruitment_status::RecruitmentStatus, sentence::as_sentence};

/// Returns what happened to a stopped study and the sponsor's reason, in whole sentences. A study that goes on has none, even
/// if its record still has the reason for an earlier stop.
#[must_use]
pub fn stopped_sentence(status: &RecruitmentStatus, reason: &str) -> Option<String> {
    let reason = as_sentence(reason);
    match (what_happened(status), reason) {
        (Some(what), Some(reason)) => Some(format!("{what} The study team’s reason: {reason}")),
        (Some(what), None) => Some(format!("{what} The study team gave no reason.")),
        (None, Some(reason)) if *status == RecruitmentStatus::Completed => {
            Some(format!("The study team’s reason for stopping: {reason}"))
        }
        (None, _) => None,
    }
}

fn what_happened(status: &RecruitmentStatus) -> Option<&'static str> {
    match status {
        RecruitmentStatus::Suspended => Some("This study is paused."),
        RecruitmentStatus::Terminated => Some("This study stopped early and won’t restart."),
        RecruitmentStatus::Withdrawn => Some("This study was withdrawn before anyone joined."),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stopped_study_says_what_happened_and_why() {
        let sentence = |status: &str, reason: &str| stopped_sentence(&status.parse().unwrap(), reason);
        for (status, reason, expected) in [
            (
                "Terminated",
                "slow accrual",
                "This study stopped early and won’t restart. The study team’s reason: Slow accrual.",
            ),
            ("Suspended", "Supply?", "This study is paused. The study team’s reason: Supply?"),
            (
                "Withdrawn",
                " ",
                "This study was withdrawn before anyone joined. The study team gave no reason.",
            ),
            ("Completed", "Data suffice.", "The study team’s reason for stopping: Data suffice."),
        ] {
            assert_eq!(sentence(status, reason).as_deref(), Some(expected), "{status}");
        }
        assert_eq!(sentence("Recruiting", ""), None);
    }

    #[test]
    fn study_that_goes_on_has_no_reason_for_stopping() {
        for status in ["Recruiting", "Not yet recruiting", "Enrolling by invitation"] {
            assert_eq!(stopped_sentence(&status.parse().unwrap(), "Pandemic."), None, "{status}");
        }
    }
}

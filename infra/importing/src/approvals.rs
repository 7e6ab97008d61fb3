//! Checks the approvals of recruitment material before studies are written. The sign-up form reads its questions from the table
//! at once, before any page is made.

use waypoint_generator::content::{ApprovalRule, Publication};

use crate::{difference::Difference, file_fault::FileFault};

/// Returns the changed studies whose recruitment material may not be published.
#[must_use]
pub fn faults(rule: &ApprovalRule, differences: &[Difference]) -> Vec<FileFault> {
    let fault = |difference: &Difference| match rule.publication(difference.study()) {
        Publication::Refused { hash, reason } => {
            let number = difference.study().snow_study_number.clone();
            Some(FileFault::Unapproved { number, reason: reason.into(), hash })
        }
        Publication::Allowed | Publication::Excepted(_) => None,
    };
    differences.iter().filter(|difference| difference.differs()).filter_map(fault).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn study(change: impl FnOnce(&mut Value)) -> Difference {
        let mut study = json!({
            "snow_study_number": "STU0100", "study_sys_id": "0".repeat(32), "study_name": "A", "brief_title": "A",
            "brief_summary": "A", "conditions": [], "status": "Recruiting", "active": true, "promote": true,
            "sys_created_on": "2026-01-01", "sys_updated_on": "2026-01-01",
        });
        change(&mut study);
        Difference::between(None, serde_json::from_value(study).unwrap())
    }

    #[test]
    fn changed_study_without_an_approval_is_not_written() {
        let rule = ApprovalRule::default();
        let with_duration = |study: &mut Value| study["duration"] = json!("1 week");
        let hash = rule.material(study(with_duration).study()).hash();
        let approved = study(|study| {
            with_duration(study);
            study["facts"]["irb"] =
                json!({ "name": "Lake Board", "approved_on": "2026-02-03", "content_sha256": hash });
        });
        let inactive = study(|study| {
            with_duration(study);
            study["active"] = json!(false);
        });
        let unchanged = Difference::Same(study(with_duration).study().clone().into());
        assert_eq!(faults(&rule, &[approved, inactive, unchanged, study(|_| ())]).len(), 0);
        let found = faults(&rule, &[study(with_duration)]);
        assert_eq!(found.len(), 1);
        let shown = format!("{:?}", miette::Report::new_boxed(Box::new(found.into_iter().next().unwrap())));
        assert!(shown.contains("STU0100") && shown.contains(&hash.to_string()), "{shown}");
    }
}

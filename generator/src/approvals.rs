//! Reports about the approvals of recruitment material.

use waypoint_domain::partner_study::PartnerStudy;
use waypoint_generator::{
    content::{ApprovalRule, Content, ContentError, Publication, approval_hint},
    pages_to_review,
};

/// Returns the approval of each study's recruitment material, with the hash to record if there is none.
pub(crate) fn of_studies(content: &Content, studies: &[PartnerStudy]) -> Vec<String> {
    let rule = ApprovalRule::for_content(content);
    let line = |study: &PartnerStudy| {
        let (number, material) = (&study.snow_study_number, rule.material(study));
        match material.check_approval(&study.facts.irb) {
            _ if material.is_empty() => None,
            Ok(()) => Some(format!("The recruitment material of {number} is approved: {}", material.hash())),
            Err(reason) => Some(format!(
                "The recruitment material of {number} is not approved: {reason}; {}; show the board {}",
                approval_hint(material.hash()),
                pages_to_review(&rule, study).join(", ")
            )),
        }
    };
    studies.iter().filter_map(line).collect()
}

/// Returns a warning about studies that a site for patients must not publish, and one for each exception in use, with the
/// decision.
pub(crate) fn warnings(content: &Content, unapproved: &[ContentError]) -> Vec<String> {
    let studies: Vec<&str> = unapproved.iter().filter_map(ContentError::unapproved_study).collect();
    let refused = (!studies.is_empty()).then(|| {
        format!(
            "warning: the recruitment material of {} has no IRB approval, so --require-approvals rejects this content; \
             `check` says what to do",
            studies.join(", ")
        )
    });
    let rule = ApprovalRule::for_content(content);
    let excepted = content.studies.iter().filter_map(|study| match rule.publication(study) {
        Publication::Excepted(exception) => {
            Some(format!("warning: published without IRB approval: {exception}"))
        }
        Publication::Allowed | Publication::Refused { .. } => None,
    });
    refused.into_iter().chain(excepted.collect::<Vec<_>>()).collect()
}

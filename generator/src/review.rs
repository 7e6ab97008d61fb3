//! The pages that an ethics board must see before it approves the recruitment material of a study.

use waypoint_domain::partner_study::PartnerStudy;

use crate::{
    content::ApprovalRule,
    pages::{doctor_address, preview_addresses},
};

/// Returns the addresses of all pages about a study alone: its own, the sign-up form, the page for doctors, those that editors
/// wrote about it, and the previews.
#[must_use]
pub fn pages_to_review(rule: &ApprovalRule, study: &PartnerStudy) -> Vec<String> {
    let id = study.snow_study_number.as_str();
    let own = [format!("/study/{id}"), format!("/enroll/{id}"), doctor_address(study)];
    let written = rule.written_pages(study).map(str::to_owned).filter(|path| !own.contains(path));
    let written: Vec<String> = written.collect();
    own.into_iter().chain(written).chain(preview_addresses(id)).collect()
}

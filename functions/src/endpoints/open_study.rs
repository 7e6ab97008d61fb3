//! The study of a request that requires an open study.

use waypoint_domain::{partner_study::PartnerStudy, study_number::StudyNumber};

use crate::{http::problem::Problem, store::Studies};

/// Returns the study with this number.
///
/// Fails with [`Problem::StudyNotOpen`] when there is none or it doesn't accept sign-ups.
pub(super) async fn open_study(studies: &Studies, number: &str) -> Result<PartnerStudy, Problem> {
    let number: StudyNumber = number.parse().map_err(|_| Problem::StudyNotOpen)?;
    let study = studies.by_number(&number).await?;
    study.filter(PartnerStudy::accepts_sign_ups).ok_or(Problem::StudyNotOpen)
}

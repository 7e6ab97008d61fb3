//! The study of a call that makes sense only while the study takes sign-ups.

use waypoint_domain::{partner_study::PartnerStudy, study_number::StudyNumber};

use crate::{context::Context, http::problem::Problem};

/// The study of this number.
pub(super) async fn open_study(context: &Context, number: &str) -> Result<PartnerStudy, Problem> {
    let number: StudyNumber = number.parse().map_err(|_| Problem::StudyNotOpen)?;
    let study = context.studies.by_number(&number).await?;
    study.filter(PartnerStudy::takes_sign_ups).ok_or(Problem::StudyNotOpen)
}

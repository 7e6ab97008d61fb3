//! The age rules of a sign-up, based on its form and its study.

use jiff::Timestamp;
use waypoint_domain::{
    age_check::{AgeFacts, check_sign_up},
    age_of_majority::age_of_majority,
    age_on_day::LocalToday,
    participant::{Profile, SignsUpFor},
    partner_study::PartnerStudy,
    question::Answer,
};

use crate::http::problem::Problem;

/// Compares the date of birth, the answers, and the study's ages, as of today in the person's time zone.
///
/// Fails with [`Problem::AgeMismatch`] when they contradict each other or a minor signs up alone.
pub(super) fn check(
    profile: &Profile,
    signs_up_for: SignsUpFor,
    study: &PartnerStudy,
    answers: &[Answer],
    now: Timestamp,
) -> Result<(), Problem> {
    let birth = profile.date_of_birth.reveal().day();
    let today = LocalToday::in_zone(profile.time_zone.reveal(), now);
    let code = profile.postal_code.as_ref().map_or("", |code| code.reveal().as_str());
    let majority = age_of_majority(Some(profile.country.reveal()), profile.state_territory.reveal(), code);
    let facts = AgeFacts { birth, today, answers };
    check_sign_up(facts, &study.questions, study.ages(), signs_up_for, majority)
        .map_err(|mismatch| Problem::AgeMismatch(mismatch, signs_up_for))
}

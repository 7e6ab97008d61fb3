//! The age rules of a sign-up, from what its form and its study say.

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

/// Compares date of birth, answers, and the study's ages as of today where the person is.
pub(super) fn check(
    profile: &Profile,
    signs_up_for: SignsUpFor,
    study: &PartnerStudy,
    answers: &[Answer],
    now: Timestamp,
) -> Result<(), Problem> {
    let birth = profile.date_of_birth.reveal().day();
    let today = LocalToday::in_zone(profile.time_zone.reveal(), now);
    let majority = age_of_majority(Some(profile.country.reveal()), profile.state_territory.reveal());
    let facts = AgeFacts { birth, today, answers };
    check_sign_up(facts, &study.questions, study.ages(), signs_up_for, majority)
        .map_err(|mismatch| Problem::AgeMismatch(mismatch, signs_up_for))
}

//! The page of a study for a patient's doctor, to print or to send.

use serde::Serialize;
use waypoint_domain::{
    eligibility_criteria::{Criterion, EligibilityCriteria},
    nct_id::NctId,
    partner_facts::partner_facts,
    partner_study::PartnerStudy,
    study_card::StatusBadge,
    study_fact::Fact,
};

use crate::{
    page::{Dependence, Kind, Page},
    render::{
        head::{Head, find_trials, study_path},
        places::{Place, places_of_study},
        policy::Policy,
        sign_up_link::HeaderSignUp,
    },
    site::Site,
};

pub(super) const DOCTORS: Kind = Kind { study_paths: |_, id| vec![path(id)], ..Kind::new(pages) };

/// Template data of a study for doctors. The fields from `gender` to `exclusion` are those of `who_qualifies`.
#[derive(Serialize)]
struct DoctorView<'a> {
    id: &'a str,
    status: StatusBadge,
    study: &'a str,
    study_path: String,
    summary: &'a str,
    /// Where patients sign up. `None` if the study doesn't accept sign-ups.
    sign_up: Option<String>,
    answers: Vec<Fact>,
    gender: &'a str,
    ages: String,
    conditions: &'a [String],
    phase: &'a str,
    nct_number: Option<&'a str>,
    inclusion: Vec<Criterion>,
    exclusion: Vec<Criterion>,
    has_other_criteria: bool,
    places: Vec<Place<'a>>,
}

/// Returns the address of a study's page for doctors.
pub(crate) fn address(study: &PartnerStudy) -> String {
    format!("/for-doctors/{}", study.snow_study_number)
}

fn pages<'a>(site: &'a Site<'a>) -> Vec<Page<'a>> {
    site.shown_studies().map(page).collect()
}

fn path(id: &str) -> String {
    format!("for-doctors/{id}.html")
}

fn page(study: &PartnerStudy) -> Page<'_> {
    let id = study.snow_study_number.as_str();
    let title = format!("For Doctors: {}", study.brief_title);
    let description = "What a clinical trial asks of a patient, who can join, and how to refer someone.";
    let head = Head::unlisted(&title, description).with_trail_as("For Doctors", vec![find_trials()]);
    Page {
        policy: Policy::with_assistants(),
        depends_on: Dependence::Study { id, study },
        sign_up: HeaderSignUp::Study(study),
        ..Page::new(path(id), head, "doctor.html", move |data| {
            data.insert("doctor", &DoctorView::new(study));
            Ok(())
        })
    }
}

impl<'a> DoctorView<'a> {
    fn new(study: &'a PartnerStudy) -> Self {
        let criteria = EligibilityCriteria::split(&study.eligibility);
        let id = study.snow_study_number.as_str();
        Self {
            id,
            status: (&study.status).into(),
            study: &study.brief_title,
            study_path: study_path(study),
            summary: &study.brief_summary,
            sign_up: study.accepts_sign_ups().then(|| format!("/enroll/{id}")),
            answers: partner_facts(study),
            gender: study.sex.label(),
            ages: study.ages().plain(),
            conditions: &study.conditions,
            phase: &study.study_phase,
            nct_number: study.nct_number.as_ref().map(NctId::as_str),
            inclusion: criteria.inclusion,
            exclusion: criteria.exclusion,
            has_other_criteria: criteria.has_others,
            places: places_of_study(study, &[]),
        }
    }
}

//! Studies as pages list them.

use serde::Serialize;
use waypoint_domain::{
    partner_study::PartnerStudy,
    study_card::{StatusBadge, href},
    study_number::StudyNumber,
};

use super::head::study_path;
use crate::content::TrialPage;

/// A study in a list.
#[derive(Serialize)]
pub(super) struct StudyItem<'a> {
    path: String,
    title: &'a str,
    description: &'a str,
    status: StatusBadge,
}

impl<'a> StudyItem<'a> {
    /// A study under the address that it is known by.
    pub(super) fn of(study: &'a PartnerStudy) -> Self {
        Self {
            path: study_path(study),
            title: &study.brief_title,
            description: &study.brief_summary,
            status: (&study.status).into(),
        }
    }

    /// A study under the address that its card leads to.
    pub(super) fn of_card(study: &'a PartnerStudy) -> Self {
        Self { path: href(study), ..Self::of(study) }
    }

    /// The same among active trials, where the study that stands for all of the site leads to what is coming (E-182).
    pub(super) fn of_active_card(study: &'a PartnerStudy, default_study: &StudyNumber) -> Self {
        let card = Self::of_card(study);
        if study.snow_study_number == *default_study {
            Self { path: "/upcoming-research".into(), ..card }
        } else {
            card
        }
    }

    /// A study under the page that was written for it.
    pub(super) fn of_page(trial: &'a TrialPage, study: &PartnerStudy) -> Self {
        Self {
            path: trial.front.at.clone(),
            title: &trial.front.title,
            description: &trial.front.description,
            status: (&study.status).into(),
        }
    }
}

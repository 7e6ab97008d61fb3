//! Studies in lists of pages.

use serde::Serialize;
use waypoint_domain::{
    partner_study::PartnerStudy,
    study_card::{StatusBadge, partner_study_url},
    study_number::StudyNumber,
};

use super::head::study_path;
use crate::content::TrialPage;

/// Template data of a study in a list.
#[derive(Serialize)]
pub(crate) struct StudyItem<'a> {
    path: String,
    title: &'a str,
    description: &'a str,
    status: StatusBadge,
}

impl<'a> StudyItem<'a> {
    /// A study that links to its canonical page.
    pub(crate) fn new(study: &'a PartnerStudy) -> Self {
        Self {
            path: study_path(study),
            title: &study.brief_title,
            description: &study.brief_summary,
            status: (&study.status).into(),
        }
    }

    /// A study that links to the same address as its card.
    pub(crate) fn for_card(study: &'a PartnerStudy) -> Self {
        Self { path: partner_study_url(study), ..Self::new(study) }
    }

    /// Like [`Self::for_card`] in the list of active trials, where the default study links to upcoming research
    /// (E-182).
    pub(crate) fn for_active_card(study: &'a PartnerStudy, default_study: &StudyNumber) -> Self {
        let card = Self::for_card(study);
        if study.snow_study_number == *default_study {
            Self { path: "/upcoming-research".into(), ..card }
        } else {
            card
        }
    }

    /// A study that links to its hand-written page.
    pub(crate) fn for_trial_page(trial: &'a TrialPage, study: &PartnerStudy) -> Self {
        Self {
            path: trial.front.at.clone(),
            title: &trial.front.title,
            description: &trial.front.description,
            status: (&study.status).into(),
        }
    }
}

//! Surveys on trial pages that check whether the trial may fit.

use serde::Serialize;
use waypoint_domain::{partner_study::PartnerStudy, study_site::StudySite};

use super::places::{sign_up_at, sign_up_in_town};
use crate::content::{Survey, Town, TrialPage};

/// Template data of a survey.
#[derive(Serialize)]
pub(crate) struct SurveyView<'a> {
    #[serde(flatten)]
    survey: &'a Survey,
    /// The study's number.
    study: &'a str,
    /// The places to sign up, without duplicates. Empty if there is only one.
    places: Vec<SurveyPlace>,
    /// Path of the sign-up, or `None` if the study doesn't accept sign-ups and the questions are read-only.
    sign_up: Option<String>,
}

/// A place to take part in the study.
#[derive(Serialize)]
struct SurveyPlace {
    name: String,
    sign_up: String,
}

impl<'a> SurveyView<'a> {
    pub(crate) fn new(survey: &'a Survey, trial: &TrialPage, study: &'a PartnerStudy) -> Self {
        let sites = study.sites.iter().filter(|site| study.open_site(&site.key()).is_some());
        let mut places: Vec<SurveyPlace> = if trial.front.places.is_empty() {
            sites.map(|site| SurveyPlace::from_site(site, study)).collect()
        } else {
            let towns = trial.front.places.iter();
            towns.filter_map(|town| SurveyPlace::from_town(town, study)).collect()
        };
        places.sort_by(|a, b| a.name.cmp(&b.name));
        places.dedup_by(|a, b| a.name == b.name);
        let sign_up = study.accepts_sign_ups().then(|| match places.as_slice() {
            [only] => only.sign_up.clone(),
            _ => format!("/enroll/{}", study.snow_study_number),
        });
        if places.len() < 2 {
            places.clear();
        }
        Self { survey, study: study.snow_study_number.as_str(), places, sign_up }
    }
}

impl SurveyPlace {
    /// Returns `None` if the town doesn't accept sign-ups.
    fn from_town(town: &Town, study: &PartnerStudy) -> Option<Self> {
        let name = format!("{}, {}", town.city, town.state);
        Some(Self { name, sign_up: sign_up_in_town(study, town)? })
    }

    fn from_site(site: &StudySite, study: &PartnerStudy) -> Self {
        let name = [site.place(), site.site_name.clone()];
        let name = name.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ");
        Self { name, sign_up: sign_up_at(study, site) }
    }
}

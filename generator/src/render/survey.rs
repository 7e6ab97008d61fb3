//! The questions on a trial's page that tell whether it may fit.

use serde::Serialize;
use waypoint_domain::{partner_study::PartnerStudy, study_site::StudySite};

use super::places::{sign_up_at, sign_up_in_town};
use crate::content::{Survey, Town, TrialPage};

/// A survey with where it leads.
#[derive(Serialize)]
pub(super) struct SurveyView<'a> {
    #[serde(flatten)]
    survey: &'a Survey,
    /// The study's own number.
    study: &'a str,
    /// Where one signs up, each place once; where there is no choice, none.
    places: Vec<SurveyPlace>,
    /// The sign-up; nothing when the study takes none, and the questions are only to be read.
    sign_up: Option<String>,
}

/// A place where one can take part.
#[derive(Serialize)]
struct SurveyPlace {
    name: String,
    sign_up: String,
}

impl<'a> SurveyView<'a> {
    /// The survey of a trial.
    pub(super) fn of(survey: &'a Survey, trial: &TrialPage, study: &'a PartnerStudy) -> Self {
        let sites = study.sites.iter().filter(|site| study.open_site(&site.key()).is_some());
        let mut places: Vec<SurveyPlace> = if trial.front.places.is_empty() {
            sites.map(|site| SurveyPlace::of_site(site, study)).collect()
        } else {
            let towns = trial.front.places.iter();
            towns.filter_map(|town| SurveyPlace::of_town(town, study)).collect()
        };
        places.sort_by(|a, b| a.name.cmp(&b.name));
        places.dedup_by(|a, b| a.name == b.name);
        let sign_up = study.takes_sign_ups().then(|| match places.as_slice() {
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
    /// Nothing when nobody can sign up there.
    fn of_town(town: &Town, study: &PartnerStudy) -> Option<Self> {
        let name = format!("{}, {}", town.city, town.state);
        Some(Self { name, sign_up: sign_up_in_town(study, town)? })
    }

    fn of_site(site: &StudySite, study: &PartnerStudy) -> Self {
        let name = [site.place(), site.site_name.clone()];
        let name = name.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ");
        Self { name, sign_up: sign_up_at(study, site) }
    }
}

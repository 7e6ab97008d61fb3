//! Places of trials, numbered as in a page's list and map.

use serde::Serialize;
use waypoint_domain::{
    coordinates::Coordinates, partner_study::PartnerStudy, search::encode_query_value,
    study_card::StatusBadge, study_site::StudySite,
};

use crate::content::{Town, TrialPage};

/// A town or a site of a trial.
#[derive(Serialize)]
pub(crate) struct Place<'a> {
    pub(crate) number: usize,
    /// City, state, and country.
    pub(crate) name: String,
    /// The hospital or practice; empty for a town.
    pub(crate) site: &'a str,
    /// Street and postal code.
    pub(crate) address: String,
    pub(crate) status: StatusBadge,
    /// The study's number.
    pub(crate) study: &'a str,
    /// The title of the trial's page.
    pub(crate) trial: &'a str,
    /// Path of the sign-up at this place.
    pub(crate) sign_up: Option<String>,
    /// `None` if the place is not on the map.
    pub(crate) coordinates: Option<Coordinates>,
}

/// Returns the places of these trials: the towns of the page, or the sites of its study if it has no towns.
pub(crate) fn places<'a>(
    trials: impl IntoIterator<Item = (&'a TrialPage, &'a PartnerStudy)>,
) -> Vec<Place<'a>> {
    let mut places = Vec::new();
    for (trial, study) in trials {
        let towns = trial.front.places.iter();
        let sites = study.sites.iter().filter(|_| trial.front.places.is_empty());
        places.extend(towns.map(|town| Place::from_town(town, trial, study)));
        let on_page = |place| Place { trial: &trial.front.title, ..place };
        places.extend(sites.map(|site| on_page(Place::from_site(site, study))));
    }
    for (index, place) in places.iter_mut().enumerate() {
        place.number = index + 1;
    }
    places
}

/// Returns the sites of a study in the order of its page: the central site first, then those of the other studies with
/// its registry number.
pub(crate) fn places_of_study<'a>(study: &'a PartnerStudy, sharing: &[&'a PartnerStudy]) -> Vec<Place<'a>> {
    let others = sharing.iter().filter(|other| other.snow_study_number != study.snow_study_number);
    let studies = [study].into_iter().chain(others.copied());
    let places = studies
        .flat_map(|study| study.sites_in_order().into_iter().map(move |site| Place::from_site(site, study)));
    (1..).zip(places).map(|(number, place)| Place { number, ..place }).collect()
}

impl<'a> Place<'a> {
    /// Fills in missing coordinates from the address.
    pub(crate) fn located_by(self, find: impl Fn(&str) -> Option<Coordinates>) -> Self {
        let address = || format!("{}, {}", self.address, self.name);
        let coordinates = self.coordinates.or_else(|| find(&address()));
        Self { coordinates, ..self }
    }

    /// A town of a trial, not yet numbered.
    fn from_town(town: &'a Town, trial: &'a TrialPage, study: &'a PartnerStudy) -> Self {
        Self {
            number: 0,
            name: town.place(),
            site: "",
            address: String::new(),
            status: (&town.status).into(),
            study: study.snow_study_number.as_str(),
            trial: &trial.front.title,
            sign_up: sign_up_in_town(study, town),
            coordinates: town.coordinates(),
        }
    }

    /// A site of a study, not yet numbered.
    pub(crate) fn from_site(site: &'a StudySite, study: &'a PartnerStudy) -> Self {
        let address = [&site.street_address, &site.pin_code].into_iter().filter(|part| !part.is_empty());
        Self {
            number: 0,
            name: site.place(),
            site: &site.site_name,
            address: address.cloned().collect::<Vec<_>>().join(", "),
            status: site.status_in(&study.status).into(),
            study: study.snow_study_number.as_str(),
            trial: &study.brief_title,
            sign_up: study.open_site(&site.key()).map(|site| sign_up_at(study, site)),
            coordinates: site.coordinates(),
        }
    }
}

pub(crate) fn sign_up_at(study: &PartnerStudy, site: &StudySite) -> String {
    let key = site.key();
    let parts =
        [("city", site.city.as_str()), ("state", &site.state), ("country", &site.country), ("site", &key)];
    sign_up_path(study, &parts)
}

/// Path of the sign-up in a town that is recruiting, if the study has an open site there or has no sites at all. It names
/// the site if the town has only one.
pub(crate) fn sign_up_in_town(study: &PartnerStudy, town: &Town) -> Option<String> {
    if !town.status.is_recruiting() || !study.accepts_sign_ups() {
        return None;
    }
    let is_there = |site: &&StudySite| site.city == town.city && site.state == town.state;
    let there: Vec<&StudySite> = study.open_sites().filter(is_there).collect();
    let parts = [("city", town.city.as_str()), ("state", &town.state), ("country", &town.country)];
    match there.as_slice() {
        [site] => Some(sign_up_at(study, site)),
        [] if study.open_sites().next().is_some() => None,
        _ => Some(sign_up_path(study, &parts)),
    }
}

/// Path of the sign-up for a study, with these parts as the query.
fn sign_up_path(study: &PartnerStudy, parts: &[(&str, &str)]) -> String {
    let query: Vec<String> =
        parts.iter().map(|(name, value)| format!("{name}={}", encode_query_value(value))).collect();
    format!("/enroll/{}/ps?{}", study.snow_study_number, query.join("&"))
}

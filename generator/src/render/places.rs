//! The places of trials, in the order of their numbers on a page's list and map.

use serde::Serialize;
use waypoint_domain::{
    coordinates::Coordinates, partner_study::PartnerStudy, search::in_query, study_card::StatusBadge,
    study_site::StudySite,
};

use crate::content::{Town, TrialPage};

/// A town or a site of a trial.
#[derive(Serialize)]
pub(super) struct Place<'a> {
    pub(super) number: usize,
    /// City, state and country.
    pub(super) name: String,
    /// The hospital or practice; empty for a town.
    pub(super) site: &'a str,
    /// Street and postal code.
    pub(super) address: String,
    pub(super) status: StatusBadge,
    /// The study's number.
    pub(super) study: &'a str,
    /// The title of the trial's page.
    pub(super) trial: &'a str,
    /// Where one signs up there.
    pub(super) sign_up: Option<String>,
    /// Nothing when it is not on the map.
    pub(super) coordinates: Option<Coordinates>,
}

/// The places of these trials: the towns that a page names, else the sites of its study.
pub(super) fn places<'a>(
    trials: impl IntoIterator<Item = (&'a TrialPage, &'a PartnerStudy)>,
) -> Vec<Place<'a>> {
    let mut places = Vec::new();
    for (trial, study) in trials {
        let towns = trial.front.places.iter();
        let sites = study.sites.iter().filter(|_| trial.front.places.is_empty());
        places.extend(towns.map(|town| Place::of_town(town, trial, study)));
        let of_page = |place| Place { trial: &trial.front.title, ..place };
        places.extend(sites.map(|site| of_page(Place::of_site(site, study))));
    }
    for (index, place) in places.iter_mut().enumerate() {
        place.number = index + 1;
    }
    places
}

/// The sites of a study in the order in which its page lists them: the central one first.
pub(super) fn places_of_study(study: &PartnerStudy) -> Vec<Place<'_>> {
    let places = study.sites_in_order().into_iter().map(|site| Place::of_site(site, study));
    (1..).zip(places).map(|(number, place)| Place { number, ..place }).collect()
}

impl<'a> Place<'a> {
    /// The same where its address is, when its coordinates are not known.
    pub(super) fn placed_by(self, of_address: impl Fn(&str) -> Option<Coordinates>) -> Self {
        let address = || format!("{}, {}", self.address, self.name);
        let coordinates = self.coordinates.or_else(|| of_address(&address()));
        Self { coordinates, ..self }
    }

    /// A town of a trial, which has no number yet.
    fn of_town(town: &'a Town, trial: &'a TrialPage, study: &'a PartnerStudy) -> Self {
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

    /// A site of a study, which has no number yet.
    pub(super) fn of_site(site: &'a StudySite, study: &'a PartnerStudy) -> Self {
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

pub(super) fn sign_up_at(study: &PartnerStudy, site: &StudySite) -> String {
    let key = site.key();
    let parts =
        [("city", site.city.as_str()), ("state", &site.state), ("country", &site.country), ("site", &key)];
    sign_up_in(study, &parts)
}

/// The sign-up in a town that takes people: at a site of the study there, or anywhere where the study has no sites.
pub(super) fn sign_up_in_town(study: &PartnerStudy, town: &Town) -> Option<String> {
    let mut open = study.open_sites().peekable();
    let has_site =
        open.peek().is_none() || open.any(|site| site.city == town.city && site.state == town.state);
    let parts = [("city", town.city.as_str()), ("state", &town.state), ("country", &town.country)];
    let takes = town.status.is_recruiting() && study.takes_sign_ups() && has_site;
    takes.then(|| sign_up_in(study, &parts))
}

/// The sign-up of a study with these parts in its address.
fn sign_up_in(study: &PartnerStudy, parts: &[(&str, &str)]) -> String {
    let query: Vec<String> =
        parts.iter().map(|(name, value)| format!("{name}={}", in_query(value))).collect();
    format!("/enroll/{}/ps?{}", study.snow_study_number, query.join("&"))
}

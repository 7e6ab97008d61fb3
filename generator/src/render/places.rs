//! The places of a study, as pages list them.

use serde::Serialize;
use waypoint_domain::{partner_study::PartnerStudy, study_card::StatusBadge, study_site::StudySite};

use super::templates::in_query;

/// A town or a site of a study.
#[derive(Serialize)]
pub(super) struct Place<'a> {
    /// City, state and country, as far as they are known.
    pub(super) name: String,
    /// The site's name; empty for a town.
    pub(super) site: &'a str,
    /// Street and postal code.
    pub(super) address: String,
    /// Whether it takes people.
    pub(super) status: StatusBadge,
    /// Where one signs up there.
    pub(super) sign_up: Option<String>,
}

impl<'a> Place<'a> {
    /// A site of a study.
    pub(super) fn of_site(site: &'a StudySite, study: &'a PartnerStudy) -> Self {
        Self {
            name: site.place(),
            site: &site.site_name,
            address: [&site.street_address, &site.pin_code]
                .into_iter()
                .filter(|part| !part.is_empty())
                .cloned()
                .collect::<Vec<_>>()
                .join(", "),
            status: site.status_in(&study.status).into(),
            sign_up: study.open_site(&site.key()).map(|site| sign_up_at(study, site)),
        }
    }
}

fn sign_up_at(study: &PartnerStudy, site: &StudySite) -> String {
    let parts =
        [("city", &site.city), ("state", &site.state), ("country", &site.country), ("site", &site.key())];
    let query: Vec<String> = parts.map(|(name, value)| format!("{name}={}", in_query(value))).into();
    format!("/enroll/{}/ps?{}", study.snow_study_number, query.join("&"))
}

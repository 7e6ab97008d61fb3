//! Sites of studies.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{coordinates::Coordinates, country::Country, recruitment_status::RecruitmentStatus};

/// A hospital or practice that takes part in a study.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StudySite {
    /// The name of the hospital or practice.
    #[serde(default)]
    pub site_name: String,
    /// Street and house number.
    #[serde(default)]
    pub street_address: String,
    /// City, such as `Cleveland`.
    #[serde(default)]
    pub city: String,
    /// State, province, or region.
    #[serde(default)]
    pub state: String,
    /// Country, as the record spells it.
    #[serde(default)]
    pub country: String,
    /// ZIP or postal code.
    #[serde(default)]
    pub pin_code: String,
    /// Degrees north. Missing if the coordinates are unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latitude: Option<f64>,
    /// Degrees east. Missing if the coordinates are unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longitude: Option<f64>,
    /// The site's own status. Defaults to the study's status.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<RecruitmentStatus>,
    /// Whether this is the study's central site.
    #[serde(default)]
    pub central: bool,
}

impl StudySite {
    /// Returns the site's status: its own, or the study's if it has none. A site can't be more open than its study. Records
    /// of closed studies may still list sites as recruiting.
    #[must_use]
    pub fn status_in<'a>(&'a self, study: &'a RecruitmentStatus) -> &'a RecruitmentStatus {
        self.status.as_ref().filter(|own| !study.is_less_open_than(own)).unwrap_or(study)
    }

    /// Returns the key that identifies the site within its study, in URLs and forms. It consists of the name and city in
    /// lower case, with hyphens between words.
    #[must_use]
    pub fn key(&self) -> String {
        let words = format!("{} {}", self.site_name, self.city).to_lowercase();
        let words: Vec<&str> =
            words.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
        words.join("-")
    }

    /// Whether the site is in this country.
    #[must_use]
    pub fn is_in(&self, country: &Country) -> bool {
        Country::parse(&self.country).as_ref() == Some(country)
    }

    /// Returns the coordinates, or `None` if they are unknown or invalid.
    #[must_use]
    pub fn coordinates(&self) -> Option<Coordinates> {
        Coordinates::new(self.latitude, self.longitude).ok().flatten()
    }

    /// Returns the known ones of city, state, and country, separated by commas.
    #[must_use]
    pub fn place(&self) -> String {
        [&self.city, &self.state, &self.country]
            .into_iter()
            .filter(|part| !part.trim().is_empty())
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(status: Option<RecruitmentStatus>) -> StudySite {
        StudySite {
            site_name: "Lakeside Clinic".into(),
            street_address: String::new(),
            city: "Cleveland".into(),
            state: "OH".into(),
            country: "USA".into(),
            pin_code: "44106".into(),
            latitude: None,
            longitude: None,
            status,
            central: false,
        }
    }

    #[test]
    fn closed_site_of_recruiting_study_is_not_recruiting() {
        let study = RecruitmentStatus::Recruiting;
        assert!(site(None).status_in(&study).is_recruiting());
        assert!(site(Some(RecruitmentStatus::Recruiting)).status_in(&study).is_recruiting());
        assert!(!site(Some(RecruitmentStatus::Completed)).status_in(&study).is_recruiting());
    }

    #[test]
    fn site_is_never_more_open_than_its_study() {
        let recruiting = site(Some(RecruitmentStatus::Recruiting));
        for closed in ["Completed", "Terminated", "Suspended", "Unknown", "Active, not recruiting"] {
            let study: RecruitmentStatus = closed.parse().unwrap_or(RecruitmentStatus::Unknown);
            assert_eq!(recruiting.status_in(&study), &study);
            assert_eq!(site(Some(RecruitmentStatus::NotYetRecruiting)).status_in(&study), &study);
        }
        let soon = RecruitmentStatus::NotYetRecruiting;
        assert_eq!(recruiting.status_in(&soon), &soon);
        let own = site(Some(RecruitmentStatus::Withdrawn));
        assert_eq!(own.status_in(&RecruitmentStatus::Completed), &RecruitmentStatus::Withdrawn);
    }

    #[test]
    fn site_is_found_under_every_name_of_its_country() {
        assert!(site(None).is_in(&Country::parse("United States of America").unwrap()));
        assert!(!site(None).is_in(&Country::parse("Canada").unwrap()));
    }
}

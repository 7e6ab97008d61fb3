//! A place where a study is carried out.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{coordinates::Coordinates, country::Country, recruitment_status::RecruitmentStatus};

/// A site of a study.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StudySite {
    /// The hospital's or practice's name.
    #[serde(default)]
    pub site_name: String,
    /// Street and house number.
    #[serde(default)]
    pub street_address: String,
    /// City.
    #[serde(default)]
    pub city: String,
    /// State, province or region.
    #[serde(default)]
    pub state: String,
    /// Country, as the record spells it.
    #[serde(default)]
    pub country: String,
    /// ZIP or postal code.
    #[serde(default)]
    pub pin_code: String,
    /// Degrees north; absent when nobody has placed the site yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latitude: Option<f64>,
    /// Degrees east.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longitude: Option<f64>,
    /// The site's own status; a site without one has its study's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<RecruitmentStatus>,
    /// Whether this is the study's central site.
    #[serde(default)]
    pub central: bool,
}

impl StudySite {
    /// The status of this site in a study of this status: its own if it has one, else the study's.
    #[must_use]
    pub fn status_in<'a>(&'a self, study: &'a RecruitmentStatus) -> &'a RecruitmentStatus {
        self.status.as_ref().unwrap_or(study)
    }

    /// Names the site among those of its study, in addresses and forms: its name and city in small
    /// letters, digits and hyphens.
    #[must_use]
    pub fn key(&self) -> String {
        let words = format!("{} {}", self.site_name, self.city).to_lowercase();
        let words: Vec<&str> =
            words.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
        words.join("-")
    }

    /// Whether the site stands in this country.
    #[must_use]
    pub fn is_in(&self, country: &Country) -> bool {
        Country::named(&self.country).as_ref() == Some(country)
    }

    /// Where the site is; nothing when nobody has placed it yet.
    #[must_use]
    pub fn coordinates(&self) -> Option<Coordinates> {
        Coordinates::of(self.latitude, self.longitude).ok().flatten()
    }

    /// City, state and country in one line, as far as they are known.
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
    fn a_closed_site_of_a_recruiting_study_takes_nobody() {
        let study = RecruitmentStatus::Recruiting;
        assert!(site(None).status_in(&study).is_recruiting());
        assert!(site(Some(RecruitmentStatus::Recruiting)).status_in(&study).is_recruiting());
        assert!(!site(Some(RecruitmentStatus::Completed)).status_in(&study).is_recruiting());
    }

    #[test]
    fn a_site_is_found_under_every_name_of_its_country() {
        assert!(site(None).is_in(&Country::named("United States of America").unwrap()));
        assert!(!site(None).is_in(&Country::named("Canada").unwrap()));
    }
}

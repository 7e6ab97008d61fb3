//! A study of the public registry.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{
    age_range::AgeRange, country::Country, nct_id::NctId, recruitment_status::RecruitmentStatus, sex::Sex,
    study_site::StudySite, study_type::StudyType,
};

/// What Waypoint keeps of a registry record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RegistryStudy {
    /// The registry number.
    pub nct_id: NctId,
    /// The short title.
    pub brief_title: String,
    /// The protocol's title.
    pub official_title: String,
    /// What it is about.
    pub brief_summary: String,
    /// The long text, if there is one.
    pub detailed_description: String,
    /// Conditions, as the sponsor words them.
    pub conditions: Vec<String>,
    /// The sponsor's search words.
    pub keywords: Vec<String>,
    /// What is tried in it: medicines, devices, operations, each by all of its names.
    #[serde(default)]
    pub interventions: Vec<String>,
    /// What the registry itself files it under: ids of Medical Subject Headings.
    #[serde(default)]
    pub headings: Vec<String>,
    /// Whether it takes people.
    pub status: RecruitmentStatus,
    /// What kind it is.
    pub study_type: StudyType,
    /// Phases in words, for example `Phase 2`; none for observational studies.
    pub phases: Vec<String>,
    /// Whom it admits by sex.
    pub sex: Sex,
    /// Whom it admits by age.
    pub ages: AgeRange,
    /// Whether healthy people may join, if stated.
    pub healthy_volunteers: Option<bool>,
    /// The text of the criteria.
    pub eligibility_criteria: String,
    /// Who is responsible.
    pub sponsor: String,
    /// Whom to ask.
    pub contacts: Vec<Contact>,
    /// Where it takes place.
    pub sites: Vec<StudySite>,
    /// When the record last changed, as far as stated: `YYYY-MM-DD` or `YYYY-MM`.
    pub last_updated: Option<String>,
}

/// Whom to ask about a study.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Contact {
    /// What the person does.
    pub role: String,
    /// The person's or office's name.
    pub name: String,
    /// Mail address.
    pub email: String,
    /// Phone number.
    pub phone: String,
}

impl RegistryStudy {
    /// The most registry studies that a search shows.
    pub const MOST_SHOWN: usize = 20;

    /// The sites that have not closed.
    pub fn open_sites(&self) -> impl Iterator<Item = &StudySite> {
        let closed = |site: &StudySite| site.status.as_ref().is_some_and(RecruitmentStatus::has_closed);
        self.sites.iter().filter(move |site| !closed(site))
    }

    /// The sites in this country that have not closed.
    pub fn open_sites_in(&self, country: &Country) -> impl Iterator<Item = &StudySite> {
        self.open_sites().filter(move |site| site.is_in(country))
    }
}

//! Studies of the public registry.

use serde::{Deserialize, Serialize};

use crate::{
    age_range::AgeRange,
    country::Country,
    nct_id::NctId,
    partial_date::PartialDate,
    recruitment_status::RecruitmentStatus,
    sex::Sex,
    study_contact::{Contact, SiteContacts},
    study_design::StudyDesign,
    study_site::StudySite,
    study_type::StudyType,
};

/// The parts of a registry record that Waypoint stores.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RegistryStudy {
    /// The registry number.
    pub nct_id: NctId,
    /// The short title.
    pub brief_title: String,
    /// The protocol's title.
    pub official_title: String,
    /// What the study tests, in the sponsor's words. May have several paragraphs.
    pub brief_summary: String,
    /// The long description. May be empty.
    pub detailed_description: String,
    /// Conditions, in the sponsor's words.
    pub conditions: Vec<String>,
    /// The sponsor's keywords.
    pub keywords: Vec<String>,
    /// All names of the tested interventions: medicines, devices, and procedures.
    #[serde(default)]
    pub interventions: Vec<String>,
    /// The ids of the Medical Subject Headings that the registry assigned.
    #[serde(default)]
    pub headings: Vec<String>,
    pub status: RecruitmentStatus,
    /// Why the study stopped, in the sponsor's words. May be empty.
    #[serde(default)]
    pub why_stopped: String,
    /// The type of study, or [`StudyType::Unstated`].
    pub study_type: StudyType,
    /// Phases as shown, for example `Phase 2`. Empty for observational studies.
    pub phases: Vec<String>,
    /// The groups, measures, and dates of the study.
    #[serde(default)]
    pub design: StudyDesign,
    /// The sexes that the study admits, if stated.
    pub sex: Option<Sex>,
    /// The ages that the study admits, if stated. A stated range may have no limits.
    pub ages: Option<AgeRange>,
    /// Whether healthy people may join, if stated.
    pub healthy_volunteers: Option<bool>,
    /// The text of the eligibility criteria.
    pub eligibility_criteria: String,
    /// The sponsor's name.
    pub sponsor: String,
    /// The names under which people know the study besides its titles.
    #[serde(default)]
    pub names: StudyNames,
    /// Contacts for questions about the whole study.
    pub contacts: Vec<Contact>,
    /// The contacts of sites.
    #[serde(default)]
    pub site_contacts: Vec<SiteContacts>,
    /// The people who are responsible for the study. The registry has no phone numbers of them.
    #[serde(default)]
    pub officials: Vec<Contact>,
    pub sites: Vec<StudySite>,
    /// When the record last changed, if stated.
    pub last_updated: Option<PartialDate>,
}

/// The names under which people know a study besides its titles and its number.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StudyNames {
    /// The short name in capitals, such as `BLISS-LN`. May be empty.
    pub acronym: String,
    /// Its other numbers: former registry numbers, and those of the sponsor, of funders, and of other registries.
    pub ids: Vec<String>,
    /// The organizations that carry out or support the study, besides the sponsor.
    pub organizations: Vec<String>,
    /// The investigators who are responsible for it.
    pub investigators: Vec<String>,
}

impl RegistryStudy {
    /// The maximum number of registry studies that a search shows.
    pub const MAX_RESULTS: usize = 20;

    /// Returns the sites that have not closed.
    pub fn open_sites(&self) -> impl Iterator<Item = &StudySite> {
        let is_closed = |site: &StudySite| site.status.as_ref().is_some_and(RecruitmentStatus::has_closed);
        self.sites.iter().filter(move |site| !is_closed(site))
    }

    /// Returns the sites in a country that have not closed.
    pub fn open_sites_in(&self, country: &Country) -> impl Iterator<Item = &StudySite> {
        self.open_sites().filter(move |site| site.is_in(country))
    }

    /// Returns the contacts of sites that have not closed, with their sites.
    pub fn contacts_of_open_sites(&self) -> impl Iterator<Item = (&StudySite, &[Contact])> {
        let with_site = self
            .site_contacts
            .iter()
            .filter_map(|at| Some((self.sites.get(at.site)?, at.contacts.as_slice())));
        with_site.filter(|(site, _)| !site.status.as_ref().is_some_and(RecruitmentStatus::has_closed))
    }
}

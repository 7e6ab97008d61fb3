//! What a study page shows, for a partner's study and for one of the registry.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{
    eligibility_criteria::EligibilityCriteria,
    excerpt::excerpt,
    frame_height::FrameHeight,
    partner_study::PartnerStudy,
    recruitment_status::RecruitmentStatus,
    registry_study::{Contact, RegistryStudy},
    study_card::StatusBadge,
    study_site::StudySite,
};

/// The most characters of a title (D-079).
const LONGEST_TITLE: usize = 200;

/// A study as its page shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct StudyPage {
    /// Which of the two views it is.
    pub partner: Partner,
    /// The number in the page's address.
    pub id: String,
    /// The study's own number; absent for a registry study.
    pub study_number: Option<String>,
    /// The system's id; absent for a registry study.
    pub study_sys_id: Option<String>,
    /// The registry number.
    pub nct_number: Option<String>,
    /// The title.
    pub title: String,
    /// The protocol's title, when it says more than the title.
    pub official_title: Option<String>,
    /// What it tests.
    pub summary: String,
    /// What happens in it, by paragraphs.
    pub description: Vec<String>,
    /// Whether it takes people.
    pub status: StatusBadge,
    /// For example `Phase 3`.
    pub phase: Option<String>,
    /// What it is about.
    pub conditions: Vec<String>,
    /// Whom it admits by sex.
    pub gender: String,
    /// Whom it admits by age, for example `18 years and older`.
    pub ages: String,
    /// What kind of study it is.
    pub study_type: Option<String>,
    /// Who is responsible.
    pub sponsor: Option<String>,
    /// How long a person takes part.
    pub duration: Option<String>,
    /// Who can and who can't join.
    pub criteria: EligibilityCriteria,
    /// Where it takes place, the central site first.
    pub sites: Vec<SiteView>,
    /// Whom to ask.
    pub contacts: Vec<Contact>,
    /// Where sign-up starts; absent when nobody can sign up here.
    pub sign_up: Option<String>,
    /// A page of the partner to show in a frame instead.
    pub embedded_link: Option<String>,
    /// How high that frame is, in pixels.
    pub embedded_height: Option<u16>,
    /// Whether the form asks for an id that the study team gave out.
    pub show_patient_id: bool,
    /// When it was last changed: `YYYY-MM-DD`.
    pub last_updated: Option<String>,
}

/// Which view of a study page it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub enum Partner {
    /// A partner's study: locations and sign-up.
    #[serde(rename = "patientrials")]
    Patientrials,
    /// A registry study: contacts, no sign-up here.
    #[serde(rename = "clinical trials")]
    ClinicalTrials,
}

/// A site as a page shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct SiteView {
    /// Names the site among those of its study.
    pub key: String,
    /// The hospital's or practice's name.
    pub site_name: String,
    /// Street and house number.
    pub street_address: String,
    /// City.
    pub city: String,
    /// State, province or region.
    pub state: String,
    /// Country.
    pub country: String,
    /// ZIP or postal code.
    pub pin_code: String,
    /// Degrees north, if known.
    pub latitude: Option<f64>,
    /// Degrees east, if known.
    pub longitude: Option<f64>,
    /// The site's status.
    pub status: StatusBadge,
    /// Whether sign-up offers this site.
    pub takes_sign_ups: bool,
    /// Whether it is the central site.
    pub central: bool,
}

impl SiteView {
    fn of(site: &StudySite, study: &RecruitmentStatus, signing_up: bool) -> Self {
        let status = site.status_in(study);
        Self {
            key: site.key(),
            site_name: site.site_name.clone(),
            street_address: site.street_address.clone(),
            city: site.city.clone(),
            state: site.state.clone(),
            country: site.country.clone(),
            pin_code: site.pin_code.clone(),
            latitude: site.latitude,
            longitude: site.longitude,
            status: status.into(),
            takes_sign_ups: signing_up && !status.has_closed(),
            central: site.central,
        }
    }
}

impl From<&PartnerStudy> for StudyPage {
    fn from(study: &PartnerStudy) -> Self {
        let number = study.snow_study_number.to_string();
        let open = study.takes_sign_ups();
        let sites = study.sites_in_order().into_iter();
        Self {
            partner: Partner::Patientrials,
            id: study.identifier().to_owned(),
            study_sys_id: Some(study.study_sys_id.clone()),
            nct_number: study.nct_number.as_ref().map(ToString::to_string),
            title: excerpt(&study.brief_title, LONGEST_TITLE),
            official_title: said(&study.official_title).filter(|t| *t != study.brief_title),
            summary: study.brief_summary.clone(),
            description: paragraphs(&study.detailed_description),
            status: (&study.status).into(),
            phase: said(&study.study_phase),
            conditions: study.conditions.clone(),
            gender: study.sex.label().to_owned(),
            ages: study.ages().plain(),
            study_type: None,
            sponsor: None,
            duration: said(&study.duration),
            criteria: EligibilityCriteria::split(&study.eligibility),
            sites: sites.map(|site| SiteView::of(site, &study.status, open)).collect(),
            contacts: Vec::new(),
            sign_up: open.then(|| format!("/enroll/{number}")),
            embedded_link: study.embedded_link.clone(),
            embedded_height: study.embedded_height.map(FrameHeight::pixels),
            show_patient_id: study.show_patient_id,
            last_updated: said(&study.sys_updated_on),
            study_number: Some(number),
        }
    }
}

impl From<&RegistryStudy> for StudyPage {
    fn from(study: &RegistryStudy) -> Self {
        Self {
            partner: Partner::ClinicalTrials,
            id: study.nct_id.to_string(),
            study_number: None,
            study_sys_id: None,
            nct_number: Some(study.nct_id.to_string()),
            title: excerpt(&study.brief_title, LONGEST_TITLE),
            official_title: said(&study.official_title).filter(|t| *t != study.brief_title),
            summary: study.brief_summary.clone(),
            description: paragraphs(&study.detailed_description),
            status: (&study.status).into(),
            phase: said(&study.phases.join(", ")),
            conditions: study.conditions.clone(),
            gender: study.sex.label().to_owned(),
            ages: study.ages.plain(),
            study_type: Some(study.study_type.label().to_owned()),
            sponsor: said(&study.sponsor),
            duration: None,
            criteria: EligibilityCriteria::split(&study.eligibility_criteria),
            sites: study.sites.iter().map(|s| SiteView::of(s, &study.status, false)).collect(),
            contacts: study.contacts.clone(),
            sign_up: None,
            embedded_link: None,
            embedded_height: None,
            show_patient_id: false,
            last_updated: study.last_updated.clone(),
        }
    }
}

fn said(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn paragraphs(text: &str) -> Vec<String> {
    text.replace("\r\n", "\n")
        .split("\n\n")
        .map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|part| !part.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::partner_study::tests::study;

    fn site(name: &str, status: &str, central: bool) -> StudySite {
        let value = serde_json::json!({ "site_name": name, "status": status, "central": central });
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn the_central_site_stands_first_and_a_closed_one_takes_nobody() {
        let mut study = study("STU0100");
        study.sites = vec![
            site("Closed", "Completed", false),
            site("Open", "Recruiting", false),
            site("Central", "Recruiting", true),
        ];
        let page = StudyPage::from(&study);
        let shown: Vec<_> = page.sites.iter().map(|s| (s.site_name.as_str(), s.takes_sign_ups)).collect();
        assert_eq!(shown, [("Central", true), ("Closed", false), ("Open", true)]);
        assert_eq!(page.sign_up.as_deref(), Some("/enroll/STU0100"));
    }

    #[test]
    fn a_study_that_has_closed_offers_no_sign_up_at_any_site() {
        let mut study = study("STU0100");
        study.status = RecruitmentStatus::Completed;
        study.sites = vec![site("Open", "Recruiting", true)];
        let page = StudyPage::from(&study);
        assert_eq!(page.sign_up, None);
        assert!(!page.sites[0].takes_sign_ups);
    }

    #[test]
    fn a_title_is_cut_at_200_characters() {
        let mut study = study("STU0100");
        study.brief_title = "é".repeat(200);
        assert_eq!(StudyPage::from(&study).title, "é".repeat(200));
        study.brief_title.push('é');
        assert_eq!(StudyPage::from(&study).title, format!("{}…", "é".repeat(200)));
    }

    #[test]
    fn a_study_that_starts_soon_takes_names_already() {
        let mut study = study("STU0100");
        study.status = RecruitmentStatus::NotYetRecruiting;
        assert!(StudyPage::from(&study).sign_up.is_some());
    }
}

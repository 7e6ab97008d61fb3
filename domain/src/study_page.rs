//! The data of study pages, for partner and registry studies.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_text::in_one_line;

use crate::{
    eligibility_criteria::EligibilityCriteria,
    excerpt::excerpt_at_word,
    fact_summary::FactSummary,
    frame_height::FrameHeight,
    glossary::ExplainedTerm,
    partner_facts::{partner_fact_summary, partner_facts, partner_questions},
    partner_study::PartnerStudy,
    recruitment_status::RecruitmentStatus,
    registry_fact_summary::registry_fact_summary,
    registry_facts::{registry_facts, registry_questions},
    registry_study::RegistryStudy,
    sex::{NOT_STATED, Sex},
    stopped_study::stopped_sentence,
    study_card::StatusBadge,
    study_contact::Contact,
    study_fact::Fact,
    study_site::StudySite,
};

/// The maximum length of a title in characters (D-079).
const MAX_TITLE_LENGTH: usize = 200;

/// The data of a study page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct StudyPage {
    /// The source of the study, which decides the view of the page.
    pub partner: Partner,
    /// The number in the page's URL.
    pub id: String,
    /// The study's own number. Missing for a registry study.
    pub study_number: Option<String>,
    /// The partner system's id. Missing for a registry study.
    pub study_sys_id: Option<String>,
    /// The registry number.
    pub nct_number: Option<String>,
    /// The short title. A very long one is cut at a word.
    pub title: String,
    /// The whole short title, if it is cut.
    pub full_title: Option<String>,
    /// The protocol's title, if it differs from the title.
    pub official_title: Option<String>,
    /// What the study tests, in one or more paragraphs.
    pub summary: String,
    /// The paragraphs of the description.
    pub description: Vec<String>,
    /// The recruitment status.
    pub status: StatusBadge,
    /// What happened to a stopped study and why, in whole sentences.
    pub stopped: Option<String>,
    /// The phase, for example `Phase 3`.
    pub phase: Option<String>,
    /// The conditions that the study is about.
    pub conditions: Vec<String>,
    /// The sexes that the study admits.
    pub gender: String,
    /// The ages that the study admits, for example `18 years and older`.
    pub ages: String,
    /// The type of study, such as `Interventional`. Missing for a partner study.
    pub study_type: Option<String>,
    /// The sponsor's name.
    pub sponsor: Option<String>,
    /// How long participation takes.
    pub duration: Option<String>,
    /// What the study states about taking part, in the order in which patients ask. A partner study has all topics (D-460).
    pub facts: Vec<Fact>,
    /// The facts that comparisons show.
    pub fact_summary: FactSummary,
    /// Questions to ask the study team, about what the study leaves out and what its design makes worth asking.
    pub questions: Vec<String>,
    /// The eligibility criteria.
    pub criteria: EligibilityCriteria,
    /// The sites, the central site first.
    pub sites: Vec<SiteView>,
    /// Contacts for questions: those of the nearest open site, those of the whole study, and the people responsible.
    pub contacts: Vec<Contact>,
    /// The email address to which the page offers to send the visitor's details: that of a contact of a recruiting registry
    /// study. Missing if it offers none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub introduction_to: Option<String>,
    /// The countries in which the study has open sites. People from others can't sign up. Empty without sites.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    #[schema(value_type = Option<Vec<String>>)]
    pub sign_up_countries: Vec<String>,
    /// The URL of the sign-up form. Missing if the study accepts no sign-ups here.
    pub sign_up: Option<String>,
    /// A page of the partner that a frame shows instead.
    pub embedded_link: Option<String>,
    /// The height of that frame in pixels.
    pub embedded_height: Option<u16>,
    /// Whether the form asks for an id that the study team assigned.
    pub show_patient_id: bool,
    /// The date of the last change: `YYYY-MM-DD`.
    pub last_updated: Option<String>,
    /// The terms that the page explains where they occur.
    #[serde(default)]
    pub terms: Vec<ExplainedTerm>,
}

/// The source of a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub enum Partner {
    /// A partner study. The page shows sites and sign-up.
    #[serde(rename = "patientrials")]
    Patientrials,
    /// A registry study. The page shows contacts, and no sign-up.
    #[serde(rename = "clinical trials")]
    ClinicalTrials,
}

/// The data of a site on a study page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct SiteView {
    /// A unique key among the study's sites.
    pub key: String,
    /// The name of the hospital or practice.
    pub site_name: String,
    /// Street and house number.
    pub street_address: String,
    /// City, such as `Cleveland`.
    pub city: String,
    /// State, province, or region.
    pub state: String,
    /// Country, as the study's record spells it.
    pub country: String,
    /// ZIP or postal code.
    pub pin_code: String,
    /// Degrees north, if known.
    pub latitude: Option<f64>,
    /// Degrees east, if known.
    pub longitude: Option<f64>,
    /// The site's status.
    pub status: StatusBadge,
    /// Whether this site accepts sign-ups.
    pub takes_sign_ups: bool,
    /// The number of the partner study that the site belongs to, whose sign-up it accepts. Missing for a registry study.
    pub study_number: Option<String>,
    /// Whether this is the central site.
    pub central: bool,
}

impl SiteView {
    /// Returns the sites of a partner study, the central site first.
    fn of_partner_study(study: &PartnerStudy) -> impl Iterator<Item = Self> {
        let open = study.accepts_sign_ups();
        study.sites_in_order().into_iter().map(move |site| Self {
            study_number: Some(study.snow_study_number.to_string()),
            ..Self::new(site, &study.status, open)
        })
    }

    fn new(site: &StudySite, study_status: &RecruitmentStatus, is_sign_up_open: bool) -> Self {
        let status = site.status_in(study_status);
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
            takes_sign_ups: is_sign_up_open && !status.has_closed(),
            study_number: None,
            central: site.central,
        }
    }
}

impl From<&PartnerStudy> for StudyPage {
    fn from(study: &PartnerStudy) -> Self {
        let number = study.snow_study_number.to_string();
        let facts = partner_facts(study);
        let open = study.accepts_sign_ups();
        Self {
            partner: Partner::Patientrials,
            id: study.identifier().to_owned(),
            study_sys_id: Some(study.study_sys_id.clone()),
            nct_number: study.nct_number.as_ref().map(ToString::to_string),
            title: excerpt_at_word(&study.brief_title, MAX_TITLE_LENGTH),
            full_title: uncut(&study.brief_title),
            official_title: non_blank(&study.official_title).filter(|t| *t != study.brief_title),
            summary: study.brief_summary.clone(),
            description: paragraphs(&study.detailed_description),
            status: (&study.status).into(),
            stopped: None,
            phase: non_blank(&study.study_phase),
            conditions: study.conditions.clone(),
            gender: study.sex.label().to_owned(),
            ages: study.ages().plain(),
            study_type: None,
            sponsor: None,
            duration: non_blank(&study.duration),
            fact_summary: partner_fact_summary(study),
            questions: partner_questions(study, &facts),
            facts,
            criteria: EligibilityCriteria::split(&study.eligibility),
            sites: SiteView::of_partner_study(study).collect(),
            contacts: Vec::new(),
            introduction_to: None,
            sign_up_countries: study.open_countries().into_iter().map(String::from).collect(),
            sign_up: open.then(|| sign_up_path(study)),
            embedded_link: study.embedded_link.clone(),
            embedded_height: study.embedded_height.map(FrameHeight::pixels),
            show_patient_id: study.show_patient_id,
            last_updated: Some(study.sys_updated_on.clone().into()),
            study_number: Some(number),
            terms: Vec::new(),
        }
    }
}

/// Returns the path of a study's sign-up.
fn sign_up_path(study: &PartnerStudy) -> String {
    format!("/enroll/{}", study.snow_study_number)
}

impl StudyPage {
    /// Creates the page of a partner study, with the sites of the other partner studies that share its registry number.
    /// Each site leads to the sign-up of its own study.
    #[must_use]
    pub fn for_partner_study<'a>(
        study: &PartnerStudy,
        sharing: impl IntoIterator<Item = &'a PartnerStudy>,
    ) -> Self {
        let mut page = Self::from(study);
        let others = sharing.into_iter().filter(|other| other.snow_study_number != study.snow_study_number);
        for other in others.filter(|other| other.active) {
            // The page preselects the central site, which must be one of its own study.
            let sites = SiteView::of_partner_study(other).map(|site| SiteView { central: false, ..site });
            page.sites.extend(sites);
            page.sign_up = page.sign_up.or_else(|| other.accepts_sign_ups().then(|| sign_up_path(other)));
        }
        page
    }

    /// Creates the page of a registry study, with the contacts of one of its sites.
    #[must_use]
    pub fn for_registry_study(study: &RegistryStudy, site: Option<(&StudySite, &[Contact])>) -> Self {
        let facts = registry_facts(study);
        Self {
            partner: Partner::ClinicalTrials,
            id: study.nct_id.to_string(),
            study_number: None,
            study_sys_id: None,
            nct_number: Some(study.nct_id.to_string()),
            title: excerpt_at_word(&study.brief_title, MAX_TITLE_LENGTH),
            full_title: uncut(&study.brief_title),
            official_title: non_blank(&study.official_title).filter(|t| *t != study.brief_title),
            summary: study.brief_summary.clone(),
            description: paragraphs(&study.detailed_description),
            status: (&study.status).into(),
            stopped: stopped_sentence(&study.status, &study.why_stopped),
            phase: non_blank(&study.phases.join(", ")),
            conditions: study.conditions.clone(),
            gender: Sex::label_if_stated(study.sex).to_owned(),
            ages: study.ages.map_or_else(|| NOT_STATED.to_owned(), |ages| ages.plain()),
            study_type: Some(study.study_type.label().to_owned()),
            sponsor: non_blank(&study.sponsor),
            duration: None,
            questions: registry_questions(study, &facts),
            facts,
            fact_summary: registry_fact_summary(study),
            criteria: EligibilityCriteria::split(&study.eligibility_criteria),
            sites: study.sites.iter().map(|s| SiteView::new(s, &study.status, false)).collect(),
            contacts: contacts_in_order(study, site),
            introduction_to: None,
            sign_up_countries: Vec::new(),
            sign_up: None,
            embedded_link: None,
            embedded_height: None,
            show_patient_id: false,
            last_updated: study.last_updated.map(String::from),
            terms: Vec::new(),
        }
    }
}

/// Returns a title that is too long for the head of the page.
fn uncut(title: &str) -> Option<String> {
    non_blank(title).filter(|title| excerpt_at_word(title, MAX_TITLE_LENGTH) != *title)
}

fn contacts_in_order(study: &RegistryStudy, site: Option<(&StudySite, &[Contact])>) -> Vec<Contact> {
    let of_site = site.into_iter().flat_map(|(site, contacts)| {
        let affiliation = [&site.site_name, &site.city, &site.state].map(|part| part.trim());
        let affiliation =
            affiliation.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
        contacts.iter().map(move |contact| Contact { affiliation: affiliation.clone(), ..contact.clone() })
    });
    let of_study = study.contacts.iter().chain(&study.officials).cloned();
    let mut contacts: Vec<Contact> = Vec::new();
    for contact in of_site.chain(of_study) {
        if !contacts.iter().any(|known| known.is_same(&contact)) {
            contacts.push(contact);
        }
    }
    contacts
}

fn non_blank(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn paragraphs(text: &str) -> Vec<String> {
    text.replace("\r\n", "\n").split("\n\n").map(in_one_line).filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{partner_study::tests::study, recruitment_status::StatusTone};

    fn site(name: &str, status: &str, central: bool) -> StudySite {
        let value = serde_json::json!({ "site_name": name, "status": status, "central": central });
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn central_site_comes_first_and_closed_site_accepts_no_sign_ups() {
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
    fn page_shows_all_sites_of_a_registry_number_with_their_own_sign_ups() {
        let at = |number: &str, city: &str, status: RecruitmentStatus| PartnerStudy {
            sites: vec![site(city, "Recruiting", true)],
            status,
            ..study(number)
        };
        let pittsburgh = at("STU01010", "Pittsburgh", RecruitmentStatus::Completed);
        let providence = at("STU01027", "Providence", RecruitmentStatus::Recruiting);
        let hidden = PartnerStudy { active: false, ..at("STU01028", "Erie", RecruitmentStatus::Recruiting) };
        let page = StudyPage::for_partner_study(&pittsburgh, [&pittsburgh, &providence, &hidden]);
        let sites = page.sites.iter();
        let sites: Vec<_> =
            sites.map(|site| (site.study_number.as_deref().unwrap_or(""), site.takes_sign_ups)).collect();
        assert_eq!(sites, [("STU01010", false), ("STU01027", true)]);
        let central: Vec<bool> = page.sites.iter().map(|site| site.central).collect();
        assert_eq!(central, [true, false]);
        assert_eq!(
            (page.sign_up.as_deref(), page.study_number.as_deref()),
            (Some("/enroll/STU01027"), Some("STU01010"))
        );
    }

    #[test]
    fn closed_study_offers_no_sign_up_at_any_site() {
        let mut study = study("STU0100");
        study.status = RecruitmentStatus::Completed;
        study.sites = vec![site("Open", "Recruiting", true)];
        let page = StudyPage::from(&study);
        assert_eq!(page.sign_up, None);
        assert!(!page.sites[0].takes_sign_ups);
    }

    fn registry_study(changes: &serde_json::Value) -> RegistryStudy {
        let mut study = serde_json::json!({
            "nct_id": "NCT00000001", "brief_title": "", "official_title": "", "brief_summary": "",
            "detailed_description": "", "conditions": [], "keywords": [], "status": "Recruiting",
            "study_type": "Interventional", "phases": [], "sex": "All", "ages": {}, "healthy_volunteers": null,
            "eligibility_criteria": "", "sponsor": "", "sites": [], "last_updated": null, "contacts": [],
        });
        for (name, value) in changes.as_object().unwrap() {
            study[name] = value.clone();
        }
        serde_json::from_value(study).unwrap()
    }

    #[test]
    fn page_of_a_registry_study_asks_what_its_facts_leave_out() {
        let stated = registry_study(&serde_json::json!({ "design": { "follow_up": "12 Months" } }));
        let asks_for_length = |study: &RegistryStudy| {
            let questions = StudyPage::for_registry_study(study, None).questions;
            questions.contains(&"How long will I be in the study?".to_owned())
        };
        assert!(!asks_for_length(&stated));
        assert!(asks_for_length(&registry_study(&serde_json::json!({}))));
    }

    #[test]
    fn site_of_a_terminated_study_is_not_open() {
        for status in ["Terminated", "Completed", "Withdrawn", "Suspended", "Unknown"] {
            let study = registry_study(&serde_json::json!({
                "status": status, "sites": [site("Open", "Recruiting", false), site("Done", "Completed", false)],
            }));
            let page = StudyPage::for_registry_study(&study, None);
            assert!(page.sites.iter().all(|site| site.status.tone == StatusTone::Closed), "{status}");
        }
    }

    #[test]
    fn contacts_of_the_site_come_first_and_none_appears_twice() {
        let contact = |name: &str| Contact { name: name.into(), ..Contact::default() };
        let study = registry_study(&serde_json::json!({
            "contacts": [contact("Central"), contact("Site")], "officials": [contact("Chair"), contact("Central")],
        }));
        let clinic = StudySite { city: "Akron".into(), ..site("Clinic", "Recruiting", false) };
        let page = StudyPage::for_registry_study(&study, Some((&clinic, &[contact("Site")])));
        let shown: Vec<_> = page.contacts.iter().map(|c| (c.name.as_str(), c.affiliation.as_str())).collect();
        assert_eq!(shown, [("Site", "Clinic, Akron"), ("Central", ""), ("Chair", "")]);
    }

    #[test]
    fn title_is_cut_at_200_characters() {
        let mut study = study("STU0100");
        study.brief_title = "é".repeat(200);
        let page = StudyPage::from(&study);
        assert_eq!((page.title, page.full_title), ("é".repeat(200), None));
        study.brief_title.push('é');
        assert_eq!(StudyPage::from(&study).title, format!("{}…", "é".repeat(200)));
        study.brief_title = format!("{} {}", "é".repeat(190), "word".repeat(9));
        let page = StudyPage::from(&study);
        assert_eq!(page.title, format!("{}…", "é".repeat(190)));
        assert_eq!(page.full_title, Some(study.brief_title));
    }

    #[test]
    fn study_that_is_not_yet_recruiting_accepts_sign_ups() {
        let mut study = study("STU0100");
        study.status = RecruitmentStatus::NotYetRecruiting;
        assert!(StudyPage::from(&study).sign_up.is_some());
    }
}

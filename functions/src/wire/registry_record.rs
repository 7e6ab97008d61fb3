//! A registry study in the legacy format.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::{
    registry_study::RegistryStudy, sex::Sex, study_contact::Contact, study_site::StudySite,
};

/// A registry study in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct RegistryListRecord {
    /// The registry number.
    #[serde(rename = "NCTId")]
    pub nct_id: String,
    /// The short title of the registry's record.
    pub brief_title: String,
    /// What the study tests, in the sponsor's words. May have several paragraphs.
    pub brief_summary: String,
    /// The conditions that the study is about, in the sponsor's words: `Lung Cancer`.
    pub condition: Vec<String>,
    /// The recruitment status.
    pub overall_status: String,
    /// Each site's country.
    pub location_country: Vec<String>,
    /// Each site's ZIP code.
    pub location_zip: Vec<String>,
    /// The kind of study.
    pub study_type: String,
    /// The admitted sexes.
    pub gender: String,
    /// For example `18 Years`, or empty.
    pub minimum_age: String,
    /// For example `65 Years`, or empty.
    pub maximum_age: String,
    /// The phases, such as `Phase 2`. Empty for observational studies.
    pub phase: Vec<String>,
    /// The name of the lead sponsor, or empty.
    pub lead_sponsor_name: String,
}

/// A single registry study. Sites and contacts are joined by commas, each in the same order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct RegistryRecord {
    /// Always `clinical trials`.
    #[serde(rename = "partner")]
    pub partner: String,
    /// The registry number.
    #[serde(rename = "NCTId")]
    pub nct_id: String,
    /// The short title of the registry's record.
    #[serde(rename = "title")]
    pub title: String,
    /// The same as `title`, under the name that older clients read.
    #[serde(rename = "brief_title")]
    pub brief_title_again: String,
    /// The same as `title`, under the registry's own name for it.
    pub brief_title: String,
    /// The protocol's title, or empty.
    pub official_title: String,
    /// What the study tests, in the sponsor's words. May have several paragraphs.
    pub brief_summary: String,
    /// The conditions that the study is about, in the sponsor's words: `Lung Cancer`.
    pub condition: Vec<String>,
    /// The text of the criteria.
    pub eligibility_criteria: String,
    /// The recruitment status.
    pub overall_status: String,
    /// The kind of study.
    pub study_type: String,
    /// The admitted sexes.
    pub gender: String,
    /// For example `18 Years`, or empty.
    pub minimum_age: String,
    /// For example `65 Years`, or empty.
    pub maximum_age: String,
    /// The phases, joined by commas: `Phase 1, Phase 2`. Empty for observational studies.
    pub phase: String,
    /// Each site's country.
    pub location_country: String,
    /// Each site's state.
    pub location_state: String,
    /// Each site's city.
    pub location_city: String,
    /// Each site's ZIP code.
    pub location_zip: String,
    /// Each contact's role.
    pub central_contact_role: String,
    /// Each contact's name.
    pub central_contact_name: String,
    /// Each contact's mail address.
    #[serde(rename = "CentralContactEMail")]
    pub central_contact_email: String,
    /// Each contact's phone number.
    pub central_contact_phone: String,
    /// The date of the last change, `YYYY-MM-DD` or `YYYY-MM`. Empty if the registry omits it.
    pub last_update_post_date: String,
}

impl From<&RegistryStudy> for RegistryListRecord {
    fn from(study: &RegistryStudy) -> Self {
        let [minimum_age, maximum_age] = age_limits(study);
        let of_sites = |part: fn(&StudySite) -> &String| study.sites.iter().map(part).cloned().collect();
        Self {
            nct_id: study.nct_id.to_string(),
            brief_title: study.brief_title.clone(),
            brief_summary: study.brief_summary.clone(),
            condition: study.conditions.clone(),
            overall_status: study.status.label().to_owned(),
            location_country: of_sites(|site| &site.country),
            location_zip: of_sites(|site| &site.pin_code),
            study_type: study.study_type.label().to_owned(),
            gender: Sex::label_if_stated(study.sex).to_owned(),
            minimum_age,
            maximum_age,
            phase: study.phases.clone(),
            lead_sponsor_name: study.sponsor.clone(),
        }
    }
}

impl From<&RegistryStudy> for RegistryRecord {
    fn from(study: &RegistryStudy) -> Self {
        let [minimum_age, maximum_age] = age_limits(study);
        let contacts = |part: fn(&Contact) -> String| joined(study.contacts.iter().map(part));
        let sites = |part: fn(&StudySite) -> &String| joined(study.sites.iter().map(part));
        Self {
            partner: "clinical trials".into(),
            nct_id: study.nct_id.to_string(),
            title: study.brief_title.clone(),
            brief_title_again: study.brief_title.clone(),
            brief_title: study.brief_title.clone(),
            official_title: study.official_title.clone(),
            brief_summary: study.brief_summary.clone(),
            condition: study.conditions.clone(),
            eligibility_criteria: study.eligibility_criteria.clone(),
            overall_status: study.status.label().to_owned(),
            study_type: study.study_type.label().to_owned(),
            gender: Sex::label_if_stated(study.sex).to_owned(),
            minimum_age,
            maximum_age,
            phase: study.phases.join(", "),
            location_country: sites(|site| &site.country),
            location_state: sites(|site| &site.state),
            location_city: sites(|site| &site.city),
            location_zip: sites(|site| &site.pin_code),
            central_contact_role: contacts(|contact| contact.role.clone()),
            central_contact_name: contacts(|contact| contact.name.clone()),
            central_contact_email: contacts(|contact| {
                either(contact.emails.iter().map(|email| &email.shown))
            }),
            central_contact_phone: contacts(|contact| {
                either(contact.phones.iter().map(|phone| &phone.shown))
            }),
            last_update_post_date: study.last_updated.map(String::from).unwrap_or_default(),
        }
    }
}

/// Returns the lowest and the highest age that a study admits. A limit that the record omits is empty.
fn age_limits(study: &RegistryStudy) -> [String; 2] {
    let ages = study.ages.unwrap_or_default();
    [ages.minimum, ages.maximum].map(|age| age.map(|age| age.to_string()).unwrap_or_default())
}

/// Joins parts by commas. A comma inside a part becomes a space, so the lists of all parts keep the same length.
fn joined(parts: impl Iterator<Item = impl AsRef<str>>) -> String {
    parts.map(|part| part.as_ref().replace(',', " ")).collect::<Vec<_>>().join(",")
}

/// Names several numbers or addresses of one contact.
fn either<'a>(ways: impl Iterator<Item = &'a String>) -> String {
    ways.map(String::as_str).collect::<Vec<_>>().join(" or ")
}

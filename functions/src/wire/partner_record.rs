//! A partner study in the flat legacy format, one record for each site.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::{partner_study::PartnerStudy, study_site::StudySite};

use super::as_text::as_text;

/// A study at one of its sites. A study without sites is one record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct PartnerRecord {
    /// Always `patientrials`.
    pub partner: String,
    /// Always `patientrials`.
    pub partner_type: String,
    /// The study's own number, such as `STU01009`.
    pub snow_study_number: String,
    /// The system's id.
    pub study_sys_id: String,
    /// The registry number, or empty.
    pub nct_number: String,
    /// The name in lists.
    pub study_name: String,
    /// The title in plain language.
    pub brief_title: String,
    /// The protocol's title, or empty.
    pub official_title: String,
    /// What the study tests, in two or three plain sentences.
    pub brief_summary: String,
    /// What happens in the study. Empty lines separate paragraphs. May be empty.
    pub detailed_description: String,
    /// The conditions, joined by commas.
    pub conditions: String,
    /// The same as `conditions`.
    pub condition: String,
    /// For example `Phase 3`.
    pub study_phase: String,
    /// The study's status.
    pub status: String,
    /// The site's own status.
    pub site_status: String,
    /// The admitted sexes.
    pub sex: String,
    /// For example `18 Years`, or empty.
    pub minimum_age: String,
    /// For example `65 Years`, or empty.
    pub maximum_age: String,
    /// The text of the criteria.
    pub eligibility: String,
    /// `true` or `false`.
    pub active: String,
    /// `true` or `false`.
    pub promote: String,
    /// `true` for the central site.
    pub central: String,
    /// The site's name.
    pub site_name: String,
    /// The site's street.
    pub street_address: String,
    /// The site's city.
    pub city: String,
    /// The site's state.
    pub state: String,
    /// The site's country.
    pub country: String,
    /// The site's ZIP code.
    pub pin_code: String,
    /// The places of all sites, in the order of the records.
    pub sites: Vec<SitePlace>,
    /// The partner's page to show in a frame, or empty.
    pub embedded_link: String,
    /// A page that replaces the study page, or empty.
    pub static_recruitment_link: String,
    /// The sponsor's page, or empty.
    pub study_sponsor_url: String,
    /// The recruiting company.
    pub vendor: String,
    /// `true` or `false`.
    pub show_patient_id: String,
    /// The partner's domain in the nurse chat, or empty.
    pub domain: String,
    /// The account of the nurse chat, or empty.
    pub account_sid: String,
    /// The flow of the nurse chat, or empty.
    pub flex_flow_id: String,
    /// The time the study was created.
    pub sys_created_on: String,
    /// The time of the last change.
    pub sys_updated_on: String,
}

/// Where a site is. A part is empty if the study's record leaves it out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct SitePlace {
    /// The city, such as `Cleveland`.
    pub city: String,
    /// The country, as the study's record spells it.
    pub country: String,
    /// The state, province, or region: `OH` or `Ohio`.
    pub state: String,
    /// The ZIP or postal code.
    #[serde(rename = "zipCode")]
    pub zip_code: String,
}

impl SitePlace {
    fn from_site(site: &StudySite) -> Self {
        Self {
            city: site.city.clone(),
            country: site.country.clone(),
            state: site.state.clone(),
            zip_code: site.pin_code.clone(),
        }
    }
}

impl PartnerRecord {
    /// Returns the records of a study, the central site first.
    #[must_use]
    pub fn for_study(study: &PartnerStudy) -> Vec<Self> {
        if study.sites.is_empty() {
            return vec![Self::at(study, None)];
        }
        study.sites_in_order().into_iter().map(|site| Self::at(study, Some(site))).collect()
    }

    fn at(study: &PartnerStudy, site: Option<&StudySite>) -> Self {
        let of_site = |part: fn(&StudySite) -> &String| site.map(part).cloned().unwrap_or_default();
        let conditions = study.conditions.join(", ");
        let site_status = site.and_then(|site| site.status.as_ref()).unwrap_or(&study.status);
        Self {
            partner: "patientrials".into(),
            partner_type: "patientrials".into(),
            snow_study_number: study.snow_study_number.to_string(),
            study_sys_id: study.study_sys_id.clone(),
            nct_number: study.nct_number.as_ref().map(ToString::to_string).unwrap_or_default(),
            study_name: study.study_name.clone(),
            brief_title: study.brief_title.clone(),
            official_title: study.official_title.clone(),
            brief_summary: study.brief_summary.clone(),
            detailed_description: study.detailed_description.clone(),
            condition: conditions.clone(),
            conditions,
            study_phase: study.study_phase.clone(),
            status: study.status.label().to_owned(),
            site_status: site_status.label().to_owned(),
            sex: study.sex.label().to_owned(),
            minimum_age: study.minimum_age.map(|age| age.to_string()).unwrap_or_default(),
            maximum_age: study.maximum_age.map(|age| age.to_string()).unwrap_or_default(),
            eligibility: study.eligibility.clone(),
            active: as_text(study.active),
            promote: as_text(study.promote),
            central: as_text(site.is_some_and(|site| site.central)),
            site_name: of_site(|site| &site.site_name),
            street_address: of_site(|site| &site.street_address),
            city: of_site(|site| &site.city),
            state: of_site(|site| &site.state),
            country: of_site(|site| &site.country),
            pin_code: of_site(|site| &site.pin_code),
            sites: study.sites_in_order().into_iter().map(SitePlace::from_site).collect(),
            embedded_link: study.embedded_link.clone().unwrap_or_default(),
            static_recruitment_link: study.static_recruitment_link.clone().unwrap_or_default(),
            study_sponsor_url: study.study_sponsor_url.clone().unwrap_or_default(),
            vendor: study.vendor.clone(),
            show_patient_id: as_text(study.show_patient_id),
            domain: study.domain.clone(),
            account_sid: study.account_sid.clone(),
            flex_flow_id: study.flex_flow_id.clone(),
            sys_created_on: study.sys_created_on.clone().into(),
            sys_updated_on: study.sys_updated_on.clone().into(),
        }
    }
}

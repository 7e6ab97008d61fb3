//! Props of the islands.

use std::collections::BTreeMap;

use serde::Serialize;
use waypoint_domain::{
    age_of_majority::{Rule, USUAL_AGE, later_ages},
    consent::ConsentBox,
    country::Country,
    participant::{ASKED_FROM_AGE, AskedFromAge, PostalCodeNeed, Race, postal_code_need},
    partner_study::PartnerStudy,
    study_page::StudyPage,
};

use crate::{
    content::{Content, RegisterOption},
    markdown::{Section, sections},
};

/// Props of the search box.
#[derive(Serialize)]
pub(super) struct SearchBox<'a> {
    condition: &'a str,
    country: &'a str,
    countries: &'a [String],
    action: &'a str,
}

/// Props of islands that need none, because their data is in the address or in the browser.
#[derive(Serialize)]
pub(super) struct NoProps {}

/// Props of a study page. Without `page`, the island loads the study named in the address.
#[derive(Serialize)]
pub(super) struct Study {
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<StudyPage>,
    /// Whether the generator draws a map into the island's placeholder.
    has_map: bool,
    /// Address of the basemap, for a study that the island loads.
    #[serde(skip_serializing_if = "Option::is_none")]
    basemap: Option<String>,
}

/// Props of sign-up. Without `study`, the island loads the study named in the address.
#[derive(Serialize)]
pub(super) struct Enroll<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    study: Option<StudyPage>,
    default_study: &'a str,
    countries: &'a [String],
    default_country: &'a str,
    consent: Consent<'a>,
    register_options: &'a [RegisterOption],
    races: Vec<&'static str>,
    rules: FormRules<'a>,
}

/// Validation rules of the form that the browser also applies, to show most mistakes immediately.
#[derive(Serialize)]
struct FormRules<'a> {
    asked_from_age: [AskedFromAge; ASKED_FROM_AGE.len()],
    needs_postal_code: Vec<&'a str>,
    age_of_majority: u8,
    later_ages_of_majority: BTreeMap<&'a str, &'static [Rule]>,
}

#[derive(Serialize)]
struct Consent<'a> {
    boxes: &'a [ConsentBox],
    notice: Notice<'a>,
}

#[derive(Serialize)]
struct Notice<'a> {
    title: &'a str,
    sections: Vec<Section>,
    version: &'a str,
    href: String,
}

impl<'a> SearchBox<'a> {
    pub(super) fn new(content: &'a Content) -> Self {
        Self {
            condition: "",
            country: &content.site.default_country,
            countries: &content.countries,
            action: "/results",
        }
    }
}

impl Study {
    pub(super) fn new(study: &PartnerStudy, has_map: bool) -> Self {
        Self { page: Some(study.into()), has_map, basemap: None }
    }

    /// Props for a study that the address names.
    pub(super) fn by_address(basemap: String) -> Self {
        Self { page: None, has_map: false, basemap: Some(basemap) }
    }
}

impl<'a> Enroll<'a> {
    pub(super) fn new(content: &'a Content, study: Option<&PartnerStudy>) -> Self {
        Self {
            study: study.map(StudyPage::from),
            default_study: content.site.default_study.as_str(),
            countries: &content.countries,
            default_country: &content.site.default_country,
            consent: Consent { boxes: &content.consent.boxes, notice: Notice::new(content) },
            register_options: &content.site.register_options,
            races: Race::ALL.iter().map(|race| race.code()).collect(),
            rules: FormRules::new(content),
        }
    }
}

impl<'a> FormRules<'a> {
    fn new(content: &'a Content) -> Self {
        let needs_code =
            |name: &&str| postal_code_need(Country::parse(name).as_ref()) == PostalCodeNeed::Required;
        Self {
            asked_from_age: ASKED_FROM_AGE,
            needs_postal_code: content.countries.iter().map(String::as_str).filter(needs_code).collect(),
            age_of_majority: USUAL_AGE,
            later_ages_of_majority: later_ages(&content.countries),
        }
    }
}

impl<'a> Notice<'a> {
    fn new(content: &'a Content) -> Self {
        let notice = &content.consent.notice;
        let page = content.pages.iter().find(|page| page.slug == notice.page);
        Self {
            title: page.map_or("", |page| &page.title),
            sections: page.map(|page| sections(&page.body, &page.title)).unwrap_or_default(),
            version: &notice.version,
            href: format!("/{}", notice.page),
        }
    }
}

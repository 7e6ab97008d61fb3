//! What islands are given.

use std::collections::BTreeMap;

use serde::Serialize;
use waypoint_domain::{
    age_of_majority::{Rule, USUAL_AGE, later_ages},
    consent::ConsentBox,
    country::Country,
    participant::{ASKED_FROM_AGE, AskedFromAge, Need, Race, need_in},
    partner_study::PartnerStudy,
    study_page::StudyPage,
};

use crate::{
    content::{Content, RegisterOption},
    markdown::{Section, sections},
};

/// What the search box needs.
#[derive(Serialize)]
pub(super) struct SearchBox<'a> {
    condition: &'a str,
    country: &'a str,
    countries: &'a [String],
    action: &'a str,
}

/// What results, saved studies and being forgotten need: nothing, because the address or the browser has it.
#[derive(Serialize)]
pub(super) struct Nothing {}

/// What a study page needs; without a page, the island looks up the id in the address.
#[derive(Serialize)]
pub(super) struct Study {
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<StudyPage>,
    /// Whether a map is drawn into the place that the island leaves for it.
    has_map: bool,
    /// The drawing that the map of a study stands on which the address names.
    #[serde(skip_serializing_if = "Option::is_none")]
    basemap: Option<String>,
}

/// What sign-up needs; without a study, the island looks up the id in the address.
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

/// Rules of the form that the browser applies, too, so that most slips show at once.
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
    pub(super) fn of(content: &'a Content) -> Self {
        Self {
            condition: "",
            country: &content.site.default_country,
            countries: &content.countries,
            action: "/results",
        }
    }
}

impl Study {
    pub(super) fn of(study: &PartnerStudy, has_map: bool) -> Self {
        Self { page: Some(study.into()), has_map, basemap: None }
    }

    /// A study that the address names.
    pub(super) fn named(basemap: String) -> Self {
        Self { page: None, has_map: false, basemap: Some(basemap) }
    }
}

impl<'a> Enroll<'a> {
    pub(super) fn of(content: &'a Content, study: Option<&PartnerStudy>) -> Self {
        Self {
            study: study.map(StudyPage::from),
            default_study: content.site.default_study.as_str(),
            countries: &content.countries,
            default_country: &content.site.default_country,
            consent: Consent { boxes: &content.consent.boxes, notice: Notice::of(content) },
            register_options: &content.site.register_options,
            races: Race::ALL.iter().map(|race| race.code()).collect(),
            rules: FormRules::of(content),
        }
    }
}

impl<'a> FormRules<'a> {
    fn of(content: &'a Content) -> Self {
        let needs_code = |name: &&str| need_in(Country::named(name).as_ref()) == Need::Required;
        Self {
            asked_from_age: ASKED_FROM_AGE,
            needs_postal_code: content.countries.iter().map(String::as_str).filter(needs_code).collect(),
            age_of_majority: USUAL_AGE,
            later_ages_of_majority: later_ages(&content.countries),
        }
    }
}

impl<'a> Notice<'a> {
    fn of(content: &'a Content) -> Self {
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

//! Study cards in lists of search results.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{
    country::Country,
    distance::Distance,
    excerpt::{excerpt, excerpt_if_longer},
    fact_summary::FactSummary,
    fit::Fit,
    listed_study::{ListedStudy, OpenCity},
    partner_facts::partner_fact_summary,
    partner_mark::PartnerMark,
    partner_study::PartnerStudy,
    recruitment_status::{RecruitmentStatus, StatusTone},
    search::encode_query_value,
    sex::{NOT_STATED, Sex},
    study_site::StudySite,
};

/// A recruitment status as pages show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct StatusBadge {
    /// The text.
    pub label: String,
    /// The color of the dot.
    pub tone: StatusTone,
}

impl From<&RecruitmentStatus> for StatusBadge {
    fn from(status: &RecruitmentStatus) -> Self {
        Self { label: status.label().to_owned(), tone: status.tone() }
    }
}

/// A card in a list of search results.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum StudyCard {
    /// A partner study.
    Partner(PartnerCard),
    /// A registry study.
    Registry(RegistryCard),
}

impl StudyCard {
    /// Returns how much of the search query the study covers.
    #[must_use]
    pub fn fit(&self) -> Fit {
        match self {
            Self::Partner(card) => card.fit,
            Self::Registry(card) => card.fit,
        }
    }
}

/// The card of a partner study.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PartnerCard {
    /// The study's own number.
    pub study_number: String,
    /// The URL of the study.
    pub href: String,
    /// The study's name, at most 60 characters.
    pub name: String,
    /// The title, at most 100 characters when it has more than 60.
    pub title: String,
    /// The whole title, for a screen reader.
    pub full_title: String,
    /// The summary, at most 300 characters.
    pub description: String,
    /// The registry number, or else the study's own number.
    pub identifier: String,
    /// The leading site's name, at most 30 characters. In a search near a place, the name and city of the nearest open site.
    pub site_name: String,
    /// The recruitment status.
    pub status: StatusBadge,
    /// The sexes that the study admits.
    pub gender: String,
    /// The conditions, at most 20 characters.
    pub conditions: String,
    /// The ages that the study admits.
    pub ages: String,
    /// What the study states about taking part, in short.
    pub fact_summary: FactSummary,
    /// The distance from the place in the search query to the nearest open site.
    pub nearest: Option<Distance>,
    /// How much of the search query the study covers.
    pub fit: Fit,
    /// The partner's logo, if editors set one.
    pub partner: Option<PartnerMark>,
    /// The sites in the country of the search, if the study can't be joined there through us and only the registry lists
    /// sites.
    pub registry_sites: Option<RegistrySites>,
}

/// The open sites of a partner study that only its registry record lists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RegistrySites {
    /// The country of the search.
    pub country: String,
    /// How many there are in this country.
    pub count: usize,
    /// The city of the nearest one, or else of the first one in the country. May be empty.
    pub city: String,
}

/// The card of a registry study.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RegistryCard {
    /// The registry number.
    pub nct_number: String,
    /// The URL of the study.
    pub href: String,
    /// The phases, or `None`.
    pub phase: String,
    /// The title, at most 30 characters when it has more than 60.
    pub title: String,
    /// The whole title, for a screen reader.
    pub full_title: String,
    /// The summary, at most 100 characters when it has more than 60.
    pub description: String,
    /// The recruitment status.
    pub status: StatusBadge,
    /// The number of open sites in the country of the search.
    pub location_count: usize,
    /// The ZIP or postal code of the first such site. May be empty.
    pub zip: String,
    /// The city of the open site nearest to the place in the search query, else of the first one in the country. May be
    /// empty.
    pub city: String,
    /// The sexes that the study admits.
    pub gender: String,
    /// The ages that the study admits.
    pub ages: String,
    /// Facts about taking part.
    pub fact_summary: FactSummary,
    /// The type of study, such as `Interventional`; `None` if the record doesn't state it.
    pub study_type: String,
    /// The sponsor's name, or `None`.
    pub sponsor: String,
    /// The distance from the place in the search query to the nearest open site.
    pub nearest: Option<Distance>,
    /// How much of the search query the study covers.
    pub fit: Fit,
    /// The partner's logo, if editors set one.
    pub partner: Option<PartnerMark>,
}

/// The site of a study without sites.
const NO_PLACE: &str = "Place not stated";
/// The beginning of the address of a study's page, which can select a site.
const STUDY_PAGES: &str = "/study/";
/// The study whose card always links to its registry number, even if it has a static page.
const OPENS_BY_REGISTRY_NUMBER: &str = "STU01009";

impl PartnerCard {
    /// Creates the card of a partner study.
    #[must_use]
    pub fn new(study: &PartnerStudy) -> Self {
        let number = study.snow_study_number.as_str();
        let site = study.leading_site().map_or(NO_PLACE, |site| site.site_name.as_str());
        Self {
            study_number: number.to_owned(),
            href: partner_study_url(study),
            name: excerpt(&study.study_name, 60),
            title: excerpt_if_longer(&study.brief_title, 60, 100),
            full_title: study.brief_title.clone(),
            description: excerpt(&study.brief_summary, 300),
            identifier: study.identifier().to_owned(),
            site_name: excerpt(site, 30),
            status: (&study.status).into(),
            gender: study.sex.label().to_owned(),
            conditions: excerpt(&study.conditions.join(", "), 20),
            ages: study.ages().display(),
            fact_summary: partner_fact_summary(study),
            nearest: None,
            fit: Fit::All,
            partner: None,
            registry_sites: None,
        }
    }

    /// Returns the card for this site: it names the site, and its link selects the site for sign-up.
    #[must_use]
    pub fn at_site(self, site: &StudySite) -> Self {
        let names = [excerpt(&site.site_name, 30), site.city.clone()];
        let names: Vec<String> = names.into_iter().filter(|name| !name.is_empty()).collect();
        let is_study_page = self.href.starts_with(STUDY_PAGES);
        let query =
            if is_study_page { format!("?site={}", encode_query_value(&site.key())) } else { String::new() };
        Self { site_name: names.join(", "), href: format!("{}{query}", self.href), ..self }
    }
}

/// Returns the URL of a partner study: its static page, or else its page by registry number, or else by its own number.
#[must_use]
pub fn partner_study_url(study: &PartnerStudy) -> String {
    let number = study.snow_study_number.as_str();
    let by_registry_number = study.nct_number.as_ref().map(|n| format!("/study/{n}"));
    let by_static_link = study.static_recruitment_link.clone();
    let first = if number == OPENS_BY_REGISTRY_NUMBER {
        by_registry_number
    } else {
        by_static_link.or(by_registry_number)
    };
    first.unwrap_or_else(|| own_study_url(study))
}

/// Returns the URL of a partner study by its own number.
#[must_use]
pub fn own_study_url(study: &PartnerStudy) -> String {
    format!("/study/{}", study.snow_study_number)
}

impl RegistryCard {
    /// Creates the card of a registry study for a search in a country.
    #[must_use]
    pub fn new(study: &ListedStudy, country: &Country) -> Self {
        let here = study.places_in(country);
        Self {
            nct_number: study.nct_id.to_string(),
            href: format!("/study/{}", study.nct_id),
            phase: or_none(study.phases.join(", ")),
            title: excerpt_if_longer(&study.brief_title, 60, 30),
            full_title: study.brief_title.clone(),
            description: excerpt_if_longer(&study.brief_summary, 60, 100),
            status: (&study.status).into(),
            location_count: here.map_or(0, |places| places.sites),
            city: here.and_then(|places| places.cities.first()).map(OpenCity::label).unwrap_or_default(),
            zip: here.map(|places| places.postal_code.clone()).unwrap_or_default(),
            gender: Sex::label_if_stated(study.sex).to_owned(),
            ages: study.ages.map_or_else(|| NOT_STATED.to_owned(), |ages| ages.display()),
            fact_summary: study.fact_summary.clone(),
            study_type: study.study_type.label().to_owned(),
            sponsor: or_none(study.sponsor.clone()),
            nearest: None,
            fit: Fit::All,
            partner: None,
        }
    }
}

fn or_none(text: String) -> String {
    if text.trim().is_empty() { "None".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::partner_study::tests::study;

    #[test]
    fn partner_card_shortens_long_texts() {
        let mut study = study("STU0100");
        study.study_name = "n".repeat(61);
        study.brief_title = "t".repeat(120);
        study.brief_summary = "s".repeat(301);
        study.conditions = vec!["c".repeat(15), "d".repeat(15)];
        let card = PartnerCard::new(&study);
        assert_eq!(card.name, format!("{}…", "n".repeat(60)));
        assert_eq!(card.title, format!("{}…", "t".repeat(100)));
        assert_eq!(card.full_title, "t".repeat(120));
        assert_eq!(card.description, format!("{}…", "s".repeat(300)));
        assert_eq!(card.conditions, format!("{}, ddd…", "c".repeat(15)));
        assert_eq!((card.site_name.as_str(), card.ages.as_str()), ("Place not stated", "above 18 years"));
    }

    #[test]
    fn partner_card_near_a_place_names_the_site_and_selects_it() {
        let site = StudySite {
            site_name: "Lakeside Clinic".into(),
            city: "Providence".into(),
            ..StudySite::default()
        };
        let at_site = |link: Option<&str>| {
            let mut study = study("STU0100");
            study.static_recruitment_link = link.map(Into::into);
            PartnerCard::new(&study).at_site(&site)
        };
        let card = at_site(None);
        assert_eq!(card.site_name, "Lakeside Clinic, Providence");
        assert_eq!(card.href, format!("/study/STU0100?site={}", site.key()));
        assert_eq!(at_site(Some("/static-page")).href, "/static-page", "it has no choice of sites");
    }

    #[test]
    fn registry_card_shortens_title_and_summary() {
        let listed = |length: usize| {
            let study: ListedStudy = serde_json::from_value(serde_json::json!({
                "nct_id": "NCT00000001", "brief_title": "t".repeat(length), "brief_summary": "s".repeat(2 * length),
                "conditions": [], "status": "Recruiting", "study_type": "Interventional", "phases": [],
                "sex": "All", "ages": [null, null], "sponsor": "", "places": [], "participation": 0, "fact_summary": {},
            }))
            .unwrap();
            RegistryCard::new(&study, &Country::parse("usa").unwrap())
        };
        let (short, long) = (listed(30), listed(61));
        assert_eq!((short.title, short.description), ("t".repeat(30), "s".repeat(60)));
        assert_eq!(long.title, format!("{}…", "t".repeat(30)));
        assert_eq!(long.description, format!("{}…", "s".repeat(100)));
        assert_eq!(long.full_title, "t".repeat(61));
    }

    #[test]
    fn href_prefers_static_page_then_registry_number_then_own_number() {
        let nct = Some("NCT04611802".parse().unwrap());
        let mut plain = study("STU0100");
        assert_eq!(partner_study_url(&plain), "/study/STU0100");
        plain.nct_number.clone_from(&nct);
        assert_eq!(partner_study_url(&plain), "/study/NCT04611802");
        plain.static_recruitment_link = Some("/vlu".into());
        assert_eq!(partner_study_url(&plain), "/vlu");
        let general = PartnerStudy {
            nct_number: nct,
            static_recruitment_link: Some("/vlu".into()),
            ..study("STU01009")
        };
        assert_eq!(partner_study_url(&general), "/study/NCT04611802");
    }
}

//! Partner studies with their sites and questions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    age::Age, age_range::AgeRange, country::Country, frame_height::FrameHeight, nct_id::NctId,
    question::Question, record_date::RecordDate, recruitment_status::RecruitmentStatus, sex::Sex,
    study_facts::StudyFacts, study_id::StudyId, study_number::StudyNumber, study_site::StudySite,
};

/// A partner study as stored in `content/studies` and in the Studies table. The field names match those of the API.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a key of its own in the study's file")]
pub struct PartnerStudy {
    /// The study's own number.
    pub snow_study_number: StudyNumber,
    /// The study's id in the partner system: 32 hexadecimal digits.
    pub study_sys_id: String,
    /// The registry number, if the study is in the public registry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nct_number: Option<NctId>,
    /// A short name for lists.
    pub study_name: String,
    /// The title in plain language.
    pub brief_title: String,
    /// The protocol's title.
    #[serde(default)]
    pub official_title: String,
    /// A summary of what the study tests, in two or three plain sentences.
    pub brief_summary: String,
    /// What happens in the study. Blank lines separate paragraphs.
    #[serde(default)]
    pub detailed_description: String,
    /// The conditions that the study is about.
    pub conditions: Vec<String>,
    /// The phase, for example `Phase 3`.
    #[serde(default)]
    pub study_phase: String,
    /// The recruitment status.
    pub status: RecruitmentStatus,
    /// The sexes that the study admits.
    #[serde(default)]
    pub sex: Sex,
    /// The lowest admitted age. No limit when missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimum_age: Option<Age>,
    /// The highest admitted age. No limit when missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maximum_age: Option<Age>,
    /// The criteria, under the headings `Inclusion Criteria:` and `Exclusion Criteria:`.
    #[serde(default)]
    pub eligibility: String,
    /// How long participation takes, for example `12 weeks`.
    #[serde(default)]
    pub duration: String,
    /// What the study states about taking part (D-460).
    #[serde(default, skip_serializing_if = "StudyFacts::is_empty")]
    pub facts: StudyFacts,
    /// Whether the study is shown at all.
    pub active: bool,
    /// Whether the study is promoted.
    pub promote: bool,
    /// Whether editors have disabled sign-up for now, whatever the study's status (D-083).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sign_up_disabled: bool,
    /// A page of the partner that a frame shows instead of our study page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub embedded_link: Option<String>,
    /// The height of the frame for `embedded_link`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub embedded_height: Option<FrameHeight>,
    /// A page on our site or the partner's that replaces the study page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub static_recruitment_link: Option<String>,
    /// The sponsor's own page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub study_sponsor_url: Option<String>,
    /// The company that recruits participants.
    #[serde(default)]
    pub vendor: String,
    /// Whether the form asks for an id that the study team assigned.
    #[serde(default)]
    pub show_patient_id: bool,
    /// The partner's domain in the messaging provider's chat. Empty without one.
    #[serde(default)]
    pub domain: String,
    /// The messaging provider's account for chats with a nurse. Empty if the study has no such chat.
    #[serde(default)]
    pub account_sid: String,
    /// The messaging provider's flow for chats with a nurse.
    #[serde(default)]
    pub flex_flow_id: String,
    /// When the study was created.
    pub sys_created_on: RecordDate,
    /// When the study was last changed.
    pub sys_updated_on: RecordDate,
    /// The study's sites.
    #[serde(default)]
    pub sites: Vec<StudySite>,
    /// The pre-screening questions.
    #[serde(default)]
    pub questions: Vec<Question>,
}

impl PartnerStudy {
    /// Returns the ages that the study admits.
    #[must_use]
    pub fn ages(&self) -> AgeRange {
        AgeRange { minimum: self.minimum_age, maximum: self.maximum_age }
    }

    /// Returns the site that represents the study: the central site, or else the first.
    #[must_use]
    pub fn leading_site(&self) -> Option<&StudySite> {
        self.sites.iter().find(|site| site.central).or_else(|| self.sites.first())
    }

    /// Returns the sites in the order of pages: the central site first.
    #[must_use]
    pub fn sites_in_order(&self) -> Vec<&StudySite> {
        let mut sites: Vec<&StudySite> = self.sites.iter().collect();
        sites.sort_by_key(|site| !site.central);
        sites
    }

    /// Returns the registry number, or else the study's own number.
    #[must_use]
    pub fn identifier(&self) -> &str {
        self.nct_number.as_ref().map_or(self.snow_study_number.as_str(), |number| number.as_str())
    }

    /// Whether the id is one of the study's numbers.
    #[must_use]
    pub fn has_id(&self, id: &StudyId) -> bool {
        match id {
            StudyId::Nct(number) => self.nct_number.as_ref() == Some(number),
            StudyId::Partner(number) => self.snow_study_number == *number,
        }
    }

    /// Whether the study accepts sign-ups: it is active, not disabled, not closed, and has an open site or no sites. A study
    /// that is not yet recruiting already accepts sign-ups.
    #[must_use]
    pub fn accepts_sign_ups(&self) -> bool {
        self.active
            && !self.sign_up_disabled
            && !self.status.has_closed()
            && (self.sites.is_empty() || self.sites.iter().any(|site| self.is_open_at(site)))
    }

    /// Returns the site with this key if it accepts sign-ups.
    #[must_use]
    pub fn open_site(&self, key: &str) -> Option<&StudySite> {
        self.sites
            .iter()
            .find(|site| self.is_open_at(site) && site.key() == key)
            .filter(|_| self.accepts_sign_ups())
    }

    /// Returns the countries in which the study has an open site, each once. Empty for a study without sites.
    #[must_use]
    pub fn open_countries(&self) -> Vec<Country> {
        let mut countries: Vec<Country> =
            self.open_sites().filter_map(|site| Country::parse(&site.country)).collect();
        countries.sort();
        countries.dedup();
        countries
    }

    /// Returns the sites that have not closed, even if the study doesn't accept sign-ups.
    pub fn open_sites(&self) -> impl Iterator<Item = &StudySite> {
        self.sites.iter().filter(|site| self.is_open_at(site))
    }

    fn is_open_at(&self, site: &StudySite) -> bool {
        !site.status_in(&self.status).has_closed()
    }

    /// Whether previews of the study offer sign-up: it is active and promoted, whatever its status.
    #[must_use]
    pub fn offers_sign_up_in_previews(&self) -> bool {
        self.active && self.promote
    }

    /// Whether lists show the study: it is active, and if it is promoted, also recruiting.
    #[must_use]
    pub fn is_listed(&self) -> bool {
        self.active && (!self.promote || self.status.is_recruiting())
    }

    /// Whether the study is active, promoted, and recruiting.
    #[must_use]
    pub fn is_promoted_and_recruits(&self) -> bool {
        self.active && self.promote && self.status.is_recruiting()
    }

    /// Whether the study is active and will recruit later.
    #[must_use]
    pub fn is_upcoming(&self) -> bool {
        self.active && self.status == RecruitmentStatus::NotYetRecruiting
    }

    /// Whether people in this country can join now or later: the study is not closed, and has an open site there or no
    /// sites.
    #[must_use]
    pub fn can_be_joined_in(&self, country: &Country) -> bool {
        let is_open_there = |site: &StudySite| site.is_in(country) && self.is_open_at(site);
        !self.status.has_closed() && (self.sites.is_empty() || self.sites.iter().any(is_open_there))
    }

    /// Whether the name, registry number, titles, summary, or conditions contain a term, in any case. A term of up to three
    /// letters must be a whole word (D-150).
    #[must_use]
    pub fn mentions_term(&self, term: &str) -> bool {
        let term = term.trim().to_lowercase();
        self.searched_texts().any(|text| contains_term(&text.to_lowercase(), &term))
    }

    /// Returns the texts in which a term is searched.
    pub fn searched_texts(&self) -> impl Iterator<Item = &str> {
        let texts = [&self.study_name, &self.brief_title, &self.official_title, &self.brief_summary];
        let number = self.nct_number.as_ref().map(NctId::as_str);
        texts.into_iter().chain(&self.conditions).map(String::as_str).chain(number)
    }

    /// Whether a text is the study's own number or its registry number, in any case, with spaces or hyphens.
    #[must_use]
    pub fn has_number(&self, text: &str) -> bool {
        StudyNumber::parse_typed(text).as_ref() == Some(&self.snow_study_number)
            || self.nct_number.is_some() && NctId::parse_typed(text) == self.nct_number
    }
}

/// Whether a text contains a term, both in lower case. Short terms must be whole words, because they occur in many
/// unrelated words (D-150).
#[must_use]
pub fn contains_term(text: &str, term: &str) -> bool {
    const SHORT: usize = 3;
    if term.chars().count() > SHORT {
        return text.contains(term);
    }
    !term.is_empty() && text.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == term)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn study(number: &str) -> PartnerStudy {
        PartnerStudy {
            snow_study_number: number.parse().unwrap(),
            study_sys_id: "0".repeat(32),
            nct_number: None,
            study_name: "Walk again".into(),
            brief_title: "A walking program for people with weak hearts".into(),
            official_title: "Randomised study of supervised exercise".into(),
            brief_summary: "Tests if walking helps.".into(),
            detailed_description: String::new(),
            conditions: vec!["Heart failure".into()],
            study_phase: "Phase 2".into(),
            status: RecruitmentStatus::Recruiting,
            sex: Sex::All,
            minimum_age: Some(Age::years(18)),
            maximum_age: None,
            eligibility: String::new(),
            duration: String::new(),
            facts: StudyFacts::default(),
            active: true,
            promote: true,
            sign_up_disabled: false,
            embedded_link: None,
            embedded_height: None,
            static_recruitment_link: None,
            study_sponsor_url: None,
            vendor: String::new(),
            show_patient_id: false,
            domain: String::new(),
            account_sid: String::new(),
            flex_flow_id: String::new(),
            sys_created_on: "2026-01-01".parse().unwrap(),
            sys_updated_on: "2026-01-02".parse().unwrap(),
            sites: vec![],
            questions: vec![],
        }
    }

    fn site(central: bool, status: Option<RecruitmentStatus>) -> StudySite {
        StudySite {
            site_name: if central { "Central" } else { "Other" }.into(),
            street_address: String::new(),
            city: String::new(),
            state: String::new(),
            country: String::new(),
            pin_code: String::new(),
            latitude: None,
            longitude: None,
            status,
            central,
        }
    }

    #[test]
    fn term_is_found_in_all_fields_in_any_case() {
        let mut study = study("STU0100");
        study.nct_number = Some("NCT04611802".parse().unwrap());
        study.conditions = vec!["Cardiopathy".into()];
        let terms =
            ["WALK again", "weak hearts", "supervised EXERCISE", "walking helps", "nct0461", "cardiopathy"];
        for term in terms {
            assert!(study.mentions_term(term), "{term}");
        }
        assert!(!study.mentions_term("asthma"));
    }

    #[test]
    fn term_of_up_to_three_letters_must_be_a_word() {
        let study =
            PartnerStudy { brief_summary: "Tests a spray (for COPD) in Rams.".into(), ..study("STU0100") };
        for (term, mentioned) in [
            ("ra", false),
            ("ram", false),
            ("a", true),
            ("for", true),
            ("copd", true),
            ("?", false),
            ("", false),
            ("pray", true),
        ] {
            assert_eq!(study.mentions_term(term), mentioned, "{term}");
        }
    }

    #[test]
    fn study_has_its_own_and_a_registry_number() {
        let study = PartnerStudy { nct_number: Some("NCT04611802".parse().unwrap()), ..study("STU0100") };
        for (text, has) in
            [("stu0100 ", true), ("nct04611802", true), ("NCT0461180", false), ("STU01", false)]
        {
            assert_eq!(study.has_number(text), has, "{text}");
        }
    }

    #[test]
    fn promoted_study_is_listed_only_while_recruiting() {
        use RecruitmentStatus::{Completed, Recruiting};
        let table = [
            (true, true, Recruiting, true),
            (true, true, Completed, false),
            (true, false, Completed, true),
            (false, true, Recruiting, false),
            (false, false, Recruiting, false),
        ];
        for (active, promote, status, listed) in table {
            let study = PartnerStudy { active, promote, status: status.clone(), ..study("STU0100") };
            assert_eq!(study.is_listed(), listed, "{active} {promote} {status}");
        }
    }

    #[test]
    fn preview_offers_sign_up_for_active_promoted_study() {
        for (active, promote) in [(true, true), (true, false), (false, true), (false, false)] {
            let study = PartnerStudy { active, promote, ..study("STU0100") };
            assert_eq!(study.offers_sign_up_in_previews(), active && promote, "{active} {promote}");
        }
    }

    #[test]
    fn study_can_be_joined_in_countries_with_open_sites_or_without_sites() {
        use RecruitmentStatus::{Completed, NotYetRecruiting, Recruiting};
        let in_country = |name: &str, status| StudySite { country: name.into(), ..site(false, status) };
        let here = Country::parse("USA").unwrap();
        let table: &[(RecruitmentStatus, Vec<StudySite>, bool)] = &[
            (Recruiting, vec![], true),
            (NotYetRecruiting, vec![], true),
            (Completed, vec![], false),
            (Recruiting, vec![in_country("France", None), in_country("United States", None)], true),
            (Recruiting, vec![in_country("France", None)], false),
            (Recruiting, vec![in_country("United States", Some(Completed))], false),
            (Completed, vec![in_country("United States", Some(Recruiting))], false),
        ];
        for (status, sites, joined) in table {
            let study = PartnerStudy { status: status.clone(), sites: sites.clone(), ..study("STU0100") };
            assert_eq!(study.can_be_joined_in(&here), *joined, "{status} {sites:?}");
        }
    }

    #[test]
    fn open_site_is_found_by_its_key() {
        let mut study = study("STU0100");
        let open = StudySite { city: "São Paulo".into(), ..site(true, None) };
        study.sites = vec![open, site(false, Some(RecruitmentStatus::Completed))];
        assert_eq!(study.open_site("central-são-paulo").unwrap().city, "São Paulo");
        assert!(study.open_site("other").is_none() && study.open_site("").is_none());
        study.active = false;
        assert!(study.open_site("central-são-paulo").is_none());
    }

    #[test]
    fn central_site_leads_or_else_the_first() {
        let mut study = study("STU0100");
        assert!(study.leading_site().is_none());
        study.sites = vec![site(false, None), site(true, None)];
        assert_eq!(study.leading_site().unwrap().site_name, "Central");
        study.sites.pop();
        assert_eq!(study.leading_site().unwrap().site_name, "Other");
    }

    #[test]
    fn study_with_only_closed_sites_accepts_no_sign_ups() {
        use RecruitmentStatus::{Completed, NotYetRecruiting, Recruiting};
        let mut study = study("STU0100");
        assert!(study.accepts_sign_ups());
        study.sites = vec![site(true, Some(Completed)), site(false, Some(Recruiting))];
        assert!(study.accepts_sign_ups());
        study.sites.pop();
        assert!(!study.accepts_sign_ups());
        study.sites.clear();
        for (status, open) in [(NotYetRecruiting, true), (Completed, false)] {
            study.status = status;
            assert_eq!(study.accepts_sign_ups(), open);
        }
        study.status = Recruiting;
        study.active = false;
        assert!(!study.accepts_sign_ups());
    }
}

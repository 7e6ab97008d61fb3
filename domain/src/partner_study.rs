//! A study of a partner, with its sites and questions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    age::Age, age_range::AgeRange, country::Country, frame_height::FrameHeight, nct_id::NctId,
    question::Question, recruitment_status::RecruitmentStatus, sex::Sex, study_id::StudyId,
    study_number::StudyNumber, study_site::StudySite,
};

/// A partner's study, as its file under `content/studies` and the Studies table hold it. Field
/// names are those of the calls, so that nobody has to translate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a key of its own in the study's file")]
pub struct PartnerStudy {
    /// The study's own number.
    pub snow_study_number: StudyNumber,
    /// The system's id of the study: 32 hexadecimal digits.
    pub study_sys_id: String,
    /// The registry number, if the study is registered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nct_number: Option<NctId>,
    /// A short name for lists.
    pub study_name: String,
    /// The title for a reader who is not a doctor.
    pub brief_title: String,
    /// The title of the protocol.
    #[serde(default)]
    pub official_title: String,
    /// What the study tests, in two or three plain sentences.
    pub brief_summary: String,
    /// What happens in the study; blank lines part paragraphs.
    #[serde(default)]
    pub detailed_description: String,
    /// What the study is about.
    pub conditions: Vec<String>,
    /// For example `Phase 3`.
    #[serde(default)]
    pub study_phase: String,
    /// Whether the study takes people; shown as given.
    pub status: RecruitmentStatus,
    /// Whom it admits by sex.
    #[serde(default)]
    pub sex: Sex,
    /// The lowest age; open when missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimum_age: Option<Age>,
    /// The highest age; open when missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maximum_age: Option<Age>,
    /// Text with `Inclusion Criteria:` and `Exclusion Criteria:`.
    #[serde(default)]
    pub eligibility: String,
    /// How long a person takes part, for example `12 weeks`.
    #[serde(default)]
    pub duration: String,
    /// Whether the study is shown at all.
    pub active: bool,
    /// Whether the study is promoted.
    pub promote: bool,
    /// Whether nobody can sign up for it for now, whatever its status: editors list such studies (D-083).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sign_up_disabled: bool,
    /// A page of the partner to show in a frame instead of ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub embedded_link: Option<String>,
    /// How high that page's frame is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub embedded_height: Option<FrameHeight>,
    /// A page of ours or of the partner that stands for the study page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub static_recruitment_link: Option<String>,
    /// The sponsor's own page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub study_sponsor_url: Option<String>,
    /// The company that recruits.
    #[serde(default)]
    pub vendor: String,
    /// Whether the form asks for an id that the study team gave out.
    #[serde(default)]
    pub show_patient_id: bool,
    /// The partner's own domain in the messaging provider's chat; empty without one.
    #[serde(default)]
    pub domain: String,
    /// The account of the messaging provider at which participants chat with a nurse; empty without such a chat.
    #[serde(default)]
    pub account_sid: String,
    /// The flow of that chat.
    #[serde(default)]
    pub flex_flow_id: String,
    /// `YYYY-MM-DD`.
    pub sys_created_on: String,
    /// `YYYY-MM-DD`.
    pub sys_updated_on: String,
    /// Where it takes place.
    #[serde(default)]
    pub sites: Vec<StudySite>,
    /// What it asks before sign-up.
    #[serde(default)]
    pub questions: Vec<Question>,
}

impl PartnerStudy {
    /// The ages that the study admits.
    #[must_use]
    pub fn ages(&self) -> AgeRange {
        AgeRange { minimum: self.minimum_age, maximum: self.maximum_age }
    }

    /// The site that speaks for the study: the central one, else the first.
    #[must_use]
    pub fn leading_site(&self) -> Option<&StudySite> {
        self.sites.iter().find(|site| site.central).or_else(|| self.sites.first())
    }

    /// The sites as pages list them: the central one first.
    #[must_use]
    pub fn sites_in_order(&self) -> Vec<&StudySite> {
        let mut sites: Vec<&StudySite> = self.sites.iter().collect();
        sites.sort_by_key(|site| !site.central);
        sites
    }

    /// The number by which the study is known: the registry's, else its own.
    #[must_use]
    pub fn identifier(&self) -> &str {
        self.nct_number.as_ref().map_or(self.snow_study_number.as_str(), |number| number.as_str())
    }

    /// Whether this is one of its numbers.
    #[must_use]
    pub fn is_known_as(&self, id: &StudyId) -> bool {
        match id {
            StudyId::Nct(number) => self.nct_number.as_ref() == Some(number),
            StudyId::Partner(number) => self.snow_study_number == *number,
        }
    }

    /// Whether a person can sign up: the study is active, not disabled, and has not closed, and neither has at
    /// least one of its sites. A study that is about to recruit takes names already.
    #[must_use]
    pub fn takes_sign_ups(&self) -> bool {
        self.active
            && !self.sign_up_disabled
            && !self.status.has_closed()
            && (self.sites.is_empty() || self.sites.iter().any(|site| self.is_open_at(site)))
    }

    /// The site of this key, if people can sign up for it.
    #[must_use]
    pub fn open_site(&self, key: &str) -> Option<&StudySite> {
        self.sites
            .iter()
            .find(|site| self.is_open_at(site) && site.key() == key)
            .filter(|_| self.takes_sign_ups())
    }

    /// The sites at which people can sign up, now or later.
    pub fn open_sites(&self) -> impl Iterator<Item = &StudySite> {
        self.sites.iter().filter(|site| self.is_open_at(site))
    }

    fn is_open_at(&self, site: &StudySite) -> bool {
        !site.status_in(&self.status).has_closed()
    }

    /// Whether a preview of the study offers sign-up: it is active and promoted, whatever its status.
    #[must_use]
    pub fn offers_sign_up_in_previews(&self) -> bool {
        self.active && self.promote
    }

    /// Whether lists show the study: active, and either not promoted or promoted and recruiting.
    #[must_use]
    pub fn is_listed(&self) -> bool {
        self.active && (!self.promote || self.status.is_recruiting())
    }

    /// Whether it is active, promoted and takes people now.
    #[must_use]
    pub fn is_promoted_and_recruits(&self) -> bool {
        self.active && self.promote && self.status.is_recruiting()
    }

    /// Whether people in this country can join, now or later: the study has not closed, and has no
    /// sites or one there that has not closed either.
    #[must_use]
    pub fn can_be_joined_in(&self, country: &Country) -> bool {
        let is_open_there = |site: &StudySite| site.is_in(country) && self.is_open_at(site);
        !self.status.has_closed() && (self.sites.is_empty() || self.sites.iter().any(is_open_there))
    }

    /// Whether a term occurs in the name, the registry number, a title, the summary or a condition, in any case; a term
    /// of up to three letters, as a word (D-150).
    #[must_use]
    pub fn mentions(&self, term: &str) -> bool {
        let term = term.trim().to_lowercase();
        let fields = [&self.study_name, &self.brief_title, &self.official_title, &self.brief_summary];
        fields.into_iter().chain(&self.conditions).any(|text| holds(&text.to_lowercase(), &term))
            || self.nct_number.as_ref().is_some_and(|n| holds(&n.as_str().to_lowercase(), &term))
    }

    /// Whether a text is the number of the study, ours or the registry's, in any case.
    #[must_use]
    pub fn has_number(&self, text: &str) -> bool {
        let is_number = |number: &str| number.eq_ignore_ascii_case(text.trim());
        is_number(self.snow_study_number.as_str())
            || self.nct_number.as_ref().is_some_and(|number| is_number(number.as_str()))
    }
}

/// Whether a text holds a term. A short one stands in many words that have nothing to do with it.
fn holds(text: &str, term: &str) -> bool {
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
            sys_created_on: "2026-01-01".into(),
            sys_updated_on: "2026-01-02".into(),
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
    fn a_term_is_found_in_name_number_titles_summary_and_conditions_in_any_case() {
        let mut study = study("STU0100");
        study.nct_number = Some("NCT04611802".parse().unwrap());
        study.conditions = vec!["Cardiopathy".into()];
        let terms =
            ["WALK again", "weak hearts", "supervised EXERCISE", "walking helps", "nct0461", "cardiopathy"];
        for term in terms {
            assert!(study.mentions(term), "{term}");
        }
        assert!(!study.mentions("asthma"));
    }

    #[test]
    fn a_term_of_up_to_three_letters_has_to_be_a_word() {
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
            assert_eq!(study.mentions(term), mentioned, "{term}");
        }
    }

    #[test]
    fn a_study_has_its_own_number_and_that_of_the_registry() {
        let study = PartnerStudy { nct_number: Some("NCT04611802".parse().unwrap()), ..study("STU0100") };
        for (text, has) in
            [("stu0100 ", true), ("nct04611802", true), ("NCT0461180", false), ("STU01", false)]
        {
            assert_eq!(study.has_number(text), has, "{text}");
        }
    }

    #[test]
    fn an_unpromoted_study_is_listed_in_every_status_and_a_promoted_one_while_it_recruits() {
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
    fn a_preview_offers_sign_up_for_a_study_that_is_active_and_promoted() {
        for (active, promote) in [(true, true), (true, false), (false, true), (false, false)] {
            let study = PartnerStudy { active, promote, ..study("STU0100") };
            assert_eq!(study.offers_sign_up_in_previews(), active && promote, "{active} {promote}");
        }
    }

    #[test]
    fn a_study_can_be_joined_where_it_has_an_open_site_or_anywhere_without_sites() {
        use RecruitmentStatus::{Completed, NotYetRecruiting, Recruiting};
        let in_country = |name: &str, status| StudySite { country: name.into(), ..site(false, status) };
        let here = Country::named("USA").unwrap();
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
    fn a_site_is_found_by_its_key_while_it_takes_people() {
        let mut study = study("STU0100");
        let open = StudySite { city: "São Paulo".into(), ..site(true, None) };
        study.sites = vec![open, site(false, Some(RecruitmentStatus::Completed))];
        assert_eq!(study.open_site("central-são-paulo").unwrap().city, "São Paulo");
        assert!(study.open_site("other").is_none() && study.open_site("").is_none());
        study.active = false;
        assert!(study.open_site("central-são-paulo").is_none());
    }

    #[test]
    fn the_central_site_leads_else_the_first() {
        let mut study = study("STU0100");
        assert!(study.leading_site().is_none());
        study.sites = vec![site(false, None), site(true, None)];
        assert_eq!(study.leading_site().unwrap().site_name, "Central");
        study.sites.pop();
        assert_eq!(study.leading_site().unwrap().site_name, "Other");
    }

    #[test]
    fn a_study_whose_sites_have_all_closed_takes_no_sign_ups() {
        use RecruitmentStatus::{Completed, NotYetRecruiting, Recruiting};
        let mut study = study("STU0100");
        assert!(study.takes_sign_ups());
        study.sites = vec![site(true, Some(Completed)), site(false, Some(Recruiting))];
        assert!(study.takes_sign_ups());
        study.sites.pop();
        assert!(!study.takes_sign_ups());
        study.sites.clear();
        for (status, open) in [(NotYetRecruiting, true), (Completed, false)] {
            study.status = status;
            assert_eq!(study.takes_sign_ups(), open);
        }
        study.status = Recruiting;
        study.active = false;
        assert!(!study.takes_sign_ups());
    }
}

//! The texts that describe the participants of a registry study or a partner study.

use waypoint_domain::{
    eligibility_criteria::EligibilityCriteria, partner_study::PartnerStudy, registry_study::RegistryStudy,
};

/// The texts of a study that describe its participants.
#[derive(Debug)]
pub(crate) struct StudyTexts<'a> {
    /// The titles, which say what the study is about.
    pub(crate) titles: Vec<&'a str>,
    /// The conditions. A study may list one for each of its groups.
    pub(crate) conditions: Vec<&'a str>,
    pub(crate) keywords: Vec<&'a str>,
    pub(crate) criteria: EligibilityCriteria,
}

impl<'a> From<&'a RegistryStudy> for StudyTexts<'a> {
    fn from(study: &'a RegistryStudy) -> Self {
        Self {
            titles: vec![&study.brief_title, &study.official_title],
            conditions: study.conditions.iter().map(String::as_str).collect(),
            keywords: study.keywords.iter().map(String::as_str).collect(),
            criteria: EligibilityCriteria::split(&study.eligibility_criteria),
        }
    }
}

impl<'a> From<&'a PartnerStudy> for StudyTexts<'a> {
    fn from(study: &'a PartnerStudy) -> Self {
        Self {
            titles: vec![&study.study_name, &study.brief_title, &study.official_title],
            conditions: study.conditions.iter().map(String::as_str).collect(),
            keywords: Vec::new(),
            criteria: EligibilityCriteria::split(&study.eligibility),
        }
    }
}

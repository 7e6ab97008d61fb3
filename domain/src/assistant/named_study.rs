//! A study whose number a text names, and what is said of it.

use crate::{
    age_range::AgeRange, listed_study::ListedStudy, partner_study::PartnerStudy,
    recruitment_status::RecruitmentStatus, sex::Sex,
};

/// So many places of a study are named.
const MOST_PLACES: usize = 3;

/// What is known of a study that is named by its number.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedStudy {
    /// The number by which it is known.
    number: String,
    title: String,
    address: String,
    status: RecruitmentStatus,
    ages: Option<AgeRange>,
    sex: Option<Sex>,
    /// For example `Phase 3`; nothing where it has none.
    phase: String,
    /// How long a person takes part, for example `12 weeks`; nothing where that is not known.
    duration: String,
    /// How many of its sites take people, now or later.
    open_sites: usize,
    /// Where these are: cities of ours, countries of the registry's.
    places: Vec<String>,
}

impl NamedStudy {
    #[must_use]
    pub fn of_ours(study: &PartnerStudy) -> Self {
        Self {
            number: study.snow_study_number.to_string(),
            title: study.brief_title.clone(),
            address: format!("/study/{}", study.snow_study_number),
            status: study.status.clone(),
            ages: Some(study.ages()),
            sex: Some(study.sex),
            phase: study.study_phase.clone(),
            duration: study.duration.trim().to_owned(),
            open_sites: study.open_sites().count(),
            places: study
                .open_sites()
                .map(|site| site.city.clone())
                .filter(|city| !city.is_empty())
                .collect(),
        }
    }

    #[must_use]
    pub fn of_registry(study: &ListedStudy) -> Self {
        Self {
            number: study.nct_id.to_string(),
            title: study.brief_title.clone(),
            address: format!("/study/{}", study.nct_id),
            status: study.status.clone(),
            ages: study.ages,
            sex: study.sex,
            phase: study.phases.join(" and "),
            duration: String::new(),
            open_sites: study.places.iter().map(|places| places.sites).sum(),
            places: study.places.iter().map(|places| places.country.to_string()).collect(),
        }
    }

    /// What the assistant says of it: what most people ask, and where the rest stands.
    pub(super) fn said(&self) -> String {
        let Self { number, title, address, .. } = self;
        let title = title.trim_end_matches('.');
        let facts =
            [self.whether_it_takes_people(), self.whom(), self.phase(), self.duration(), self.sites()]
                .concat();
        format!("{title} ({number}).{facts} Its page says the rest, and who can join: [see it]({address})")
    }

    fn whether_it_takes_people(&self) -> String {
        match &self.status {
            RecruitmentStatus::Recruiting => " It takes people now.".to_owned(),
            RecruitmentStatus::NotYetRecruiting => " It does not take people yet.".to_owned(),
            status => format!(" It takes no new people here now. Its status is “{status}”."),
        }
    }

    fn whom(&self) -> String {
        let whom = match self.sex {
            Some(Sex::All) | None => "people",
            Some(Sex::Female) => "female people",
            Some(Sex::Male) => "male people",
        };
        match (self.ages, self.sex) {
            (Some(ages), _) => format!(" It is for {whom} of {}.", ages.plain().to_lowercase()),
            (None, Some(Sex::Female | Sex::Male)) => {
                format!(" It is for {whom}. It doesn’t state which ages.")
            }
            (None, _) => " It doesn’t state who can join.".to_owned(),
        }
    }

    fn phase(&self) -> String {
        let has_phase = self.phase.starts_with("Phase") || self.phase.starts_with("Early");
        if has_phase { format!(" It is in {}.", self.phase) } else { String::new() }
    }

    fn duration(&self) -> String {
        let Self { duration, .. } = self;
        if duration.is_empty() { String::new() } else { format!(" People take part for {duration}.") }
    }

    fn sites(&self) -> String {
        let mut places = self.places.clone();
        places.dedup();
        let more = places.len().saturating_sub(MOST_PLACES);
        places.truncate(MOST_PLACES);
        let told = match (places.is_empty(), more) {
            (true, _) => String::new(),
            (false, 0) => format!(": {}", places.join(", ")),
            (false, more) => format!(": {} and {more} more", places.join(", ")),
        };
        match self.open_sites {
            0 => String::new(),
            1 => format!(" It has one site{told}."),
            sites => format!(" It has {sites} sites{told}."),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::partner_study::tests::study;

    pub(in crate::assistant) fn named(number: &str, title: &str) -> NamedStudy {
        let mut study = study(number);
        study.brief_title = title.into();
        NamedStudy::of_ours(&study)
    }

    #[test]
    fn what_most_people_ask_of_a_study_is_said_of_one_that_is_named() {
        let mut ours = study("STU0100");
        ours.brief_title = "Breathe Easier.".into();
        ours.status = RecruitmentStatus::Recruiting;
        (ours.minimum_age, ours.maximum_age) = ("6 Months".parse().ok(), "17 Years".parse().ok());
        ours.study_phase = "Phase 3".into();
        ours.duration = "12 weeks".into();
        assert_eq!(
            NamedStudy::of_ours(&ours).said(),
            "Breathe Easier (STU0100). It takes people now. It is for people of 6 months to 17 years. It is in Phase 3. \
             People take part for 12 weeks. Its page says the rest, and who can join: [see it](/study/STU0100)"
        );
    }

    #[test]
    fn what_is_not_known_of_a_study_is_not_said() {
        let listed = |value: serde_json::Value| {
            let mut study = serde_json::json!({
                "nct_id": "NCT00000101", "brief_title": "A study", "brief_summary": "", "conditions": [],
                "status": "Completed", "study_type": "Interventional", "phases": ["Not applicable"],
                "sex": "Female", "ages": [null, null], "sponsor": "", "places": [], "participation": 0, "fact_summary": {},
            });
            study.as_object_mut().unwrap().extend(value.as_object().unwrap().clone());
            NamedStudy::of_registry(&serde_json::from_value(study).unwrap()).said()
        };
        let said = listed(serde_json::json!({}));
        assert_eq!(
            said,
            "A study (NCT00000101). It takes no new people here now. Its status is “Completed”. It is for female people of \
             any age. Its page says the rest, and who can join: [see it](/study/NCT00000101)"
        );
        let sites = serde_json::json!([
            { "country": "FRANCE", "sites": 2, "postal_code": "" }, { "country": "SPAIN", "sites": 1, "postal_code": "" }
        ]);
        let said = listed(serde_json::json!({ "places": sites, "phases": ["Phase 1", "Phase 2"] }));
        assert!(said.contains("It is in Phase 1 and Phase 2. It has 3 sites: FRANCE, SPAIN."), "{said}");
    }
}

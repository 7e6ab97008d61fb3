//! The filters that a visitor applies to a search.

use waypoint_text::in_one_line;

use crate::{
    participation::ParticipationSet,
    partner_study::PartnerStudy,
    phase::Phase,
    query_ages::{InvalidAges, QueryAges},
    sex::Sex,
    study_type::StudyType,
};

/// The maximum length of the condition filter in characters.
const LONGEST: usize = 100;

/// The filters of a search. A study must fit all that are set (D-050). `phase` also limits the study type.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchFilters {
    /// The sex of the person who wants to join. A study for all sexes fits both.
    pub sex: Option<Sex>,
    /// The age or ages of the person. A study fits if it admits at least one of them.
    pub ages: Option<QueryAges>,
    pub kind: Option<StudyType>,
    /// The phase, which only interventional studies have.
    pub phase: Option<Phase>,
    /// A text that one of the study's conditions contains (D-049).
    pub condition: Option<String>,
    /// What the study must state about taking part.
    pub participation: ParticipationSet,
}

/// Why a filter is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidFilter {
    /// The text is not a sex.
    #[error("gender must be all, female or male")]
    Gender,
    /// The text is not an age.
    #[error(transparent)]
    Age(InvalidAges),
    /// The text is not a type of study.
    #[error("type must be interventional, observational or expanded access")]
    Kind,
    /// The text is not a phase.
    #[error("phase must be early1, 1, 2, 3 or 4")]
    Phase,
    /// The condition is too long.
    #[error("condition is too long; use at most 100 characters")]
    Condition,
}

impl SearchFilters {
    /// Parses the filters that are texts. A blank text sets no filter.
    ///
    /// # Errors
    /// Returns the first invalid filter.
    pub fn parse(
        gender: &str,
        age: &str,
        kind: &str,
        phase: &str,
        condition: &str,
    ) -> Result<Self, InvalidFilter> {
        let condition = in_one_line(condition);
        if condition.chars().count() > LONGEST {
            return Err(InvalidFilter::Condition);
        }
        Ok(Self {
            sex: parse_sex(gender)?,
            ages: parse_ages(age)?,
            kind: parse_kind(kind)?,
            phase: parse_phase(phase)?,
            condition: (!condition.is_empty()).then_some(condition),
            participation: ParticipationSet::default(),
        })
    }

    /// Whether a partner study fits all filters.
    #[must_use]
    pub fn admits(&self, study: &PartnerStudy) -> bool {
        let names_condition =
            |part: &String| study.conditions.iter().any(|condition| contains_ignoring_case(condition, part));
        self.sex.is_none_or(|sex| matches!(study.sex, Sex::All) || study.sex == sex)
            && self.ages.is_none_or(|ages| ages.overlaps(&study.ages()))
            && self.kind.as_ref().is_none_or(|kind| may_be_of_type(study, kind))
            && self.phase.is_none_or(|phase| may_be_in_phase(study, phase))
            && self.condition.as_ref().is_none_or(names_condition)
            && ParticipationSet::of_partner(study).has_all(self.participation)
    }
}

/// Returns the type of a partner study. A study with a phase is interventional.
#[must_use]
pub fn partner_study_type(study: &PartnerStudy) -> StudyType {
    if study.study_phase.trim().is_empty() { StudyType::Unstated } else { StudyType::Interventional }
}

/// Whether a partner study is of a type, or doesn't state its type.
fn may_be_of_type(study: &PartnerStudy, kind: &StudyType) -> bool {
    let stated = partner_study_type(study);
    stated == StudyType::Unstated || stated == *kind
}

/// Whether a partner study is in a phase, or doesn't state its phase.
fn may_be_in_phase(study: &PartnerStudy, phase: Phase) -> bool {
    let mut stated = Phase::parse_all(&study.study_phase).peekable();
    stated.peek().is_none() || stated.any(|one| one == phase)
}

fn contains_ignoring_case(text: &str, part: &str) -> bool {
    text.to_lowercase().contains(&part.to_lowercase())
}

fn parse_sex(text: &str) -> Result<Option<Sex>, InvalidFilter> {
    match text.trim().to_lowercase().as_str() {
        "" | "all" => Ok(None),
        "female" => Ok(Some(Sex::Female)),
        "male" => Ok(Some(Sex::Male)),
        _ => Err(InvalidFilter::Gender),
    }
}

fn parse_ages(text: &str) -> Result<Option<QueryAges>, InvalidFilter> {
    match text.trim() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(InvalidFilter::Age),
    }
}

fn parse_kind(text: &str) -> Result<Option<StudyType>, InvalidFilter> {
    match text.trim().to_lowercase().replace(['_', '-'], " ").as_str() {
        "" => Ok(None),
        "interventional" => Ok(Some(StudyType::Interventional)),
        "observational" => Ok(Some(StudyType::Observational)),
        "expanded access" => Ok(Some(StudyType::ExpandedAccess)),
        _ => Err(InvalidFilter::Kind),
    }
}

fn parse_phase(text: &str) -> Result<Option<Phase>, InvalidFilter> {
    match text.trim() {
        "" => Ok(None),
        word => Phase::from_url_value(word).map(Some).ok_or(InvalidFilter::Phase),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::partner_study::tests::study;

    fn read(gender: &str, age: &str, kind: &str, condition: &str) -> SearchFilters {
        SearchFilters::parse(gender, age, kind, "", condition).unwrap()
    }

    #[test]
    fn study_must_fit_all_filters_and_missing_limits_are_open() {
        let of_women = PartnerStudy {
            sex: Sex::Female,
            minimum_age: Some("18 Years".parse().unwrap()),
            maximum_age: None,
            ..study("STU0100")
        };
        let table = [
            (read("", "", "", ""), true),
            (read("All", "", "", ""), true),
            (read("female", "99", "Interventional", "HEART"), true),
            (read("male", "", "", ""), false),
            (read("female", "17", "", ""), false),
            (read("female", "18", "observational", ""), false),
            (read("female", "18", "", "lung"), false),
        ];
        for (filters, admitted) in table {
            assert_eq!(filters.admits(&of_women), admitted, "{filters:?}");
        }
    }

    #[test]
    fn phase_and_type_admit_studies_in_several_phases_and_without_any() {
        let of_phases = |phases: &str| PartnerStudy { study_phase: phases.into(), ..study("STU00001") };
        let in_two = SearchFilters::parse("", "", "", "2", "").unwrap();
        for (phases, admitted) in [("Phase 2", true), ("Phase 2/3", true), ("Phase 3", false), ("", true)] {
            assert_eq!(in_two.admits(&of_phases(phases)), admitted, "{phases}");
        }
        let without_phase = PartnerStudy { study_phase: String::new(), ..study("STU00001") };
        for kind in ["interventional", "observational"] {
            let filters = SearchFilters::parse("", "", kind, "", "").unwrap();
            assert!(filters.admits(&without_phase), "{kind}");
        }
        let observational = SearchFilters::parse("", "", "observational", "2", "").unwrap();
        assert!(!observational.admits(&of_phases("Phase 2")));
    }

    #[test]
    fn invalid_filter_is_reported() {
        let table = [
            (SearchFilters::parse("unknown", "", "", "", ""), InvalidFilter::Gender),
            (SearchFilters::parse("", "old", "", "", ""), InvalidFilter::Age(InvalidAges)),
            (SearchFilters::parse("", "131", "", "", ""), InvalidFilter::Age(InvalidAges)),
            (SearchFilters::parse("", "17-13", "", "", ""), InvalidFilter::Age(InvalidAges)),
            (SearchFilters::parse("", "", "both", "", ""), InvalidFilter::Kind),
            (SearchFilters::parse("", "", "", "5", ""), InvalidFilter::Phase),
            (SearchFilters::parse("", "", "", "", &"a".repeat(101)), InvalidFilter::Condition),
        ];
        for (read, error) in table {
            assert_eq!(read, Err(error));
        }
    }
}

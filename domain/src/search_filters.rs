//! What a study has to fit besides what it is about, as a visitor chose it.

use crate::{
    asked_ages::{AskedAges, InvalidAges},
    partner_study::PartnerStudy,
    phase::Phase,
    sex::Sex,
    study_type::StudyType,
};

/// The most characters of a condition that studies have to name.
const LONGEST: usize = 100;

/// The filters of a search: four, of which a phase narrows the kind; a study has to fit all that are set (D-050).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchFilters {
    /// Who wants to join: women or men. A study for all takes both.
    pub sex: Option<Sex>,
    /// How old they are, or between which ages. A study fits that admits somebody of these ages.
    pub ages: Option<AskedAges>,
    /// What kind of study it is.
    pub kind: Option<StudyType>,
    /// A phase that it is in, which only a study that tests something has.
    pub phase: Option<Phase>,
    /// A part of its conditions (D-049).
    pub condition: Option<String>,
}

/// Why a filter can't be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidFilter {
    /// No word for a sex.
    #[error("gender must be all, female or male")]
    Gender,
    /// No age.
    #[error(transparent)]
    Age(InvalidAges),
    /// No kind of study.
    #[error("type must be interventional, observational or expanded access")]
    Kind,
    /// No phase.
    #[error("phase must be early1, 1, 2, 3 or 4")]
    Phase,
    /// A condition without an end.
    #[error("condition is too long; use at most 100 characters")]
    Condition,
}

impl SearchFilters {
    /// Reads the filters from their texts; a blank one is not set.
    ///
    /// # Errors
    /// The first that can't be used.
    pub fn read(
        gender: &str,
        age: &str,
        kind: &str,
        phase: &str,
        condition: &str,
    ) -> Result<Self, InvalidFilter> {
        let condition = condition.trim();
        if condition.chars().count() > LONGEST {
            return Err(InvalidFilter::Condition);
        }
        Ok(Self {
            sex: sex(gender)?,
            ages: ages_of(age)?,
            kind: kind_of(kind)?,
            phase: phase_of(phase)?,
            condition: (!condition.is_empty()).then(|| condition.to_owned()),
        })
    }

    /// Whether one of our own studies fits.
    #[must_use]
    pub fn admit(&self, study: &PartnerStudy) -> bool {
        let named = |part: &String| study.conditions.iter().any(|condition| has_part(condition, part));
        self.sex.is_none_or(|sex| matches!(study.sex, Sex::All) || study.sex == sex)
            && self.ages.is_none_or(|ages| ages.meet(&study.ages()))
            && self.kind.as_ref().is_none_or(|kind| kind_of_own(study) == *kind)
            && self
                .phase
                .is_none_or(|phase| Phase::all_in(&study.study_phase).any(|of_study| of_study == phase))
            && self.condition.as_ref().is_none_or(named)
    }
}

/// What kind of study one of our own is: one that has a phase tests something.
#[must_use]
pub fn kind_of_own(study: &PartnerStudy) -> StudyType {
    if study.study_phase.trim().is_empty() { StudyType::Unstated } else { StudyType::Interventional }
}

fn has_part(text: &str, part: &str) -> bool {
    text.to_lowercase().contains(&part.to_lowercase())
}

fn sex(text: &str) -> Result<Option<Sex>, InvalidFilter> {
    match text.trim().to_lowercase().as_str() {
        "" | "all" => Ok(None),
        "female" => Ok(Some(Sex::Female)),
        "male" => Ok(Some(Sex::Male)),
        _ => Err(InvalidFilter::Gender),
    }
}

fn ages_of(text: &str) -> Result<Option<AskedAges>, InvalidFilter> {
    match text.trim() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(InvalidFilter::Age),
    }
}

fn kind_of(text: &str) -> Result<Option<StudyType>, InvalidFilter> {
    match text.trim().to_lowercase().replace(['_', '-'], " ").as_str() {
        "" => Ok(None),
        "interventional" => Ok(Some(StudyType::Interventional)),
        "observational" => Ok(Some(StudyType::Observational)),
        "expanded access" => Ok(Some(StudyType::ExpandedAccess)),
        _ => Err(InvalidFilter::Kind),
    }
}

fn phase_of(text: &str) -> Result<Option<Phase>, InvalidFilter> {
    match text.trim() {
        "" => Ok(None),
        word => Phase::of_word(word).map(Some).ok_or(InvalidFilter::Phase),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::partner_study::tests::study;

    fn read(gender: &str, age: &str, kind: &str, condition: &str) -> SearchFilters {
        SearchFilters::read(gender, age, kind, "", condition).unwrap()
    }

    #[test]
    fn filters_act_together_and_a_missing_limit_is_open() {
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
            assert_eq!(filters.admit(&of_women), admitted, "{filters:?}");
        }
    }

    #[test]
    fn a_phase_admits_studies_that_are_in_it_perhaps_among_others() {
        let of_phases = |phases: &str| PartnerStudy { study_phase: phases.into(), ..study("STU00001") };
        let in_two = SearchFilters::read("", "", "", "2", "").unwrap();
        for (phases, admitted) in [("Phase 2", true), ("Phase 2/3", true), ("Phase 3", false), ("", false)] {
            assert_eq!(in_two.admit(&of_phases(phases)), admitted, "{phases}");
        }
        let observing = SearchFilters::read("", "", "observational", "2", "").unwrap();
        assert!(!observing.admit(&of_phases("Phase 2")));
    }

    #[test]
    fn a_filter_that_can_not_be_used_is_named() {
        let table = [
            (SearchFilters::read("unknown", "", "", "", ""), InvalidFilter::Gender),
            (SearchFilters::read("", "old", "", "", ""), InvalidFilter::Age(InvalidAges)),
            (SearchFilters::read("", "131", "", "", ""), InvalidFilter::Age(InvalidAges)),
            (SearchFilters::read("", "17-13", "", "", ""), InvalidFilter::Age(InvalidAges)),
            (SearchFilters::read("", "", "both", "", ""), InvalidFilter::Kind),
            (SearchFilters::read("", "", "", "5", ""), InvalidFilter::Phase),
            (SearchFilters::read("", "", "", "", &"a".repeat(101)), InvalidFilter::Condition),
        ];
        for (read, error) in table {
            assert_eq!(read, Err(error));
        }
    }
}

//! How many studies there would be with another choice of a filter.

use waypoint_domain::{phase::Phase, search_filters::SearchFilters, sex::Sex, study_type::StudyType};
use waypoint_search::{AgeGroup, Answer};

use super::{Finder, own_studies::OwnStudy};
use crate::wire::{AgeGroupCounts, ConditionCount, FilterCounts, GenderCounts, PhaseCounts, StudyTypeCounts};

/// The counts of registry studies and of our own, `own` being those that answer whatever the filters.
#[must_use]
pub fn counts(answer: &Answer, own: &[OwnStudy], filters: &SearchFilters, finder: &Finder) -> FilterCounts {
    let with =
        |filters: SearchFilters| own.iter().filter(move |own| filters.admit(own.study)).collect::<Vec<_>>();
    let of_sex = |sex| with(SearchFilters { sex: Some(sex), ..filters.clone() }).len();
    let of_kind = |kind| with(SearchFilters { kind: Some(kind), ..filters.clone() }).len();
    let of_phase = |phase| with(SearchFilters { phase: Some(phase), ..filters.clone() }).len();
    let admitted = with(filters.clone());
    let of_group = |group: AgeGroup| {
        let (youngest, oldest) = group.years();
        let admits = |own: &&&OwnStudy| {
            let ages = own.study.ages();
            ages.minimum.is_none_or(|age| age.whole_years() <= oldest)
                && ages.maximum.is_none_or(|age| youngest <= age.whole_years())
        };
        admitted.iter().filter(admits).count()
    };
    let registry = &answer.counts;
    FilterCounts {
        gender: GenderCounts {
            female: registry.female + of_sex(Sex::Female),
            male: registry.male + of_sex(Sex::Male),
        },
        study_type: StudyTypeCounts {
            interventional: registry.kind[0] + of_kind(StudyType::Interventional),
            observational: registry.kind[1] + of_kind(StudyType::Observational),
            expanded_access: registry.kind[2] + of_kind(StudyType::ExpandedAccess),
        },
        phase: PhaseCounts {
            early_one: registry.phase[0] + of_phase(Phase::Early1),
            one: registry.phase[1] + of_phase(Phase::One),
            two: registry.phase[2] + of_phase(Phase::Two),
            three: registry.phase[3] + of_phase(Phase::Three),
            four: registry.phase[4] + of_phase(Phase::Four),
        },
        age_group: AgeGroupCounts {
            children: registry.age_group[0] + of_group(AgeGroup::Children),
            adults: registry.age_group[1] + of_group(AgeGroup::Adults),
            older: registry.age_group[2] + of_group(AgeGroup::Older),
        },
        conditions: conditions(answer, finder, |name| {
            with(SearchFilters { condition: Some(name.to_owned()), ..filters.clone() }).len()
        }),
    }
}

fn conditions(answer: &Answer, finder: &Finder, of_own: impl Fn(&str) -> usize) -> Vec<ConditionCount> {
    let count = |(concept, studies): &(_, usize)| {
        let name = finder.vocabulary().label(*concept).to_owned();
        ConditionCount { studies: studies + of_own(&name), name }
    };
    answer.conditions.iter().map(count).collect()
}

//! Facet counts: how many studies another choice of a filter would return.

use waypoint_domain::{phase::Phase, search_filters::SearchFilters, sex::Sex, study_type::StudyType};
use waypoint_search::{AgeGroup, SearchResults};

use super::{Finder, partner_studies::PartnerMatch};
use crate::wire::{AgeGroupCounts, ConditionCount, FilterCounts, GenderCounts, PhaseCounts, StudyTypeCounts};

/// Returns the facet counts of registry studies and partner studies. `own` are the partner studies that match before
/// filters.
#[must_use]
pub fn counts(
    answer: &SearchResults,
    own: &[PartnerMatch],
    filters: &SearchFilters,
    finder: &Finder,
) -> FilterCounts {
    let admitted_by =
        |filters: SearchFilters| own.iter().filter(move |own| filters.admits(own.study)).collect::<Vec<_>>();
    let by_sex = |sex| admitted_by(SearchFilters { sex: Some(sex), ..filters.clone() }).len();
    let by_kind = |kind| admitted_by(SearchFilters { kind: Some(kind), ..filters.clone() }).len();
    let by_phase = |phase| admitted_by(SearchFilters { phase: Some(phase), ..filters.clone() }).len();
    let admitted = admitted_by(filters.clone());
    let by_age_group =
        |group: AgeGroup| admitted.iter().filter(|own| group.overlaps(&own.study.ages())).count();
    let registry = &answer.counts;
    FilterCounts {
        gender: GenderCounts {
            female: registry.female + by_sex(Sex::Female),
            male: registry.male + by_sex(Sex::Male),
        },
        study_type: StudyTypeCounts {
            interventional: registry.study_type[0] + by_kind(StudyType::Interventional),
            observational: registry.study_type[1] + by_kind(StudyType::Observational),
            expanded_access: registry.study_type[2] + by_kind(StudyType::ExpandedAccess),
        },
        phase: PhaseCounts {
            early_one: registry.phase[0] + by_phase(Phase::Early1),
            one: registry.phase[1] + by_phase(Phase::One),
            two: registry.phase[2] + by_phase(Phase::Two),
            three: registry.phase[3] + by_phase(Phase::Three),
            four: registry.phase[4] + by_phase(Phase::Four),
        },
        age_group: AgeGroupCounts {
            children: registry.age_group[0] + by_age_group(AgeGroup::Children),
            adults: registry.age_group[1] + by_age_group(AgeGroup::Adults),
            older: registry.age_group[2] + by_age_group(AgeGroup::Older),
        },
        conditions: conditions(answer, finder, |name| {
            admitted_by(SearchFilters { condition: Some(name.to_owned()), ..filters.clone() }).len()
        }),
    }
}

fn conditions(
    answer: &SearchResults,
    finder: &Finder,
    own_count: impl Fn(&str) -> usize,
) -> Vec<ConditionCount> {
    let count = |(concept, studies): &(_, usize)| {
        let name = finder.vocabulary().label(*concept).to_owned();
        ConditionCount { studies: studies + own_count(&name), name }
    };
    answer.conditions.iter().map(count).collect()
}

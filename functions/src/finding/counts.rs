//! Facet counts: how many studies another choice of a filter would return.

use waypoint_domain::{
    participation::{Participation, ParticipationSet},
    partner_study::PartnerStudy,
    phase::Phase,
    search_filters::SearchFilters,
    sex::Sex,
    study_type::StudyType,
};
use waypoint_search::{AgeGroup, SearchResults};

use super::partner_match::PartnerMatch;
use crate::wire::{
    AgeGroupCounts, ConditionCount, FilterCounts, GenderCounts, ParticipationCounts, PhaseCounts,
    StudyTypeCounts,
};

/// Returns the facet counts of registry studies and partner studies. `own` are the partner studies that match before
/// filters.
#[must_use]
pub fn counts(answer: &SearchResults, own: &[PartnerMatch], filters: &SearchFilters) -> FilterCounts {
    // The studies that fit all filters except one, of which each value is counted.
    let admitted_except = |change: fn(&mut SearchFilters)| {
        let mut others = filters.clone();
        change(&mut others);
        own.iter().map(|own| own.study).filter(|study| others.admits(study)).collect::<Vec<_>>()
    };
    let count = |among: &[&PartnerStudy], filters: SearchFilters| {
        among.iter().filter(|study| filters.admits(study)).count()
    };
    let [of_any_sex, of_any_type, in_any_phase] = [
        admitted_except(|filters| filters.sex = None),
        admitted_except(|filters| filters.kind = None),
        admitted_except(|filters| filters.phase = None),
    ];
    let any = SearchFilters::default;
    let by_sex = |sex| count(&of_any_sex, SearchFilters { sex: Some(sex), ..any() });
    let by_kind = |kind| count(&of_any_type, SearchFilters { kind: Some(kind), ..any() });
    let by_phase = |phase| count(&in_any_phase, SearchFilters { phase: Some(phase), ..any() });
    let admitted = admitted_except(|_| ());
    let by_age_group =
        |group: AgeGroup| admitted.iter().filter(|study| group.overlaps(&study.ages())).count();
    let by_participation = |one: Participation| {
        let states = |study: &&&PartnerStudy| ParticipationSet::of_partner(study).has(one);
        answer.counts.participation[one as usize] + admitted.iter().filter(states).count()
    };
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
        participation: ParticipationCounts {
            without_placebo: by_participation(Participation::WithoutPlacebo),
            at_home: by_participation(Participation::PartlyAtHome),
            travel_help: by_participation(Participation::TravelHelp),
        },
        conditions: conditions(answer, &admitted_except(|filters| filters.condition = None)),
    }
}

fn conditions(answer: &SearchResults, own: &[&PartnerStudy]) -> Vec<ConditionCount> {
    let count = |(name, studies): &(String, usize)| {
        let filter = SearchFilters { condition: Some(name.clone()), ..SearchFilters::default() };
        let own = own.iter().filter(|study| filter.admits(study)).count();
        ConditionCount { name: name.clone(), studies: studies + own }
    };
    answer.conditions.iter().map(count).collect()
}

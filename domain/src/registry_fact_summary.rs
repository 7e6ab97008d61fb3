//! What cards and comparisons show of a registry record's facts (D-552).

use crate::{
    fact_summary::FactSummary,
    follow_up_time::FollowUpTime,
    participation::{Participation, ParticipationSet},
    registry_facts::placebo_in_short,
    registry_study::RegistryStudy,
};

/// Returns the facts that cards and comparisons show. A record states no visits.
#[must_use]
pub fn registry_fact_summary(study: &RegistryStudy) -> FactSummary {
    let has_none = ParticipationSet::of_record(study).has(Participation::WithoutPlacebo);
    FactSummary {
        length: study.design.follow_up.map(FollowUpTime::in_words),
        visits: None,
        placebo: if has_none { Some("None".to_owned()) } else { placebo_in_short(&study.design) },
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::fact_summary::FactSummary;

    fn summary(design: &Value) -> FactSummary {
        let study = json!({
            "nct_id": "NCT00000001", "brief_title": "A gel", "official_title": "", "brief_summary": "", "detailed_description": "",
            "conditions": [], "keywords": [], "status": "Recruiting", "study_type": "Interventional", "phases": [], "sex": "All",
            "ages": {}, "healthy_volunteers": false, "eligibility_criteria": "", "sponsor": "", "contacts": [], "sites": [],
            "last_updated": "2026-01-01", "design": design,
        });
        registry_fact_summary(&serde_json::from_value(study).unwrap())
    }

    #[test]
    fn placebo_is_as_the_arms_state_it_and_never_a_share_of_people() {
        let arm = |role: &str, treatment: &str| json!({ "role": role, "label": treatment, "treatments": [treatment] });
        let parallel = |arms: &[Value]| {
            summary(&json!({ "allocation": "RANDOMIZED", "model": "PARALLEL", "arms": arms })).placebo
        };
        let gel = arm("EXPERIMENTAL", "Gel");
        let placebo = arm("PLACEBO_COMPARATOR", "Placebo gel");
        let sham = arm("SHAM_COMPARATOR", "Sham light");
        assert_eq!(parallel(&[gel.clone(), placebo.clone()]).as_deref(), Some("1 of 2 groups"));
        assert_eq!(
            parallel(&[gel.clone(), placebo.clone(), placebo.clone()]).as_deref(),
            Some("2 of 3 groups")
        );
        assert_eq!(parallel(&[gel.clone(), sham]).as_deref(), Some("1 of 2 groups, as a sham treatment"));
        assert_eq!(parallel(&[gel.clone(), arm("ACTIVE_COMPARATOR", "Cream")]).as_deref(), Some("None"));
        assert_eq!(parallel(&[]), None);
        let crossover =
            summary(&json!({ "allocation": "RANDOMIZED", "model": "CROSSOVER", "arms": [gel, placebo] }));
        assert_eq!(crossover.placebo.as_deref(), Some("For a part of the study"));
    }
}

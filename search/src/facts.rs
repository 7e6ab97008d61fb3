//! The filterable facts of a study: who it admits, its type and phases, and its recruitment status.
//!
//! A search checks these for every study it finds, so they are packed into eight bytes.

use waypoint_domain::{
    participation::ParticipationSet, phase::Phase, query_ages::QueryAges,
    recruitment_status::RecruitmentStatus, registry_study::RegistryStudy, sex::Sex, study_type::StudyType,
};

use crate::query::{AgeGroup, RecruitmentScope};

/// The bit fields of the packed number. Ages are in days, and the last one is the end of the admitted ages.
const FIRST_DAY: BitField = BitField { from: 0, bits: 16 };
const END_DAY: BitField = BitField { from: 16, bits: 16 };
const SEX: BitField = BitField { from: 32, bits: 2 };
const KIND: BitField = BitField { from: 34, bits: 2 };
const STANDING: BitField = BitField { from: 36, bits: 2 };
const HEALTHY: BitField = BitField { from: 38, bits: 1 };
const PHASES: BitField = BitField { from: 39, bits: 5 };
const AGE_GROUPS: BitField = BitField { from: 44, bits: 3 };
const NO_AGES: BitField = BitField { from: 47, bits: 1 };
const PARTICIPATION: BitField = BitField { from: 48, bits: 3 };
/// The code for a sex that isn't stated.
const NO_SEX: u8 = 3;

/// The size of the packed facts.
pub(crate) const FACTS_BYTES: usize = 8;

/// The packed facts of a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Facts(u64);

/// A bit field of the packed number.
#[derive(Clone, Copy)]
struct BitField {
    from: u32,
    bits: u32,
}

impl BitField {
    const fn get(self, number: u64) -> u64 {
        number >> self.from & ((1 << self.bits) - 1)
    }

    fn encode(self, value: impl Into<u64>) -> u64 {
        (value.into() & ((1 << self.bits) - 1)) << self.from
    }
}

impl Facts {
    pub(crate) fn for_study(study: &RegistryStudy) -> Self {
        // Ages that aren't stated admit no one for certain.
        let (first, end) = study.ages.map_or((0, 0), |ages| ages.days());
        let phases = study.phases.iter().filter_map(|phase| Phase::parse(phase));
        let phases = phases.fold(0, |bits, phase| bits | 1_u8 << phase as u8);
        let overlaps = |group: &AgeGroup| study.ages.is_some_and(|ages| group.overlaps(&ages));
        let groups = AgeGroup::ALL.into_iter().filter(overlaps);
        let groups = groups.fold(0, |bits, group| bits | 1_u8 << group as u8);
        Self(
            FIRST_DAY.encode(capped(first))
                | END_DAY.encode(capped(end))
                | SEX.encode(study.sex.map_or(NO_SEX, sex_code))
                | KIND.encode(kind_code(&study.study_type))
                | STANDING.encode(recruitment_scope(&study.status) as u8)
                | HEALTHY.encode(study.healthy_volunteers == Some(true))
                | PHASES.encode(phases)
                | AGE_GROUPS.encode(groups)
                | NO_AGES.encode(study.ages.is_none())
                | PARTICIPATION.encode(ParticipationSet::of_record(study).bits()),
        )
    }

    pub(crate) fn to_bytes(self) -> [u8; FACTS_BYTES] {
        self.0.to_le_bytes()
    }

    pub(crate) fn from_bytes(bytes: [u8; FACTS_BYTES]) -> Self {
        Self(u64::from_le_bytes(bytes))
    }

    /// Whether the study admits people of this sex.
    pub(crate) fn admits_sex(self, sex: Sex) -> bool {
        let code = SEX.get(self.0);
        code == 0 || sex == Sex::All || code == u64::from(sex_code(sex))
    }

    /// Whether the study states which sexes it admits.
    pub(crate) fn states_sex(self) -> bool {
        SEX.get(self.0) != u64::from(NO_SEX)
    }

    /// Whether the study states which ages it admits.
    pub(crate) fn states_ages(self) -> bool {
        NO_AGES.get(self.0) == 0
    }

    /// Whether the study admits at least one of these ages.
    pub(crate) fn admits_ages(self, ages: QueryAges) -> bool {
        // A record can have a minimum age above its maximum.
        let (first, end) = (FIRST_DAY.get(self.0), END_DAY.get(self.0));
        first < end && first < u64::from(ages.end_day()) && u64::from(ages.first_day()) < end
    }

    /// Whether the study admits anyone in this group.
    pub(crate) fn admits_group(self, group: AgeGroup) -> bool {
        AGE_GROUPS.get(self.0) >> group as u32 & 1 == 1
    }

    /// Whether the study is of this type.
    pub(crate) fn has_kind(self, kind: &StudyType) -> bool {
        KIND.get(self.0) == u64::from(kind_code(kind))
    }

    /// Whether the study accepts healthy volunteers.
    pub(crate) fn accepts_healthy(self) -> bool {
        HEALTHY.get(self.0) == 1
    }

    /// What the study states about taking part.
    pub(crate) fn participation(self) -> ParticipationSet {
        ParticipationSet::from_bits(u8::try_from(PARTICIPATION.get(self.0)).unwrap_or_default())
    }

    /// Whether the study is in this phase.
    pub(crate) fn has_phase(self, phase: Phase) -> bool {
        PHASES.get(self.0) >> phase as u32 & 1 == 1
    }

    /// Whether the study's recruitment status is included in `scope`.
    pub(crate) fn is_included_in(self, scope: RecruitmentScope) -> bool {
        STANDING.get(self.0) <= scope as u64
    }

    /// Returns the codes for counting: sex, type, age groups, phases, and healthy volunteers. Age groups and phases are
    /// bit sets.
    pub(crate) fn codes(self) -> [usize; 5] {
        [SEX, KIND, AGE_GROUPS, PHASES, HEALTHY]
            .map(|field| usize::try_from(field.get(self.0)).unwrap_or_default())
    }
}

/// Returns a number of days that fits its field. The highest one is above all ages in queries.
fn capped(days: u32) -> u16 {
    u16::try_from(days).unwrap_or(u16::MAX)
}

/// Returns the narrowest recruitment scope that includes this status.
pub(crate) fn recruitment_scope(status: &RecruitmentStatus) -> RecruitmentScope {
    match status {
        status if status.is_recruiting() => RecruitmentScope::Recruiting,
        RecruitmentStatus::NotYetRecruiting => RecruitmentScope::RecruitingOrSoon,
        _ => RecruitmentScope::AnyStatus,
    }
}

fn sex_code(sex: Sex) -> u8 {
    match sex {
        Sex::All => 0,
        Sex::Female => 1,
        Sex::Male => 2,
    }
}

fn kind_code(kind: &StudyType) -> u8 {
    match kind {
        StudyType::Interventional => 0,
        StudyType::Observational => 1,
        StudyType::ExpandedAccess => 2,
        StudyType::Unstated => 3,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn study(changes: &serde_json::Value) -> RegistryStudy {
        let mut study = serde_json::json!({
            "nct_id": "NCT98765432", "brief_title": "", "official_title": "", "brief_summary": "",
            "detailed_description": "", "conditions": [], "keywords": [], "status": "Not yet recruiting",
            "study_type": "Expanded access", "phases": ["Early phase 1", "Phase 4"], "sex": "Male",
            "ages": {"minimum_age": "12 Years", "maximum_age": "400 Years"}, "healthy_volunteers": true,
            "eligibility_criteria": "", "sponsor": "", "contacts": [], "sites": []
        });
        study.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        serde_json::from_value(study).unwrap()
    }

    #[test]
    fn packed_facts_answer_as_the_study() {
        let facts = Facts::for_study(&study(&serde_json::json!({})));
        assert_eq!(Facts::from_bytes(facts.to_bytes()), facts);
        let admits = |ages: &str| facts.admits_ages(ages.parse().unwrap());
        assert!(admits("12") && admits("130") && admits("-12") && admits("65-"));
        assert!(!admits("11") && !admits("-11") && !admits("143 months") && admits("144 months"));
        assert!(facts.admits_sex(Sex::Male) && !facts.admits_sex(Sex::Female));
        assert_eq!(AgeGroup::ALL.map(|group| facts.admits_group(group)), [true; 3]);
        assert_eq!(Phase::ALL.map(|phase| facts.has_phase(phase)), [true, false, false, false, true]);
        assert_eq!(RecruitmentScope::ALL.map(|scope| facts.is_included_in(scope)), [false, true, true]);
        assert!(facts.has_kind(&StudyType::ExpandedAccess) && facts.accepts_healthy());
    }

    #[test]
    fn sex_and_ages_that_are_not_stated_admit_no_one_for_certain() {
        let facts = Facts::for_study(&study(&serde_json::json!({ "sex": null, "ages": null })));
        assert!(!facts.states_sex() && !facts.states_ages());
        assert!(facts.admits_sex(Sex::All) && !facts.admits_sex(Sex::Male) && !facts.admits_sex(Sex::Female));
        assert!(!facts.admits_ages("40".parse().unwrap()));
        assert_eq!(AgeGroup::ALL.map(|group| facts.admits_group(group)), [false; 3]);
        let stated = Facts::for_study(&study(&serde_json::json!({ "sex": "All", "ages": {} })));
        assert!(stated.states_sex() && stated.states_ages() && stated.admits_ages("40".parse().unwrap()));
    }

    proptest! {
        #[test]
        fn packed_ages_admit_as_the_study(
            limits in (age(), age()),
            ages in prop_oneof![age(), (age(), age()).prop_map(|(youngest, oldest)| format!("{youngest}-{oldest}"))],
        ) {
            let (minimum, maximum) = limits;
            let study = study(&serde_json::json!({ "ages": { "minimum_age": minimum, "maximum_age": maximum } }));
            let Ok(ages) = ages.parse::<QueryAges>() else { return Ok(()) };
            prop_assert_eq!(Facts::for_study(&study).admits_ages(ages), ages.overlaps(&study.ages.unwrap()));
        }
    }

    fn age() -> impl Strategy<Value = String> {
        (0_u16..40, prop::sample::select(vec!["Years", "Months", "Weeks", "Days"]))
            .prop_map(|(value, unit)| format!("{value} {unit}"))
    }

    #[test]
    fn minimum_age_above_maximum_admits_no_age() {
        let ages = serde_json::json!({"ages": {"minimum_age": "70 Years", "maximum_age": "17 Years"}});
        let facts = Facts::for_study(&study(&ages));
        assert_eq!(AgeGroup::ALL.map(|group| facts.admits_group(group)), [false; 3]);
        for ages in ["17", "70", "-130"] {
            assert!(!facts.admits_ages(ages.parse().unwrap()), "{ages}");
        }
    }
}

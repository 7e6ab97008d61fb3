//! The filterable facts of a study: who it admits, its type and phases, and its recruitment status.
//!
//! A search checks these for every study it finds, so they are packed into four bytes.

use waypoint_domain::{
    age::Age, phase::Phase, query_ages::QueryAges, recruitment_status::RecruitmentStatus,
    registry_study::RegistryStudy, sex::Sex, study_type::StudyType,
};

use crate::query::{AgeGroup, RecruitmentScope};

/// The code for a study without a maximum age.
const NO_LIMIT: u8 = u8::MAX;
/// The highest age limit that is represented exactly.
const OLDEST: u8 = u8::MAX - 1;

/// The bit fields of the packed number.
const YOUNGEST: BitField = BitField { from: 0, bits: 8 };
const MAXIMUM: BitField = BitField { from: 8, bits: 8 };
const SEX: BitField = BitField { from: 16, bits: 2 };
const KIND: BitField = BitField { from: 18, bits: 2 };
const STANDING: BitField = BitField { from: 20, bits: 2 };
const HEALTHY: BitField = BitField { from: 22, bits: 1 };
const PHASES: BitField = BitField { from: 23, bits: 5 };
const AGE_GROUPS: BitField = BitField { from: 28, bits: 3 };

/// The packed facts of a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Facts(u32);

/// A bit field of the packed number.
#[derive(Clone, Copy)]
struct BitField {
    from: u32,
    bits: u32,
}

impl BitField {
    const fn get(self, number: u32) -> u32 {
        number >> self.from & ((1 << self.bits) - 1)
    }

    fn encode(self, value: impl Into<u32>) -> u32 {
        (value.into() & ((1 << self.bits) - 1)) << self.from
    }
}

impl Facts {
    pub(crate) fn for_study(study: &RegistryStudy) -> Self {
        let year = |age: Age| u8::try_from(age.whole_years()).unwrap_or(OLDEST).min(OLDEST);
        let youngest = study.ages.minimum.map_or(0, year);
        let oldest = study.ages.maximum.map_or(NO_LIMIT, year);
        let phases = study.phases.iter().filter_map(|phase| Phase::parse(phase));
        let phases = phases.fold(0, |bits, phase| bits | 1_u8 << phase as u8);
        // A record can have a minimum age above its maximum.
        let admits = |group: AgeGroup| {
            let (first, last) = group.years();
            youngest <= oldest && u16::from(youngest) <= last && u16::from(oldest) >= first
        };
        let groups = AgeGroup::ALL.into_iter().filter(|group| admits(*group));
        let groups = groups.fold(0, |bits, group| bits | 1_u8 << group as u8);
        Self(
            YOUNGEST.encode(youngest)
                | MAXIMUM.encode(oldest)
                | SEX.encode(sex_code(study.sex))
                | KIND.encode(kind_code(&study.study_type))
                | STANDING.encode(recruitment_scope(&study.status) as u8)
                | HEALTHY.encode(study.healthy_volunteers == Some(true))
                | PHASES.encode(phases)
                | AGE_GROUPS.encode(groups),
        )
    }

    pub(crate) fn to_bytes(self) -> [u8; 4] {
        self.0.to_le_bytes()
    }

    pub(crate) fn from_bytes(bytes: [u8; 4]) -> Self {
        Self(u32::from_le_bytes(bytes))
    }

    /// Whether the study admits people of this sex.
    pub(crate) fn admits_sex(self, sex: Sex) -> bool {
        let code = SEX.get(self.0);
        code == 0 || sex == Sex::All || code == u32::from(sex_code(sex))
    }

    /// Whether the study admits at least one of these ages.
    pub(crate) fn admits_ages(self, ages: QueryAges) -> bool {
        let (youngest, oldest) = (YOUNGEST.get(self.0), MAXIMUM.get(self.0));
        let capped = |years: u16| u32::from(years).min(u32::from(OLDEST));
        youngest <= oldest && youngest <= capped(ages.oldest()) && capped(ages.youngest()) <= oldest
    }

    /// Whether the study admits anyone in this group.
    pub(crate) fn admits_group(self, group: AgeGroup) -> bool {
        AGE_GROUPS.get(self.0) >> group as u32 & 1 == 1
    }

    /// Whether the study is of this type.
    pub(crate) fn has_kind(self, kind: &StudyType) -> bool {
        KIND.get(self.0) == u32::from(kind_code(kind))
    }

    /// Whether the study accepts healthy volunteers.
    pub(crate) fn accepts_healthy(self) -> bool {
        HEALTHY.get(self.0) == 1
    }

    /// Whether the study is in this phase.
    pub(crate) fn has_phase(self, phase: Phase) -> bool {
        PHASES.get(self.0) >> phase as u32 & 1 == 1
    }

    /// Whether the study's recruitment status is included in `scope`.
    pub(crate) fn is_included_in(self, scope: RecruitmentScope) -> bool {
        STANDING.get(self.0) <= scope as u32
    }

    /// Returns the codes for counting: sex, type, age groups, phases, and healthy volunteers. Age groups and phases are
    /// bit sets.
    pub(crate) fn codes(self) -> [usize; 5] {
        [SEX, KIND, AGE_GROUPS, PHASES, HEALTHY].map(|field| field.get(self.0) as usize)
    }
}

/// Returns the narrowest recruitment scope that includes this status.
pub(crate) fn recruitment_scope(status: &RecruitmentStatus) -> RecruitmentScope {
    match status {
        RecruitmentStatus::Recruiting => RecruitmentScope::Recruiting,
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
        assert!(!admits("11") && !admits("-11"));
        assert!(facts.admits_sex(Sex::Male) && !facts.admits_sex(Sex::Female));
        assert_eq!(AgeGroup::ALL.map(|group| facts.admits_group(group)), [true; 3]);
        assert_eq!(Phase::ALL.map(|phase| facts.has_phase(phase)), [true, false, false, false, true]);
        assert_eq!(RecruitmentScope::ALL.map(|scope| facts.is_included_in(scope)), [false, true, true]);
        assert!(facts.has_kind(&StudyType::ExpandedAccess) && facts.accepts_healthy());
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

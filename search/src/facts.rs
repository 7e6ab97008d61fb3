//! What is known of each study beside its words: whom it admits, what kind it is, and whether it takes people.
//!
//! A search needs this of every study that it finds, and so it is one number of four bytes.

use waypoint_domain::{
    age::Age, asked_ages::AskedAges, phase::Phase, recruitment_status::RecruitmentStatus,
    registry_study::RegistryStudy, sex::Sex, study_type::StudyType,
};

use crate::asked::{AgeGroup, Standing};

/// An age that nobody reaches stands for a study without a maximum.
const NO_LIMIT: u8 = u8::MAX;
/// The highest limit that is told from others.
const OLDEST: u8 = u8::MAX - 1;

/// Where the parts of the number begin, and how many bits they have.
const YOUNGEST: Bits = Bits { from: 0, bits: 8 };
const MAXIMUM: Bits = Bits { from: 8, bits: 8 };
const SEX: Bits = Bits { from: 16, bits: 2 };
const KIND: Bits = Bits { from: 18, bits: 2 };
const STANDING: Bits = Bits { from: 20, bits: 2 };
const HEALTHY: Bits = Bits { from: 22, bits: 1 };
const PHASES: Bits = Bits { from: 23, bits: 5 };
const AGE_GROUPS: Bits = Bits { from: 28, bits: 3 };

/// What is known of a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Facts(u32);

/// A part of the number.
#[derive(Clone, Copy)]
struct Bits {
    from: u32,
    bits: u32,
}

impl Bits {
    const fn of(self, number: u32) -> u32 {
        number >> self.from & ((1 << self.bits) - 1)
    }

    fn with(self, value: impl Into<u32>) -> u32 {
        (value.into() & ((1 << self.bits) - 1)) << self.from
    }
}

impl Facts {
    pub(crate) fn of(study: &RegistryStudy) -> Self {
        let year = |age: Age| u8::try_from(age.whole_years()).unwrap_or(OLDEST).min(OLDEST);
        let youngest = study.ages.minimum.map_or(0, year);
        let oldest = study.ages.maximum.map_or(NO_LIMIT, year);
        let phases = study.phases.iter().filter_map(|phase| Phase::named(phase));
        let phases = phases.fold(0, |bits, phase| bits | 1_u8 << phase as u8);
        // A record can name limits that nobody is between.
        let admits = |group: AgeGroup| {
            let (first, last) = group.years();
            youngest <= oldest && u16::from(youngest) <= last && u16::from(oldest) >= first
        };
        let groups = AgeGroup::ALL.into_iter().filter(|group| admits(*group));
        let groups = groups.fold(0, |bits, group| bits | 1_u8 << group as u8);
        Self(
            YOUNGEST.with(youngest)
                | MAXIMUM.with(oldest)
                | SEX.with(sex_code(study.sex))
                | KIND.with(kind_code(&study.study_type))
                | STANDING.with(standing(&study.status) as u8)
                | HEALTHY.with(study.healthy_volunteers == Some(true))
                | PHASES.with(phases)
                | AGE_GROUPS.with(groups),
        )
    }

    pub(crate) fn written(self) -> [u8; 4] {
        self.0.to_le_bytes()
    }

    pub(crate) fn read(bytes: [u8; 4]) -> Self {
        Self(u32::from_le_bytes(bytes))
    }

    /// Whether it admits people of this sex.
    pub(crate) fn admits_sex(self, sex: Sex) -> bool {
        let code = SEX.of(self.0);
        code == 0 || sex == Sex::All || code == u32::from(sex_code(sex))
    }

    /// Whether it admits people of some of these ages.
    pub(crate) fn admits_ages(self, ages: AskedAges) -> bool {
        let (youngest, oldest) = (YOUNGEST.of(self.0), MAXIMUM.of(self.0));
        let of = |years: u16| u32::from(years).min(u32::from(OLDEST));
        youngest <= oldest && youngest <= of(ages.oldest()) && of(ages.youngest()) <= oldest
    }

    /// Whether it admits somebody of this group.
    pub(crate) fn admits_group(self, group: AgeGroup) -> bool {
        AGE_GROUPS.of(self.0) >> group as u32 & 1 == 1
    }

    /// Whether it is of this kind.
    pub(crate) fn is_of_kind(self, kind: &StudyType) -> bool {
        KIND.of(self.0) == u32::from(kind_code(kind))
    }

    /// Whether it takes healthy people.
    pub(crate) fn takes_healthy(self) -> bool {
        HEALTHY.of(self.0) == 1
    }

    /// Whether it is in this phase.
    pub(crate) fn is_in(self, phase: Phase) -> bool {
        PHASES.of(self.0) >> phase as u32 & 1 == 1
    }

    /// Whether it takes people as it is asked for.
    pub(crate) fn stands(self, standing: Standing) -> bool {
        STANDING.of(self.0) <= standing as u32
    }

    /// The codes by which it is counted: of its sex, its kind, its age groups, its phases, and whether it takes healthy
    /// people. Age groups and phases have a bit each.
    pub(crate) fn codes(self) -> [usize; 5] {
        [SEX, KIND, AGE_GROUPS, PHASES, HEALTHY].map(|part| part.of(self.0) as usize)
    }
}

/// Whether a study of this status takes people.
pub(crate) fn standing(status: &RecruitmentStatus) -> Standing {
    match status {
        RecruitmentStatus::Recruiting => Standing::Recruiting,
        RecruitmentStatus::NotYetRecruiting => Standing::OrSoon,
        _ => Standing::OrClosed,
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
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
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
    fn the_number_says_what_the_study_says() {
        let facts = Facts::of(&study(&serde_json::json!({})));
        assert_eq!(Facts::read(facts.written()), facts);
        let admits = |ages: &str| facts.admits_ages(ages.parse().unwrap());
        assert!(admits("12") && admits("130") && admits("-12") && admits("65-"));
        assert!(!admits("11") && !admits("-11"));
        assert!(facts.admits_sex(Sex::Male) && !facts.admits_sex(Sex::Female));
        assert_eq!(AgeGroup::ALL.map(|group| facts.admits_group(group)), [true; 3]);
        assert_eq!(Phase::ALL.map(|phase| facts.is_in(phase)), [true, false, false, false, true]);
        assert_eq!(Standing::ALL.map(|standing| facts.stands(standing)), [false, true, true]);
        assert!(facts.is_of_kind(&StudyType::ExpandedAccess) && facts.takes_healthy());
    }

    #[test]
    fn limits_that_nobody_is_between_admit_nobody() {
        let ages = serde_json::json!({"ages": {"minimum_age": "70 Years", "maximum_age": "17 Years"}});
        let facts = Facts::of(&study(&ages));
        assert_eq!(AgeGroup::ALL.map(|group| facts.admits_group(group)), [false; 3]);
        for ages in ["17", "70", "-130"] {
            assert!(!facts.admits_ages(ages.parse().unwrap()), "{ages}");
        }
    }
}

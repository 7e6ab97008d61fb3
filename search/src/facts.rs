//! What is known of each study beside its words: whom it admits, what kind it is, where it is and what it is about.
//!
//! A search needs this of every study that it finds, and so each has a row of a few bytes, in the order of the index's
//! documents. Sites of one place share its coordinates.

use std::ops::Range;

use waypoint_domain::{
    recruitment_status::RecruitmentStatus, registry_study::RegistryStudy, sex::Sex, study_type::StudyType,
};

use crate::asked::{AgeGroup, Phase, Standing};

/// An age that nobody reaches stands for a study without a maximum.
const NO_LIMIT: u8 = u8::MAX;
/// The highest limit that is told from others.
const OLDEST: u8 = u8::MAX - 1;

/// What is known of a study.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Facts {
    /// The digits of its number.
    pub(crate) number: u32,
    /// The day of the last change, as a number that grows with time.
    pub(crate) changed: u32,
    youngest: u8,
    oldest: u8,
    sex: u8,
    kind: u8,
    healthy: bool,
    standing: u8,
    phases: u8,
}

impl Facts {
    pub(crate) fn of(study: &RegistryStudy) -> Self {
        let number = study.nct_id.as_str().trim_start_matches("NCT").parse();
        let year = |age: waypoint_domain::age::Age| u8::try_from(age.whole_years()).unwrap_or(OLDEST);
        let phases = study.phases.iter().filter_map(|phase| Phase::named(phase));
        Self {
            number: number.unwrap_or_default(),
            changed: study.last_updated.as_deref().map_or(0, day_code),
            youngest: study.ages.minimum.map_or(0, |age| year(age).min(OLDEST)),
            oldest: study.ages.maximum.map_or(NO_LIMIT, |age| year(age).min(OLDEST)),
            sex: sex_code(study.sex),
            kind: kind_code(&study.study_type),
            healthy: study.healthy_volunteers == Some(true),
            standing: standing_code(&study.status),
            phases: phases.fold(0, |bits, phase| bits | 1 << phase as u8),
        }
    }

    /// Whether it admits people of this sex.
    pub(crate) fn admits_sex(&self, sex: Sex) -> bool {
        self.sex == 0 || sex == Sex::All || self.sex == sex_code(sex)
    }

    /// Whether it admits people of this age in whole years.
    pub(crate) fn admits_age(&self, age: u16) -> bool {
        let age = u8::try_from(age).unwrap_or(OLDEST).min(OLDEST);
        (self.youngest..=self.oldest).contains(&age)
    }

    /// Whether it admits somebody of this group.
    pub(crate) fn admits_group(&self, group: AgeGroup) -> bool {
        let (youngest, oldest) = group.years();
        u16::from(self.youngest) <= oldest && u16::from(self.oldest) >= youngest
    }

    /// Whether it is of this kind.
    pub(crate) fn is_of_kind(&self, kind: &StudyType) -> bool {
        self.kind == kind_code(kind)
    }

    /// The codes by which it is counted: of its sex, its kind, its age groups, its phases, whether it takes people,
    /// and whether it takes healthy ones. Age groups and phases have a bit each.
    pub(crate) fn codes(&self) -> [usize; 6] {
        let groups = u8::from(self.youngest < 18)
            | u8::from(self.youngest < 65 && self.oldest >= 18) << 1
            | u8::from(self.oldest >= 65) << 2;
        [self.sex, self.kind, groups, self.phases & 31, self.standing, u8::from(self.healthy)]
            .map(usize::from)
    }

    /// Whether it takes healthy people.
    pub(crate) fn takes_healthy(&self) -> bool {
        self.healthy
    }

    /// Whether it is in this phase.
    pub(crate) fn is_in(&self, phase: Phase) -> bool {
        self.phases & 1 << phase as u8 != 0
    }

    /// Whether it takes people as it is asked for.
    pub(crate) fn stands(&self, standing: Standing) -> bool {
        self.standing <= standing as u8
    }

    /// Everything but number and day in four bytes.
    fn packed(&self) -> [u8; 4] {
        let many = self.sex | self.kind << 2 | u8::from(self.healthy) << 4 | self.standing << 5;
        [self.youngest, self.oldest, many, self.phases]
    }

    fn unpacked(number: u32, changed: u32, [youngest, oldest, many, phases]: [u8; 4]) -> Self {
        Self {
            number,
            changed,
            youngest,
            oldest,
            sex: many & 3,
            kind: many >> 2 & 3,
            healthy: many >> 4 & 1 == 1,
            standing: many >> 5 & 3,
            phases,
        }
    }
}

/// How many bytes a row has.
pub(crate) const ROW: usize = 20;

/// A study's row: its facts, and where its places and its concepts begin in their lists. They end where those of the
/// next row begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) facts: Facts,
    pub(crate) places: u32,
    pub(crate) concepts: u32,
}

impl Row {
    pub(crate) fn written(&self) -> [u8; ROW] {
        let parts = [
            self.facts.number.to_le_bytes(),
            self.facts.changed.to_le_bytes(),
            self.facts.packed(),
            self.places.to_le_bytes(),
            self.concepts.to_le_bytes(),
        ];
        let mut row = [0; ROW];
        row.copy_from_slice(parts.as_flattened());
        row
    }

    pub(crate) fn read(row: &[u8; ROW]) -> Self {
        let [low, high, number, places, concepts] =
            [0, 4, 8, 12, 16].map(|at| [row[at], row[at + 1], row[at + 2], row[at + 3]]);
        let facts = Facts::unpacked(u32::from_le_bytes(low), u32::from_le_bytes(high), number);
        Self { facts, places: u32::from_le_bytes(places), concepts: u32::from_le_bytes(concepts) }
    }

    /// The places and the concepts of this row in their lists, of which the next row says where they end.
    pub(crate) fn lists(&self, next: &Self) -> (Range<usize>, Range<usize>) {
        let range = |from: u32, to: u32| from as usize..to as usize;
        (range(self.places, next.places), range(self.concepts, next.concepts))
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

fn standing_code(status: &RecruitmentStatus) -> u8 {
    let standing = match status {
        RecruitmentStatus::Recruiting => Standing::Recruiting,
        RecruitmentStatus::NotYetRecruiting => Standing::OrSoon,
        _ => Standing::OrClosed,
    };
    standing as u8
}

/// A day such as `2026-03-01` as a number that grows with time; a month counts as its first moment.
fn day_code(day: &str) -> u32 {
    let mut parts = day.split('-').map(|part| part.parse::<u32>().unwrap_or_default());
    let mut next = |most: u32| parts.next().unwrap_or_default().min(most);
    (next(9999) * 100 + next(99)) * 100 + next(99)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    #[test]
    fn a_row_says_what_the_study_says() {
        let study: RegistryStudy = serde_json::from_value(serde_json::json!({
            "nct_id": "NCT98765432", "brief_title": "", "official_title": "", "brief_summary": "",
            "detailed_description": "", "conditions": [], "keywords": [], "status": "Not yet recruiting",
            "study_type": "Expanded access", "phases": ["Early phase 1", "Phase 4"], "sex": "Male",
            "ages": {"minimum_age": "12 Years", "maximum_age": "400 Years"}, "healthy_volunteers": true,
            "eligibility_criteria": "", "sponsor": "", "contacts": [], "sites": [], "last_updated": "2026-03"
        }))
        .unwrap();
        let row = Row { facts: Facts::of(&study), places: 70_000, concepts: u32::MAX };
        assert_eq!(Row::read(&row.written()), row);
        let facts = row.facts;
        assert_eq!((facts.number, facts.changed), (98_765_432, 20_260_300));
        assert!(facts.admits_age(12) && facts.admits_age(300) && !facts.admits_age(11));
        assert!(facts.admits_sex(Sex::Male) && !facts.admits_sex(Sex::Female));
        assert_eq!(AgeGroup::ALL.map(|group| facts.admits_group(group)), [true; 3]);
        assert_eq!(Phase::ALL.map(|phase| facts.is_in(phase)), [true, false, false, false, true]);
        assert_eq!(Standing::ALL.map(|standing| facts.stands(standing)), [false, true, true]);
        assert!(facts.is_of_kind(&StudyType::ExpandedAccess) && facts.takes_healthy());
    }
}

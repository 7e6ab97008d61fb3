//! The design of a registry study: its groups, who knows what, what it measures, and when.
//!
//! The enumerations are read and stored as the registry's own codes, such as `NON_RANDOMIZED`. A missing value means that the
//! record doesn't state it readably.

use serde::{Deserialize, Serialize};

use crate::{follow_up_time::FollowUpTime, nct_id::NctId, partial_date::PartialDate};

/// What a registry record states about the study's design.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StudyDesign {
    /// How people get into a group.
    pub allocation: Option<Allocation>,
    /// How the groups get their treatments.
    pub model: Option<InterventionModel>,
    /// What the treatment is for.
    pub purpose: Option<PrimaryPurpose>,
    /// When an observational study collects its data.
    pub perspective: Option<TimePerspective>,
    /// Who doesn't know which treatment a participant gets.
    pub masking: Masking,
    /// The groups of the study. One that can't be read is here without any value, so that their number is right.
    pub arms: Vec<Arm>,
    /// What the groups get.
    pub treatments: Vec<Treatment>,
    /// The main things that the study measures.
    pub primary_outcomes: Vec<Outcome>,
    /// The number of participants.
    pub enrollment: Option<Enrollment>,
    /// How long each participant of an observational study is followed.
    pub follow_up: Option<FollowUpTime>,
    /// Which samples an observational study keeps.
    pub samples: Option<SampleRetention>,
    /// When the study began or will begin.
    pub start: Option<StudyDate>,
    /// When the last participant was or will be examined for the primary outcomes.
    pub primary_completion: Option<StudyDate>,
    /// When the last participant was or will be examined at all.
    pub completion: Option<StudyDate>,
    /// Whether the registry shows results.
    pub has_results: Option<bool>,
    /// When the results were first posted.
    pub results_posted: Option<PartialDate>,
    /// Access to the treatment outside the study.
    pub expanded_access: ExpandedAccess,
}

/// How people get into a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Allocation {
    /// By chance.
    Randomized,
    /// By a choice, for example of the study team.
    NonRandomized,
    /// There is one group.
    #[serde(rename = "NA")]
    NotApplicable,
}

/// How groups get their treatments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum InterventionModel {
    /// One group gets the treatment.
    SingleGroup,
    /// Each group gets another treatment at the same time.
    Parallel,
    /// Participants get several treatments, one after the other.
    Crossover,
    /// Groups get different combinations of treatments.
    Factorial,
    /// Groups begin one after the other, depending on the results of earlier ones.
    Sequential,
}

/// What a treatment is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PrimaryPurpose {
    /// To treat a condition.
    Treatment,
    /// To prevent a condition.
    Prevention,
    /// To identify a condition.
    Diagnostic,
    /// Education, counseling, or training.
    Ect,
    /// Comfort, fewer side effects, or slower decline.
    SupportiveCare,
    /// To find a condition in people without signs of it.
    Screening,
    /// How care is delivered, organized, or paid for.
    HealthServicesResearch,
    /// How a treatment works.
    BasicScience,
    /// Whether a prototype of a device works.
    DeviceFeasibility,
    /// None of these.
    Other,
}

/// When an observational study collects its data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TimePerspective {
    /// Mostly before people join.
    Retrospective,
    /// Mostly after people join.
    Prospective,
    /// At one point in time.
    CrossSectional,
    /// None of these.
    Other,
}

/// Who doesn't know which treatment a participant gets.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Masking {
    /// How many of the four roles don't know.
    pub level: Option<MaskingLevel>,
    /// The roles that don't know.
    pub masked: Vec<MaskedRole>,
}

/// How many roles don't know which treatment a participant gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum MaskingLevel {
    /// Everyone knows.
    None,
    /// One role doesn't know.
    Single,
    /// Two roles don't know.
    Double,
    /// Three roles don't know.
    Triple,
    /// No role knows.
    Quadruple,
}

impl MaskingLevel {
    /// Returns how many roles don't know.
    #[must_use]
    pub fn roles(self) -> usize {
        match self {
            Self::None => 0,
            Self::Single => 1,
            Self::Double => 2,
            Self::Triple => 3,
            Self::Quadruple => 4,
        }
    }
}

/// A role that may not know which treatment a participant gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum MaskedRole {
    Participant,
    /// Those who care for the participant.
    CareProvider,
    /// The researchers.
    Investigator,
    /// Those who examine the results.
    OutcomesAssessor,
}

/// A group of a study.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Arm {
    /// The group's name. May be empty.
    pub label: String,
    /// What the group is for. Groups of an observational study have none.
    pub role: Option<ArmRole>,
    /// What the group gets and how, in the sponsor's words. May be empty.
    pub description: String,
    /// The names of what the group gets.
    pub treatments: Vec<String>,
}

/// What a group is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ArmRole {
    /// It gets the tested treatment.
    Experimental,
    /// It gets a known treatment.
    ActiveComparator,
    /// It gets a placebo.
    PlaceboComparator,
    /// It gets a procedure or device that only looks like the tested one.
    ShamComparator,
    /// It gets no treatment from the study.
    NoIntervention,
    /// None of these.
    Other,
}

/// Something that a group gets.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Treatment {
    /// What kind of treatment it is.
    pub kind: Option<TreatmentKind>,
    pub name: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TreatmentKind {
    /// Such as counseling or exercise.
    Behavioral,
    /// A vaccine, or another product of living cells.
    Biological,
    /// A medicine and a device in one.
    CombinationProduct,
    Device,
    DiagnosticTest,
    /// A vitamin or another supplement.
    DietarySupplement,
    /// A medicine.
    Drug,
    /// Gene transfer.
    Genetic,
    /// Surgery or another procedure.
    Procedure,
    Radiation,
    /// None of these.
    Other,
}

impl TreatmentKind {
    pub const ALL: [Self; 11] = [
        Self::Behavioral,
        Self::Biological,
        Self::CombinationProduct,
        Self::Device,
        Self::DiagnosticTest,
        Self::DietarySupplement,
        Self::Drug,
        Self::Genetic,
        Self::Procedure,
        Self::Radiation,
        Self::Other,
    ];

    /// The kind's name, which records put before a treatment's: `Drug: Dupilumab`.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Behavioral => "Behavioral",
            Self::Biological => "Biological",
            Self::CombinationProduct => "Combination Product",
            Self::Device => "Device",
            Self::DiagnosticTest => "Diagnostic Test",
            Self::DietarySupplement => "Dietary Supplement",
            Self::Drug => "Drug",
            Self::Genetic => "Genetic",
            Self::Procedure => "Procedure",
            Self::Radiation => "Radiation",
            Self::Other => "Other",
        }
    }
}

/// Something that a study measures.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Outcome {
    /// What is measured.
    pub measure: String,
    /// When. May be empty.
    pub time_frame: String,
}

/// A number of participants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Enrollment {
    /// The number.
    pub count: u32,
    /// Whether it is planned.
    pub certainty: Option<Certainty>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct StudyDate {
    pub date: PartialDate,
    /// Whether it is planned.
    pub certainty: Option<Certainty>,
}

/// Whether a number or date is planned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Certainty {
    /// It happened.
    Actual,
    /// It is planned.
    Estimated,
}

/// Which samples an observational study keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum SampleRetention {
    NoneRetained,
    /// Samples that genes can be read from.
    #[serde(rename = "SAMPLES_WITH_DNA")]
    WithDna,
    /// Samples that genes can't be read from.
    #[serde(rename = "SAMPLES_WITHOUT_DNA")]
    WithoutDna,
}

/// Access to a treatment outside the study.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ExpandedAccess {
    /// Whether there is such access.
    pub is_offered: Option<bool>,
    /// The number of its own record.
    pub record: Option<NctId>,
    /// Whether it is available now.
    pub availability: Option<Availability>,
}

/// Whether expanded access is available.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Availability {
    /// Available now.
    Available,
    /// Not available anymore.
    NoLongerAvailable,
    /// Not available for now.
    TemporarilyNotAvailable,
    /// The treatment is approved and can be prescribed.
    ApprovedForMarketing,
}

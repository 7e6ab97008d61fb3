//! The kinds of resources that contain medical records.

use waypoint_domain::medical_record::Group;

/// A kind of FHIR resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A vaccination.
    Immunization,
    /// A prescribed medicine.
    MedicationRequest,
    /// A medicine that the patient reportedly takes.
    MedicationStatement,
    AllergyIntolerance,
    /// An illness or another health problem.
    Condition,
    /// An operation, an examination, or another procedure.
    Procedure,
    /// A result, a measurement, or an answer.
    Observation,
}

impl Kind {
    /// All kinds, in the order in which they are requested.
    pub const ALL: [Self; 7] = [
        Self::Immunization,
        Self::MedicationRequest,
        Self::MedicationStatement,
        Self::AllergyIntolerance,
        Self::Condition,
        Self::Procedure,
        Self::Observation,
    ];

    /// The name of the kind in URLs, scopes, and resources.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Immunization => "Immunization",
            Self::MedicationRequest => "MedicationRequest",
            Self::MedicationStatement => "MedicationStatement",
            Self::AllergyIntolerance => "AllergyIntolerance",
            Self::Condition => "Condition",
            Self::Procedure => "Procedure",
            Self::Observation => "Observation",
        }
    }

    /// The groups in which the records of a search are shown: those of a kind, or of one of its categories.
    #[must_use]
    pub fn groups(self, category: Option<&str>) -> &'static [Group] {
        match (self, category) {
            (Self::Immunization, _) => &[Group::Immunizations],
            (Self::MedicationRequest | Self::MedicationStatement, _) => &[Group::Medications],
            (Self::AllergyIntolerance, _) => &[Group::Allergies],
            (Self::Condition, _) => &[Group::Conditions],
            (Self::Procedure, _) => &[Group::Procedures],
            (Self::Observation, Some("laboratory")) => &[Group::Labs],
            (Self::Observation, Some("vital-signs")) => &[Group::VitalSigns],
            (Self::Observation, Some(_)) => &[Group::Pregnancy, Group::Smoking],
            (Self::Observation, None) => &[Group::Labs, Group::VitalSigns, Group::Pregnancy, Group::Smoking],
        }
    }

    /// The categories that servers separate, and that are searched for one by one.
    #[must_use]
    pub const fn categories(self) -> &'static [&'static str] {
        match self {
            Self::Condition => &["problem-list-item", "encounter-diagnosis", "health-concern"],
            Self::Observation => &["laboratory", "vital-signs", "social-history"],
            _ => &[],
        }
    }

    /// Whether only records of its categories are read. Servers have observations of many other categories.
    #[must_use]
    pub const fn is_read_by_category(self) -> bool {
        matches!(self, Self::Observation)
    }

    /// The `_include` parameter of a search: the medicines that the entries refer to.
    #[must_use]
    pub const fn include(self) -> Option<&'static str> {
        match self {
            Self::MedicationRequest => Some("MedicationRequest:medication"),
            Self::MedicationStatement => Some("MedicationStatement:medication"),
            _ => None,
        }
    }

    /// Whether medical records are complete without this kind. Many servers don't support statements.
    #[must_use]
    pub const fn is_optional(self) -> bool {
        matches!(self, Self::MedicationStatement)
    }
}

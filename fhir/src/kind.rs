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
}

impl Kind {
    /// All kinds, in the order in which they are requested.
    pub const ALL: [Self; 5] = [
        Self::Immunization,
        Self::MedicationRequest,
        Self::MedicationStatement,
        Self::AllergyIntolerance,
        Self::Condition,
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
        }
    }

    /// The group in which the records are shown.
    #[must_use]
    pub const fn group(self) -> Group {
        match self {
            Self::Immunization => Group::Immunizations,
            Self::MedicationRequest | Self::MedicationStatement => Group::Medications,
            Self::AllergyIntolerance => Group::Allergies,
            Self::Condition => Group::Conditions,
        }
    }

    /// The `_include` parameter of a search: the medicines that the entries refer to.
    #[must_use]
    pub const fn include(self) -> Option<&'static str> {
        match self {
            Self::MedicationRequest => Some("MedicationRequest:medication"),
            Self::MedicationStatement => Some("MedicationStatement:medication"),
            Self::Immunization | Self::AllergyIntolerance | Self::Condition => None,
        }
    }

    /// Whether medical records are complete without this kind. Many servers don't support statements.
    #[must_use]
    pub const fn is_optional(self) -> bool {
        matches!(self, Self::MedicationStatement)
    }
}

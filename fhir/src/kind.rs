//! The kinds of resources that are read of a person.

use waypoint_domain::medical_record::Group;

/// A kind of resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A vaccine that was given.
    Immunization,
    /// A medicine that was prescribed.
    MedicationRequest,
    /// A medicine that somebody is said to take.
    MedicationStatement,
    /// What somebody can't bear.
    AllergyIntolerance,
    /// An illness or another problem.
    Condition,
}

impl Kind {
    /// Every kind, in the order in which a server is asked for them.
    pub const ALL: [Self; 5] = [
        Self::Immunization,
        Self::MedicationRequest,
        Self::MedicationStatement,
        Self::AllergyIntolerance,
        Self::Condition,
    ];

    /// The name of the kind in addresses, scopes and resources.
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

    /// The group in which it is shown.
    #[must_use]
    pub const fn group(self) -> Group {
        match self {
            Self::Immunization => Group::Immunizations,
            Self::MedicationRequest | Self::MedicationStatement => Group::Medications,
            Self::AllergyIntolerance => Group::Allergies,
            Self::Condition => Group::Conditions,
        }
    }

    /// What a search for the kind brings along: the medicines that its entries refer to.
    #[must_use]
    pub const fn include(self) -> Option<&'static str> {
        match self {
            Self::MedicationRequest => Some("MedicationRequest:medication"),
            Self::MedicationStatement => Some("MedicationStatement:medication"),
            Self::Immunization | Self::AllergyIntolerance | Self::Condition => None,
        }
    }

    /// Whether a person's records are whole without this kind: many servers have no statements.
    #[must_use]
    pub const fn is_optional(self) -> bool {
        matches!(self, Self::MedicationStatement)
    }
}

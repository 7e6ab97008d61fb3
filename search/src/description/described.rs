//! What was understood of a description.

use waypoint_domain::{age::Age, sex::Sex};
use waypoint_gazetteer::Place;
use waypoint_vocabulary::{ConceptId, markers::MarkerStates};

/// What was understood of a description.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Description {
    /// The conditions of the person. The first one explains most of the text.
    pub conditions: Vec<DescribedCondition>,
    /// Symptoms, and conditions that the person may have, in the order of the text. A search for one must be confirmed.
    pub symptoms: Vec<ConceptId>,
    pub age: Option<Age>,
    pub sex: Option<Sex>,
    /// Where the person is.
    pub place: Option<Place>,
    /// Whether the text calls the person healthy, or asks for studies of healthy people, and names no condition.
    pub is_healthy: bool,
    /// Treatments in the order of the text, without those that are only planned.
    pub treatments: Vec<DescribedTreatment>,
    /// What the text says that the person doesn't have.
    pub denied: Vec<ConceptId>,
    /// Whether the text is longer than what is read.
    pub is_truncated: bool,
}

/// A condition with what the text says about it.
#[derive(Debug, Clone, PartialEq)]
pub struct DescribedCondition {
    pub concept: ConceptId,
    /// For example `IIIB`, `T2N1M0`, or `IIB (T2N1M0)`.
    pub stage: Option<String>,
    /// Whether the text speaks of it only as a former one.
    pub is_past: bool,
    /// The markers that the text states.
    pub markers: MarkerStates,
}

/// A treatment, and whether the person still has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DescribedTreatment {
    pub concept: ConceptId,
    pub is_current: bool,
}

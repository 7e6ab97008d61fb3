//! Results of laboratories, measurements, and other observations (E-612).

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{
    coding::{Coding, RecordDetail},
    standing::Standing,
};

/// A result, a measurement, or an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Observation {
    /// Unique id among the person's records.
    pub id: String,
    /// What was observed.
    pub name: Option<String>,
    /// The date to which the value applies.
    pub date: Option<String>,
    pub value: Option<ObservedValue>,
    /// How the value compares with what is usual, for example `High`.
    pub interpretation: Option<String>,
    /// The usual values.
    #[serde(default)]
    pub reference: Vec<ReferenceRange>,
    /// Values of its parts, such as the two numbers of a blood pressure.
    #[serde(default)]
    pub parts: Vec<ObservationPart>,
    /// For example `final` or `preliminary`.
    pub status: Option<String>,
    #[serde(default)]
    pub standing: Standing,
    #[serde(default)]
    pub detail: RecordDetail,
}

/// A part of an observation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ObservationPart {
    pub name: Option<String>,
    pub value: Option<ObservedValue>,
    pub interpretation: Option<String>,
    pub codes: Vec<Coding>,
}

/// A value of any of the kinds that health systems use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[ts(tag = "kind", rename_all = "snake_case")]
pub enum ObservedValue {
    Amount {
        amount: Quantity,
    },
    Range {
        low: Option<Quantity>,
        high: Option<Quantity>,
    },
    /// For example a titer.
    Ratio {
        numerator: Quantity,
        denominator: Quantity,
    },
    /// A value of a list, for example 'Positive'.
    Coded {
        text: String,
        codes: Vec<Coding>,
    },
    Text {
        text: String,
    },
    YesNo {
        is_so: bool,
    },
    /// There is no value, for this reason.
    Absent {
        reason: String,
    },
}

/// A number with its unit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Quantity {
    /// The number in its original notation.
    pub value: String,
    /// `<`, `<=`, `>=`, or `>`, if the number is only a limit.
    pub comparator: Option<String>,
    pub unit: Option<String>,
}

/// Usual values.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ReferenceRange {
    pub low: Option<Quantity>,
    pub high: Option<Quantity>,
    /// The range in words, or the people it applies to.
    pub text: Option<String>,
}

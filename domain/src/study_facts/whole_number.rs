//! Whole numbers in a range.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// A whole number from `LEAST` to `MOST`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "i64", into = "u32")]
pub struct WholeNumber<const LEAST: u32, const MOST: u32>(u32);

/// The number is out of range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{number} isn't a whole number from {least} to {most}")]
pub struct InvalidWholeNumber {
    number: i64,
    least: u32,
    most: u32,
}

impl<const LEAST: u32, const MOST: u32> WholeNumber<LEAST, MOST> {
    #[must_use]
    pub fn get(self) -> u32 {
        self.0
    }
}

impl<const LEAST: u32, const MOST: u32> TryFrom<i64> for WholeNumber<LEAST, MOST> {
    type Error = InvalidWholeNumber;

    fn try_from(number: i64) -> Result<Self, Self::Error> {
        let fitting = u32::try_from(number).ok().filter(|number| (LEAST..=MOST).contains(number));
        fitting.map(Self).ok_or(InvalidWholeNumber { number, least: LEAST, most: MOST })
    }
}

impl<const LEAST: u32, const MOST: u32> From<WholeNumber<LEAST, MOST>> for u32 {
    fn from(number: WholeNumber<LEAST, MOST>) -> Self {
        number.0
    }
}

impl<const LEAST: u32, const MOST: u32> JsonSchema for WholeNumber<LEAST, MOST> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("WholeNumberFrom{LEAST}To{MOST}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": LEAST, "maximum": MOST })
    }
}

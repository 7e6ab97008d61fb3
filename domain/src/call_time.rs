//! The time of day at which a person prefers a call.

use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// The time of day at which a person prefers a call, in the local time of the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CallTime {
    /// At any time of a working day.
    Any,
    /// From 8 AM to noon.
    Morning,
    /// From noon to 5 PM.
    Afternoon,
    /// From 5 to 8 PM.
    Evening,
}

/// The text is not a [`CallTime`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("call time must be 'any', 'morning', 'afternoon', or 'evening'")]
pub struct UnknownCallTime;

impl CallTime {
    /// All times.
    pub const ALL: [Self; 4] = [Self::Any, Self::Morning, Self::Afternoon, Self::Evening];

    /// The value in storage and in requests.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Morning => "morning",
            Self::Afternoon => "afternoon",
            Self::Evening => "evening",
        }
    }
}

impl FromStr for CallTime {
    type Err = UnknownCallTime;

    fn from_str(text: &str) -> Result<Self, UnknownCallTime> {
        Self::ALL.into_iter().find(|time| time.as_str() == text).ok_or(UnknownCallTime)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_time_is_written_and_read_alike() {
        for time in CallTime::ALL {
            assert_eq!(time.as_str().parse(), Ok(time));
            assert_eq!(serde_json::to_value(time).unwrap(), time.as_str());
        }
        assert_eq!("at night".parse::<CallTime>(), Err(UnknownCallTime));
    }
}

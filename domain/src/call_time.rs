//! When a person wants to be called, by the clock where the person lives.

use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// When a person wants to be called, by the clock where the person lives.
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

/// No such time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a call is wanted at any time, or in the morning, afternoon or evening")]
pub struct UnknownCallTime;

impl CallTime {
    /// Every one of them.
    pub const ALL: [Self; 4] = [Self::Any, Self::Morning, Self::Afternoon, Self::Evening];

    /// As it is written where it is kept and sent.
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

//! How long a study follows its participants.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A time such as `12 Months`, as registry records write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct FollowUpTime {
    number: u32,
    unit: TimeUnit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TimeUnit {
    Year,
    Month,
    Week,
    Day,
    Hour,
    Minute,
}

impl TimeUnit {
    const ALL: [Self; 6] = [Self::Year, Self::Month, Self::Week, Self::Day, Self::Hour, Self::Minute];

    fn singular(self) -> &'static str {
        match self {
            Self::Year => "year",
            Self::Month => "month",
            Self::Week => "week",
            Self::Day => "day",
            Self::Hour => "hour",
            Self::Minute => "minute",
        }
    }
}

/// The text is not a valid [`FollowUpTime`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a time; write a number and a unit, such as '12 Months'")]
pub struct InvalidFollowUpTime(pub String);

impl FollowUpTime {
    /// Returns the time as in a sentence: `12 months`.
    #[must_use]
    pub fn in_words(self) -> String {
        let plural = if self.number == 1 { "" } else { "s" };
        format!("{} {}{plural}", self.number, self.unit.singular())
    }
}

impl FromStr for FollowUpTime {
    type Err = InvalidFollowUpTime;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || {
            let (number, unit) = text.trim().split_once(' ')?;
            let name = unit.trim().to_ascii_lowercase();
            let singular = name.strip_suffix('s').unwrap_or(&name);
            let unit = TimeUnit::ALL.into_iter().find(|unit| unit.singular() == singular)?;
            let number = number.parse().ok().filter(|number| *number > 0)?;
            Some(Self { number, unit })
        };
        read().ok_or_else(|| InvalidFollowUpTime(text.chars().take(40).collect()))
    }
}

impl TryFrom<String> for FollowUpTime {
    type Error = InvalidFollowUpTime;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<FollowUpTime> for String {
    fn from(time: FollowUpTime) -> Self {
        time.in_words()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn follow_up_time_is_a_number_and_a_unit() {
        for (text, words) in
            [("12 Months", "12 months"), ("1 Year", "1 year"), ("1 Weeks", "1 week"), ("90 Day", "90 days")]
        {
            let time: FollowUpTime = text.parse().unwrap();
            assert_eq!(time.in_words(), words);
            assert_eq!(String::from(time).parse(), Ok(time));
        }
        for text in
            ["", "12", "Months", "0 Days", "-1 Days", "12 Moons", "about 12 Months", "12 Months or more"]
        {
            assert_eq!(text.parse::<FollowUpTime>(), Err(InvalidFollowUpTime(text.into())));
        }
    }
}

//! The recruitment status of studies and sites.

use std::{convert::Infallible, fmt, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A recruitment status. Unknown words are kept and shown unchanged.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(from = "String", into = "String")]
#[schemars(extend("examples" = ["Recruiting", "Not yet recruiting", "Enrolling by invitation", "Active, not recruiting", "Suspended", "Terminated", "Withdrawn", "Completed", "Opted out"]))]
pub enum RecruitmentStatus {
    /// Recruiting now.
    Recruiting,
    /// Will recruit later.
    NotYetRecruiting,
    /// Ongoing, but closed to new participants.
    ActiveNotRecruiting,
    /// Open by invitation of the study team only.
    EnrollingByInvitation,
    /// Stopped for now.
    Suspended,
    /// Stopped early for good.
    Terminated,
    /// Stopped before the first person joined.
    Withdrawn,
    /// Finished as planned.
    Completed,
    /// The status hasn't been confirmed for a long time.
    Unknown,
    /// Expanded access: available now.
    Available,
    /// Expanded access: not available for now.
    TemporarilyNotAvailable,
    /// Expanded access: no longer available.
    NoLongerAvailable,
    /// Expanded access: the treatment is approved and can be prescribed instead.
    ApprovedForMarketing,
    /// The registry withholds the status.
    Withheld,
    /// A partner's own wording, such as `Opted out`.
    Other(String),
}

/// The color of the dot next to a status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StatusTone {
    /// Green: people can join.
    Open,
    /// Amber: people can join later.
    Soon,
    /// Gray: people can't join.
    Closed,
}

impl RecruitmentStatus {
    /// The text that pages show.
    #[must_use]
    pub fn label(&self) -> &str {
        match self {
            Self::Recruiting => "Recruiting",
            Self::NotYetRecruiting => "Not yet recruiting",
            Self::ActiveNotRecruiting => "Active, not recruiting",
            Self::EnrollingByInvitation => "Enrolling by invitation",
            Self::Suspended => "Suspended",
            Self::Terminated => "Terminated",
            Self::Withdrawn => "Withdrawn",
            Self::Completed => "Completed",
            Self::Unknown => "Unknown status",
            Self::Available => "Available",
            Self::TemporarilyNotAvailable => "Temporarily not available",
            Self::NoLongerAvailable => "No longer available",
            Self::ApprovedForMarketing => "Approved for marketing",
            Self::Withheld => "Withheld",
            Self::Other(words) => words,
        }
    }

    /// The color of the dot next to the label.
    #[must_use]
    pub fn tone(&self) -> StatusTone {
        match self {
            Self::Recruiting | Self::Available => StatusTone::Open,
            Self::NotYetRecruiting => StatusTone::Soon,
            _ => StatusTone::Closed,
        }
    }

    /// Whether a study or site with this status is open to fewer people than one with the other status.
    #[must_use]
    pub fn is_less_open_than(&self, other: &Self) -> bool {
        let openness = |status: &Self| match status.tone() {
            StatusTone::Open => 2,
            StatusTone::Soon => 1,
            StatusTone::Closed => 0,
        };
        openness(self) < openness(other)
    }

    /// Whether people can't join, neither now nor later.
    #[must_use]
    pub fn has_closed(&self) -> bool {
        self.tone() == StatusTone::Closed
    }

    /// Whether the study is over for good, for those who joined it too.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        matches!(
            self,
            Self::Completed
                | Self::Terminated
                | Self::Withdrawn
                | Self::NoLongerAvailable
                | Self::ApprovedForMarketing
        )
    }

    /// Whether people can join now. A treatment that is [`Self::Available`] for expanded access takes people, too.
    #[must_use]
    pub fn is_recruiting(&self) -> bool {
        self.tone() == StatusTone::Open
    }
}

impl FromStr for RecruitmentStatus {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let words: String =
            text.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase()).collect();
        Ok(match words.as_str() {
            "recruiting" => Self::Recruiting,
            "notyetrecruiting" => Self::NotYetRecruiting,
            "activenotrecruiting" => Self::ActiveNotRecruiting,
            "enrollingbyinvitation" => Self::EnrollingByInvitation,
            "suspended" => Self::Suspended,
            "terminated" => Self::Terminated,
            "withdrawn" => Self::Withdrawn,
            "completed" => Self::Completed,
            "" | "unknown" | "unknownstatus" => Self::Unknown,
            "available" => Self::Available,
            "temporarilynotavailable" => Self::TemporarilyNotAvailable,
            "nolongeravailable" => Self::NoLongerAvailable,
            "approvedformarketing" => Self::ApprovedForMarketing,
            "withheld" => Self::Withheld,
            _ => Self::Other(text.trim().to_owned()),
        })
    }
}

impl From<String> for RecruitmentStatus {
    fn from(text: String) -> Self {
        text.parse().unwrap_or(Self::Unknown)
    }
}

impl From<RecruitmentStatus> for String {
    fn from(status: RecruitmentStatus) -> Self {
        status.label().to_owned()
    }
}

impl fmt::Display for RecruitmentStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.label())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_is_parsed_in_both_spellings_and_unknown_words_are_kept() {
        let table = [
            ("RECRUITING", "Recruiting", StatusTone::Open),
            ("Not yet recruiting", "Not yet recruiting", StatusTone::Soon),
            ("NOT_YET_RECRUITING", "Not yet recruiting", StatusTone::Soon),
            ("ACTIVE_NOT_RECRUITING", "Active, not recruiting", StatusTone::Closed),
            ("AVAILABLE", "Available", StatusTone::Open),
            ("NO_LONGER_AVAILABLE", "No longer available", StatusTone::Closed),
            ("Opted out", "Opted out", StatusTone::Closed),
            ("", "Unknown status", StatusTone::Closed),
        ];
        for (text, label, tone) in table {
            let status = RecruitmentStatus::from(text.to_owned());
            assert_eq!((status.label(), status.tone()), (label, tone), "{text}");
        }
    }
}

//! The progress of a referral at the study team (E-260).

use std::str::FromStr;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// The progress that the study team reports for a sign-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReferralStatus {
    /// The study team has received the sign-up.
    Received,
    /// The study team has contacted the person.
    Contacted,
    /// The study team has checked whether the person can join.
    Screened,
    /// The study team has finished processing the sign-up.
    Closed,
}

/// The text is not a [`ReferralStatus`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("status must be 'received', 'contacted', 'screened', or 'closed'")]
pub struct UnknownStatus;

impl ReferralStatus {
    const ALL: [Self; 4] = [Self::Received, Self::Contacted, Self::Screened, Self::Closed];

    /// The explanation for the participant.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Received => {
                "The study team has your sign-up. It gets in touch with you. You need not do anything now."
            }
            Self::Contacted => {
                "The study team has written to you or called you. Did you miss it? Look at your messages and missed calls."
            }
            Self::Screened => {
                "The study team has looked at whether the study fits you. It tells you itself what comes next."
            }
            Self::Closed => {
                "The study team is done with your sign-up. If you wonder why, ask it, or write to us. Other studies may fit you."
            }
        }
    }

    /// The value in storage and in requests.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Received => "received",
            Self::Contacted => "contacted",
            Self::Screened => "screened",
            Self::Closed => "closed",
        }
    }
}

impl FromStr for ReferralStatus {
    type Err = UnknownStatus;

    fn from_str(text: &str) -> Result<Self, UnknownStatus> {
        Self::ALL.into_iter().find(|status| status.as_str() == text).ok_or(UnknownStatus)
    }
}

/// A referral's status and when it began.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Referral {
    /// The current status.
    pub status: ReferralStatus,
    /// When the status began.
    pub since: Timestamp,
}

/// Returns the new state after a report from the study team, or `None` if nothing changes.
///
/// The later of two reports wins, in whatever order they arrive. A report of the same status changes nothing.
#[must_use]
pub fn merge_report(known: Option<Referral>, reported: Referral) -> Option<Referral> {
    let is_change = known.is_none_or(|known| known.since < reported.since && known.status != reported.status);
    is_change.then_some(reported)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn referral(status: ReferralStatus, second: i64) -> Referral {
        Referral { status, since: Timestamp::from_second(second).unwrap() }
    }

    #[test]
    fn later_report_wins_in_any_order_of_arrival() {
        use ReferralStatus::{Closed, Contacted, Received};
        let table = [
            (None, (Received, 5), true),
            (Some((Received, 5)), (Contacted, 6), true),
            (Some((Contacted, 6)), (Received, 5), false),
            (Some((Contacted, 6)), (Closed, 6), false),
            (Some((Contacted, 6)), (Contacted, 7), false),
            (Some((Closed, 6)), (Contacted, 7), true),
        ];
        for (known, (status, second), is_change) in table {
            let known = known.map(|(status, second)| referral(status, second));
            let reported = referral(status, second);
            assert_eq!(
                merge_report(known, reported),
                is_change.then_some(reported),
                "{known:?} {reported:?}"
            );
        }
    }

    #[test]
    fn status_names_round_trip() {
        for status in ReferralStatus::ALL {
            assert_eq!(status.as_str().parse(), Ok(status));
            assert_eq!(serde_json::to_string(&status).unwrap(), format!("\"{}\"", status.as_str()));
        }
        assert_eq!("Received".parse::<ReferralStatus>(), Err(UnknownStatus));
    }
}

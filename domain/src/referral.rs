//! How far the study team has come with somebody who signed up (E-260).

use std::str::FromStr;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// How far the study team has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReferralStatus {
    /// It has the sign-up.
    Received,
    /// It has been in touch with the person.
    Contacted,
    /// It has looked at whether the person can join.
    Screened,
    /// It is done with the sign-up.
    Closed,
}

/// No status of a referral.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a status is received, contacted, screened or closed")]
pub struct UnknownStatus;

impl ReferralStatus {
    const ALL: [Self; 4] = [Self::Received, Self::Contacted, Self::Screened, Self::Closed];

    /// What it means to the person.
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

    /// As it is written where it is kept and sent.
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

/// A status, and since when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Referral {
    /// How far the study team has come.
    pub status: ReferralStatus,
    /// Since when.
    pub since: Timestamp,
}

/// What is so after the study team says something: the later of two statements holds, in whatever order they arrive, and
/// the same said again changes nothing. Nothing when nothing changes.
#[must_use]
pub fn after(known: Option<Referral>, said: Referral) -> Option<Referral> {
    let is_news = known.is_none_or(|known| known.since < said.since && known.status != said.status);
    is_news.then_some(said)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn referral(status: ReferralStatus, second: i64) -> Referral {
        Referral { status, since: Timestamp::from_second(second).unwrap() }
    }

    #[test]
    fn the_later_statement_holds_in_whatever_order_they_arrive() {
        use ReferralStatus::{Closed, Contacted, Received};
        let table = [
            (None, (Received, 5), true),
            (Some((Received, 5)), (Contacted, 6), true),
            (Some((Contacted, 6)), (Received, 5), false),
            (Some((Contacted, 6)), (Closed, 6), false),
            (Some((Contacted, 6)), (Contacted, 7), false),
            (Some((Closed, 6)), (Contacted, 7), true),
        ];
        for (known, (status, second), is_news) in table {
            let known = known.map(|(status, second)| referral(status, second));
            let said = referral(status, second);
            assert_eq!(after(known, said), is_news.then_some(said), "{known:?} {said:?}");
        }
    }

    #[test]
    fn every_status_reads_back_from_its_name() {
        for status in ReferralStatus::ALL {
            assert_eq!(status.as_str().parse(), Ok(status));
            assert_eq!(serde_json::to_string(&status).unwrap(), format!("\"{}\"", status.as_str()));
        }
        assert_eq!("Received".parse::<ReferralStatus>(), Err(UnknownStatus));
    }
}

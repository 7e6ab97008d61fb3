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
    pub const ALL: [Self; 4] = [Self::Received, Self::Contacted, Self::Screened, Self::Closed];

    /// The explanation for the participant, which an email may contain. It never includes the reason for closing.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Received => {
                "The study team has your sign-up and will contact you. You don't need to do anything now."
            }
            Self::Contacted => {
                "The study team has called you or written to you. If you missed it, check your messages and missed calls."
            }
            Self::Screened => {
                "The study team has checked whether you can join. They will tell you what happens next."
            }
            Self::Closed => {
                "The study team has closed your sign-up. If you have questions, ask them or write to us. Other studies may \
                 fit you."
            }
        }
    }

    /// Whether the study team has been in touch with the participant, or is done.
    #[must_use]
    pub fn is_answer(self) -> bool {
        self != Self::Received
    }

    /// Whether the study team has been in touch with the participant. A sign-up can be closed without that.
    #[must_use]
    pub fn is_contact(self) -> bool {
        matches!(self, Self::Contacted | Self::Screened)
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

/// Why the study team closed a sign-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClosingReason {
    /// The study's criteria don't admit the person.
    NotEligible,
    /// The study team couldn't get through to the person.
    NotReached,
    /// The study has enough participants.
    StudyFull,
    /// The person decided not to take part.
    Declined,
    /// The study has ended.
    StudyEnded,
    /// Another reason.
    Other,
}

/// The reason of a report is unknown, or its status takes no reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidClosingReason {
    /// There is no such reason.
    #[error(
        "reason must be 'not_eligible', 'not_reached', 'study_full', 'declined', 'study_ended', or 'other'"
    )]
    Unknown,
    /// The status isn't `closed`.
    #[error("reason is allowed only with the status 'closed'")]
    NotClosed,
}

impl ClosingReason {
    pub const ALL: [Self; 6] =
        [Self::NotEligible, Self::NotReached, Self::StudyFull, Self::Declined, Self::StudyEnded, Self::Other];

    /// The explanation for the participant. It blames no one and doesn't disclose which criterion wasn't met.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::NotEligible => {
                "This study isn't the right match for you this time. Each study can take only certain people. Thank you \
                 for offering to help. If you have questions, ask the study team or write to us."
            }
            Self::NotReached => {
                "The study team tried to contact you, but couldn't get through. Do you still want to join? Write to us, \
                 and we'll let them know."
            }
            Self::StudyFull => "This study now has all the people it needs. Thank you for offering to help.",
            Self::Declined => {
                "You chose not to join this study. Thank you for thinking about it. If this isn't right, write to us."
            }
            Self::StudyEnded => {
                "This study has ended, so no one else can join. Thank you for offering to help."
            }
            Self::Other => {
                "The study team has closed your sign-up. If you have questions, ask them or write to us."
            }
        }
    }

    /// The value in storage and in requests.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NotEligible => "not_eligible",
            Self::NotReached => "not_reached",
            Self::StudyFull => "study_full",
            Self::Declined => "declined",
            Self::StudyEnded => "study_ended",
            Self::Other => "other",
        }
    }

    /// Returns the reason of a report with this status.
    pub fn for_status(status: ReferralStatus, reason: &str) -> Result<Self, InvalidClosingReason> {
        let reason = Self::ALL.into_iter().find(|known| known.as_str() == reason);
        match (status, reason) {
            (_, None) => Err(InvalidClosingReason::Unknown),
            (ReferralStatus::Closed, Some(reason)) => Ok(reason),
            (_, Some(_)) => Err(InvalidClosingReason::NotClosed),
        }
    }
}

/// A referral's status and when it began.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Referral {
    /// The current status.
    pub status: ReferralStatus,
    /// When the status began.
    pub since: Timestamp,
    /// Why the sign-up was closed, if the study team stated it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<ClosingReason>,
}

impl Referral {
    /// The explanation on the participant's own page: the reason for closing, or else the status.
    #[must_use]
    pub fn explanation(&self) -> &'static str {
        self.reason.map_or_else(|| self.status.sentence(), ClosingReason::sentence)
    }
}

/// Returns the new state after a report from the study team, or `None` if nothing changes.
///
/// The later of two reports wins, in whatever order they arrive. A report of the same status changes nothing, unless it
/// states another reason.
#[must_use]
pub fn merge_report(known: Option<Referral>, reported: Referral) -> Option<Referral> {
    let differs = |known: Referral| {
        known.status != reported.status || (reported.reason.is_some() && known.reason != reported.reason)
    };
    let is_change = known.is_none_or(|known| known.since < reported.since && differs(known));
    is_change.then_some(reported)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn referral(status: ReferralStatus, second: i64) -> Referral {
        Referral { status, since: Timestamp::from_second(second).unwrap(), reason: None }
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
    fn later_report_adds_or_replaces_the_reason_for_closing() {
        use ClosingReason::{Other, StudyFull};
        let closed = |reason, second| Referral { reason, ..referral(ReferralStatus::Closed, second) };
        for (known, reported, is_change) in [
            (closed(None, 5), closed(Some(StudyFull), 6), true),
            (closed(Some(Other), 5), closed(Some(StudyFull), 6), true),
            (closed(Some(StudyFull), 5), closed(Some(StudyFull), 6), false),
            (closed(Some(StudyFull), 5), closed(None, 6), false),
            (closed(Some(StudyFull), 6), closed(Some(Other), 5), false),
        ] {
            assert_eq!(merge_report(Some(known), reported), is_change.then_some(reported), "{reported:?}");
        }
    }

    #[test]
    fn only_closed_has_a_reason_and_only_a_known_one() {
        for reason in ClosingReason::ALL {
            for status in ReferralStatus::ALL {
                let expected = match status {
                    ReferralStatus::Closed => Ok(reason),
                    _ => Err(InvalidClosingReason::NotClosed),
                };
                assert_eq!(ClosingReason::for_status(status, reason.as_str()), expected);
            }
            assert_eq!(serde_json::to_value(reason).unwrap(), reason.as_str());
            assert!(InvalidClosingReason::Unknown.to_string().contains(reason.as_str()), "{reason:?}");
        }
        for unknown in ["", "Other", "not eligible", "closed"] {
            let result = ClosingReason::for_status(ReferralStatus::Closed, unknown);
            assert_eq!(result, Err(InvalidClosingReason::Unknown), "{unknown}");
        }
    }

    #[test]
    fn each_status_and_reason_is_explained_in_short_plain_sentences() {
        let statuses = ReferralStatus::ALL.map(ReferralStatus::sentence);
        let reasons = ClosingReason::ALL.map(ClosingReason::sentence);
        for text in statuses.into_iter().chain(reasons) {
            for sentence in text.split_inclusive(['.', '?', '!']) {
                assert!(sentence.split_whitespace().count() <= 20, "{sentence}");
            }
            for word in ["fail", "criteria", "condition", "answer", "reject", "your health"] {
                assert!(!text.to_lowercase().contains(word), "{word}: {text}");
            }
        }
    }

    #[test]
    fn reason_is_shown_to_the_participant_and_never_part_of_the_status() {
        let closed =
            Referral { reason: Some(ClosingReason::NotEligible), ..referral(ReferralStatus::Closed, 5) };
        assert_eq!(closed.explanation(), ClosingReason::NotEligible.sentence());
        assert_eq!(Referral { reason: None, ..closed }.explanation(), ReferralStatus::Closed.sentence());
        for reason in ClosingReason::ALL {
            assert_ne!(reason.sentence(), ReferralStatus::Closed.sentence());
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

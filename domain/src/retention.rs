//! Retention periods of personal data. Every part of the system takes its periods from here.
//!
//! Reads must ignore expired items, because the database removes them late. Data in several items that must be removed in
//! order is erased by a scheduled run.

use std::{str::FromStr, time::Duration};

/// A kind of personal data that is stored for a limited time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RetentionPeriod {
    /// A captcha challenge, from when it was issued.
    Captcha,
    /// The record of a used captcha challenge, from its use.
    UsedCaptcha,
    /// A session that can open a sign-up, from the sign-up or the return through a link.
    Session,
    /// A browser session, from the last replacement of its token. One hour longer than a draft.
    BrowserSession,
    /// A replaced session token. It leads the browser to its successor, because that response may not have arrived.
    ReplacedToken,
    /// A draft, from its last change.
    Draft,
    /// A document without a sign-up, from the start of its upload. One hour longer than a draft.
    Document,
    /// A started connection to a health system, until the patient returns from its login page.
    Launch,
    /// An authorization to read medical records at a health system, until they are read.
    Authorization,
    /// Medical records that were read but not shared, from the reading.
    UnsharedRecords,
    /// A link in an email that leads back to a sign-up, from its sending.
    ReturnLink,
    /// The idempotency key of a submitted form, from the first submission.
    IdempotencyKey,
    /// A sign-up without an accepted privacy notice.
    UnacceptedSignUp,
    /// An erasure request that is not confirmed, and the dummy that is stored when the details match no participant.
    ErasureRequest,
    /// A subscription to news that is not confirmed.
    UnconfirmedSubscription,
    /// A confirmed subscription to news.
    Subscription,
    /// Contact details that the person hasn't confirmed for sending to a study's contact.
    UnconfirmedIntroduction,
    /// Contact details for a study's contact, from the confirmation. They are sent at once, or within days if the contact has
    /// had many that day.
    Introduction,
    /// An outbox message that a stranger can trigger: about news, or about an erasure request.
    Message,
    /// The record of a completed erasure. A deployment may set another period ([`ErasureRecordRetention`]). The audit
    /// log of a participant is a hash chain, so it is erased as a whole with the participant.
    Audit,
}

/// How data is removed when its retention period ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Removal {
    /// Nothing is stored. The data itself contains a signed expiry time.
    NotStored,
    /// The items have an expiry time, and the database removes each of them.
    Expiry,
    /// A scheduled run erases all items, the encryption key first.
    Sweep,
}

const HOUR: u64 = 60 * 60;
const DAY: u64 = 24 * HOUR;

impl RetentionPeriod {
    /// All kinds of data with a retention period.
    pub const ALL: [Self; 20] = [
        Self::Captcha,
        Self::UsedCaptcha,
        Self::Session,
        Self::BrowserSession,
        Self::ReplacedToken,
        Self::Draft,
        Self::Document,
        Self::Launch,
        Self::Authorization,
        Self::UnsharedRecords,
        Self::ReturnLink,
        Self::IdempotencyKey,
        Self::UnacceptedSignUp,
        Self::ErasureRequest,
        Self::UnconfirmedSubscription,
        Self::Subscription,
        Self::UnconfirmedIntroduction,
        Self::Introduction,
        Self::Message,
        Self::Audit,
    ];

    #[must_use]
    pub const fn duration(self) -> Duration {
        Duration::from_secs(match self {
            Self::Captcha | Self::Launch => 15 * 60,
            Self::Authorization => 10 * 60,
            // Must outlive the captcha, so that it can't be used twice.
            Self::UsedCaptcha => HOUR,
            Self::Session | Self::ReplacedToken | Self::IdempotencyKey | Self::UnsharedRecords => 2 * HOUR,
            Self::Draft | Self::UnconfirmedSubscription | Self::UnconfirmedIntroduction => DAY,
            Self::Document | Self::BrowserSession => DAY + HOUR,
            Self::UnacceptedSignUp | Self::ReturnLink | Self::Introduction | Self::Message => 30 * DAY,
            Self::ErasureRequest => 30 * 60,
            Self::Subscription => 2 * 365 * DAY,
            Self::Audit => 6 * 365 * DAY,
        })
    }

    /// How the data is removed.
    #[must_use]
    pub const fn removal(self) -> Removal {
        match self {
            Self::Captcha | Self::ReturnLink => Removal::NotStored,
            Self::UnacceptedSignUp | Self::Document => Removal::Sweep,
            _ => Removal::Expiry,
        }
    }
}

/// The retention period of erasure records in a deployment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ErasureRecordRetention(Duration);

/// The text is not a valid [`ErasureRecordRetention`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the retention period of erasure records must be 30 to 36500 whole days, such as 2190")]
pub struct InvalidErasureRecordRetention;

impl ErasureRecordRetention {
    /// The retention period.
    #[must_use]
    pub const fn duration(self) -> Duration {
        self.0
    }
}

impl Default for ErasureRecordRetention {
    fn default() -> Self {
        Self(RetentionPeriod::Audit.duration())
    }
}

impl FromStr for ErasureRecordRetention {
    type Err = InvalidErasureRecordRetention;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.trim().parse() {
            Ok(days @ 30..=36_500_u64) => Ok(Self(Duration::from_secs(days * DAY))),
            _ => Err(InvalidErasureRecordRetention),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retention_periods_match_the_published_ones() {
        let minutes = |kept: RetentionPeriod| kept.duration().as_secs() / 60;
        let days = |kept: RetentionPeriod| minutes(kept) / 60 / 24;
        assert_eq!(minutes(RetentionPeriod::Captcha), 15);
        assert_eq!(minutes(RetentionPeriod::Session), 120);
        assert_eq!(minutes(RetentionPeriod::UnsharedRecords), 120);
        assert_eq!((minutes(RetentionPeriod::Launch), minutes(RetentionPeriod::Authorization)), (15, 10));
        assert_eq!(days(RetentionPeriod::Draft), 1);
        assert_eq!(days(RetentionPeriod::UnacceptedSignUp), 30);
        assert_eq!(minutes(RetentionPeriod::ErasureRequest), 30);
        assert_eq!(
            (days(RetentionPeriod::UnconfirmedSubscription), days(RetentionPeriod::Subscription)),
            (1, 730)
        );
        assert_eq!(
            (days(RetentionPeriod::UnconfirmedIntroduction), days(RetentionPeriod::Introduction)),
            (1, 30)
        );
        assert!(RetentionPeriod::ALL.into_iter().all(|kept| kept.duration() > Duration::ZERO));
    }

    #[test]
    fn records_of_use_outlive_what_they_protect() {
        assert!(RetentionPeriod::UsedCaptcha.duration() > RetentionPeriod::Captcha.duration());
        assert!(RetentionPeriod::BrowserSession.duration() > RetentionPeriod::Draft.duration());
        assert!(RetentionPeriod::ReplacedToken.duration() >= RetentionPeriod::IdempotencyKey.duration());
        assert!(RetentionPeriod::Draft.duration() >= RetentionPeriod::Session.duration());
        assert!(RetentionPeriod::Document.duration() > RetentionPeriod::Draft.duration());
    }

    #[test]
    fn audit_time_is_parsed_within_limits() {
        assert_eq!(
            "365".parse::<ErasureRecordRetention>().map(|time| time.duration().as_secs()),
            Ok(365 * DAY)
        );
        assert_eq!(ErasureRecordRetention::default().duration(), RetentionPeriod::Audit.duration());
        for text in ["", "0", "29", "36501", "-5", "1.5", "a year", "99999999999999999999"] {
            assert_eq!(text.parse::<ErasureRecordRetention>(), Err(InvalidErasureRecordRetention), "{text}");
        }
    }
}

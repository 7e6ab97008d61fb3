//! How long what is about people is kept. This is the one table of it: whatever keeps something takes its time from here.
//!
//! Every read refuses what is over, because a table removes late. What leaves by itself is removed by its table; what is
//! many items, one of which has to go first, is erased by a run on a schedule.

use std::{str::FromStr, time::Duration};

/// Something about people that is kept for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kept {
    /// A captcha counts for so long after it was given.
    Captcha,
    /// The mark of a used captcha, from its use.
    CaptchaMark,
    /// A browser's right to open a sign-up, from the sign-up or the return.
    Session,
    /// A browser session, from when its token was last replaced: an hour longer than a draft.
    BrowserSession,
    /// A session token that was replaced: it leads the page that replaced it to the next one, which may never have arrived.
    ReplacedToken,
    /// What a browser said before it signs up, from the last time that it said something.
    Draft,
    /// A document that no sign-up holds, from the beginning of its upload: an hour longer than a draft shows it.
    Document,
    /// The beginning of a connection to a health system, until the patient comes back from there.
    Launch,
    /// Leave to read records at a health system, until they are read.
    Leave,
    /// Records that were read and not shared, from the reading.
    UnsharedRecords,
    /// A link of a mail that leads back to a sign-up, from its sending.
    ReturnLink,
    /// The mark of a form that was sent, by which the same form makes one participant, from the first sending.
    FormMark,
    /// A sign-up whose privacy notice was never accepted.
    UnacceptedSignUp,
    /// A request to be forgotten whose link nobody has opened; and what stands in its place when nobody is known by what
    /// was typed.
    DeletionRequest,
    /// A wish for news that is not confirmed.
    WishForNews,
    /// A confirmed wish for news.
    News,
    /// A message for which strangers may give the occasion: to somebody who wants news, or is said to want to be forgotten.
    Message,
    /// The record that an erasure was done. A deployment may set another time ([`AuditTime`]). The audit trail of a
    /// participant, of which each entry holds the one before it, goes as a whole with the participant.
    Audit,
}

/// How something leaves when its time is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leaving {
    /// Nothing of it is kept: it carries its end itself, signed.
    IsNotKept,
    /// Its items carry their end, and the table removes each.
    ByItself,
    /// A run erases all of it, the key first.
    BySweep,
}

const HOUR: u64 = 60 * 60;
const DAY: u64 = 24 * HOUR;

impl Kept {
    /// Everything that is kept for a while.
    pub const ALL: [Self; 18] = [
        Self::Captcha,
        Self::CaptchaMark,
        Self::Session,
        Self::BrowserSession,
        Self::ReplacedToken,
        Self::Draft,
        Self::Document,
        Self::Launch,
        Self::Leave,
        Self::UnsharedRecords,
        Self::ReturnLink,
        Self::FormMark,
        Self::UnacceptedSignUp,
        Self::DeletionRequest,
        Self::WishForNews,
        Self::News,
        Self::Message,
        Self::Audit,
    ];

    /// For how long.
    #[must_use]
    pub const fn time(self) -> Duration {
        Duration::from_secs(match self {
            Self::Captcha | Self::Launch => 15 * 60,
            Self::Leave => 10 * 60,
            // A captcha must not be used twice as long as it counts.
            Self::CaptchaMark => HOUR,
            Self::Session | Self::ReplacedToken | Self::FormMark | Self::UnsharedRecords => 2 * HOUR,
            Self::Draft | Self::WishForNews => DAY,
            Self::Document | Self::BrowserSession => DAY + HOUR,
            Self::UnacceptedSignUp | Self::ReturnLink | Self::Message => 30 * DAY,
            Self::DeletionRequest => 30 * 60,
            Self::News => 2 * 365 * DAY,
            Self::Audit => 6 * 365 * DAY,
        })
    }

    /// How it leaves.
    #[must_use]
    pub const fn leaving(self) -> Leaving {
        match self {
            Self::Captcha | Self::ReturnLink => Leaving::IsNotKept,
            Self::UnacceptedSignUp | Self::Document => Leaving::BySweep,
            _ => Leaving::ByItself,
        }
    }
}

/// How long records of erasures are kept, as a deployment sets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AuditTime(Duration);

/// The text is no such time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "the time for which records of erasures are kept must be a whole number of days from 30 to 36500, such as 2190"
)]
pub struct InvalidAuditTime;

impl AuditTime {
    /// The time.
    #[must_use]
    pub const fn time(self) -> Duration {
        self.0
    }
}

impl Default for AuditTime {
    fn default() -> Self {
        Self(Kept::Audit.time())
    }
}

impl FromStr for AuditTime {
    type Err = InvalidAuditTime;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.trim().parse() {
            Ok(days @ 30..=36_500_u64) => Ok(Self(Duration::from_secs(days * DAY))),
            _ => Err(InvalidAuditTime),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_times_are_those_that_people_are_told() {
        let minutes = |kept: Kept| kept.time().as_secs() / 60;
        let days = |kept: Kept| minutes(kept) / 60 / 24;
        assert_eq!(minutes(Kept::Captcha), 15);
        assert_eq!(minutes(Kept::Session), 120);
        assert_eq!(minutes(Kept::UnsharedRecords), 120);
        assert_eq!((minutes(Kept::Launch), minutes(Kept::Leave)), (15, 10));
        assert_eq!(days(Kept::Draft), 1);
        assert_eq!(days(Kept::UnacceptedSignUp), 30);
        assert_eq!(minutes(Kept::DeletionRequest), 30);
        assert_eq!((days(Kept::WishForNews), days(Kept::News)), (1, 730));
        assert!(Kept::ALL.into_iter().all(|kept| kept.time() > Duration::ZERO));
    }

    #[test]
    fn a_mark_outlives_what_it_keeps_from_being_used_twice() {
        assert!(Kept::CaptchaMark.time() > Kept::Captcha.time());
        assert!(Kept::BrowserSession.time() > Kept::Draft.time());
        assert!(Kept::ReplacedToken.time() >= Kept::FormMark.time());
        assert!(Kept::Draft.time() >= Kept::Session.time());
        assert!(Kept::Document.time() > Kept::Draft.time());
    }

    #[test]
    fn a_deployment_sets_how_long_audit_lines_are_kept_within_reason() {
        assert_eq!("365".parse::<AuditTime>().map(|time| time.time().as_secs()), Ok(365 * DAY));
        assert_eq!(AuditTime::default().time(), Kept::Audit.time());
        for text in ["", "0", "29", "36501", "-5", "1.5", "a year", "99999999999999999999"] {
            assert_eq!(text.parse::<AuditTime>(), Err(InvalidAuditTime), "{text}");
        }
    }
}

//! Figures: how many people did something, by study and day (E-569).
//!
//! A figure has no personal data: no participant, no session, and no time finer than a day. Days are in UTC. What
//! follows from a sign-up counts on an earlier day, so that a part is never more than its whole: a finished draft on
//! the day on which it was begun, and a contact on the day from which the study team could see the sign-up.

use std::collections::BTreeMap;

use jiff::{Timestamp, tz::TimeZone};

use crate::working_days::working_days_between;

/// From how many contacted people on the time to contact is stated. Of fewer people, it could say something about one.
pub const MIN_CONTACTS: u64 = 10;
/// How many days figures are kept.
pub const DAYS_KEPT: i32 = 400;

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Figure {
    /// A browser answered the pre-screening questions as the study expects.
    ScreeningPassed,
    /// A browser answered them otherwise.
    ScreeningFailed,
    /// A draft of a sign-up was begun.
    DraftBegun,
    /// A draft became a sign-up.
    DraftFinished,
    /// A person signed up.
    SignedUp,
    /// A person accepted the privacy notice, so that the study team received the sign-up.
    Received,
    /// The study team contacted a person for the first time, after this wait.
    Contacted(ContactWait),
}

/// The working days from the day on which the study team received a sign-up to the first contact. From 0 to 10 they are
/// exact, and longer waits are one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContactWait(u8);

/// The names of the waits in storage, by their working days.
const WAITS: [&str; 12] = [
    "contacted_0",
    "contacted_1",
    "contacted_2",
    "contacted_3",
    "contacted_4",
    "contacted_5",
    "contacted_6",
    "contacted_7",
    "contacted_8",
    "contacted_9",
    "contacted_10",
    "contacted_later",
];

impl ContactWait {
    /// The longest wait that is exact, in working days.
    pub const LONGEST_EXACT: u8 = 10;
    const LATER: u8 = Self::LONGEST_EXACT + 1;

    /// Returns the wait between two times, whose days are those of this time zone.
    #[must_use]
    pub fn between(received: Timestamp, contacted: Timestamp, zone: &TimeZone) -> Self {
        let day = |at: Timestamp| at.to_zoned(zone.clone()).date();
        Self(working_days_between(day(received), day(contacted), Self::LATER))
    }

    /// The number of working days, or `None` for more than [`Self::LONGEST_EXACT`].
    #[must_use]
    pub fn working_days(self) -> Option<u8> {
        (self.0 < Self::LATER).then_some(self.0)
    }
}

impl Figure {
    /// All figures.
    pub fn all() -> impl Iterator<Item = Self> {
        let waits = (0..=ContactWait::LATER).map(|days| Self::Contacted(ContactWait(days)));
        [
            Self::ScreeningPassed,
            Self::ScreeningFailed,
            Self::DraftBegun,
            Self::DraftFinished,
            Self::SignedUp,
            Self::Received,
        ]
        .into_iter()
        .chain(waits)
    }

    /// The figure with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|figure| figure.name() == name)
    }

    /// The name in storage.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::ScreeningPassed => "screening_passed",
            Self::ScreeningFailed => "screening_failed",
            Self::DraftBegun => "draft_begun",
            Self::DraftFinished => "draft_finished",
            Self::SignedUp => "signed_up",
            Self::Received => "received",
            Self::Contacted(ContactWait(days)) => WAITS.get(usize::from(days)).copied().unwrap_or(WAITS[11]),
        }
    }
}

/// How often each figure was counted, for any number of studies and days.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FigureCounts(BTreeMap<Figure, u64>);

/// How long people waited for the first contact. Half of them waited no longer than the median, and 9 of 10 no longer
/// than the 90th percentile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeToContact {
    pub median: ContactWait,
    /// The 90th percentile.
    pub ninetieth_percentile: ContactWait,
}

impl FigureCounts {
    pub fn add(&mut self, figure: Figure, count: u64) {
        let counted = self.0.entry(figure).or_default();
        *counted = counted.saturating_add(count);
    }

    /// Adds the counts of other studies or days.
    pub fn merge(&mut self, other: &Self) {
        for (figure, count) in other.iter() {
            self.add(figure, count);
        }
    }

    /// The counts, without those that are zero.
    pub fn iter(&self) -> impl Iterator<Item = (Figure, u64)> {
        self.0.iter().map(|(figure, count)| (*figure, *count)).filter(|(_, count)| *count > 0)
    }

    /// How often a figure was counted.
    #[must_use]
    pub fn of(&self, figure: Figure) -> u64 {
        self.0.get(&figure).copied().unwrap_or_default()
    }

    /// The number of drafts that didn't become a sign-up. A draft of the last day may still become one.
    #[must_use]
    pub fn drafts_not_finished(&self) -> u64 {
        self.of(Figure::DraftBegun).saturating_sub(self.of(Figure::DraftFinished))
    }

    /// The number of people that study teams contacted.
    #[must_use]
    pub fn contacted(&self) -> u64 {
        self.waits().fold(0, |contacted, (_, count)| contacted.saturating_add(count))
    }

    /// How long people waited, if there were at least [`MIN_CONTACTS`]. Each value is the wait of one of them (the
    /// nearest rank), so it is as exact as [`ContactWait`].
    #[must_use]
    pub fn time_to_contact(&self) -> Option<TimeToContact> {
        if self.contacted() < MIN_CONTACTS {
            return None;
        }
        Some(TimeToContact { median: self.percentile(50)?, ninetieth_percentile: self.percentile(90)? })
    }

    /// The shortest wait that at least `percent` of the people didn't exceed.
    fn percentile(&self, percent: u64) -> Option<ContactWait> {
        let rank = (u128::from(self.contacted()) * u128::from(percent)).div_ceil(100);
        let mut seen = 0_u128;
        self.waits()
            .find(|(_, count)| {
                seen += u128::from(*count);
                seen >= rank
            })
            .map(|(wait, _)| wait)
    }

    /// The waits, shortest first.
    fn waits(&self) -> impl Iterator<Item = (ContactWait, u64)> {
        self.iter().filter_map(|(figure, count)| match figure {
            Figure::Contacted(wait) => Some((wait, count)),
            _ => None,
        })
    }
}

impl FromIterator<(Figure, u64)> for FigureCounts {
    fn from_iter<I: IntoIterator<Item = (Figure, u64)>>(counts: I) -> Self {
        let mut sum = Self::default();
        counts.into_iter().for_each(|(figure, count)| sum.add(figure, count));
        sum
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn contacts(waits: &[u8]) -> FigureCounts {
        waits.iter().map(|days| (Figure::Contacted(ContactWait(*days)), 1)).collect()
    }

    fn counts() -> impl Strategy<Value = FigureCounts> {
        let figure = prop::sample::select(Figure::all().collect::<Vec<_>>());
        let count = prop_oneof![0..50_u64, Just(u64::MAX)];
        prop::collection::vec((figure, count), 0..12).prop_map(FigureCounts::from_iter)
    }

    fn merged(one: &FigureCounts, other: &FigureCounts) -> FigureCounts {
        let mut sum = one.clone();
        sum.merge(other);
        sum.iter().collect()
    }

    #[test]
    fn time_to_contact_is_stated_from_ten_contacted_people_on() {
        let days = |counts: &FigureCounts| {
            let time = counts.time_to_contact()?;
            Some((time.median.working_days(), time.ninetieth_percentile.working_days()))
        };
        assert_eq!(days(&contacts(&[])), None);
        assert_eq!(days(&contacts(&[1; 9])), None);
        assert_eq!(days(&contacts(&[1; 10])), Some((Some(1), Some(1))));
        assert_eq!(days(&contacts(&[0, 0, 1, 1, 2, 2, 3, 4, 5, 9])), Some((Some(2), Some(5))));
        assert_eq!(days(&contacts(&[9, 5, 4, 3, 2, 2, 1, 1, 0, 0, 0])), Some((Some(2), Some(5))));
        assert_eq!(days(&contacts(&[0, 0, 0, 0, 0, 0, 0, 10, 11, 11])), Some((Some(0), None)));
    }

    #[test]
    fn wait_counts_working_days_in_the_time_zone_and_ends_after_ten() {
        let zone = TimeZone::get("America/New_York").unwrap();
        // Thursday evening in New York is Friday in UTC.
        let received: Timestamp = "2026-11-20T02:00:00Z".parse().unwrap();
        for (contacted, expected) in [
            ("2026-11-19T00:00:00Z", Some(0)),
            ("2026-11-20T04:59:59Z", Some(0)),
            ("2026-11-20T05:00:00Z", Some(1)),
            ("2026-11-22T20:00:00Z", Some(1)),
            ("2026-11-23T20:00:00Z", Some(2)),
            ("2026-12-04T20:00:00Z", Some(10)),
            ("2026-12-07T20:00:00Z", None),
            ("2030-12-07T20:00:00Z", None),
        ] {
            let wait = ContactWait::between(received, contacted.parse().unwrap(), &zone);
            assert_eq!(wait.working_days(), expected, "{contacted}");
        }
    }

    #[test]
    fn names_of_figures_are_unique_and_round_trip() {
        for figure in Figure::all() {
            assert_eq!(Figure::named(figure.name()), Some(figure));
        }
        assert_eq!(Figure::named("contacted_11"), None);
    }

    proptest! {
        #[test]
        fn merging_is_associative_and_commutative(one in counts(), two in counts(), three in counts()) {
            prop_assert_eq!(merged(&merged(&one, &two), &three), merged(&one, &merged(&two, &three)));
            prop_assert_eq!(merged(&one, &two), merged(&two, &one));
        }

        #[test]
        fn percentiles_equal_those_of_the_sorted_waits(mut waits in prop::collection::vec(0..12_u8, 10..200)) {
            let time = contacts(&waits).time_to_contact().unwrap();
            waits.sort_unstable();
            let nearest_rank = |percent: usize| waits[(waits.len() * percent).div_ceil(100) - 1];
            prop_assert_eq!(time.median.0, nearest_rank(50));
            prop_assert_eq!(time.ninetieth_percentile.0, nearest_rank(90));
        }
    }
}

//! By when a study team should contact a person who signed up (E-543).
//!
//! The clock starts when the study team can see the sign-up, and counts [working days](crate::working_days). A day ends
//! at midnight in the site's time zone.

use std::fmt;

use jiff::{Timestamp, ToSpan, civil::Date, tz::TimeZone};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{participant::Email, working_days::add_working_days};

/// The number of working days in which the study team contacts a person, and the addresses to alert when it doesn't.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResponsePromise {
    /// The number of working days after the day of the sign-up.
    pub working_days: WorkingDays,
    /// The time zone in which a day ends, such as `America/New_York`.
    pub time_zone: ZoneName,
    /// The email address of our own team for sign-ups without an answer. Without it, only the vendor gets an email.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operations: Option<ContactAddress>,
    /// The vendors' email addresses for sign-ups without an answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vendors: Vec<VendorContact>,
}

/// The contact of a vendor for sign-ups without an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VendorContact {
    /// The vendor's name, as in its studies.
    pub name: String,
    /// The email address.
    pub email: ContactAddress,
}

/// A number of working days, from 1 to 30.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "u8", into = "u8")]
pub struct WorkingDays(u8);

/// The number is out of range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' isn't a valid number of working days; use a number from 1 to 30")]
pub struct InvalidWorkingDays(u8);

/// A time zone of the IANA database.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub struct ZoneName(#[schemars(with = "String")] TimeZone);

/// There is no such time zone.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' isn't a known time zone; use a name such as America/New_York")]
pub struct UnknownZone(String);

/// An email address in the settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub struct ContactAddress(#[schemars(with = "String")] Email);

/// The text is not an email address.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' isn't a valid email address; use one such as team@sponsor.example")]
pub struct InvalidContactAddress(String);

/// The day by which the study team should contact a person, and the times of the reminder and the escalation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResponseDeadlines {
    /// The last day for the study team to contact the person.
    pub contact_by: Date,
    /// The end of that day, when the study team is reminded.
    pub remind_at: Timestamp,
    /// The end of the next working day, when the sponsor's vendor and our own team get an email.
    pub escalate_at: Timestamp,
}

impl ResponsePromise {
    /// The deadlines of a sign-up that the study team can see from this time on.
    #[must_use]
    pub fn deadlines(&self, visible_since: Timestamp) -> ResponseDeadlines {
        let zone = &self.time_zone.0;
        let contact_by = add_working_days(visible_since.to_zoned(zone.clone()).date(), self.working_days.0);
        ResponseDeadlines {
            contact_by,
            remind_at: end_of_day(contact_by, zone),
            escalate_at: end_of_day(add_working_days(contact_by, 1), zone),
        }
    }

    /// The time zone in which a day ends.
    #[must_use]
    pub fn time_zone(&self) -> &TimeZone {
        &self.time_zone.0
    }

    /// The address of a study's vendor, if the settings have one.
    #[must_use]
    pub fn vendor_address(&self, vendor: &str) -> Option<&Email> {
        let contact = self.vendors.iter().find(|contact| contact.name == vendor.trim());
        contact.map(|contact| contact.email.as_email())
    }
}

impl ContactAddress {
    #[must_use]
    pub fn as_email(&self) -> &Email {
        &self.0
    }
}

/// By when the study team contacts the person, in words for the person.
#[must_use]
pub fn promise_sentence(contact_by: Date) -> String {
    format!("The study team should contact you by {}.", day_in_words(contact_by))
}

/// What we did when that day passed, in words for the person.
#[must_use]
pub fn overdue_sentence(contact_by: Date) -> String {
    format!(
        "The study team should have contacted you by {}. We're sorry about the wait. We have sent them a reminder.",
        day_in_words(contact_by)
    )
}

/// A date in a sentence, such as `Thursday, December 3`.
#[must_use]
pub fn day_in_words(date: Date) -> String {
    date.strftime("%A, %B %-d").to_string()
}

fn end_of_day(date: Date, zone: &TimeZone) -> Timestamp {
    let midnight = date.saturating_add(1.day()).to_zoned(zone.clone());
    midnight.map_or(Timestamp::MAX, |midnight| midnight.timestamp())
}

impl TryFrom<u8> for WorkingDays {
    type Error = InvalidWorkingDays;

    fn try_from(days: u8) -> Result<Self, Self::Error> {
        if (1..=30).contains(&days) { Ok(Self(days)) } else { Err(InvalidWorkingDays(days)) }
    }
}

impl From<WorkingDays> for u8 {
    fn from(days: WorkingDays) -> Self {
        days.0
    }
}

impl TryFrom<String> for ZoneName {
    type Error = UnknownZone;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        TimeZone::get(&name).map(Self).map_err(|_| UnknownZone(name))
    }
}

impl fmt::Display for ZoneName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.iana_name().unwrap_or("UTC"))
    }
}

impl From<ZoneName> for String {
    fn from(zone: ZoneName) -> Self {
        zone.to_string()
    }
}

impl TryFrom<String> for ContactAddress {
    type Error = InvalidContactAddress;

    fn try_from(address: String) -> Result<Self, Self::Error> {
        address.parse().map(Self).map_err(|_| InvalidContactAddress(address))
    }
}

impl From<ContactAddress> for String {
    fn from(address: ContactAddress) -> Self {
        address.0.as_str().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::*;
    use crate::working_days::is_working_day;

    fn promise(working_days: u8, zone: &str) -> ResponsePromise {
        ResponsePromise {
            working_days: working_days.try_into().unwrap(),
            time_zone: zone.to_owned().try_into().unwrap(),
            operations: None,
            vendors: Vec::new(),
        }
    }

    fn contact_by(visible_since: &str) -> String {
        let deadlines = promise(3, "America/New_York").deadlines(visible_since.parse().unwrap());
        deadlines.contact_by.to_string()
    }

    #[test]
    fn three_working_days_skip_weekends_and_federal_holidays() {
        for (visible_since, expected, why) in [
            ("2026-12-07T15:00:00Z", "2026-12-10", "Monday"),
            ("2026-12-11T15:00:00Z", "2026-12-16", "Friday"),
            ("2026-12-12T15:00:00Z", "2026-12-16", "Saturday"),
            ("2026-12-13T15:00:00Z", "2026-12-16", "Sunday"),
            ("2026-11-24T15:00:00Z", "2026-11-30", "before Thanksgiving, with Friday a working day"),
            ("2026-11-26T15:00:00Z", "2026-12-01", "on Thanksgiving"),
            ("2026-12-30T15:00:00Z", "2027-01-05", "over New Year's Day"),
            ("2021-12-29T15:00:00Z", "2022-01-04", "New Year's Day on a Saturday is observed on Friday"),
            ("2023-12-28T15:00:00Z", "2024-01-03", "New Year's Day on a Monday"),
            ("2022-12-23T15:00:00Z", "2022-12-29", "Christmas on a Sunday is observed on Monday"),
            ("2026-07-02T15:00:00Z", "2026-07-08", "Independence Day on a Saturday is observed on Friday"),
            ("2026-05-22T15:00:00Z", "2026-05-28", "Memorial Day is the last Monday in May"),
            ("2026-06-18T15:00:00Z", "2026-06-24", "Juneteenth"),
        ] {
            assert_eq!(contact_by(visible_since), expected, "{why}");
        }
    }

    #[test]
    fn day_is_that_of_the_sites_time_zone() {
        // In New York, it is still Monday evening, and in Auckland, Tuesday afternoon.
        let at = "2026-12-08T02:00:00Z".parse().unwrap();
        assert_eq!(promise(1, "America/New_York").deadlines(at).contact_by, date(2026, 12, 8));
        assert_eq!(promise(1, "Pacific/Auckland").deadlines(at).contact_by, date(2026, 12, 9));
    }

    #[test]
    fn day_ends_at_local_midnight_also_when_the_clocks_change() {
        for (visible_since, remind_at, escalate_at) in [
            // The night of the change to standard time is the one to Sunday, November 1.
            ("2026-10-29T15:00:00Z", "2026-11-04T05:00:00Z", "2026-11-05T05:00:00Z"),
            ("2026-10-26T15:00:00Z", "2026-10-30T04:00:00Z", "2026-10-31T04:00:00Z"),
            // The night of the change to daylight time is the one to Sunday, March 8.
            ("2026-03-03T15:00:00Z", "2026-03-07T05:00:00Z", "2026-03-10T04:00:00Z"),
        ] {
            let deadlines = promise(3, "America/New_York").deadlines(visible_since.parse().unwrap());
            assert_eq!(deadlines.remind_at.to_string(), remind_at, "{visible_since}");
            assert_eq!(deadlines.escalate_at.to_string(), escalate_at, "{visible_since}");
        }
    }

    #[test]
    fn settings_name_a_wrong_value() {
        let parse = |settings: serde_json::Value| serde_json::from_value::<ResponsePromise>(settings);
        let settings = serde_json::json!({ "working_days": 3, "time_zone": "America/New_York" });
        let with = |key: &str, value: serde_json::Value| {
            let mut settings = settings.clone();
            settings[key] = value;
            settings
        };
        assert_eq!(parse(settings.clone()).unwrap(), promise(3, "America/New_York"));
        for (key, value, message) in [
            ("working_days", 0.into(), "'0' isn't a valid number of working days"),
            ("working_days", 31.into(), "use a number from 1 to 30"),
            ("time_zone", "Eastern".into(), "'Eastern' isn't a known time zone"),
            ("time_zone", "".into(), "use a name such as America/New_York"),
            ("operations", "operations".into(), "'operations' isn't a valid email address"),
        ] {
            let error = parse(with(key, value)).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
        assert_eq!(serde_json::to_value(promise(3, "America/New_York")).unwrap(), settings);
    }

    #[test]
    fn address_of_a_vendor_is_found_by_its_name() {
        let vendor = VendorContact {
            name: "Harbor Research".into(),
            email: ContactAddress::try_from("team@harbor.example".to_owned()).unwrap(),
        };
        let promise = ResponsePromise { vendors: vec![vendor], ..promise(3, "UTC") };
        let address = |vendor| promise.vendor_address(vendor).map(Email::as_str);
        assert_eq!(address("Harbor Research"), Some("team@harbor.example"));
        assert_eq!(address(" Harbor Research "), Some("team@harbor.example"));
        assert_eq!((address("Harbor"), address("")), (None, None));
    }

    #[test]
    fn person_reads_the_weekday_and_the_date() {
        let contact_by = date(2026, 12, 3);
        assert_eq!(
            promise_sentence(contact_by),
            "The study team should contact you by Thursday, December 3."
        );
        assert!(
            overdue_sentence(contact_by).contains("by Thursday, December 3. We're sorry about the wait.")
        );
    }

    proptest! {
        #[test]
        fn deadline_is_the_working_day_after_exactly_as_many_others(
            second in 0_i64..4_000_000_000, days in 1_u8..=30, zone in prop::sample::select(vec![
                "America/New_York", "America/Sao_Paulo", "Asia/Beirut", "Pacific/Auckland", "UTC",
            ]),
        ) {
            let at = Timestamp::from_second(second).unwrap();
            let zone_of_site = TimeZone::get(zone).unwrap();
            let start = at.to_zoned(zone_of_site.clone()).date();
            let ResponseDeadlines { contact_by, remind_at, escalate_at } = promise(days, zone).deadlines(at);
            prop_assert!(is_working_day(contact_by));
            let working_days = std::iter::successors(start.tomorrow().ok(), |day| day.tomorrow().ok())
                .take_while(|day| *day <= contact_by)
                .filter(|day| is_working_day(*day))
                .count();
            prop_assert_eq!(working_days, usize::from(days));
            prop_assert!(at < remind_at && remind_at < escalate_at);
            // The last second of the day is before the reminder, and the reminder is on the next day.
            let local = |at: Timestamp| at.to_zoned(zone_of_site.clone()).date();
            prop_assert!(local(remind_at) > contact_by);
            prop_assert_eq!(local(remind_at - jiff::SignedDuration::from_secs(1)), contact_by);
        }

        #[test]
        fn later_sign_up_never_has_an_earlier_deadline(one in 0_i64..4_000_000_000, more in 0_i64..2_000_000) {
            let promise = promise(3, "America/New_York");
            let at = |second| promise.deadlines(Timestamp::from_second(second).unwrap()).remind_at;
            prop_assert!(at(one) <= at(one + more));
        }
    }
}

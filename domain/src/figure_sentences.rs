//! Public figures in words (D-507, D-508).

use jiff::civil::Date;

use crate::study_figures::{ContactWait, MIN_CONTACTS, TimeToContact};

/// How long people waited for the first contact, of those whose sign-up a study team received on these days.
#[must_use]
pub fn contact_sentences(time: Option<TimeToContact>, from: Date, until: Date) -> String {
    let days = format!("from {} to {}", day(from), day(until));
    let Some(TimeToContact { median, ninetieth_percentile }) = time else {
        return format!(
            "There aren\u{2019}t enough sign-ups yet. We show this once study teams have contacted {MIN_CONTACTS} people who \
             signed up {days}."
        );
    };
    let half = match median.working_days() {
        Some(0) => "Half of the people heard from the study team on the same day.".to_owned(),
        Some(days) => format!("Half of the people heard from the study team within {}.", working_days(days)),
        None => format!(
            "More than half of the people waited longer than {}.",
            working_days(ContactWait::LONGEST_EXACT)
        ),
    };
    let most = match ninetieth_percentile.working_days() {
        Some(0) => "9 of 10 people heard on the same day, too.".to_owned(),
        Some(days) => format!("9 of 10 people heard within {}.", working_days(days)),
        None => format!("More than 1 in 10 waited longer than {}.", working_days(ContactWait::LONGEST_EXACT)),
    };
    let most = if median.working_days().is_none() { String::new() } else { format!(" {most}") };
    format!("{half}{most} This counts people who signed up {days}.")
}

/// How many of the registry's records were updated in the last 90 days.
#[must_use]
pub fn updates_sentence(updated: u64, records: u64, counted_on: Date) -> String {
    // Rounded down, so that a few old records never become none.
    let percent = updated.saturating_mul(100).checked_div(records).unwrap_or_default();
    format!("On {}, {percent}% of the records had an update in the last 90 days.", day(counted_on))
}

/// Until which day the registry's changes were read.
#[must_use]
pub fn freshness_sentence(read_until: Date) -> String {
    format!("Our search has every change that the registry showed before {}.", day(read_until))
}

fn working_days(days: u8) -> String {
    if days == 1 { "1 working day".to_owned() } else { format!("{days} working days") }
}

fn day(date: Date) -> String {
    date.strftime("%B %-d, %Y").to_string()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::study_figures::{Figure, FigureCounts};

    /// The time to contact of ten people, five with the first wait and five with the second one.
    fn time(median: &str, last: &str) -> Option<TimeToContact> {
        let waits = [median, last].map(|name| (Figure::named(name).unwrap(), 5));
        FigureCounts::from_iter(waits).time_to_contact()
    }

    #[test]
    fn time_to_contact_is_said_in_working_days() {
        let said = |time| contact_sentences(time, date(2026, 8, 31), date(2026, 11, 28));
        let days = "from August 31, 2026 to November 28, 2026.";
        for (median, last, expected) in [
            (
                "contacted_0",
                "contacted_0",
                "heard from the study team on the same day. 9 of 10 people heard on the same day, too.",
            ),
            (
                "contacted_1",
                "contacted_4",
                "within 1 working day. 9 of 10 people heard within 4 working days.",
            ),
            (
                "contacted_2",
                "contacted_later",
                "2 working days. More than 1 in 10 waited longer than 10 working days.",
            ),
            (
                "contacted_later",
                "contacted_later",
                "More than half of the people waited longer than 10 working days. This",
            ),
        ] {
            let sentences = said(time(median, last));
            assert!(sentences.contains(expected) && sentences.ends_with(days), "{sentences}");
        }
        let none = said(None);
        assert!(
            none.starts_with("There aren\u{2019}t enough sign-ups yet.") && none.contains("10 people"),
            "{none}"
        );
    }

    #[test]
    fn share_of_updated_records_is_rounded_down() {
        let said = |updated, records| updates_sentence(updated, records, date(2026, 11, 28));
        assert_eq!(
            said(999, 1000),
            "On November 28, 2026, 99% of the records had an update in the last 90 days."
        );
        assert!(said(0, 0).contains(" 0% "));
        assert!(said(u64::MAX, 1).contains('%'));
    }

    #[test]
    fn sentences_are_short() {
        let texts = [
            contact_sentences(None, date(2026, 8, 31), date(2026, 11, 28)),
            contact_sentences(time("contacted_1", "contacted_4"), date(2026, 8, 31), date(2026, 11, 28)),
            updates_sentence(1, 2, date(2026, 11, 28)),
            freshness_sentence(date(2026, 11, 28)),
        ];
        for sentence in texts.iter().flat_map(|text| text.split_inclusive(". ")) {
            assert!(sentence.split_whitespace().count() <= 25, "{sentence}");
        }
    }
}

//! Public figures in words (D-507, D-508).

use jiff::civil::Date;

use crate::study_figures::{ContactWait, Figure, FigureCounts, MIN_CONTACTS, TimeToContact};

/// How many of the people who signed up on these days a study team has contacted, and how long those waited.
#[must_use]
pub fn contact_sentences(counts: &FigureCounts, from: Date, until: Date) -> String {
    let days = format!("from {} to {}", day(from), day(until));
    let Some(TimeToContact { median, ninetieth_percentile }) = counts.time_to_contact() else {
        return format!(
            "There aren\u{2019}t enough sign-ups yet. We show this once study teams have contacted {MIN_CONTACTS} people who \
             signed up {days}."
        );
    };
    let contacted = counts.contacted();
    let received = counts.of(Figure::Received).max(contacted);
    let reach =
        format!("Study teams have contacted {contacted} of the {received} people who signed up {days}.");
    let half = match median.working_days() {
        Some(0) => "half heard on the same day".to_owned(),
        Some(days) => format!("half heard within {}", working_days(days)),
        None => format!("more than half waited longer than {}", working_days(ContactWait::LONGEST_EXACT)),
    };
    let most = match ninetieth_percentile.working_days() {
        _ if median.working_days().is_none() => ".".to_owned(),
        Some(0) => ", and so did 9 of 10.".to_owned(),
        Some(days) => format!(", and 9 of 10 within {}.", working_days(days)),
        None => {
            format!(". More than 1 in 10 waited longer than {}.", working_days(ContactWait::LONGEST_EXACT))
        }
    };
    format!("{reach} Of those they contacted, {half}{most}")
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

    /// The figures of 40 people. Study teams contacted five of them after the first wait, and five after the second one.
    fn counts(median: &str, last: &str) -> FigureCounts {
        let waits = [median, last].map(|name| (Figure::named(name).unwrap(), 5));
        waits.into_iter().chain([(Figure::Received, 40)]).collect()
    }

    #[test]
    fn time_to_contact_names_those_who_have_not_heard_and_is_in_working_days() {
        let said = |counts: &FigureCounts| contact_sentences(counts, date(2026, 8, 31), date(2026, 11, 28));
        let reach = "Study teams have contacted 10 of the 40 people who signed up from August 31, 2026 to November 28, 2026. Of \
                     those they contacted, ";
        for (median, last, expected) in [
            ("contacted_0", "contacted_0", "half heard on the same day, and so did 9 of 10."),
            (
                "contacted_1",
                "contacted_4",
                "half heard within 1 working day, and 9 of 10 within 4 working days.",
            ),
            (
                "contacted_2",
                "contacted_later",
                "half heard within 2 working days. More than 1 in 10 waited longer than 10 working days.",
            ),
            ("contacted_later", "contacted_later", "more than half waited longer than 10 working days."),
        ] {
            assert_eq!(said(&counts(median, last)), format!("{reach}{expected}"));
        }
        let none = said(&FigureCounts::from_iter([(Figure::Received, 100)]));
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
            contact_sentences(&FigureCounts::default(), date(2026, 8, 31), date(2026, 11, 28)),
            contact_sentences(&counts("contacted_1", "contacted_4"), date(2026, 8, 31), date(2026, 11, 28)),
            updates_sentence(1, 2, date(2026, 11, 28)),
            freshness_sentence(date(2026, 11, 28)),
        ];
        for sentence in texts.iter().flat_map(|text| text.split_inclusive(". ")) {
            assert!(sentence.split_whitespace().count() <= 25, "{sentence}");
        }
    }
}

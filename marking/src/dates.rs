//! Dates of records: a day, a month or a year, as days and in words.

use jiff::civil::Date;

/// The days that a date may mean, from the first to the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Days {
    pub(crate) first: Date,
    pub(crate) last: Date,
}

impl Days {
    /// Reads `YYYY-MM-DD`, `YYYY-MM` or `YYYY`.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        match text.len() {
            10 => {
                let day: Date = text.parse().ok()?;
                Some(Self { first: day, last: day })
            }
            7 => {
                let first: Date = format!("{text}-01").parse().ok()?;
                Some(Self { first, last: first.last_of_month() })
            }
            4 => {
                let first: Date = format!("{text}-01-01").parse().ok()?;
                Some(Self { first, last: first.last_of_year() })
            }
            _ => None,
        }
    }
}

/// A date as people write it, `April 2, 2019`, `April 2019` or `2019`; a text that is none stays as it is.
pub(crate) fn in_words(date: &str) -> String {
    let date = date.trim();
    let Some(days) = Days::read(date) else { return date.to_owned() };
    let form = match date.len() {
        10 => "%B %-d, %Y",
        7 => "%B %Y",
        _ => "%Y",
    };
    days.first.strftime(form).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_written_as_people_write_it_and_no_more_exactly_than_it_is() {
        let table = [
            ("2019-04-02", "April 2, 2019"),
            ("2019-04", "April 2019"),
            ("2019", "2019"),
            ("1980-12-31", "December 31, 1980"),
            ("age 9 years", "age 9 years"),
            ("2019-13", "2019-13"),
            ("", ""),
        ];
        for (date, words) in table {
            assert_eq!(in_words(date), words);
        }
    }
}

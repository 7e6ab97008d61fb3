//! Dates of registry records, which may lack the day or the month.

use std::{fmt, str::FromStr};

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// A date as precise as a record states it: `2026`, `2026-03`, or `2026-03-27`. Older records write `March 27, 2026` or
/// `March 2026`. A month or year sorts before its first day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PartialDate {
    /// The first day of the stated time.
    first: Date,
    precision: Precision,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Precision {
    Year,
    Month,
    Day,
}

/// The text is not a valid [`PartialDate`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a date; write a year, month, and day, such as 2026-03-27, 2026-03, or 2026")]
pub struct InvalidPartialDate(pub String);

impl PartialDate {
    /// Returns the first day of the stated time.
    #[must_use]
    pub fn first_day(self) -> Date {
        self.first
    }

    /// Returns the date with its preposition: `on March 27, 2026`, `in March 2026`, `in 2026`.
    #[must_use]
    pub fn with_preposition(self) -> String {
        let preposition = if self.precision == Precision::Day { "on" } else { "in" };
        format!("{preposition} {}", self.plain())
    }

    /// Returns the date as people write it: `March 27, 2026`, `March 2026`, `2026`.
    #[must_use]
    pub fn plain(self) -> String {
        let form = match self.precision {
            Precision::Day => "%B %-d, %Y",
            Precision::Month => "%B %Y",
            Precision::Year => "%Y",
        };
        self.first.strftime(form).to_string()
    }
}

impl FromStr for PartialDate {
    type Err = InvalidPartialDate;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let in_words = |form: &str, precision, text: &str| {
            Date::strptime(form, text).ok().map(|first| Self { first, precision })
        };
        let forms = [(Precision::Day, ""), (Precision::Month, "-01"), (Precision::Year, "-01-01")];
        let read = |(precision, rest): (Precision, &str)| {
            let whole = format!("{text}{rest}");
            let is_date =
                whole.len() == "2026-03-27".len() && whole.starts_with(|c: char| c.is_ascii_digit());
            let first = is_date.then(|| whole.parse().ok()).flatten()?;
            Some(Self { first, precision })
        };
        // Older records have dates in words. A year of fewer digits, or before year 0, has no text in the other form.
        let ends_in_year = text
            .rsplit(' ')
            .next()
            .is_some_and(|year| year.len() == "2026".len() && year.bytes().all(|byte| byte.is_ascii_digit()));
        let date_in_words = || {
            in_words("%B %d, %Y", Precision::Day, text)
                .or_else(|| in_words("%d %B %Y", Precision::Month, &format!("1 {text}")))
                .filter(|_| ends_in_year)
        };
        let date = forms.into_iter().find_map(read).or_else(date_in_words);
        date.ok_or_else(|| InvalidPartialDate(text.chars().take(40).collect()))
    }
}

impl fmt::Display for PartialDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = (self.first.year(), self.first.month(), self.first.day());
        match self.precision {
            Precision::Year => write!(f, "{year:04}"),
            Precision::Month => write!(f, "{year:04}-{month:02}"),
            Precision::Day => write!(f, "{year:04}-{month:02}-{day:02}"),
        }
    }
}

impl TryFrom<String> for PartialDate {
    type Error = InvalidPartialDate;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<PartialDate> for String {
    fn from(date: PartialDate) -> Self {
        date.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn date_is_as_precise_as_it_is_stated() {
        for (text, plain, in_sentence) in [
            ("2026-03-27", "March 27, 2026", "on March 27, 2026"),
            ("2013-01", "January 2013", "in January 2013"),
            ("2020-12", "December 2020", "in December 2020"),
            ("2006", "2006", "in 2006"),
        ] {
            let date: PartialDate = text.parse().unwrap();
            assert_eq!((date.plain().as_str(), date.with_preposition().as_str()), (plain, in_sentence));
            assert_eq!(date.to_string(), text);
        }
    }

    #[test]
    fn date_in_words_is_the_same_date() {
        for (text, date) in
            [("December 22, 2017", "2017-12-22"), ("March 3, 2021", "2021-03-03"), (" May 2020 ", "2020-05")]
        {
            assert_eq!(text.parse::<PartialDate>().map(|date| date.to_string()), Ok(date.to_owned()));
        }
    }

    #[test]
    fn month_and_year_sort_before_their_first_day() {
        let dates = ["2024", "2026", "2026-01", "2026-01-01", "2026-03", "2026-11-02"];
        let dates = dates.map(|text| text.parse::<PartialDate>().unwrap());
        assert!(dates.is_sorted(), "{dates:?}");
    }

    #[test]
    fn other_texts_are_no_dates() {
        for text in [
            "",
            "2026-02-31",
            "2026-13",
            "December 32, 2017",
            "Smarch 2017",
            "August -17",
            "March 3, 21",
            "May -2020",
            "0026-3",
            "26",
            "2026-03-27T00:00",
            "20260327",
        ] {
            assert_eq!(text.parse::<PartialDate>(), Err(InvalidPartialDate(text.into())), "{text}");
        }
    }
}

//! Words at the end of a line that say when: 'now', 'in the past', 'in the last 6 months', 'for at least 2 years'.

use crate::{
    age::{Limit, Unit},
    tokens::Token,
};

/// Of which time a line speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum When {
    Now,
    Ever,
}

/// What the end of a line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Now, or at any time.
    When(When),
    /// A time that a date decides.
    Time(Time),
}

/// A time that is counted back from a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Time {
    /// It began no longer ago than this.
    Within {
        /// How long ago.
        length: Limit,
        /// Whether it is counted from today, and not from a day of the study that nobody knows yet.
        from_today: bool,
    },
    /// It has been so for this long, or longer.
    AtLeast(Limit),
}

const NOW: &[&str] = &["now", "right now", "currently", "at present", "at this time", "today"];
const EVER: &[&str] = &[
    "in the past",
    "in your past",
    "in the past medical history",
    "at any time in the past",
    "at any time",
    "any time",
    "at some time",
    "ever",
    "before",
    "previously",
    "already",
];
/// Words that begin a time of which the end is today, or a day of the study.
const WITHIN: &[&str] = &["within", "in", "during", "over"];
const RECENT: &[&str] = &["last", "past", "previous", "preceding"];
const AT_LEAST: &[&str] = &[
    "for at least",
    "for a minimum of",
    "for more than",
    "for longer than",
    "for over",
    "for ≥",
    "for > =",
    "for >",
    "at least",
    "more than",
    "≥",
];
/// Words for a day of the study.
const DAYS_OF_THE_STUDY: &[&str] = &[
    "the",
    "this",
    "a",
    "of",
    "time",
    "day",
    "date",
    "signing",
    "informed",
    "consent",
    "screening",
    "enrollment",
    "enrolment",
    "enrolling",
    "inclusion",
    "entry",
    "study",
    "trial",
    "baseline",
    "randomization",
    "randomisation",
    "visit",
    "1",
    "first",
    "dose",
    "start",
    "initiation",
    "treatment",
    "drug",
    "in",
    "into",
    "to",
    "participation",
    "joining",
    "you",
    "join",
];
const NUMBERS: &[&str] =
    &["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const LONGEST: u16 = 1200;

/// A line without the words at its end that say when, and what they say.
pub(crate) fn ending(line: &[Token]) -> Option<(&[Token], Ending)> {
    let line = without_signs(line);
    if let [before @ .., last] = line
        && last.written == ")"
    {
        let opens = before.iter().rposition(|token| token.written == "(")?;
        return Some((&line[..opens], read(&before[opens + 1..])?));
    }
    (1..line.len()).find_map(|at| Some((without_signs(&line[..at]), read(&line[at..])?)))
}

fn without_signs(line: &[Token]) -> &[Token] {
    let ends = line.iter().rposition(|token| !matches!(token.written.as_str(), "." | "," | ";"));
    &line[..ends.map_or(0, |last| last + 1)]
}

/// What some words say of a time, if they say nothing else.
fn read(line: &[Token]) -> Option<Ending> {
    let words: Vec<&str> = line.iter().map(|token| token.written.as_str()).collect();
    let is = |phrases: &[&str]| phrases.contains(&words.join(" ").as_str());
    if is(NOW) {
        return Some(Ending::When(When::Now));
    }
    if is(EVER) {
        return Some(Ending::When(When::Ever));
    }
    let ever = words.strip_prefix(&["at"]).unwrap_or(&words).strip_prefix(&["any", "time"]);
    if ever.is_some_and(is_day_of_the_study) {
        return Some(Ending::When(When::Ever));
    }
    let (time, rest) = within(&words).or_else(|| at_least(&words))?;
    let from_today = rest.is_empty();
    if !from_today && !is_day_of_the_study(rest) {
        return None;
    }
    Some(Ending::Time(match time {
        Time::Within { length, .. } => Time::Within { length, from_today },
        at_least @ Time::AtLeast(_) => at_least,
    }))
}

fn within<'a>(words: &'a [&'a str]) -> Option<(Time, &'a [&'a str])> {
    let of = |length| Time::Within { length, from_today: true };
    if let ["less" | "fewer", "than", rest @ ..] = words {
        let (length, rest) = length(rest)?;
        return rest.strip_prefix(&["ago"]).map(|rest| (of(length), rest));
    }
    let (first, rest) = words.split_first().filter(|(first, _)| WITHIN.contains(first))?;
    let rest = rest.strip_prefix(&["the"]).or_else(|| rest.strip_prefix(&["your"])).unwrap_or(rest);
    match rest {
        [recent, unit, behind @ ..] if RECENT.contains(recent) && self::unit(unit).is_some() => {
            let unit = self::unit(unit)?;
            Some((of(Limit { value: 1, unit }), behind))
        }
        [recent, rest @ ..] if RECENT.contains(recent) => {
            length(rest).map(|(length, rest)| (of(length), rest))
        }
        // 'In 30 days' is yet to come.
        rest if *first == "within" => length(rest).map(|(length, rest)| (of(length), rest)),
        _ => None,
    }
}

fn at_least<'a>(words: &'a [&'a str]) -> Option<(Time, &'a [&'a str])> {
    let begun = AT_LEAST.iter().find_map(|phrase| {
        let phrase: Vec<&str> = phrase.split(' ').collect();
        words.strip_prefix(phrase.as_slice()).map(|rest| (phrase[0] == "for", rest))
    });
    if let Some((is_for, rest)) = begun {
        let (length, rest) = length(rest)?;
        let behind = if is_for { Some(rest) } else { rest.strip_prefix(&["ago"]) };
        return behind.map(|behind| (Time::AtLeast(length), behind));
    }
    // 'For 2 or more years', 'for 2 years or longer'.
    let rest = words.strip_prefix(&["for"])?;
    match rest {
        [number, "or", "more", unit, behind @ ..] | [number, unit, "or", "more" | "longer", behind @ ..] => {
            let (length, _) = length(&[*number, *unit])?;
            Some((Time::AtLeast(length), behind))
        }
        _ => None,
    }
}

/// A number and what it counts.
fn length<'a>(words: &'a [&'a str]) -> Option<(Limit, &'a [&'a str])> {
    let [number, unit, rest @ ..] = words else { return None };
    let named = || NUMBERS.iter().position(|name| name == number).and_then(|at| u16::try_from(at + 1).ok());
    let value = if matches!(*number, "a" | "an") { Some(1) } else { number.parse().ok().or_else(named) };
    let value = value.filter(|value| (1..=LONGEST).contains(value))?;
    Some((Limit { value, unit: self::unit(unit)? }, rest))
}

fn unit(word: &str) -> Option<Unit> {
    match word {
        "day" | "days" => Some(Unit::Days),
        "week" | "weeks" => Some(Unit::Weeks),
        "month" | "months" => Some(Unit::Months),
        "year" | "years" => Some(Unit::Years),
        _ => None,
    }
}

fn is_day_of_the_study(words: &[&str]) -> bool {
    let (["prior", "to", rest @ ..] | ["before" | "of" | "from" | "preceding", rest @ ..]) = words else {
        return false;
    };
    !rest.is_empty() && rest.iter().all(|word| DAYS_OF_THE_STUDY.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::tokens;

    fn said(line: &str) -> Option<(String, Ending)> {
        let tokens = tokens(line);
        let (rest, ending) = ending(&tokens)?;
        let words: Vec<&str> = rest.iter().map(|token| token.written.as_str()).collect();
        Some((words.join(" "), ending))
    }

    #[test]
    fn the_end_of_a_line_can_say_when() {
        let within = |value, unit, from_today| {
            Ending::Time(Time::Within { length: Limit { value, unit }, from_today })
        };
        let at_least = |value, unit| Ending::Time(Time::AtLeast(Limit { value, unit }));
        let table = [
            ("asthma now.", "asthma", Ending::When(When::Now)),
            ("COVID in the past", "covid", Ending::When(When::Ever)),
            ("a stroke in the last 6 months", "a stroke", within(6, Unit::Months, true)),
            ("a stroke (in the last 6 months).", "a stroke", within(6, Unit::Months, true)),
            ("a stroke within the past year", "a stroke", within(1, Unit::Years, true)),
            ("live vaccine within 4 weeks", "live vaccine", within(4, Unit::Weeks, true)),
            ("a transplant less than 4 weeks ago", "a transplant", within(4, Unit::Weeks, true)),
            ("gout within 30 days prior to study entry", "gout", within(30, Unit::Days, false)),
            ("gout, within thirty days", "", Ending::When(When::Ever)),
            ("asthma for at least two years", "asthma", at_least(2, Unit::Years)),
            ("asthma for 2 or more years", "asthma", at_least(2, Unit::Years)),
            ("asthma for a year or longer", "asthma", at_least(1, Unit::Years)),
            ("asthma for ≥ 6 months before screening", "asthma", at_least(6, Unit::Months)),
            ("asthma at least 12 months ago", "asthma", at_least(12, Unit::Months)),
        ];
        for (line, rest, ending) in table {
            let expected = (!rest.is_empty()).then(|| (rest.to_owned(), ending));
            assert_eq!(said(line), expected, "{line}");
        }
    }

    #[test]
    fn what_is_no_time_or_more_than_one_is_not_read() {
        let lines = [
            "asthma",
            "now",
            "asthma for 2 years",
            "a vaccine in 30 days",
            "a vaccine in the next 30 days",
            "gout within 6-12 months",
            "gout within 2.5 years",
            "gout within 30 days before surgery",
            "gout in childhood",
            "at least 2 attacks",
            "asthma for at least 2 years and gout",
            "stable for at least 4000 days",
        ];
        for line in lines {
            assert_eq!(said(line), None, "{line}");
        }
    }
}

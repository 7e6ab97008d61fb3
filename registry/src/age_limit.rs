//! The age limits of records: '18 Years', and '18 Years 6 Months' in several parts.

use waypoint_domain::age::Age;

/// The units of a limit in several parts, from the largest to the smallest.
const UNITS: [&str; 4] = ["year", "month", "week", "day"];
/// The position of the months among [`UNITS`].
const MONTHS: usize = 1;
const MONTHS_PER_YEAR: u16 = 12;

/// Returns the age that a record states. One in years and months is in months, another one in parts is in days.
pub(crate) fn age_limit(text: &str) -> Option<Age> {
    text.parse().ok().or_else(|| in_parts(text))
}

fn in_parts(text: &str) -> Option<Age> {
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty() && !word.eq_ignore_ascii_case("and"))
        .collect();
    let parts: Vec<(u16, usize)> = words.chunks(2).map(part).collect::<Option<_>>()?;
    let are_in_order = parts.is_sorted_by(|(_, one), (_, next)| one < next);
    if parts.len() < 2 || !are_in_order {
        return None;
    }
    if parts.iter().all(|(_, unit)| *unit <= MONTHS) {
        let months = |(number, unit): &(u16, usize)| {
            number.checked_mul(if *unit == MONTHS { 1 } else { MONTHS_PER_YEAR })
        };
        let months = parts.iter().map(months).try_fold(0_u16, |sum, months| sum.checked_add(months?));
        return months.map(Age::months);
    }
    let days = |(number, unit): &(u16, usize)| {
        let age: Option<Age> = format!("{number} {}", UNITS[*unit]).parse().ok();
        age.map(Age::first_day)
    };
    let days = parts.iter().map(days).try_fold(0_u32, |sum, days| sum.checked_add(days?));
    days.and_then(|days| u16::try_from(days).ok()).map(Age::days)
}

/// Returns the number of a part, and the position of its unit among [`UNITS`].
fn part(words: &[&str]) -> Option<(u16, usize)> {
    let [number, unit] = words else { return None };
    let unit = unit.to_ascii_lowercase();
    let unit = UNITS.iter().position(|known| *known == unit.strip_suffix('s').unwrap_or(&unit));
    Some((number.parse().ok()?, unit?))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;

    #[test]
    fn limit_in_several_parts_is_one_age() {
        for (text, age) in [
            ("18 Years", Some("18 Years")),
            ("18 Years 6 Months", Some("222 Months")),
            ("1 year and 1 month", Some("13 Months")),
            ("2 Years, 0 Months", Some("24 Months")),
            ("2 Weeks 3 Days", Some("17 Days")),
            ("1 Year 2 Weeks", Some("379 Days")),
            ("1 Month 1 Day", Some("31 Days")),
            ("6 Months 18 Years", None),
            ("18 Years 6", None),
            ("18 Years 6 Moons", None),
            ("soon", None),
            ("9999 Years 11 Months", None),
        ] {
            assert_eq!(age_limit(text).map(|age| age.to_string()).as_deref(), age, "{text}");
        }
    }
}

//! The visits of a study in words.

use crate::{
    excerpt::excerpt_at_word,
    study_facts::{FactText, Visits, WholeNumber},
};

/// The maximum length of a schedule in short, in characters.
const SHORT: usize = 80;

/// Returns the number and length of visits, the nights, and the schedule.
pub(super) fn statements(visits: &Visits) -> Vec<String> {
    let number = number(visits);
    let time = visits.minutes.map(|minutes| duration(minutes.get()));
    let count = match (number, time) {
        (Some((1, words)), Some(time)) => Some(format!("{words} visit of about {time}.")),
        (Some((1, words)), None) => Some(format!("{words} visit.")),
        (Some((_, words)), Some(time)) => Some(format!("{words} visits of about {time} each.")),
        (Some((_, words)), None) => Some(format!("{words} visits.")),
        (None, Some(time)) => Some(format!("A visit takes about {time}.")),
        (None, None) => None,
    };
    let nights = visits.nights.map(|nights| match nights.get() {
        0 => "You don’t stay overnight.".to_owned(),
        1 => "You stay in a clinic or hospital for 1 night.".to_owned(),
        nights => format!("You stay in a clinic or hospital for {nights} nights."),
    });
    let schedule = visits.schedule.as_ref().map(FactText::sentence);
    [count, nights, schedule].into_iter().flatten().collect()
}

/// Returns the number, length, and nights of visits in a few words, or else their schedule.
pub(super) fn in_short(visits: &Visits) -> Option<String> {
    let Some((count, number)) = number(visits) else {
        return visits.schedule.as_ref().map(|schedule| excerpt_at_word(schedule.phrase(), SHORT));
    };
    let each = if count == 1 { "" } else { " each" };
    let time = visits.minutes.map(|minutes| format!(", about {}{each}", duration(minutes.get())));
    let nights = visits.nights.map(WholeNumber::get).filter(|nights| *nights > 0);
    let nights = nights.map(|nights| format!(", {nights} {}", if nights == 1 { "night" } else { "nights" }));
    Some([Some(number), time, nights].into_iter().flatten().collect())
}

/// Returns the number of visits, also in words.
fn number(visits: &Visits) -> Option<(u32, String)> {
    let number = visits.number?.get();
    Some((number, if visits.approximate { format!("About {number}") } else { number.to_string() }))
}

/// Returns minutes in words: `1 hour and 30 minutes`.
fn duration(minutes: u32) -> String {
    let counted = |number: u32, unit: &str| match number {
        0 => None,
        1 => Some(format!("1 {unit}")),
        number => Some(format!("{number} {unit}s")),
    };
    let parts = [counted(minutes / 60, "hour"), counted(minutes % 60, "minute")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" and ")
}

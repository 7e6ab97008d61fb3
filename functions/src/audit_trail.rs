//! What happened with a participant: who did what and when, never a value. Each entry carries a seal over itself and the
//! seal of the entry before it, made from the deployment's secret, so that nobody who can write to the store alone can
//! change an entry, leave one out or put one in between without being found out. How many there are is sealed beside them, so
//! that entries which are cut off at the end are missed, too.

use serde::{Deserialize, Serialize};
use waypoint_domain::participant_number::ParticipantNumber;

use waypoint_keys::{Key, purpose::AuditTrail};

/// Who did something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    /// The participant, or whoever holds the participant's browser.
    Participant,
    /// A parent, guardian, or other representative of the participant.
    Representative,
    /// Somebody who is not known to be the participant.
    Stranger,
    /// The study team's portal.
    Portal,
    /// A run on a schedule.
    Schedule,
    /// Whoever runs the site, by a command.
    Operator,
}

impl Actor {
    /// As it is written where it is kept.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Participant => "participant",
            Self::Representative => "representative",
            Self::Stranger => "stranger",
            Self::Portal => "portal",
            Self::Schedule => "schedule",
            Self::Operator => "operator",
        }
    }
}

/// What was done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Who did it.
    pub who: Actor,
    /// What: `signed_up`, `corrected`, `answered`, `acknowledged`, `handed_over`, …
    pub what: String,
    /// What was so before: the name of a state, or of what changed; never a value of a person.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub before: String,
    /// What is so now.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub after: String,
}

impl Event {
    /// Something that changes no state.
    #[must_use]
    pub fn of(who: Actor, what: &str) -> Self {
        Self { who, what: what.to_owned(), before: String::new(), after: String::new() }
    }

    /// A change from one state to another.
    #[must_use]
    pub fn change(who: Actor, what: &str, before: &str, after: &str) -> Self {
        Self { before: before.to_owned(), after: after.to_owned(), ..Self::of(who, what) }
    }
}

/// An entry of a trail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its place, from 1.
    pub place: u32,
    /// When, in UTC.
    pub at: String,
    /// What happened.
    pub event: Event,
    /// The seal over all of it and over the entry before it.
    pub seal: String,
}

/// Where a trail is not what was written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Broken {
    /// An entry is not there.
    #[error("entry {0} is missing")]
    Missing(u32),
    /// An entry is not what was written.
    #[error("entry {0} was changed, or an entry before it")]
    Changed(u32),
    /// Entries are missing behind this one.
    #[error("what follows entry {0} is missing")]
    CutOff(u32),
    /// How many entries there are is not what was written.
    #[error("the count of its entries was changed or is missing")]
    Uncounted,
}

/// How many entries a trail has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// So many.
    pub entries: u32,
    /// The seal over it and over the last entry.
    pub seal: String,
}

impl Count {
    /// The count of a trail that ends with this entry.
    #[must_use]
    pub fn to(key: &Key<AuditTrail>, participant: &ParticipantNumber, last: &Entry) -> Self {
        Self {
            entries: last.place,
            seal: key.fingerprint(&sealed_count(participant, last.place, &last.seal)),
        }
    }
}

/// The entry that follows another one; the first one follows nothing.
#[must_use]
pub fn next(
    key: &Key<AuditTrail>,
    participant: &ParticipantNumber,
    last: Option<&Entry>,
    event: Event,
    at: &str,
) -> Entry {
    let (place, before) = last.map_or((1, ""), |last| (last.place + 1, last.seal.as_str()));
    let seal = key.fingerprint(&sealed(participant, (place, at), &event, before));
    Entry { place, at: at.to_owned(), event, seal }
}

/// Checks a trail from its first entry to its last, and that it is as long as its count says. Whoever puts an older count
/// back with the end of the trail that belonged to it leaves no trace; who compares trails with backups finds that.
///
/// # Errors
/// Names the first entry that is wrong.
pub fn verify(
    key: &Key<AuditTrail>,
    participant: &ParticipantNumber,
    trail: &[Entry],
    count: Option<&Count>,
) -> Result<(), Broken> {
    let mut before = "";
    for (entry, place) in trail.iter().zip(1..) {
        if entry.place != place {
            return Err(Broken::Missing(place));
        }
        if !key.made(&sealed(participant, (place, &entry.at), &entry.event, before), &entry.seal) {
            return Err(Broken::Changed(place));
        }
        before = &entry.seal;
    }
    let Some(count) = count else {
        return if trail.is_empty() { Ok(()) } else { Err(Broken::Uncounted) };
    };
    let last = u32::try_from(trail.len()).unwrap_or(u32::MAX);
    if count.entries > last {
        return Err(Broken::CutOff(last));
    }
    let is_right = key.made(&sealed_count(participant, last, before), &count.seal);
    if count.entries == last && is_right { Ok(()) } else { Err(Broken::Uncounted) }
}

/// What the seal of a count covers.
fn sealed_count(participant: &ParticipantNumber, entries: u32, last: &str) -> String {
    format!("{participant}\n{entries} entries\n{last}")
}

/// What the seal of an entry covers. A line for each part, so that no part can end where another begins: none of them holds a
/// line break.
fn sealed(participant: &ParticipantNumber, (place, at): (u32, &str), event: &Event, before: &str) -> String {
    let event = serde_json::to_string(event).unwrap_or_default();
    format!("{participant}\n{place}\n{at}\n{event}\n{before}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys_in_tests::key_of;

    fn ours() -> Key<AuditTrail> {
        key_of("5a", "")
    }

    fn somebody() -> ParticipantNumber {
        "PT0000000000AB".parse().unwrap()
    }

    fn trail() -> Vec<Entry> {
        let mut trail: Vec<Entry> = Vec::new();
        for (second, what) in ["signed_up", "answered", "acknowledged", "status"].into_iter().enumerate() {
            let event = Event::change(Actor::Participant, what, "", "x");
            let at = format!("2026-11-22T10:00:0{second}Z");
            trail.push(next(&ours(), &somebody(), trail.last(), event, &at));
        }
        trail
    }

    fn count() -> Count {
        Count::to(&ours(), &somebody(), trail().last().unwrap())
    }

    fn checked(trail: &[Entry], count: Option<&Count>) -> Result<(), Broken> {
        verify(&ours(), &somebody(), trail, count)
    }

    #[test]
    fn a_trail_that_nobody_touched_is_whole() {
        assert_eq!(checked(&trail(), Some(&count())), Ok(()));
        assert_eq!(checked(&[], None), Ok(()));
    }

    #[test]
    fn entries_that_were_cut_off_at_the_end_are_missed() {
        let trail = trail();
        assert_eq!(checked(&trail[..3], Some(&count())), Err(Broken::CutOff(3)));
        assert_eq!(checked(&[], Some(&count())), Err(Broken::CutOff(0)));
        assert_eq!(checked(&trail, None), Err(Broken::Uncounted));
        let fewer = Count { entries: 3, ..count() };
        assert_eq!(checked(&trail[..3], Some(&fewer)), Err(Broken::Uncounted));
        assert_eq!(checked(&trail, Some(&fewer)), Err(Broken::Uncounted));
    }

    #[test]
    fn whatever_is_changed_in_a_trail_is_found() {
        type Change = fn(&mut Vec<Entry>);
        let changes: &[(Change, Broken)] = &[
            (|trail| trail[1].event.what = "corrected".into(), Broken::Changed(2)),
            (|trail| trail[1].event.who = Actor::Portal, Broken::Changed(2)),
            (|trail| trail[2].event.after = "y".into(), Broken::Changed(3)),
            (|trail| trail[0].at = "2026-11-22T10:00:01Z".into(), Broken::Changed(1)),
            (|trail| trail[3].seal = trail[2].seal.clone(), Broken::Changed(4)),
            (|trail| drop(trail.remove(1)), Broken::Missing(2)),
            (|trail| drop(trail.remove(0)), Broken::Missing(1)),
            (
                |trail| {
                    trail.remove(1);
                    trail.iter_mut().zip(1..).for_each(|(entry, place)| entry.place = place);
                },
                Broken::Changed(2),
            ),
            (
                |trail| {
                    let twin = trail[1].clone();
                    trail.insert(1, twin);
                },
                Broken::Missing(3),
            ),
        ];
        for (change, expected) in changes {
            let mut trail = trail();
            change(&mut trail);
            assert_eq!(checked(&trail, Some(&count())), Err(expected.clone()));
        }
    }

    #[test]
    fn a_trail_is_one_participants_and_one_deployments() {
        let other = "PT0000000000AC".parse().unwrap();
        assert_eq!(verify(&ours(), &other, &trail(), Some(&count())), Err(Broken::Changed(1)));
        let foreign = key_of("a5", "");
        assert_eq!(verify(&foreign, &somebody(), &trail(), Some(&count())), Err(Broken::Changed(1)));
    }
}

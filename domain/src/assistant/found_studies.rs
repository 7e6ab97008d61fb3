//! What was found for a text, and how what the search found for a condition or a place is said.

use super::NamedStudy;

/// What was found for a text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Found {
    /// Studies whose numbers it has, in its order.
    pub named: Vec<NamedStudy>,
    /// Numbers that it has and that no study has.
    pub unknown: Vec<String>,
    /// Studies for a condition that it names.
    pub studies: Option<FoundStudies>,
    /// A place that it names, where it names no condition.
    pub place: Option<FoundPlace>,
}

/// What the search found for a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundStudies {
    /// The condition, as our vocabulary calls it; nothing of what was typed.
    pub condition: String,
    /// Whether there is a study for it that takes people now.
    pub any_open: bool,
    /// Whether that page has any that come near.
    pub any_near: bool,
    /// Whether there is one in the country, state or province that was named; nothing where none was.
    pub any_there: Option<bool>,
    /// The place that was named, as our list calls it: a country, or a place near which to look.
    pub place: Option<String>,
    /// The results page that lists them.
    pub address: String,
}

impl FoundStudies {
    /// What the assistant says of it.
    pub(super) fn said(&self) -> String {
        let Self { condition, any_open, any_near, any_there, place, address } = self;
        let none_there = place.as_ref().filter(|_| *any_open && *any_there == Some(false));
        if let Some(place) = none_there {
            format!(
                "There are trials for {condition} that take people now. I know of none in {place}, and the page says what \
                you can do: [see it]({address})"
            )
        } else if *any_open {
            let which = match (place, any_there) {
                (None, _) => "the trials".to_owned(),
                (Some(place), Some(_)) => format!("those in {place}"),
                (Some(place), None) => format!("those nearest to {place}"),
            };
            format!("There are trials for {condition} that take people now: [see {which}]({address})")
        } else if *any_near {
            format!(
                "I found no trial just for {condition} that takes people now. Some come near: [see them]({address})"
            )
        } else {
            format!(
                "I found no trial for {condition} in the public registry that takes people now. New ones start often: \
                [search again]({address})"
            )
        }
    }
}

/// A place that a text names, which names no condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundPlace {
    /// The place, as our list calls it.
    pub name: String,
    /// The results page that lists studies of any condition there.
    pub address: String,
}

impl FoundPlace {
    /// What the assistant says of it.
    pub(super) fn said(&self) -> String {
        let Self { name, address } = self;
        format!(
            "These are the trials for {name}, of any condition: [see them]({address}) Tell me a condition, and I look for it."
        )
    }
}

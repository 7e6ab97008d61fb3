//! The markers that are known, from `data/markers.tsv`.

use std::collections::HashMap;

use super::{
    pieces::{pieces, variant_at},
    state::{MarkerId, MarkerState, Variant},
};

pub(crate) const FILE: &str = include_str!("../../data/markers.tsv");

/// The known markers.
#[derive(Debug)]
pub struct Markers {
    rows: Vec<Row>,
    /// Names by their first word.
    names: HashMap<&'static str, Vec<Name>>,
    /// Changes that belong to one marker only.
    by_variant: HashMap<String, MarkerId>,
}

#[derive(Debug)]
struct Row {
    name: &'static str,
    /// Whether the name is also another word, and counts only with a state.
    needs_state: bool,
    /// Whether a report states the share of cells that have it: `ER 90%`.
    has_share: bool,
    members: Vec<MarkerId>,
}

/// A name of a marker.
#[derive(Debug)]
pub(super) struct Name {
    pub(super) words: Vec<&'static str>,
    pub(super) marker: MarkerId,
    /// The state that the name itself states, as `triple negative` does.
    pub(super) state: Option<MarkerState>,
}

impl Default for Markers {
    /// Loads the embedded table.
    fn default() -> Self {
        let cells = FILE.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
        let cells: Vec<[&str; 5]> = cells.filter_map(|cells| cells.try_into().ok()).collect();
        let ids: HashMap<&str, MarkerId> =
            cells.iter().zip(0..).map(|(row, at)| (row[0], MarkerId(at))).collect();
        let mut names: HashMap<&str, Vec<Name>> = HashMap::new();
        let mut by_variant = HashMap::new();
        let mut rows = Vec::new();
        for ([marker, own_names, variants, needs, members], at) in cells.into_iter().zip(0..) {
            for name in listed(own_names).filter_map(|cell| Name::parse(cell, MarkerId(at))) {
                names.entry(name.words[0]).or_default().push(name);
            }
            let change = |variant| Some(variant_at(&pieces(variant), 0)?.0.text().to_owned());
            by_variant.extend(listed(variants).filter_map(change).map(|change| (change, MarkerId(at))));
            let members = listed(members).filter_map(|member| ids.get(member).copied()).collect();
            let needs = |what: &str| listed(needs).any(|one| one == what);
            rows.push(Row { name: marker, needs_state: needs("state"), has_share: needs("share"), members });
        }
        Self { rows, names, by_variant }
    }
}

impl Markers {
    /// Returns the name of a marker to show.
    #[must_use]
    pub fn name(&self, marker: MarkerId) -> &'static str {
        self.rows.get(usize::from(marker.0)).map_or("", |row| row.name)
    }

    /// Returns each marker that stands for several others, with these.
    pub(super) fn groups(&self) -> impl Iterator<Item = (MarkerId, &[MarkerId])> {
        let all = self.rows.iter().zip(0..).map(|(row, at)| (MarkerId(at), row.members.as_slice()));
        all.filter(|(_, members)| !members.is_empty())
    }

    /// Returns the marker that stands for these, if one does.
    #[must_use]
    pub fn group_of(&self, markers: &[MarkerId]) -> Option<MarkerId> {
        let holds = |group: MarkerId, members: &[MarkerId]| {
            markers.iter().all(|marker| *marker == group || members.contains(marker))
        };
        self.groups().find(|(group, members)| holds(*group, members)).map(|(group, _)| group)
    }

    /// Returns all markers.
    pub fn all(&self) -> impl Iterator<Item = MarkerId> {
        (0..).zip(&self.rows).map(|(at, _)| MarkerId(at))
    }

    pub(super) fn needs_state(&self, marker: MarkerId) -> bool {
        self.rows.get(usize::from(marker.0)).is_some_and(|row| row.needs_state)
    }

    pub(super) fn has_share(&self, marker: MarkerId) -> bool {
        self.rows.get(usize::from(marker.0)).is_some_and(|row| row.has_share)
    }

    /// Returns the names that begin with this word.
    pub(super) fn names_from(&self, word: &str) -> &[Name] {
        self.names.get(word).map_or(&[], Vec::as_slice)
    }

    /// Returns the only marker with this change.
    pub(super) fn with_variant(&self, variant: &Variant) -> Option<MarkerId> {
        self.by_variant.get(variant.text()).copied()
    }
}

impl Name {
    fn parse(cell: &'static str, marker: MarkerId) -> Option<Self> {
        let (words, state) = match cell.split_once('=') {
            Some((words, "+")) => (words, Some(MarkerState::Positive)),
            Some((words, _)) => (words, Some(MarkerState::Negative)),
            None => (cell, None),
        };
        let words: Vec<&str> = words.split(' ').filter(|word| !word.is_empty()).collect();
        (!words.is_empty()).then_some(Self { words, marker, state })
    }
}

fn listed(cell: &'static str) -> impl Iterator<Item = &'static str> {
    cell.split('|').filter(|part| !part.is_empty())
}

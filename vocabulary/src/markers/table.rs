//! The markers that are known, from `data/markers.tsv`.

use std::collections::HashMap;

use waypoint_text::{Table, table};

use super::{
    kinds::MUTATION,
    pieces::{pieces, variant_at},
    state::{MarkerId, MarkerState, Variant},
};

pub(crate) const TABLE: Table<7> =
    table!("../../data/markers.tsv", ["marker", "names", "variants", "needs", "parts", "kinds", "words"]);

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
    members: Vec<MarkerId>,
    /// The kinds of change that are states of their own. Any other kind only says that the marker is present.
    kinds: Vec<&'static str>,
    /// The changes that a change of the marker belongs to.
    wider: HashMap<String, &'static str>,
    /// What people call the marker when it is present, and when it is absent.
    words: [Option<&'static str>; 2],
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
        let cells: Vec<_> = TABLE.rows().collect();
        let ids: HashMap<&str, MarkerId> =
            cells.iter().zip(0..).map(|(row, at)| (row[0], MarkerId(at))).collect();
        let mut names: HashMap<&str, Vec<Name>> = HashMap::new();
        let mut by_variant = HashMap::new();
        let mut rows = Vec::new();
        for ([marker, own_names, variants, needs, members, kinds, own_words], at) in
            cells.into_iter().zip(0..)
        {
            for name in listed(own_names).filter_map(|cell| Name::parse(cell, MarkerId(at))) {
                names.entry(name.words[0]).or_default().push(name);
            }
            let mut wider = HashMap::new();
            for (change, above) in listed(variants).filter_map(parse_change) {
                wider.extend(above.map(|above| (change.clone(), above)));
                by_variant.insert(change, MarkerId(at));
            }
            let mut words = listed(own_words);
            rows.push(Row {
                name: marker,
                needs_state: needs == "state",
                members: listed(members).filter_map(|member| ids.get(member).copied()).collect(),
                kinds: listed(kinds).collect(),
                wider,
                words: [words.next(), words.next()],
            });
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

    pub(super) fn kinds(&self, marker: MarkerId) -> &[&'static str] {
        self.row(marker).map_or(&[], |row| row.kinds.as_slice())
    }

    pub(super) fn words(&self, marker: MarkerId) -> [Option<&'static str>; 2] {
        self.row(marker).map_or([None, None], |row| row.words)
    }

    /// Returns the changes that a change of a marker belongs to: `v600` and `non-v600k` for `v600e`.
    #[must_use]
    pub fn wider_changes(&self, marker: MarkerId, change: &Variant) -> Vec<Variant> {
        let mut wider: Vec<Variant> = change.position().map(Variant::new).into_iter().collect();
        if let Some(row) = self.row(marker) {
            let own = std::iter::once(change.text()).chain(change.position());
            wider.extend(own.filter_map(|text| row.wider.get(text)).map(|text| Variant::new(text)));
            if change.is_of_sequence() && row.kinds.contains(&MUTATION) {
                wider.push(Variant::new(MUTATION));
            }
            wider.extend(self.apart_from(marker, change));
        }
        wider.retain(|other| other != change);
        wider
    }

    /// Returns what says of a change that it is none of the marker's known ones: `non-v600` for `k601e`.
    fn apart_from(&self, marker: MarkerId, change: &Variant) -> Vec<Variant> {
        let Some(position) = change.position() else { return Vec::new() };
        let of_marker = self.by_variant.iter().filter(|(_, of)| **of == marker);
        let known = of_marker.map(|(text, _)| Variant::new(text));
        let is_apart = |known: &Variant| match known.position() {
            // A position of its own excludes all changes there.
            Some(at) if at == known.text() => at != position,
            Some(_) => known != change && change.text() != position,
            None => false,
        };
        known.filter(is_apart).map(|known| known.other_than()).collect()
    }

    fn row(&self, marker: MarkerId) -> Option<&Row> {
        self.rows.get(usize::from(marker.0))
    }

    /// Returns the markers that are in a group with this one.
    pub fn siblings(&self, marker: MarkerId) -> impl Iterator<Item = MarkerId> {
        let with_marker = self.groups().filter(move |(_, members)| members.contains(&marker));
        let members = with_marker.flat_map(|(_, members)| members.iter().copied());
        members.filter(move |member| *member != marker)
    }

    pub(super) fn needs_state(&self, marker: MarkerId) -> bool {
        self.rows.get(usize::from(marker.0)).is_some_and(|row| row.needs_state)
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

/// Parses a change, and the one that it belongs to: `L858R(exon 21)`.
fn parse_change(cell: &'static str) -> Option<(String, Option<&'static str>)> {
    let (change, wider) = match cell.split_once('(') {
        Some((change, wider)) => (change, Some(wider.trim_end_matches(')'))),
        None => (cell, None),
    };
    Some((variant_at(&pieces(change), 0)?.0.text().to_owned(), wider))
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

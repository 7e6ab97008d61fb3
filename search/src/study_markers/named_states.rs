//! The states that a study names for one marker, and the patients that they admit.

use std::collections::BTreeSet;

use waypoint_vocabulary::markers::{
    MarkerId,
    MarkerState::{self, Low, Negative, Positive, Variant, Without, Zero},
    Markers, Variant as Change,
};

use super::terms::{mentions, not, not_change, only, only_changes, present};

/// The states that a study names for one marker.
#[derive(Debug, Default)]
pub(super) struct NamedStates {
    /// In a title.
    pub(super) topic: BTreeSet<MarkerState>,
    /// In a criterion for joining that holds for everyone.
    pub(super) required: BTreeSet<MarkerState>,
    /// In a condition, a keyword, or a criterion that holds for some, or among alternatives.
    pub(super) admitted: BTreeSet<MarkerState>,
    /// In a reason for not being able to join.
    pub(super) excluded: BTreeSet<MarkerState>,
    /// The markers of which one is enough, too: 'EGFR or HER2 mutation'.
    pub(super) alternatives: BTreeSet<MarkerId>,
}

impl NamedStates {
    fn clear(&self) -> impl Iterator<Item = &MarkerState> {
        self.topic.iter().chain(&self.required)
    }

    pub(super) fn states(&self) -> impl Iterator<Item = &MarkerState> {
        self.clear().chain(&self.admitted)
    }

    /// Whether people without the marker can't join.
    fn needs_present(&self) -> bool {
        (self.clear().any(is_present) || self.excluded.contains(&Negative)) && !self.states().any(is_absent)
    }

    /// Whether people with the marker can't join. `V600 wild-type` means the marker if nothing else says what people have.
    fn needs_absent(&self) -> bool {
        let is_without = |state: &MarkerState| is_absent(state) || matches!(state, Without(_));
        (self.clear().any(is_without) || self.excluded.contains(&Positive)) && !self.states().any(is_present)
    }

    /// Whether people need one of the changes that the study names.
    fn needs_change(&self) -> bool {
        let is_change = |state: &MarkerState| matches!(state, Variant(_));
        let names_only_changes =
            |states: &BTreeSet<MarkerState>| states.iter().any(is_change) && !states.contains(&Positive);
        names_only_changes(&self.topic) || names_only_changes(&self.required)
    }

    /// Whether people need this degree, and neither another nor the marker itself.
    fn needs_degree(&self, degree: &MarkerState) -> bool {
        self.clear().any(|state| state == degree) && self.states().all(|state| state == degree)
    }

    /// Whether the study is meant for people with a state: it requires it, or it or another marker.
    pub(super) fn looks_for(&self, state: &MarkerState) -> bool {
        match state {
            Negative => self.needs_absent(),
            Low => {
                self.clear().any(|stated| *stated == Low) && !self.states().any(|stated| *stated == Negative)
            }
            _ => {
                let is_one_of_several = !self.alternatives.is_empty() && self.admitted.iter().any(is_present);
                self.needs_present() || is_one_of_several && !self.states().any(is_absent)
            }
        }
    }

    /// Returns the index terms.
    pub(super) fn terms(&self, marker: MarkerId, markers: &Markers) -> BTreeSet<String> {
        let name = markers.name(marker);
        let mut terms: BTreeSet<String> =
            self.states().flat_map(|state| mentions(marker, state, markers)).collect();
        terms.extend(self.states().any(is_present).then(|| present(name)));
        terms.extend(self.needs_present().then(|| not(name, &Negative)));
        terms.extend(self.needs_absent().then(|| not(name, &Positive)));
        terms.extend(self.needs_change().then(|| only_changes(name)));
        terms.extend(self.needs_degree(&Low).then(|| only(name, "low")));
        terms.extend(self.needs_degree(&Zero).then(|| only(name, "zero")));
        let common = self.common_changes(marker, markers).into_iter();
        terms.extend(common.map(|change| only(name, change.text())));
        let lost = self.lost_changes(marker, markers).into_iter();
        terms.extend(lost.map(|change| not_change(name, change.text())));
        terms
    }

    fn changes(&self) -> impl Iterator<Item = &Change> {
        self.states().filter_map(|state| if let Variant(change) = state { Some(change) } else { None })
    }

    /// Returns the changes of which all people have one, if the study requires a change: `v600` for `V600E/K`.
    fn common_changes(&self, marker: MarkerId, markers: &Markers) -> BTreeSet<Change> {
        if !self.needs_change() || self.states().any(|state| *state == Positive) {
            return BTreeSet::new();
        }
        let with_wider = |change: &Change| {
            markers.wider_changes(marker, change).into_iter().chain([change.clone()]).collect()
        };
        let each = self.changes().map(with_wider);
        each.reduce(|common: BTreeSet<Change>, here| &common & &here).unwrap_or_default()
    }

    /// Returns the changes of people who can't join: those of a reason for not joining, those that people must not have,
    /// and those that a required other change rules out.
    fn lost_changes(&self, marker: MarkerId, markers: &Markers) -> BTreeSet<Change> {
        let excluded = self.excluded.iter().filter_map(|state| match state {
            Variant(change) => Some(change.clone()),
            _ => None,
        });
        let without = self.clear().filter_map(|state| match state {
            Without(change) => Some(change.clone()),
            Variant(change) => change.excepted(),
            _ => None,
        });
        let is_named = |lost: &Change| {
            self.changes()
                .any(|change| change == lost || markers.wider_changes(marker, change).contains(lost))
        };
        excluded.chain(without).filter(|lost| !is_named(lost)).collect()
    }
}

pub(super) fn is_present(state: &MarkerState) -> bool {
    matches!(state, Positive | Variant(_))
}

pub(super) fn is_absent(state: &MarkerState) -> bool {
    matches!(state, Negative | Low | Zero)
}

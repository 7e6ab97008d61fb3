//! Which studies don't admit a person with the markers of a search.

use std::collections::{BTreeMap, BTreeSet};

use waypoint_vocabulary::{
    Reading, Vocabulary,
    markers::{
        MarkerId, MarkerState,
        MarkerState::{Equivocal, Low, Named, Negative, Positive, Variant, Without, Zero},
        MarkerStates, Markers,
    },
};

use super::{
    named_states::is_present,
    terms::{NamingTerms, not, not_change, one_of, one_of_several, only, only_changes, present},
};

/// A term, and terms of which one lifts it.
pub(crate) struct Conflict {
    pub(crate) term: String,
    pub(crate) unless: Vec<String>,
}

impl Conflict {
    fn plain(term: String) -> Self {
        Self { term, unless: Vec::new() }
    }
}

/// Whether a study with these terms admits a person with the markers of a search.
pub(crate) fn admits(terms: &BTreeSet<String>, reading: &Reading, vocabulary: &Vocabulary) -> bool {
    let markers = vocabulary.markers();
    let states = markers.of_patient(&reading.markers);
    let applies = |conflict: &Conflict| {
        terms.contains(&conflict.term) && !conflict.unless.iter().any(|lifted| terms.contains(lifted))
    };
    let is_out =
        |alternatives: Vec<Vec<Conflict>>| alternatives.iter().all(|conflicts| conflicts.iter().any(applies));
    !conflicts(&states, true, markers).into_values().any(is_out)
}

/// Returns, for each state of a patient's marker, the terms of studies that don't admit it. A study is out if it doesn't
/// admit any of the states that the text gives a marker. `with_related` is whether a study of other changes is out, too,
/// and one that requires a state that the person may have.
pub(crate) fn conflicts(
    states: &MarkerStates,
    with_related: bool,
    markers: &Markers,
) -> BTreeMap<MarkerId, Vec<Vec<Conflict>>> {
    let mut conflicts: BTreeMap<MarkerId, Vec<Vec<Conflict>>> = BTreeMap::new();
    for (marker, state) in states {
        let mut of_state = opposites(*marker, state, markers);
        if with_related {
            of_state.extend(others(*marker, state, states, markers));
        }
        conflicts.entry(*marker).or_default().push(of_state);
        if with_related && (is_present(state) || *state == Named) {
            for (sibling, conflict) in of_siblings(*marker, states, markers) {
                conflicts.entry(sibling).or_default().push(vec![conflict]);
            }
        }
    }
    conflicts
}

/// Returns the terms of studies that require the opposite of a state.
fn opposites(marker: MarkerId, state: &MarkerState, markers: &Markers) -> Vec<Conflict> {
    let name = markers.name(marker);
    match state {
        Positive => vec![Conflict::plain(not(name, &Positive))],
        // A study of little of the marker is meant, too: 'HER2 breast cancer'.
        Named => {
            let unless = NamingTerms::new(marker, &Low, markers).exact;
            vec![Conflict { term: not(name, &Positive), unless }]
        }
        Negative | Low | Zero => vec![Conflict::plain(not(name, &Negative))],
        Equivocal => Vec::new(),
        Without(change) => vec![Conflict::plain(only(name, change.text()))],
        Variant(change) => {
            let excepted = change.excepted().map(|excepted| only(name, excepted.text()));
            let wider = markers.wider_changes(marker, change);
            let lost = wider.iter().map(|change| not_change(name, change.text()));
            let terms = [not(name, &Positive), not(name, state)].into_iter().chain(excepted).chain(lost);
            terms.map(Conflict::plain).collect()
        }
    }
}

/// Returns the terms of studies that are only related for a person with a state.
fn others(marker: MarkerId, state: &MarkerState, all: &MarkerStates, markers: &Markers) -> Vec<Conflict> {
    let name = markers.name(marker);
    let needs_other = || {
        // Another marker of the study's alternatives may be the one that the person has.
        let has = all.iter().filter(|(_, state)| is_present(state) || *state == Named);
        let unless = has.map(|(other, _)| one_of(name, markers.name(*other))).collect();
        Conflict { term: one_of_several(name), unless }
    };
    match state {
        Positive | Named | Without(_) => Vec::new(),
        Negative => vec![needs_other()],
        Low => vec![needs_other(), Conflict::plain(only(name, "zero"))],
        Zero => vec![needs_other(), Conflict::plain(only(name, "low"))],
        Equivocal => [Positive, Negative].map(|state| Conflict::plain(not(name, &state))).into(),
        Variant(_) => {
            let NamingTerms { exact, close, .. } = NamingTerms::new(marker, state, markers);
            vec![Conflict { term: only_changes(name), unless: [exact, close].concat() }]
        }
    }
}

/// Returns the terms of studies that require another marker of the same group: BRCA2 isn't BRCA1.
fn of_siblings(
    marker: MarkerId,
    states: &MarkerStates,
    markers: &Markers,
) -> impl Iterator<Item = (MarkerId, Conflict)> {
    let own = markers.name(marker);
    let unstated = markers.siblings(marker).filter(|one| !states.iter().any(|(stated, _)| stated == one));
    unstated.map(move |sibling| {
        let name = markers.name(sibling);
        let unless = vec![present(own), one_of(name, own)];
        (sibling, Conflict { term: not(name, &Negative), unless })
    })
}

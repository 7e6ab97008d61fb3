//! The index terms for what studies say of markers.

use waypoint_vocabulary::markers::{
    MarkerId,
    MarkerState::{self, Equivocal, Low, Named, Negative, Positive, Variant, Without, Zero},
    Markers,
};

/// The terms of studies that name the state of a patient's marker.
#[derive(Debug, Default)]
pub(crate) struct NamingTerms {
    /// Those of exactly this state.
    pub(crate) exact: Vec<String>,
    /// Those of a wider or narrower change.
    pub(crate) close: Vec<String>,
    /// Those that only say that the marker is present.
    pub(crate) present: Option<String>,
}

impl NamingTerms {
    pub(crate) fn new(marker: MarkerId, state: &MarkerState, markers: &Markers) -> Self {
        let name = markers.name(marker);
        let plain = |states: &[&str]| states.iter().map(|state| mention(name, state)).collect();
        let (exact, close): (Vec<String>, Vec<String>) = match state {
            Variant(change) => {
                let wider = markers.wider_changes(marker, change);
                let wider = wider.iter().map(|change| mention(name, change.text()));
                (vec![mention(name, change.text())], wider.chain([at_change(name, change.text())]).collect())
            }
            Positive | Named => (plain(&["positive"]), Vec::new()),
            Negative => (plain(&["negative"]), plain(&["zero"])),
            Zero => (plain(&["zero"]), plain(&["negative"])),
            Equivocal => (plain(&["equivocal"]), Vec::new()),
            Low => (plain(&["low"]), plain(&["negative"])),
            Without(change) => (vec![without(name, change.text())], Vec::new()),
        };
        let present = matches!(state, Variant(_)).then(|| mention(name, "positive"));
        Self { exact, close, present }
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &String> {
        self.exact.iter().chain(&self.close).chain(&self.present)
    }
}

/// Returns the terms of a study that names a state.
pub(super) fn mentions(marker: MarkerId, state: &MarkerState, markers: &Markers) -> Vec<String> {
    let name = markers.name(marker);
    let mut terms = NamingTerms::new(marker, state, markers).exact;
    if let Variant(change) = state {
        let wider = markers.wider_changes(marker, change);
        terms.extend(wider.iter().map(|change| at_change(name, change.text())));
    }
    terms
}

pub(super) fn mention(marker: &str, state: &str) -> String {
    format!("{marker} {state}")
}

fn without(marker: &str, change: &str) -> String {
    format!("{marker} without {change}")
}

/// The term of a study that names a change which belongs to a wider one.
pub(super) fn at_change(marker: &str, change: &str) -> String {
    format!("{marker} at {change}")
}

/// The term of a study that names the marker as present, or a change of it.
pub(super) fn present(marker: &str) -> String {
    format!("{marker} present")
}

/// The term of a study that doesn't admit people with a state.
pub(super) fn not(marker: &str, state: &MarkerState) -> String {
    match state {
        Variant(change) | Without(change) => not_change(marker, change.text()),
        Positive | Named => format!("{marker} not positive"),
        Negative | Low | Zero | Equivocal => format!("{marker} not negative"),
    }
}

pub(super) fn not_change(marker: &str, change: &str) -> String {
    format!("{marker} not {change}")
}

/// The term of a study for people with this state alone: little of the marker, or none at all.
pub(super) fn only(marker: &str, state: &str) -> String {
    format!("{marker} only {state}")
}

/// The term of a study whose people have this marker or another one.
pub(super) fn one_of_several(marker: &str) -> String {
    format!("{marker} or others")
}

/// The term of a study whose people have one of these markers.
pub(super) fn one_of(marker: &str, other: &str) -> String {
    format!("{marker} or {other}")
}

/// The term of a study that admits only people with changes that it names.
pub(super) fn only_changes(marker: &str) -> String {
    format!("{marker} only changes")
}

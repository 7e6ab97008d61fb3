//! The states of a patient's markers, and what follows from them.

use super::{
    state::{MarkerId, MarkerMention, MarkerState, MarkerStates},
    table::Markers,
};

impl Markers {
    /// Returns the states of a patient's markers.
    #[must_use]
    pub fn of_patient(&self, mentions: &[MarkerMention]) -> MarkerStates {
        let states = mentions.iter().flat_map(|mention| {
            let stated = mention.states.iter().cloned();
            let unstated = mention.states.is_empty().then_some(MarkerState::Named);
            stated.chain(unstated).map(|state| (mention.marker, state))
        });
        self.with_implied(states.collect())
    }

    /// Adds the states of groups and of their members.
    #[must_use]
    pub fn with_implied(&self, mut states: MarkerStates) -> MarkerStates {
        use MarkerState::{Named, Negative, Positive, Variant};
        for (group, members) in self.groups() {
            let is_negative = |marker: MarkerId| states.contains(&(marker, Negative));
            let is_positive = |marker: MarkerId| {
                let is_present = |state: &MarkerState| matches!(state, Positive | Named | Variant(_));
                states.iter().any(|(other, state)| *other == marker && is_present(state))
            };
            let implied: Vec<(MarkerId, MarkerState)> = if is_negative(group) && !is_positive(group) {
                members.iter().map(|member| (*member, Negative)).collect()
            } else if members.iter().any(|member| is_positive(*member)) {
                vec![(group, Positive)]
            } else if members.iter().any(|member| is_negative(*member)) && !is_positive(group) {
                vec![(group, Negative)]
            } else {
                Vec::new()
            };
            states.extend(implied);
        }
        states
    }

    /// Returns a state as people write it: `HER2-negative`, `KRAS G12V`.
    #[must_use]
    pub fn label(&self, marker: MarkerId, state: &MarkerState) -> String {
        let name = self.name(marker);
        match state {
            MarkerState::Positive => format!("{name}-positive"),
            MarkerState::Named => name.to_owned(),
            MarkerState::Low => format!("{name}-low"),
            MarkerState::Negative => format!("{name}-negative"),
            MarkerState::Equivocal => format!("{name}-equivocal"),
            MarkerState::Variant(variant) if variant.0.contains(' ') => format!("{name} {}", variant.0),
            MarkerState::Variant(variant) => format!("{name} {}", variant.0.to_uppercase()),
        }
    }
}

//! The states of a patient's markers, and what follows from them.

use super::{
    state::{MarkerId, MarkerMention, MarkerState, MarkerStates},
    table::Markers,
};

impl Markers {
    /// Returns the states of a patient's markers. A change says more than its marker: `V600E BRAF mutation`.
    #[must_use]
    pub fn of_patient(&self, mentions: &[MarkerMention]) -> MarkerStates {
        let mut states = all_states(mentions);
        let changed: Vec<MarkerId> = states
            .iter()
            .filter(|(_, state)| matches!(state, MarkerState::Variant(_)))
            .map(|(marker, _)| *marker)
            .collect();
        states.retain(|(marker, state)| {
            !changed.contains(marker) || !matches!(state, MarkerState::Positive | MarkerState::Named)
        });
        self.with_implied(states)
    }

    /// Adds the states of groups and of their members.
    #[must_use]
    pub fn with_implied(&self, mut states: MarkerStates) -> MarkerStates {
        use MarkerState::{Named, Negative, Positive, Variant, Zero};
        for (group, members) in self.groups() {
            let is_negative = |marker: MarkerId| {
                [Negative, Zero].into_iter().any(|state| states.contains(&(marker, state)))
            };
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

    /// Returns a state as people write it: `HER2-negative`, `KRAS G12V`, `microsatellite stable`.
    #[must_use]
    pub fn label(&self, marker: MarkerId, state: &MarkerState) -> String {
        let name = self.name(marker);
        let [present, absent] = self.words(marker);
        match state {
            MarkerState::Positive => present.map_or_else(|| format!("{name}-positive"), str::to_owned),
            MarkerState::Named => name.to_owned(),
            MarkerState::Low => format!("{name}-low"),
            MarkerState::Negative => absent.map_or_else(|| format!("{name}-negative"), str::to_owned),
            MarkerState::Zero => format!("{name} 0"),
            MarkerState::Equivocal => format!("{name}-equivocal"),
            MarkerState::Variant(variant) => format!("{name}{}", variant.label()),
            MarkerState::Without(variant) => format!("{name}{}-negative", variant.label()),
        }
    }
}

fn all_states(mentions: &[MarkerMention]) -> MarkerStates {
    let states = mentions.iter().flat_map(|mention| {
        let stated = mention.states.iter().cloned();
        let unstated = mention.states.is_empty().then_some(MarkerState::Named);
        stated.chain(unstated).map(|state| (mention.marker, state))
    });
    states.collect()
}

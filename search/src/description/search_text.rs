//! The search that follows from a description.

use waypoint_domain::search::MAX_CONDITION_LENGTH;
use waypoint_vocabulary::{
    Vocabulary,
    markers::{MarkerId, MarkerState},
};

use super::described::{DescribedCondition, Description};
use crate::free_text::HEALTHY_VOLUNTEERS;

/// The maximum number of markers in a search.
const MAX_MARKERS: usize = 4;

impl Description {
    /// Returns the words to search for: the first condition with its markers, or healthy volunteers. Symptoms alone are not
    /// searched for.
    #[must_use]
    pub fn search_text(&self, vocabulary: &Vocabulary) -> Option<String> {
        let of_condition = self.conditions.first().map(|first| first.search_text(vocabulary));
        of_condition.or_else(|| self.healthy_label(vocabulary))
    }

    /// Returns the words for healthy volunteers, if the person is healthy.
    #[must_use]
    pub fn healthy_label(&self, vocabulary: &Vocabulary) -> Option<String> {
        let healthy = vocabulary.concept(HEALTHY_VOLUNTEERS).filter(|_| self.is_healthy)?;
        Some(vocabulary.label(healthy).to_owned())
    }
}

impl DescribedCondition {
    /// Returns the words to search for: the name with the markers.
    #[must_use]
    pub fn search_text(&self, vocabulary: &Vocabulary) -> String {
        let mut text = vocabulary.label(self.concept).to_owned();
        for label in self.marker_labels(vocabulary).into_iter().take(MAX_MARKERS) {
            if text.chars().count() + 1 + label.chars().count() <= MAX_CONDITION_LENGTH {
                text = format!("{text} {label}");
            }
        }
        text
    }

    /// Returns the stated markers as people write them.
    #[must_use]
    pub fn marker_labels(&self, vocabulary: &Vocabulary) -> Vec<String> {
        let label = |(marker, state)| vocabulary.markers().label(marker, state);
        stated(self, vocabulary).into_iter().map(label).collect()
    }
}

/// Returns the stated markers. A change says more than 'positive'.
fn stated<'a>(
    condition: &'a DescribedCondition,
    vocabulary: &Vocabulary,
) -> Vec<(MarkerId, &'a MarkerState)> {
    let states = || condition.markers.iter();
    let has_variant = |marker: MarkerId| {
        states().any(|(other, state)| *other == marker && matches!(state, MarkerState::Variant(_)))
    };
    let all: Vec<MarkerId> = states().map(|(marker, _)| *marker).collect();
    let is_group_of_others = |marker: MarkerId| {
        all.iter().any(|other| *other != marker && vocabulary.markers().group_of(&[*other]) == Some(marker))
    };
    states()
        .filter(|(marker, state)| {
            let is_said_better = has_variant(*marker) && !matches!(state, MarkerState::Variant(_));
            *state != MarkerState::Named && !is_said_better && !is_group_of_others(*marker)
        })
        .map(|(marker, state)| (*marker, state))
        .collect()
}

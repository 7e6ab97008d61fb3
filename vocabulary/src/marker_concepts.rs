//! Concepts that a condition and the states of markers make up: breast cancer with hormone receptors, from
//! `data/by_markers.tsv`.
//!
//! Few records name them as people do. Most name the condition, and require the states among the criteria.

use waypoint_text::{Table, table};

use crate::{
    ConceptId,
    markers::{
        MarkerId,
        MarkerState::{self, Low, Negative, Positive},
        Markers,
    },
};

pub(crate) const TABLE: Table<4> = table!("../data/by_markers.tsv", ["id", "name", "condition", "states"]);

/// A concept that a condition and the states of markers make up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkerConcept {
    /// The concept, such as triple-negative breast cancer.
    pub concept: ConceptId,
    /// The condition, such as breast cancer.
    pub condition: ConceptId,
    /// The states, which a person has all.
    pub states: Vec<(MarkerId, MarkerState)>,
}

/// Reads the embedded table. Rows that name something unknown are left out; a test finds them.
pub(crate) fn marker_concepts(
    concept: impl Fn(&str) -> Option<ConceptId>,
    markers: &Markers,
) -> Vec<MarkerConcept> {
    TABLE.rows().filter_map(|row| parse(row, &concept, markers)).collect()
}

fn parse(
    [id, _, condition, states]: [&str; 4],
    find: impl Fn(&str) -> Option<ConceptId>,
    markers: &Markers,
) -> Option<MarkerConcept> {
    let (concept, condition) = (find(id)?, find(condition)?);
    let states: Option<Vec<_>> = states.split(' ').map(|state| parse_state(state, markers)).collect();
    Some(MarkerConcept { concept, condition, states: states? })
}

/// Parses `HER2+`, `HER2-`, or `HER2~`, which stands for low.
fn parse_state(text: &str, markers: &Markers) -> Option<(MarkerId, MarkerState)> {
    let (at, sign) = text.char_indices().next_back()?;
    let marker = markers.all().find(|marker| markers.name(*marker) == &text[..at])?;
    let state = match sign {
        '+' => Positive,
        '-' => Negative,
        '~' => Low,
        _ => return None,
    };
    Some((marker, state))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_states_markers() {
        let markers = Markers::default();
        for row in TABLE.rows() {
            let read = parse(row, |_| Some(ConceptId(0)), &markers);
            assert!(read.is_some_and(|read| !read.states.is_empty()), "{row:?}");
        }
        assert!(TABLE.rows().is_sorted_by_key(|[id, ..]| id));
    }
}

//! What a study says of biomarkers, as index terms: which states it names, and which patients it doesn't admit.
//!
//! Records state this in sentences. Only a title, or a criterion that holds for everyone, requires a state. A condition, a
//! keyword, or another criterion shows that a state is admitted, and a study that admits both requires none.

mod conflicts;
mod named_states;
mod terms;

use std::collections::{BTreeMap, BTreeSet};

use waypoint_domain::eligibility_criteria::Criterion;
use waypoint_vocabulary::{
    ConceptId, Vocabulary,
    markers::{
        MarkerId, MarkerMention, MarkerState,
        MarkerState::{Positive, Variant},
        MarkerStates, Markers,
    },
};

pub(crate) use conflicts::{Conflict, admits, conflicts};
pub(crate) use terms::NamingTerms;

use self::{
    named_states::{NamedStates, is_absent, is_present},
    terms::{one_of, one_of_several},
};
use crate::study_texts::StudyTexts;

/// Words of a criterion that holds only for some people.
const CONDITIONAL: &str = "if unless except exception when where cohort cohorts arm arms part phase group either \
    regardless irrespective unknown eligible allowed permitted including include such";
/// Words about treatments, which a reason for not being able to join asks of people with a state.
const ABOUT_TREATMENT: &str = "prior previous previously received progressed treated untreated naive refused";
/// Words that ask something else of the people named before them: 'Patients with EGFR mutations must have …'.
const ASKING: &str = "must should need needs require requires";

/// What a study states of markers.
#[derive(Debug, Default)]
pub(crate) struct StudyMarkers(BTreeMap<MarkerId, NamedStates>);

impl StudyMarkers {
    pub(crate) fn read(texts: &StudyTexts, markers: &Markers) -> Self {
        let mut study = Self::default();
        for text in texts.conditions.iter().chain(&texts.keywords) {
            study.add(states(&markers.read(text)), |stated| &mut stated.admitted);
        }
        for title in &texts.titles {
            let (clear, alternatives) = states_of(title, markers);
            study.add(clear, |stated| &mut stated.topic);
            study.add_alternatives(&alternatives, markers);
            study.add(alternatives, |stated| &mut stated.admitted);
        }
        let criteria = &texts.criteria;
        for line in &criteria.inclusion {
            let (clear, alternatives) = states_of(&line.text, markers);
            if has_any(line, CONDITIONAL) || asks_more(line, markers) {
                study.add(clear, |stated| &mut stated.admitted);
            } else {
                study.add(clear, |stated| &mut stated.required);
                study.add_alternatives(&alternatives, markers);
            }
            study.add(alternatives, |stated| &mut stated.admitted);
        }
        for line in &criteria.general {
            study.add(states(&markers.read(&line.text)), |stated| &mut stated.admitted);
        }
        let holds_for_all =
            |line: &&Criterion| !has_any(line, CONDITIONAL) && !has_any(line, ABOUT_TREATMENT);
        for line in criteria.exclusion.iter().filter(holds_for_all) {
            study.add(states(&markers.read(&line.text)), |stated| &mut stated.excluded);
        }
        study
    }

    fn add(&mut self, states: MarkerStates, list: impl Fn(&mut NamedStates) -> &mut BTreeSet<MarkerState>) {
        for (marker, state) in states {
            list(self.0.entry(marker).or_default()).insert(state);
        }
    }

    /// Notes that people need one of these markers. A group of markers says so by itself.
    fn add_alternatives(&mut self, states: &MarkerStates, markers: &Markers) {
        let present: BTreeSet<MarkerId> = states.iter().map(|(marker, _)| *marker).collect();
        let members: Vec<MarkerId> = present.iter().copied().collect();
        if markers.group_of(&members).is_some() {
            return;
        }
        for marker in &members {
            let others = present.iter().copied().filter(|other| other != marker);
            self.0.entry(*marker).or_default().alternatives.extend(others);
        }
    }

    /// Returns the index terms.
    pub(crate) fn terms(&self, markers: &Markers) -> BTreeSet<String> {
        let of_marker = |(marker, stated): (&MarkerId, &NamedStates)| {
            let name = markers.name(*marker);
            let is_open = stated.states().any(is_absent);
            let others = stated.alternatives.iter().map(|other| one_of(name, markers.name(*other)));
            let any = (!stated.alternatives.is_empty()).then(|| one_of_several(name));
            let alternatives: Vec<String> = any.into_iter().chain(others).filter(|_| !is_open).collect();
            stated.terms(*marker, markers).into_iter().chain(alternatives)
        };
        self.0.iter().flat_map(of_marker).collect()
    }

    /// Returns the concepts that the study's conditions and the states that it looks for make up.
    pub(crate) fn concepts<'a>(
        &'a self,
        is_about: impl Fn(ConceptId) -> bool + 'a,
        vocabulary: &'a Vocabulary,
    ) -> impl Iterator<Item = ConceptId> + 'a {
        let looks_for = |(marker, state): &(MarkerId, MarkerState)| {
            self.0.get(marker).is_some_and(|stated| stated.looks_for(state))
        };
        let rows = vocabulary.marker_concepts().iter();
        rows.filter(move |row| is_about(row.condition) && row.states.iter().all(looks_for))
            .map(|row| row.concept)
    }
}

/// Returns the states in a text: those that all hold, and those of which one is enough.
fn states_of(text: &str, markers: &Markers) -> (MarkerStates, MarkerStates) {
    let mentions = markers.read(text);
    let all = states(&mentions);
    let present: BTreeSet<MarkerId> =
        all.iter().filter(|(_, state)| is_present(state)).map(|(marker, _)| *marker).collect();
    let has_or = words(text).any(|word| word.eq_ignore_ascii_case("or"));
    if present.len() < 2 || !(has_or || text.contains('/')) {
        return (markers.with_implied(all), MarkerStates::new());
    }
    let members: Vec<MarkerId> = present.iter().copied().collect();
    let group = markers.group_of(&members).map(|group| (group, Positive));
    let (alternatives, mut clear): (MarkerStates, MarkerStates) =
        all.into_iter().partition(|(_, state)| is_present(state));
    clear.extend(group);
    (markers.with_implied(clear), alternatives)
}

/// Returns the states of a text. A change says more than its marker: `V600E BRAF mutation`.
fn states(mentions: &[MarkerMention]) -> MarkerStates {
    let all =
        || mentions.iter().flat_map(|mention| mention.states.iter().map(|state| (mention.marker, state)));
    let is_changed = |marker: MarkerId| {
        let is_of_sequence =
            |state: &MarkerState| matches!(state, Variant(change) if change.is_of_sequence());
        all().any(|(other, state)| other == marker && is_of_sequence(state))
    };
    let says_less = |marker: MarkerId, state: &MarkerState| *state == Positive && is_changed(marker);
    let states = all().filter(|(marker, state)| !says_less(*marker, state));
    states.map(|(marker, state)| (marker, state.clone())).collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric())
}

fn is_in(list: &str, word: &str) -> bool {
    list.split(' ').any(|known| known == word)
}

fn has_any(line: &Criterion, list: &str) -> bool {
    words(&line.text.to_lowercase()).any(|word| is_in(list, word))
}

/// Whether a criterion asks something of people with a marker, and not the marker of people.
fn asks_more(line: &Criterion, markers: &Markers) -> bool {
    let last = markers.read(&line.text).last().map_or(0, |mention| mention.span.end);
    let before = line.text[..last].to_lowercase();
    let after = line.text[last..].to_lowercase();
    words(&before).any(|word| word == "with")
        && !words(&before).any(|word| is_in(ASKING, word))
        && words(&after).any(|word| is_in(ASKING, word))
}

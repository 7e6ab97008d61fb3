//! What a study says of biomarkers, as index terms: which states it names, and which patients it doesn't admit.
//!
//! Records state this in sentences. Only a title, or a criterion that holds for everyone, requires a state. A condition, a
//! keyword, or another criterion shows that a state is admitted, and a study that admits both requires none.

use std::collections::{BTreeMap, BTreeSet};

use waypoint_domain::{
    eligibility_criteria::{Criterion, EligibilityCriteria},
    registry_study::RegistryStudy,
};
use waypoint_vocabulary::{
    ConceptId, Reading, Vocabulary,
    markers::{
        MarkerId, MarkerMention, MarkerState,
        MarkerState::{Equivocal, Low, Named, Negative, Positive, Variant},
        MarkerStates, Markers,
    },
};

/// Words of a criterion that holds only for some people.
const CONDITIONAL: &str = "if unless except exception when where cohort cohorts arm arms part phase group either \
    regardless irrespective unknown eligible allowed permitted including include such";
/// Words about treatments, which a reason for not being able to join asks of people with a state.
const ABOUT_TREATMENT: &str = "prior previous previously received progressed treated untreated naive refused";
/// Words that ask something else of the people named before them: 'Patients with EGFR mutations must have …'.
const ASKING: &str = "must should need needs require requires";

/// The states that a study names for one marker.
#[derive(Debug, Default)]
struct NamedStates {
    /// In a title.
    topic: BTreeSet<MarkerState>,
    /// In a criterion for joining that holds for everyone.
    required: BTreeSet<MarkerState>,
    /// In a condition, a keyword, or a criterion that holds for some, or among alternatives.
    admitted: BTreeSet<MarkerState>,
    /// In a reason for not being able to join.
    excluded: BTreeSet<MarkerState>,
    /// The markers of which one is enough, too: 'EGFR or HER2 mutation'.
    alternatives: BTreeSet<MarkerId>,
}

/// The texts of a study that may name markers.
#[derive(Debug, Clone)]
pub struct MarkerTexts<'a> {
    /// The titles, which say what the study is about.
    pub titles: Vec<&'a str>,
    /// The conditions and keywords. A study may list one for each of its groups.
    pub topics: Vec<&'a str>,
    /// The eligibility criteria.
    pub criteria: &'a str,
}

impl<'a> MarkerTexts<'a> {
    pub(crate) fn new(study: &'a RegistryStudy) -> Self {
        Self {
            titles: vec![&study.brief_title, &study.official_title],
            topics: study.conditions.iter().chain(&study.keywords).map(String::as_str).collect(),
            criteria: &study.eligibility_criteria,
        }
    }

    /// Whether a study admits a person with the markers of a search.
    #[must_use]
    pub fn admit(&self, reading: &Reading, vocabulary: &Vocabulary) -> bool {
        let markers = vocabulary.markers();
        let states = markers.of_patient(&reading.markers);
        if states.is_empty() {
            return true;
        }
        let terms = StudyMarkers::read(self, markers).terms(markers);
        let applies = |conflict: &Conflict| {
            terms.contains(&conflict.term) && !conflict.unless.iter().any(|lifted| terms.contains(lifted))
        };
        let is_out = |alternatives: Vec<Vec<Conflict>>| {
            alternatives.iter().all(|conflicts| conflicts.iter().any(applies))
        };
        !conflicts(&states, true, markers).into_values().any(is_out)
    }
}

/// What a study states of markers.
#[derive(Debug, Default)]
pub(crate) struct StudyMarkers(BTreeMap<MarkerId, NamedStates>);

impl StudyMarkers {
    pub(crate) fn read(texts: &MarkerTexts, markers: &Markers) -> Self {
        let mut study = Self::default();
        for text in &texts.topics {
            study.add(states(&markers.read(text)), |stated| &mut stated.admitted);
        }
        for title in &texts.titles {
            let (clear, alternatives) = states_of(title, markers);
            study.add(clear, |stated| &mut stated.topic);
            study.add_alternatives(&alternatives, markers);
            study.add(alternatives, |stated| &mut stated.admitted);
        }
        let criteria = EligibilityCriteria::split(texts.criteria);
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
            stated.terms(name).into_iter().chain(alternatives)
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

impl NamedStates {
    fn clear(&self) -> impl Iterator<Item = &MarkerState> {
        self.topic.iter().chain(&self.required)
    }

    fn states(&self) -> impl Iterator<Item = &MarkerState> {
        self.clear().chain(&self.admitted)
    }

    /// Whether people without the marker can't join.
    fn needs_present(&self) -> bool {
        (self.clear().any(is_present) || self.excluded.contains(&Negative)) && !self.states().any(is_absent)
    }

    /// Whether people with the marker can't join.
    fn needs_absent(&self) -> bool {
        (self.clear().any(is_absent) || self.excluded.contains(&Positive)) && !self.states().any(is_present)
    }

    /// Whether the study is meant for people with a state: it requires it, or it or another marker.
    fn looks_for(&self, state: &MarkerState) -> bool {
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

    fn terms(&self, marker: &'static str) -> BTreeSet<String> {
        let is_change = |state: &&MarkerState| matches!(state, Variant(_));
        let is_named = |states: &BTreeSet<MarkerState>| states.iter().any(|state| is_change(&state));
        let names_only_changes =
            |states: &BTreeSet<MarkerState>| is_named(states) && !states.contains(&Positive);
        let needs_change = names_only_changes(&self.topic) || names_only_changes(&self.required);
        let mut terms: BTreeSet<String> = self.states().flat_map(|state| mentions(marker, state)).collect();
        terms.extend(self.needs_present().then(|| not(marker, &Negative)));
        terms.extend(self.needs_absent().then(|| not(marker, &Positive)));
        terms.extend(needs_change.then(|| only_changes(marker)));
        let lost = self
            .excluded
            .iter()
            .filter(is_change)
            .filter(|state| !self.states().any(|other| other == *state));
        terms.extend(lost.map(|state| not(marker, state)));
        terms
    }
}

fn is_present(state: &MarkerState) -> bool {
    matches!(state, Positive | Variant(_))
}

fn is_absent(state: &MarkerState) -> bool {
    matches!(state, Negative | Low)
}

/// A term, and terms of which one lifts it.
pub(crate) struct Conflict {
    pub(crate) term: String,
    pub(crate) unless: Vec<String>,
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
    for (id, state) in states {
        let marker = markers.name(*id);
        let plain = |term: String| Conflict { term, unless: Vec::new() };
        let of_state = match state {
            Positive => vec![plain(not(marker, &Positive))],
            // A study of little of the marker is meant, too: 'HER2 breast cancer'.
            Named => vec![Conflict { term: not(marker, &Positive), unless: mentions(marker, &Low) }],
            Negative | Low => {
                // Another marker of the study's alternatives may be the one that the person has.
                let has = states.iter().filter(|(_, state)| is_present(state) || *state == Named);
                let unless = has.map(|(other, _)| one_of(marker, markers.name(*other))).collect();
                let needs_other = Conflict { term: one_of_several(marker), unless };
                let needs_other = with_related.then_some(needs_other);
                [plain(not(marker, &Negative))].into_iter().chain(needs_other).collect()
            }
            Equivocal if with_related => [Positive, Negative].map(|state| plain(not(marker, &state))).into(),
            Equivocal => Vec::new(),
            Variant(_) => {
                let own = Conflict { term: only_changes(marker), unless: mentions_of_patient(marker, state) };
                let own = with_related.then_some(own);
                [plain(not(marker, &Positive)), plain(not(marker, state))].into_iter().chain(own).collect()
            }
        };
        conflicts.entry(*id).or_default().push(of_state);
    }
    conflicts
}

/// Returns the terms of studies that name a patient's state, for ranking.
pub(crate) fn mentions_of_patient(marker: &str, state: &MarkerState) -> Vec<String> {
    match state {
        Variant(change) if change.position() == Some(change.text()) => {
            vec![at_position(marker, change.text())]
        }
        Variant(change) => {
            let position = change.position().map(|position| mention(marker, position));
            std::iter::once(mention(marker, change.text())).chain(position).collect()
        }
        Positive | Named => vec![mention(marker, "positive")],
        Negative => vec![mention(marker, "negative")],
        Equivocal => vec![mention(marker, "equivocal")],
        Low => vec![mention(marker, "low"), mention(marker, "negative")],
    }
}

/// Returns the terms of a study that names a state.
fn mentions(marker: &str, state: &MarkerState) -> Vec<String> {
    let Variant(change) = state else { return mentions_of_patient(marker, state)[..1].to_vec() };
    let position = change.position().map(|position| at_position(marker, position));
    std::iter::once(mention(marker, change.text())).chain(position).collect()
}

fn mention(marker: &str, state: &str) -> String {
    format!("{marker} {state}")
}

fn at_position(marker: &str, position: &str) -> String {
    format!("{marker} at {position}")
}

/// The term of a study that doesn't admit people with a state.
fn not(marker: &str, state: &MarkerState) -> String {
    match state {
        Variant(change) => format!("{marker} not {}", change.text()),
        Positive | Named => format!("{marker} not positive"),
        Negative | Low | Equivocal => format!("{marker} not negative"),
    }
}

/// The term of a study whose people have this marker or another one.
fn one_of_several(marker: &str) -> String {
    format!("{marker} or others")
}

/// The term of a study whose people have one of these markers.
fn one_of(marker: &str, other: &str) -> String {
    format!("{marker} or {other}")
}

/// The term of a study that admits only people with changes that it names.
fn only_changes(marker: &str) -> String {
    format!("{marker} only changes")
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

fn states(mentions: &[MarkerMention]) -> MarkerStates {
    let states = mentions.iter().flat_map(|mention| {
        mention.states.iter().map(|state| (mention.marker, state.clone())).collect::<Vec<_>>()
    });
    states.collect()
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

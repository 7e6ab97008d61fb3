//! The interpretation of a search, for display and correction.

use std::cmp::Reverse;

use waypoint_domain::study_type::StudyType;
use waypoint_gazetteer::is_postal_code;
use waypoint_vocabulary::{ConceptId, MatchKind, Part, Reading, Vocabulary, markers::MarkerMention};

use super::{Finder, SearchRequest, request::MissingPlace, understood_markers::understood_markers};
use crate::wire::{Understood, UnderstoodFilter, UnderstoodPart};

/// The maximum number of narrower conditions.
const MAX_NARROWER: usize = 4;
/// A condition with more narrower conditions than this is a category, such as cancers by site, and doesn't help a
/// visitor choose.
const CATEGORY_SIZE: usize = 100;

/// Returns the interpretation of a search.
#[must_use]
pub fn interpret(request: &SearchRequest, finder: &Finder) -> Understood {
    let vocabulary = finder.vocabulary();
    let typed = &request.words;
    let parts = understood_parts(&request.reading, typed, vocabulary);
    let markers = request.reading.markers.iter().filter(|mention| mention.is_apart());
    let markers = markers.map(|mention| understood_marker(mention, typed, vocabulary));
    let unclear = request.reading.rest.iter().filter(|word| !vocabulary.is_plain(&word.folded));
    Understood {
        condition: typed.clone(),
        filters: filters(request),
        parts: parts.into_iter().chain(markers).collect(),
        markers: understood_markers(typed, &request.reading.markers, vocabulary),
        words: unclear.map(|word| typed[word.span.clone()].to_owned()).collect(),
        unknown: request.reading.unknown.iter().map(|word| typed[word.span.clone()].to_owned()).collect(),
        also: narrower_conditions(&request.reading.parts, finder),
        exactly: request.exact_words,
        anything: request.any_condition,
        in_region: request.region().is_some(),
        unknown_place: match &request.missing_place {
            Some(MissingPlace::Unknown(typed)) => Some(typed.clone()),
            Some(MissingPlace::Here) | None => None,
        },
        is_postal_code: match &request.missing_place {
            Some(MissingPlace::Unknown(typed)) => is_postal_code(typed),
            Some(MissingPlace::Here) | None => false,
        },
        unknown_institution: request.unknown_institution.clone(),
        asks_for_place: request.missing_place == Some(MissingPlace::Here),
        unknown_country: request.unknown_country.clone(),
        left_out: request.negated.clone(),
        suspected: request.suspected.clone(),
    }
}

/// Returns the filters with the names of their query parameters.
fn filters(request: &SearchRequest) -> Vec<UnderstoodFilter> {
    let filter =
        |name: &str, value: String, label: String| UnderstoodFilter { name: name.into(), value, label };
    let chosen = &request.filters;
    let sex = chosen.sex.map(|sex| filter("gender", sex.label().to_lowercase(), sex.label().to_owned()));
    let age = chosen.ages.map(|ages| filter("age", ages.to_string(), ages.label()));
    let kind = chosen
        .kind
        .as_ref()
        .map(|kind| filter("type", kind.label().to_lowercase(), kind_label(kind).to_owned()));
    let phase =
        chosen.phase.map(|phase| filter("phase", phase.url_value().to_owned(), phase.label().to_owned()));
    let condition =
        chosen.condition.as_ref().map(|text| filter("condition", text.clone(), format!("About {text}")));
    let healthy =
        request.healthy.then(|| filter("healthy", "yes".to_owned(), "Takes healthy people".to_owned()));
    let participation = chosen
        .participation
        .iter()
        .map(|one| filter(one.parameter(), "yes".to_owned(), one.label().to_owned()));
    let at = request.institution.as_ref();
    let at = at.map(|at| filter("at", at.name.clone(), format!("At {}", at.name)));
    let treatment = request.treatment.as_ref().map(|treatment| &treatment.name);
    let treatment = treatment.map(|name| filter("treatment", name.clone(), format!("Treatment: {name}")));
    let is_whole = request.region().is_some();
    let near = request.place.as_ref().map(|place| {
        let preposition = if is_whole { "In" } else { "Near" };
        filter("near", place.label(), format!("{preposition} {}", place.label()))
    });
    let within = request.within.filter(|_| request.place.is_some() && !is_whole);
    let within = within.map(|miles| filter("within", miles.to_string(), format!("Within {miles} miles")));
    let about_person = [sex, age, kind, phase, condition, healthy].into_iter().flatten();
    about_person.chain(participation).chain([treatment, at, near, within].into_iter().flatten()).collect()
}

/// Returns the label of the filter.
fn kind_label(kind: &StudyType) -> &'static str {
    match kind {
        StudyType::Interventional => "Tests a treatment",
        StudyType::Observational => "Observes health only",
        StudyType::ExpandedAccess => "Expanded access",
        StudyType::Unstated => "Of no stated type",
    }
}

/// Neighbors that mean the same are one part: in 'FLT3-ITD AML', both names mean the leukemia.
fn understood_parts(reading: &Reading, typed: &str, vocabulary: &Vocabulary) -> Vec<UnderstoodPart> {
    let is_same = |one: &Part, next: &Part| one.concepts == next.concepts && !next.is_alternative;
    let same = reading.parts.chunk_by(is_same);
    let understood = same.filter_map(|same| {
        let (first, last) = (same.first()?, same.last()?);
        Some(UnderstoodPart {
            typed: typed[first.span.start..last.span.end].to_owned(),
            meant: first.concepts.iter().map(|concept| vocabulary.label(*concept).to_owned()).collect(),
            guessed: same.iter().any(|part| part.match_kind != MatchKind::Named),
            is_alternative: first.is_alternative,
        })
    });
    understood.collect()
}

fn understood_marker(mention: &MarkerMention, typed: &str, vocabulary: &Vocabulary) -> UnderstoodPart {
    let label = |state| vocabulary.markers().label(mention.marker, state);
    UnderstoodPart {
        typed: typed[mention.span.clone()].to_owned(),
        meant: mention.states.iter().map(label).collect(),
        guessed: false,
        is_alternative: false,
    }
}

/// Returns the narrower conditions with the most recruiting studies.
fn narrower_conditions(parts: &[Part], finder: &Finder) -> Vec<String> {
    let vocabulary = finder.vocabulary();
    let searched: Vec<ConceptId> = parts.iter().flat_map(|part| part.concepts.iter().copied()).collect();
    let is_kind = |concept: &ConceptId| vocabulary.parents(*concept).any(|parent| searched.contains(&parent));
    let mut kinds: Vec<(u32, ConceptId)> = vocabulary
        .concepts()
        .filter(|concept| !searched.contains(concept) && is_kind(concept))
        .map(|concept| (finder.recruiting_count(concept), concept))
        .filter(|(studies, concept)| *studies > 0 && vocabulary.descendant_count(*concept) < CATEGORY_SIZE)
        .collect();
    kinds.sort_by_key(|(studies, concept)| (Reverse(*studies), *concept));
    kinds.into_iter().take(MAX_NARROWER).map(|(_, concept)| vocabulary.label(concept).to_owned()).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;

    #[test]
    fn neighbors_that_mean_the_same_are_one_part() {
        let vocabulary = Vocabulary::default();
        let table = [
            ("FLT3-ITD AML", vec!["FLT3-ITD AML = Acute Myeloid Leukemia"]),
            ("asthma or COPD", vec!["asthma = Asthma", "COPD = COPD"]),
            ("asthma or asthma", vec!["asthma = Asthma", "asthma = Asthma"]),
            ("asthma, severe asthma", vec!["asthma, severe asthma = Asthma"]),
            ("eczema", vec!["eczema = Eczema"]),
        ];
        for (typed, expected) in table {
            let parts = understood_parts(&vocabulary.read(typed), typed, &vocabulary);
            let shown: Vec<_> =
                parts.iter().map(|part| format!("{} = {}", part.typed, part.meant.join("|"))).collect();
            assert_eq!(shown, expected, "{typed}");
        }
    }
}

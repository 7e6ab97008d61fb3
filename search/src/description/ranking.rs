//! Ranks conditions by how much of a text they explain.

use std::collections::BTreeMap;

use waypoint_vocabulary::{
    ConceptId, Vocabulary,
    markers::{MarkerMention, MarkerStates},
};

use super::{
    described::DescribedCondition,
    mentions::{Kind, Mention, Standing},
    sentences::Section,
};

/// How much a condition counts for which a narrower one is named, next to the narrower one.
const NARROWER_SHARE: f64 = 0.5;
/// How much a mention of a broader condition counts: 'the cancer' after 'lung cancer'.
const BROADER_SHARE: f64 = 0.5;

/// Returns the conditions that the person has, best first.
pub(super) fn ranked(mentions: &[Mention], vocabulary: &Vocabulary) -> Vec<DescribedCondition> {
    let own: Vec<&Mention> =
        mentions.iter().filter(|one| one.kind == Kind::Condition && one.standing.applies()).collect();
    let mut weights: BTreeMap<ConceptId, f64> = BTreeMap::new();
    let mut order: Vec<ConceptId> = Vec::new();
    for mention in &own {
        *weights.entry(mention.concept).or_default() += weight(mention);
        if !order.contains(&mention.concept) {
            order.push(mention.concept);
        }
    }
    let is_above = |above: ConceptId, below: ConceptId| vocabulary.ancestors(below).any(|one| one == above);
    let explained = |concept: ConceptId| -> f64 {
        let share = |other: ConceptId| {
            if other == concept {
                1.0
            } else if is_above(concept, other) {
                NARROWER_SHARE
            } else if is_above(other, concept) {
                BROADER_SHARE
            } else {
                0.0
            }
        };
        weights.iter().map(|(other, weight)| share(*other) * weight).sum()
    };
    let mut scored: Vec<(ConceptId, f64)> =
        order.iter().map(|concept| (*concept, explained(*concept))).collect();
    // The sort is stable: of equal conditions, the one that is named first comes first.
    scored.sort_by(|one, other| other.1.total_cmp(&one.1));
    let has_narrower = |concept: ConceptId| order.iter().any(|below| is_above(concept, *below));
    let kept: Vec<ConceptId> =
        scored.into_iter().map(|(concept, _)| concept).filter(|one| !has_narrower(*one)).collect();
    let mut described: Vec<DescribedCondition> = Vec::new();
    let mut spans: Vec<(usize, usize)> = Vec::new();
    for concept in kept {
        let of_concept = || own.iter().filter(|one| one.concept == concept);
        // An ambiguous name gives its best meaning only.
        let is_new = of_concept().any(|one| !spans.contains(&(one.span.start, one.span.end)));
        spans.extend(of_concept().map(|one| (one.span.start, one.span.end)));
        if is_new {
            let stage = of_concept().find_map(|one| one.stage.clone());
            described.push(DescribedCondition { concept, stage, markers: MarkerStates::new() });
        }
    }
    if let Some(best) = described.first_mut() {
        best.markers = vocabulary.markers().of_patient(&markers(mentions));
    }
    described
}

/// Returns how much one mention says about what the text is about.
fn weight(mention: &Mention) -> f64 {
    let by_section = match mention.section {
        Section::Diagnosis => 3.0,
        Section::Present => 1.0,
        Section::Past | Section::Treatment | Section::Plan => 0.4,
        Section::Family | Section::Aside => 0.0,
    };
    let by_standing = if mention.standing == Standing::Past { 0.5 } else { 1.0 };
    let by_place = if mention.sentence == 0 { 2.0 } else { 1.0 };
    by_section * by_standing * by_place
}

/// Returns the markers of the person, once for each sentence.
fn markers(mentions: &[Mention]) -> Vec<MarkerMention> {
    let mut last = None;
    let mut markers = Vec::new();
    for mention in mentions.iter().filter(|one| one.standing != Standing::Other) {
        if last != Some(mention.sentence) {
            markers.extend(mention.markers.iter().cloned());
        }
        last = Some(mention.sentence);
    }
    markers
}

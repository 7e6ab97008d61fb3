//! Ranks conditions by how much of a text they explain.

use std::collections::BTreeMap;

use waypoint_vocabulary::{ConceptId, Vocabulary, markers::MarkerMention};

use super::{described::DescribedCondition, mention::Mention, sentences::Section, standing::Standing};
use crate::concept_kind::ConceptKind;

/// How much a condition counts for which a narrower one is named, next to the narrower one.
const NARROWER_SHARE: f64 = 0.5;
/// How much a mention of a broader condition counts: 'the cancer' after 'lung cancer'.
const BROADER_SHARE: f64 = 0.5;

/// Returns the conditions that the person has, best first.
pub(super) fn ranked(mentions: &[Mention], vocabulary: &Vocabulary) -> Vec<DescribedCondition> {
    let mut own: Vec<&Mention> =
        mentions.iter().filter(|one| one.kind == ConceptKind::Condition && one.standing.applies()).collect();
    // Bone metastases of a breast cancer are no cancer of the bone.
    if own.iter().any(|one| !one.is_spread) {
        own.retain(|one| !one.is_spread);
    }
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
            // What is said of a broader name holds for the narrower condition: 'KRAS G12C in his cancer'.
            let same = |one: &&&Mention| one.concept == concept || is_above(one.concept, concept);
            let markers: Vec<MarkerMention> =
                own.iter().filter(same).flat_map(|one| one.markers.clone()).collect();
            let markers = vocabulary.markers().of_patient(&markers);
            described.push(DescribedCondition { concept, stage, markers });
        }
    }
    described
}

/// Returns how much one mention says about what the text is about.
fn weight(mention: &Mention) -> f64 {
    let by_section = match mention.section {
        Section::Diagnosis => 3.0,
        Section::Present => 1.0,
        Section::Past | Section::Treatment | Section::Plan => 0.4,
        Section::Family | Section::Allergies | Section::Aside => 0.0,
    };
    let by_standing = match mention.standing {
        Standing::Past => 0.4,
        Standing::Current => 1.5,
        _ => 1.0,
    };
    let by_place = if mention.sentence == 0 { 2.0 } else { 1.0 };
    by_section * by_standing * by_place
}

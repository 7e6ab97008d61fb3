//! Ranks conditions by how much of a text they explain.

use std::collections::BTreeMap;

use waypoint_vocabulary::{
    ConceptId, Vocabulary,
    markers::{MarkerMention, MarkerStates},
};

use super::{
    described::DescribedCondition,
    mention::Mention,
    owners::{is_cancer, is_tissue},
    sentences::Section,
    standing::Standing,
};
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
    // The adenocarcinoma in 'NSCLC (adenocarcinoma)' is the same cancer.
    let is_of_tissue = |one: &Mention| is_tissue(one.concept, vocabulary);
    if own.iter().any(|one| is_cancer(one.concept, vocabulary) && !is_of_tissue(one)) {
        own.retain(|one| !is_of_tissue(one));
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
            let markers: Vec<MarkerMention> = of_concept().flat_map(|one| one.markers.clone()).collect();
            let markers = vocabulary.markers().of_patient(&markers);
            let stage = stage(&of_concept().copied().collect::<Vec<_>>());
            let is_past = of_concept().all(|one| one.standing == Standing::Past);
            described.push(DescribedCondition { concept, stage, is_past, markers });
        }
    }
    described
}

/// Returns the stage that the mentions of a condition state, with the classification of the tumor.
fn stage(mentions: &[&Mention]) -> Option<String> {
    let stage = mentions.iter().find_map(|one| one.stage.as_deref());
    let tnm = mentions.iter().find_map(|one| one.tnm.as_deref());
    match (stage, tnm) {
        (Some(stage), Some(tnm)) => Some(format!("{stage} ({tnm})")),
        (stage, tnm) => stage.or(tnm).map(str::to_owned),
    }
}

/// Returns the pregnancy and the breastfeeding that the text states, which come after what the person has.
pub(super) fn states(mentions: &[Mention]) -> Vec<DescribedCondition> {
    let is_now = |one: &&Mention| {
        one.is_state
            && matches!(one.standing, Standing::Present | Standing::Current)
            && one.section != Section::Past
    };
    let mut states: Vec<DescribedCondition> = Vec::new();
    for one in mentions.iter().filter(is_now) {
        if !states.iter().any(|known| known.concept == one.concept) {
            let (stage, markers) = (None, MarkerStates::new());
            states.push(DescribedCondition { concept: one.concept, stage, is_past: false, markers });
        }
    }
    states
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

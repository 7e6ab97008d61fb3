//! Stages and markers, which belong to one of the conditions of a text.

use std::ops::Range;

use waypoint_vocabulary::{Vocabulary, markers::MarkerMention};

use super::{
    cues::{Cue, Meaning},
    mention::Mention,
    owners::{is_cancer, is_marker_of_cancer, is_staged, is_tissue},
    sentences::SEPARATORS,
    stages::Stage,
    standing::Statement,
};
use crate::concept_kind::ConceptKind;

/// A sentence with its place among the names of a text.
pub(super) struct Place<'a> {
    pub(super) statement: &'a Statement<'a>,
    /// The indexes of its mentions.
    pub(super) here: Range<usize>,
    /// What else is in the sentence and separates nothing, in bytes: markers and stages.
    pub(super) details: &'a [Range<usize>],
}

/// Gives a stage to the condition that it belongs to. A classification of a tumor belongs to a cancer. Another stage belongs to a
/// condition of its sentence, preferably one that has stages, or else to the one before the sentence, or the first one behind it.
pub(super) fn set_stage(mentions: &mut [Mention], stage: &Stage, place: &Place, vocabulary: &Vocabulary) {
    let is_of_cancer = |one: &Mention| is_cancer(one.concept, vocabulary);
    let is_of_staged = |one: &Mention| is_staged(one.concept, vocabulary);
    let all = &*mentions;
    let owner = if stage.is_tnm {
        let own = place.owner(all, &stage.span, |one| is_own_condition(one) && is_of_cancer(one));
        own.or_else(|| place.neighbor(all, is_of_cancer))
    } else {
        let of_sentence = place.owner(all, &stage.span, is_of_staged);
        let of_sentence = of_sentence.or_else(|| place.owner(all, &stage.span, |_| true));
        of_sentence.or_else(|| place.neighbor(all, is_of_staged)).or_else(|| place.neighbor(all, |_| true))
    };
    let Some(owner) = owner.map(|owner| narrowed(mentions, owner, vocabulary)) else { return };
    for mention in mentions.iter_mut().filter(|one| one.span == owner) {
        let known = if stage.is_tnm { &mut mention.tnm } else { &mut mention.stage };
        *known = Some(stage.text.clone());
    }
}

/// Gives a marker to the condition of the person that it belongs to: one in its sentence, or else the one before the sentence,
/// or the first one behind it. A marker of cancers rather belongs to a cancer. One in a sentence about another person or a
/// condition that the person doesn't have belongs to none.
pub(super) fn set_marker(
    mentions: &mut [Mention],
    marker: &MarkerMention,
    place: &Place,
    vocabulary: &Vocabulary,
) {
    let is_of_cancer = is_marker_of_cancer(vocabulary.markers().name(marker.marker));
    let fits = |one: &Mention| is_cancer(one.concept, vocabulary) == is_of_cancer;
    let all = &*mentions;
    let is_others = |fits: &dyn Fn(&Mention) -> bool| {
        all[place.here.clone()].iter().any(|one| is_condition(one) && fits(one))
    };
    let own = |fits: &dyn Fn(&Mention) -> bool| {
        place.owner(all, &marker.span, |one| is_own_condition(one) && fits(one))
    };
    let owner = match own(&fits) {
        Some(owner) => Some(owner),
        None if is_others(&fits) => None,
        None => place
            .neighbor(all, fits)
            .or_else(|| own(&|_| true))
            .or_else(|| if is_others(&|_| true) { None } else { place.neighbor(all, |_| true) }),
    };
    let Some(owner) = owner.map(|owner| narrowed(mentions, owner, vocabulary)) else { return };
    for mention in mentions.iter_mut().filter(|one| one.span == owner) {
        mention.markers.push(marker.clone());
    }
}

fn is_condition(mention: &Mention) -> bool {
    mention.kind == ConceptKind::Condition && !mention.is_spread
}

fn is_own_condition(mention: &Mention) -> bool {
    is_condition(mention) && mention.standing.applies()
}

/// Returns the condition that a broader name or the name of a tissue stands for: the cancer that is named before it, or else
/// behind it, as in 'NSCLC (adenocarcinoma), stage IV' and 'Colon cancer. The tumor is KRAS G12D.'
fn narrowed(mentions: &[Mention], owner: Range<usize>, vocabulary: &Vocabulary) -> Range<usize> {
    let broad = || mentions.iter().filter(|one| one.span == owner);
    let is_narrower = |one: &&Mention| {
        let is_site = is_cancer(one.concept, vocabulary) && !is_tissue(one.concept, vocabulary);
        let is_below = |broad: &Mention| {
            is_site && is_tissue(broad.concept, vocabulary)
                || vocabulary.ancestors(one.concept).any(|above| above == broad.concept)
        };
        is_own_condition(one) && one.span != owner && broad().any(is_below)
    };
    let before = mentions.iter().rfind(|one| one.span.end <= owner.start && is_narrower(one));
    let behind = || mentions.iter().find(|one| one.span.start >= owner.end && is_narrower(one));
    before.or_else(behind).map_or(owner.clone(), |one| one.span.clone())
}

impl Place<'_> {
    /// Returns the place of the person's condition before the sentence, or else of the first one behind it.
    fn neighbor(&self, mentions: &[Mention], fits: impl Fn(&Mention) -> bool) -> Option<Range<usize>> {
        let is_owner = |one: &&Mention| is_own_condition(one) && fits(one);
        let before = mentions[..self.here.start].iter().rfind(is_owner);
        let behind = || mentions[self.here.end..].iter().find(is_owner);
        before.or_else(behind).map(|one| one.span.clone())
    }

    /// Returns the place of the condition in the sentence that a detail belongs to: the one that follows it, or else the one
    /// before it. `span` is in bytes of the sentence.
    fn owner(
        &self,
        mentions: &[Mention],
        span: &Range<usize>,
        may_own: impl Fn(&Mention) -> bool,
    ) -> Option<Range<usize>> {
        let begins = self.statement.sentence.span.start;
        let conditions =
            || mentions[self.here.clone()].iter().filter(|one| is_condition(one) && may_own(one));
        let before =
            conditions().filter(|one| one.span.start < begins + span.start).max_by_key(|one| one.span.end);
        let behind =
            conditions().filter(|one| one.span.start >= begins + span.end).min_by_key(|one| one.span.start);
        let is_next = |one: &&Mention| {
            let between = span.end..one.span.start - begins;
            let is_between = |cue: &Cue| between.start <= cue.span.start && cue.span.end <= between.end;
            let parts = |cue: &Cue| matches!(cue.meaning, Meaning::Joins | Meaning::Ends | Meaning::Now);
            !self.is_apart(&between) && !self.statement.cues.iter().any(|cue| parts(cue) && is_between(cue))
        };
        // 'Stage IV colon cancer' may be one name.
        let around = conditions()
            .find(|one| one.span.start <= begins + span.start && begins + span.end <= one.span.end);
        around.or_else(|| behind.filter(is_next)).or(before).or(behind).map(|one| one.span.clone())
    }

    /// Whether a sign separates two words, other than between other details: 'ER+/PR+ breast cancer'.
    fn is_apart(&self, between: &Range<usize>) -> bool {
        let mut last = between.start;
        let mut has_details = false;
        for detail in self.details.iter().filter(|one| between.start <= one.start && one.end <= between.end) {
            last = last.max(detail.end);
            has_details = true;
        }
        let text = &self.statement.text[last..between.end];
        text.contains(SEPARATORS) && !(has_details && text.trim() == ")")
    }
}

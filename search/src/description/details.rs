//! Stages and markers, which belong to one of the conditions of a text.

use std::ops::Range;

use waypoint_vocabulary::markers::MarkerMention;

use super::{
    cues::{Cue, Meaning},
    mention::Mention,
    sentences::SEPARATORS,
    standing::Statement,
};
use crate::concept_kind::ConceptKind;

/// Gives each stage of a sentence to the condition that follows it, as in 'stage IV breast cancer', or else to the one before.
pub(super) fn set_stages(mentions: &mut [Mention], statement: &Statement) {
    for (stage, span) in stages(statement.text, &statement.cues) {
        let Some(owner) = owner(mentions, &span, statement, |_| true) else { continue };
        for mention in mentions.iter_mut().filter(|one| one.span == owner) {
            mention.stage = Some(stage.clone());
        }
    }
}

/// Returns the condition of the person that a marker in a sentence belongs to: one in the sentence, or else the one before the
/// sentence, or the first one behind it. A marker in a sentence about another person or a condition that the person doesn't
/// have belongs to none. `here` are the indexes of the sentence's mentions.
pub(super) fn owner_of_marker(
    mentions: &[Mention],
    here: Range<usize>,
    marker: &MarkerMention,
    statement: &Statement,
) -> Option<Range<usize>> {
    let in_sentence = &mentions[here.clone()];
    if let Some(own) = owner(in_sentence, &marker.span, statement, is_own_condition) {
        return Some(own);
    }
    if in_sentence.iter().any(|one| one.kind == ConceptKind::Condition && !one.is_spread) {
        return None;
    }
    let before = mentions[..here.start].iter().rfind(|one| is_own_condition(one));
    let behind = || mentions[here.end..].iter().find(|one| is_own_condition(one));
    before.or_else(behind).map(|one| one.span.clone())
}

fn is_own_condition(mention: &Mention) -> bool {
    mention.kind == ConceptKind::Condition && !mention.is_spread && mention.standing.applies()
}

/// Returns the place of the condition in a sentence that a detail belongs to: the one that follows it, or else the one before
/// it. `span` is in bytes of the sentence.
fn owner(
    mentions: &[Mention],
    span: &Range<usize>,
    statement: &Statement,
    may_own: impl Fn(&Mention) -> bool,
) -> Option<Range<usize>> {
    let begins = statement.sentence.span.start;
    let conditions =
        || mentions.iter().filter(|one| one.kind == ConceptKind::Condition && !one.is_spread && may_own(one));
    let before =
        conditions().filter(|one| one.span.start < begins + span.start).max_by_key(|one| one.span.end);
    let behind =
        conditions().filter(|one| one.span.start >= begins + span.end).min_by_key(|one| one.span.start);
    let is_next = |one: &&Mention| {
        let between = span.end..one.span.start - begins;
        let is_between = |cue: &Cue| between.start <= cue.span.start && cue.span.end <= between.end;
        let parts = |cue: &Cue| matches!(cue.meaning, Meaning::Joins | Meaning::Ends | Meaning::Now);
        !statement.text[between.clone()].contains(SEPARATORS)
            && !statement.cues.iter().any(|cue| parts(cue) && is_between(cue))
    };
    // 'Stage IV colon cancer' may be one name.
    let around =
        conditions().find(|one| one.span.start <= begins + span.start && begins + span.end <= one.span.end);
    around.or_else(|| behind.filter(is_next)).or(before).or(behind).map(|one| one.span.clone())
}

/// Returns the stages that a sentence states, in capitals as in `IIIB`, each with its place together with its cue.
fn stages(sentence: &str, cues: &[Cue]) -> Vec<(String, Range<usize>)> {
    let stages = cues.iter().filter(|cue| cue.meaning == Meaning::Stage);
    let stages = stages.filter_map(|cue| {
        let rest = sentence[cue.span.end..].trim_start();
        let word: String = rest.chars().take_while(char::is_ascii_alphanumeric).collect();
        let end = sentence.len() - rest.len() + word.len();
        let word = word.to_uppercase();
        let number = word.trim_end_matches(['A', 'B', 'C']);
        let is_stage = ["0", "1", "2", "3", "4", "5", "I", "II", "III", "IV"].contains(&number);
        is_stage.then_some((word, cue.span.start..end))
    });
    stages.collect()
}

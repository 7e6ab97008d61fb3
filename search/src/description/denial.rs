//! How far a denial reaches in a sentence.
//!
//! 'No asthma, gout, or COPD' denies a list. 'No metastases, stage II colon cancer' doesn't: the list ends at a semicolon, at
//! an item with details that only a condition of the person has, and at a finding of another kind.

use std::ops::Range;

use super::{
    cues::{Cue, Meaning},
    standing::Statement,
};
use crate::concept_kind::ConceptKind;

/// Signs between the items of a list.
const ITEM_SEPARATORS: [char; 7] = [',', ';', ':', '(', ')', '\n', '•'];
/// A sign that ends a list, unless the list follows a colon: 'Denies: asthma; gout'.
const LIST_END: char = ';';
/// The endings of English adverbs and participles: 'not fully controlled'.
const ADVERB: &str = "ly";
const PARTICIPLE: &str = "ed";

impl Statement<'_> {
    /// Whether a denial before a name holds for it.
    pub(super) fn denial_reaches(&self, denial: &Cue, span: &Range<usize>) -> bool {
        // A denial may share words with the name: 'never had a stroke'.
        let Some(between) = self.text.get(denial.span.end..span.start) else { return true };
        if denial.meaning == Meaning::DeniesNext {
            return !between.contains(ITEM_SEPARATORS) && !is_participle(between);
        }
        let colon = between.find(':').filter(|colon| between[..*colon].trim().is_empty());
        let begins = denial.span.end + colon.map_or(0, |colon| colon + 1);
        if colon.is_none() && between.contains(LIST_END) {
            return false;
        }
        let items = self.items(begins);
        match items.iter().position(|item| item.contains(&span.start)) {
            Some(own) if own > 0 => self.is_one_list(denial, &items, own),
            _ => true,
        }
    }

    /// Whether the items of a denied list are the same list up to one of them.
    fn is_one_list(&self, denial: &Cue, items: &[Range<usize>], own: usize) -> bool {
        let first = match denial.meaning {
            Meaning::DeniesAll => items.iter().find_map(|item| self.is_finding(item)),
            _ => self.is_finding(&items[0]),
        };
        let until_own = &items[1..=own];
        // 'Denies tobacco, alcohol, gout': a habit or a treatment among the items doesn't end the list.
        if denial.meaning == Meaning::DeniesAll && self.is_finding(&items[own]) == Some(true) {
            return !until_own.iter().any(|item| self.has_details(item));
        }
        let has_either = |item: &Range<usize>| {
            self.cues.iter().any(|cue| cue.meaning == Meaning::Either && is_within(&cue.span, item))
        };
        let is_alike = |item: &Range<usize>| {
            let is_finding = self.is_finding(item);
            is_finding.is_none() || is_finding == first
        };
        !until_own.iter().any(|item| self.has_details(item))
            && (items[own..].iter().any(has_either) || first.is_some() && until_own.iter().all(is_alike))
    }

    /// Returns the items of a list that begins at a position, in bytes of the sentence.
    fn items(&self, begins: usize) -> Vec<Range<usize>> {
        let mut starts = begins;
        let pieces = self.text.get(begins..).unwrap_or_default().split_inclusive(ITEM_SEPARATORS);
        pieces
            .map(|piece| {
                let item = starts..starts + piece.len();
                starts = item.end;
                item
            })
            .collect()
    }

    /// Whether an item says what is only said of a condition that the person has: its stage, its treatment, or since when.
    fn has_details(&self, item: &Range<usize>) -> bool {
        self.cues.iter().filter(|cue| is_within(&cue.span, item)).any(|cue| match cue.meaning {
            Meaning::Stage | Meaning::Detail => true,
            Meaning::Current | Meaning::Had => !cue.is_behind,
            // 'For 10 years'
            Meaning::Purpose => {
                self.text[cue.span.end..].trim_start().starts_with(|c: char| c.is_ascii_digit())
            }
            _ => false,
        })
    }

    /// Whether the first name in an item is a condition or a symptom. A treatment isn't.
    fn is_finding(&self, item: &Range<usize>) -> Option<bool> {
        let first = self.kinds.iter().find(|(name, _)| item.contains(&self.in_sentence(name).start));
        let is_finding = |(_, kind): &(Range<usize>, ConceptKind)| {
            matches!(kind, ConceptKind::Condition | ConceptKind::Symptom)
        };
        first.map(is_finding)
    }
}

/// Whether the words between 'not' and a name are a participle that 'not' belongs to: 'not controlled asthma'.
fn is_participle(between: &str) -> bool {
    let mut words = between.split_whitespace().rev();
    words.next().is_some_and(|word| word.ends_with(PARTICIPLE))
        && words.all(|word| word.ends_with(ADVERB) || word == "well")
}

fn is_within(inner: &Range<usize>, outer: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

//! Whether a name applies to the person, by the section, the cues, and the statements around it.

use std::ops::Range;

use super::{
    cues::{Cue, Meaning},
    person::Passages,
    sentences::{SEPARATORS, Section, Sentence},
};
use crate::concept_kind::ConceptKind;

/// Signs that end a clause about a relative.
const CLAUSE_ENDS: char = ';';

/// Whether and how a name applies to the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    Present,
    /// A treatment that goes on, or a condition that the text calls the present one.
    Current,
    Past,
    Planned,
    /// A condition that the person may get or fears.
    Possible,
    /// A condition that the person may have already.
    Suspected,
    Denied,
    /// Another person has it, or it is what the person can't take.
    Other,
}

impl Standing {
    /// Whether the person has it, or had it.
    pub(super) fn applies(self) -> bool {
        matches!(self, Self::Present | Self::Current | Self::Past)
    }
}

/// A sentence with what was found in it.
pub(super) struct Statement<'a> {
    pub(super) text: &'a str,
    pub(super) sentence: &'a Sentence,
    pub(super) cues: Vec<Cue>,
    pub(super) passages: &'a Passages,
    /// The names, in bytes of the whole text.
    pub(super) kinds: Vec<(Range<usize>, ConceptKind)>,
}

impl Statement<'_> {
    /// Returns whether a name of a kind applies. Its place is in bytes of the whole text.
    pub(super) fn standing(&self, in_text: &Range<usize>, kind: ConceptKind) -> Standing {
        let span = self.in_sentence(in_text);
        if self.is_of_others(in_text) || self.is_allergy(&span, kind) {
            return Standing::Other;
        }
        let purpose = (kind == ConceptKind::Condition).then(|| self.purpose_before(&span)).flatten();
        let behind = self.cue_behind(&span);
        // 'Prednisone daily', but 'took prednisone daily' and 'Plan: prednisone daily'
        let is_schedule = behind == Some(Meaning::Current);
        let meaning = behind
            .filter(|_| !is_schedule)
            .or_else(|| self.cue_before(&span, purpose.unwrap_or_default(), kind))
            .or(behind.filter(|_| is_schedule && self.sentence.section != Section::Plan));
        let meaning = if self.is_questioned(&span) { Some(Meaning::Suspected) } else { meaning };
        let is_uncertain = matches!(meaning, Some(Meaning::Possible | Meaning::Suspected));
        // 'Ya no tomo metotrexato': the treatment is over, and 'no tomo' says less.
        let is_over = kind == ConceptKind::Treatment && matches!(meaning, Some(Meaning::Past | Meaning::Had));
        if purpose.is_none() && !is_uncertain && !is_over && self.is_denied_by_passage(in_text) {
            return Standing::Denied;
        }
        match (meaning, self.sentence.section) {
            (Some(Meaning::Denied | Meaning::DeniesAll), _) => Standing::Denied,
            (Some(Meaning::Possible), _) => Standing::Possible,
            (Some(Meaning::Suspected), _) => Standing::Suspected,
            (Some(Meaning::Past | Meaning::Had), _) => Standing::Past,
            (Some(Meaning::Now), _) => Standing::Current,
            // Only treatments are planned: 'will start chemotherapy for ovarian cancer'.
            (Some(Meaning::Planned), _) | (None, Section::Plan) if kind != ConceptKind::Condition => {
                Standing::Planned
            }
            (Some(Meaning::Current), _) | (None, Section::Treatment) if kind != ConceptKind::Condition => {
                Standing::Current
            }
            _ => Standing::Present,
        }
    }

    /// Returns a place in the sentence.
    pub(super) fn in_sentence(&self, in_text: &Range<usize>) -> Range<usize> {
        let begins = self.sentence.span.start;
        in_text.start - begins..in_text.end - begins
    }

    /// Whether the passage denies a name, and no word between the beginning of the denial and the name ends it.
    fn is_denied_by_passage(&self, in_text: &Range<usize>) -> bool {
        let begins = self.sentence.span.start;
        let ends = |range: &Range<usize>| {
            let is_between =
                |cue: &Cue| range.start < begins + cue.span.start && begins + cue.span.end <= in_text.start;
            self.cues.iter().any(|cue| matches!(cue.meaning, Meaning::Ends | Meaning::Now) && is_between(cue))
        };
        let denials = self.passages.denied.iter();
        denials.filter(|range| contains(&[(*range).clone()], in_text)).any(|range| !ends(range))
    }

    fn is_of_others(&self, in_text: &Range<usize>) -> bool {
        let sentence = &self.sentence.span;
        let is_in_sentence = |relative: &Range<usize>| {
            sentence.start <= relative.start && relative.end <= sentence.end && relative != in_text
        };
        let names = |relatives: &[Range<usize>]| relatives.iter().any(is_in_sentence);
        let Passages { others, dropped, own_relatives, relatives, begins_with_person, .. } = self.passages;
        let is_others = contains(others, in_text) && (names(own_relatives) || names(relatives));
        // A text that begins with the person isn't about a relative: 'I have lupus. My aunt has arthritis.'
        let is_behind_own = own_relatives.iter().any(|one| is_in_sentence(one) && one.end <= in_text.start);
        let is_others = is_others || is_behind_own && *begins_with_person;
        self.sentence.section == Section::Family
            || (is_others || self.is_beside_relative(in_text)) && !self.has(Meaning::Reported)
            || self.has(Meaning::Other)
            || contains(&self.passages.sentences_of_others, in_text)
            || contains(dropped, in_text)
    }

    /// Whether a relative without 'my' is in the same clause: 'sister with lupus', but not 'ADHD; brother has autism'.
    fn is_beside_relative(&self, in_text: &Range<usize>) -> bool {
        let sentence = &self.sentence.span;
        let is_beside = |relative: &Range<usize>| {
            let (start, end) = (relative.end.min(in_text.end), relative.start.max(in_text.start));
            let between = end
                .checked_sub(start)
                .and_then(|_| self.text.get(start - sentence.start..end - sentence.start));
            let begins = start.saturating_sub(sentence.start);
            let is_between = |cue: &Cue| {
                begins <= cue.span.start && between.is_some_and(|text| cue.span.end <= begins + text.len())
            };
            let names_writer = self.cues.iter().any(|cue| cue.meaning == Meaning::Writer && is_between(cue));
            !names_writer && !between.is_some_and(|between| between.contains(CLAUSE_ENDS))
        };
        let relatives = self.passages.relatives.iter().filter(|relative| {
            sentence.start <= relative.start && relative.end <= sentence.end && *relative != in_text
        });
        relatives.into_iter().any(is_beside)
    }

    /// Whether a treatment is what the person is allergic to, or the allergy to one: 'allergic to metformin'.
    fn is_allergy(&self, span: &Range<usize>, kind: ConceptKind) -> bool {
        if self.sentence.section == Section::Allergies && kind == ConceptKind::Treatment {
            return true;
        }
        let is_treatment_in = |cue: &Cue| {
            let is_behind = |(name, kind): &(Range<usize>, ConceptKind)| {
                *kind == ConceptKind::Treatment && self.in_sentence(name).start >= cue.span.end
            };
            self.kinds.iter().any(is_behind)
        };
        let allergies = self.cues.iter().filter(|cue| cue.meaning == Meaning::Allergy);
        allergies.into_iter().any(|cue| {
            let is_word =
                kind != ConceptKind::Treatment && span.start < cue.span.end && cue.span.start < span.end;
            let ends = self
                .cues
                .iter()
                .find(|one| one.meaning == Meaning::Current && one.span.start >= cue.span.end);
            let is_before_other = ends.is_none_or(|ends| span.start < ends.span.start);
            let is_object = kind == ConceptKind::Treatment && span.start >= cue.span.end && is_before_other;
            (is_word && is_treatment_in(cue)) || is_object
        })
    }

    /// Returns where the last word such as 'for' ends that says what a treatment before it is for.
    fn purpose_before(&self, span: &Range<usize>) -> Option<usize> {
        let purposes = self.cues.iter().filter(|cue| {
            cue.meaning == Meaning::Purpose
                && cue.span.end <= span.start
                && !self.is_apart(cue.span.end, span.start)
        });
        let has_treatment = |cue: &&Cue| {
            let is_before = |(name, kind): &(Range<usize>, ConceptKind)| {
                *kind == ConceptKind::Treatment && self.in_sentence(name).end <= cue.span.start
            };
            let is_therapy =
                |therapy: &&Cue| therapy.meaning == Meaning::Therapy && therapy.span.end <= cue.span.start;
            self.kinds.iter().any(is_before) || self.cues.iter().any(|one| is_therapy(&one))
        };
        purposes.filter(has_treatment).map(|cue| cue.span.end).next_back()
    }

    fn is_apart(&self, from: usize, to: usize) -> bool {
        self.text.get(from..to).is_some_and(|between| between.contains(SEPARATORS))
    }

    pub(super) fn has(&self, meaning: Meaning) -> bool {
        self.cues.iter().any(|cue| cue.meaning == meaning)
    }

    /// Returns the meaning of the cues before a name that hold for what follows, from a position on. 'Denies a history of'
    /// denies. A cue may share words with the name: 'never had a stroke'.
    fn cue_before(&self, span: &Range<usize>, from: usize, kind: ConceptKind) -> Option<Meaning> {
        let mut nearest = None;
        let before = |cue: &&Cue| {
            let is_before =
                cue.span.start < span.start || cue.meaning == Meaning::Ends && cue.span.start == span.start;
            !cue.is_behind && is_before && from <= cue.span.start
        };
        for cue in self.cues.iter().rev().filter(before) {
            match cue.meaning {
                Meaning::Stage
                | Meaning::Place
                | Meaning::Detail
                | Meaning::Either
                | Meaning::Therapy
                | Meaning::Writer
                | Meaning::Other
                | Meaning::Allergy
                | Meaning::Purpose
                | Meaning::Joins => {}
                // 'CAD s/p CABG, HTN': the person still has the latter.
                Meaning::Had if kind == ConceptKind::Condition && self.is_apart(cue.span.end, span.start) => {
                }
                Meaning::Past | Meaning::Had => nearest = nearest.or(Some(cue.meaning)),
                // 'No signs of possible stroke'
                Meaning::Suspected => {
                    let changed = self.changed_by(cue).filter(|changed| *changed != Meaning::Past);
                    let meaning = changed.unwrap_or(cue.meaning);
                    return nearest.or(self.denial_reaches(cue, span).then_some(meaning));
                }
                Meaning::Denied | Meaning::DeniesAll | Meaning::DeniesNext => {
                    return if self.denial_reaches(cue, span) { Some(Meaning::Denied) } else { nearest };
                }
                Meaning::Planned | Meaning::Current if kind == ConceptKind::Condition => {}
                Meaning::Current | Meaning::Now => {
                    return nearest.or_else(|| Some(self.changed_by(cue).unwrap_or(cue.meaning)));
                }
                Meaning::Planned | Meaning::Possible => return nearest.or(Some(cue.meaning)),
                Meaning::Ends if self.joins_treatments(cue, kind) => {}
                // 'Denies fever, reports a cough'
                Meaning::Ends | Meaning::Reported => return nearest,
            }
        }
        nearest
    }

    /// Whether a question mark is before a name, as in notes: '? lupus'.
    fn is_questioned(&self, span: &Range<usize>) -> bool {
        let before = self.text.get(..span.start).and_then(|before| before.trim_end().strip_suffix('?'));
        before.is_some_and(|before| before.trim().is_empty() || before.trim_end().ends_with(SEPARATORS))
    }

    /// Returns what the cue directly before another one makes of it: 'isn't taking', 'stopped taking'.
    fn changed_by(&self, cue: &Cue) -> Option<Meaning> {
        let before = self.cues.iter().rfind(|one| !one.is_behind && one.span.end <= cue.span.start)?;
        let between = &self.text[before.span.end..cue.span.start];
        let is_near = !between.contains(SEPARATORS) && between.split_whitespace().count() <= 1;
        let changes = before.meaning.is_denial()
            || matches!(before.meaning, Meaning::Past | Meaning::Had | Meaning::Possible);
        let meaning = if before.meaning.is_denial() { Meaning::Denied } else { before.meaning };
        (is_near && changes).then_some(meaning)
    }

    /// Whether a word such as 'with' is between two treatments: 'on chemotherapy with FOLFOX'.
    fn joins_treatments(&self, cue: &Cue, kind: ConceptKind) -> bool {
        let is_before = |(name, kind): &(Range<usize>, ConceptKind)| {
            let between = self.text.get(self.in_sentence(name).end..cue.span.start);
            *kind == ConceptKind::Treatment && between.is_some_and(|between| between.trim().is_empty())
        };
        kind == ConceptKind::Treatment && self.kinds.iter().any(is_before)
    }

    /// Returns the meaning of a cue behind a name, if no other sign separates them: 'tuberculosis was ruled out'. Only an
    /// answer may follow a colon: 'asthma: no'.
    fn cue_behind(&self, span: &Range<usize>) -> Option<Meaning> {
        let behind = self.cues.iter().find(|cue| cue.is_behind && cue.span.start >= span.end)?;
        let between = &self.text[span.end..behind.span.start];
        let is_near = !between.contains(SEPARATORS) && between.split_whitespace().count() <= 2;
        // 'Asthma, resolved.'
        let is_item = !self.text[behind.span.end..].trim_start().starts_with(char::is_alphanumeric);
        let is_of_other = |(name, kind): &(Range<usize>, ConceptKind)| {
            let name = self.in_sentence(name);
            *kind == ConceptKind::Condition && span.end <= name.start && name.end <= behind.span.start
        };
        let is_alone = between.trim_end().ends_with([',', '(']) && !self.kinds.iter().any(is_of_other);
        let is_past = behind.meaning == Meaning::Past && is_item && is_alone;
        (is_near || is_past || between.trim() == ":").then_some(behind.meaning)
    }
}

fn contains(ranges: &[Range<usize>], span: &Range<usize>) -> bool {
    ranges.iter().any(|range| range.start <= span.start && span.end <= range.end)
}

//! Alternatives such as 'breast or lung cancer': names of which one is enough, and words shared by two names.

use std::ops::Range;

use crate::{
    ConceptId, MatchKind, Part, Reading, Vocabulary,
    fold::{Word, words},
    markers::MarkerMention,
};

/// Words between alternative names.
const OR: [&str; 5] = ["or", "o", "u", "hoac", "hay"];
/// Words between two names that are both required and may share a word.
const AND: [&str; 4] = ["and", "y", "e", "va"];
/// The beginning of the ids of treatments.
const OF_TREATMENTS: char = 'T';
/// The maximum number of joints to consider.
const MAX_JOINTS: usize = 6;
/// The maximum number of words that names share.
const MAX_SHARED: usize = 4;

/// A place where two names are joined.
#[derive(Debug, Clone)]
struct Joint {
    /// The positions of the joining words; empty if punctuation joins.
    words: Range<usize>,
    kind: JoinKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum JoinKind {
    Or,
    And,
    Comma,
}

/// Reads a text without looking for alternatives.
type ReadAlone<'a> = dyn Fn(&str) -> Reading + 'a;

impl Reading {
    /// Returns the markers that a part of the text belongs to.
    #[must_use]
    pub fn markers_around(&self, span: &Range<usize>) -> Vec<MarkerMention> {
        let is_around = |one: &&MarkerMention| one.span.start <= span.start && span.end <= one.span.end;
        self.markers.iter().filter(is_around).cloned().collect()
    }

    /// Returns the alternatives of each required part: a study must be about one of each.
    pub fn choices(&self) -> impl Iterator<Item = Vec<&Part>> {
        let choices = self.parts.chunk_by(|_, next| next.is_alternative);
        let needed = choices.map(|parts| parts.iter().filter(|part| !part.is_qualifier).collect::<Vec<_>>());
        needed.filter(|parts| !parts.is_empty())
    }
}

impl Vocabulary {
    /// Completes names that share words, and marks alternatives.
    pub(crate) fn with_alternatives(&self, text: &str, reading: Reading, alone: &ReadAlone) -> Reading {
        let typed = words(text);
        let mut joints = joints(text, &typed);
        joints.truncate(MAX_JOINTS);
        let mut joiner =
            NameJoiner { vocabulary: self, text, typed: &typed, reading, alone, full_names: Vec::new() };
        joints.retain(|joint| joiner.separates_names(joint));
        let sides: Vec<_> = (0..joints.len()).map(|at| joiner.sides(&joints, at)).collect();
        for (left, right) in sides.iter().rev() {
            joiner.share_end(left, right);
        }
        for (left, right) in &sides {
            joiner.share_beginning(left, right);
        }
        let mut ends_in_or = false;
        for (joint, (left, right)) in joints.iter().zip(&sides).rev() {
            ends_in_or = joint.kind == JoinKind::Or || joint.kind == JoinKind::Comma && ends_in_or;
            if ends_in_or && joiner.mark_alternative(left, right) {
                let joins = span(&typed, &joint.words);
                joiner.reading.rest.retain(|word| !is_within(&word.span, &joins));
            }
        }
        let mut reading = joiner.reading;
        self.decide_by_others(&mut reading);
        self.mark_qualifiers(&mut reading);
        reading
    }

    /// Decides ambiguous parts by the others: next to prostate cancer, 'PSA' is the test for it, which qualifies it.
    fn decide_by_others(&self, reading: &mut Reading) {
        let all: Vec<Vec<ConceptId>> = reading.parts.iter().map(|part| part.concepts.clone()).collect();
        for (at, part) in reading.parts.iter_mut().enumerate().filter(|(_, part)| part.concepts.len() > 1) {
            let others = || all.iter().enumerate().filter(|(other, _)| *other != at).flat_map(|(_, of)| of);
            let is_kind = |concept: &ConceptId| {
                self.ancestors(*concept).any(|above| others().any(|other| *other == above))
            };
            if part.concepts.iter().any(is_kind) {
                part.concepts.retain(is_kind);
                part.is_qualifier = true;
            }
        }
    }

    /// Marks parts that only qualify others, if there are others.
    fn mark_qualifiers(&self, reading: &mut Reading) {
        let qualifies = |part: &Part| part.concepts.iter().all(|concept| self.is_qualifier(*concept));
        if reading.parts.iter().all(qualifies) {
            return;
        }
        for part in &mut reading.parts {
            part.is_qualifier |= qualifies(part);
        }
    }
}

/// The state of reading joined names.
struct NameJoiner<'a> {
    vocabulary: &'a Vocabulary,
    text: &'a str,
    typed: &'a [Word],
    reading: Reading,
    alone: &'a ReadAlone<'a>,
    /// The spans of names that share words, with their full text.
    full_names: Vec<(Range<usize>, String)>,
}

impl NameJoiner<'_> {
    /// Whether a joint separates two names. In 'head and neck cancer' it is within one name. An 'or' within a name
    /// separates two names if both parts are names.
    fn separates_names(&mut self, joint: &Joint) -> bool {
        let (before, after) = (&self.typed[joint.words.start - 1].span, &self.typed[joint.words.end].span);
        let around = |part: &&Part| part.span.start < before.end && after.start < part.span.end;
        let joins = span(self.typed, &joint.words);
        let is_joint = |part: &Part| part.span.start < joins.end && joins.start < part.span.end;
        let Some(part) = self.reading.parts.iter().find(around) else {
            return !self.reading.parts.iter().any(is_joint);
        };
        // 'Sacubitril/valsartan' is the drug that combines both.
        let is_combination = joint.words.is_empty() && self.is_treatment(part);
        if joint.kind != JoinKind::Or || is_combination {
            return false;
        }
        let (left, right) = (part.span.start..before.end, after.start..part.span.end);
        // Some words of the name may also belong to the next one: 'alcohol or drug' addiction.
        let behind = self.reading.parts.iter().filter(|other| other.span.start >= part.span.end);
        let end = behind.map(|other| other.span.end).next().unwrap_or(part.span.end);
        let named = |span: &Range<usize>| {
            let parts = (self.alone)(&self.text[span.clone()]).parts.into_iter();
            let moved = parts.map(|part| {
                let moved = span.start + part.span.start..span.start + part.span.end;
                Part { span: moved, ..part }
            });
            moved.collect::<Vec<Part>>()
        };
        let (left_name, right_name) = (named(&left), named(&(right.start..end)));
        if left_name.is_empty() || right_name.is_empty() {
            return false;
        }
        for part in left_name.into_iter().chain(right_name) {
            self.put(part);
        }
        true
    }

    /// Returns the byte spans on both sides of a joint, up to the next joint or the end of the sentence.
    fn sides(&self, joints: &[Joint], at: usize) -> (Range<usize>, Range<usize>) {
        let words = &joints[at].words;
        let begins = at.checked_sub(1).map_or(0, |before| joints[before].words.end);
        let ends = joints.get(at + 1).map_or(self.typed.len(), |next| next.words.start);
        let ends_sentence = |at: &usize| {
            self.text[self.typed[at - 1].span.end..self.typed[*at].span.start].contains([';', '.', '?', '!'])
        };
        let ends = (words.end + 1..ends).find(ends_sentence).unwrap_or(ends);
        (span(self.typed, &(begins..words.start)), span(self.typed, &(words.end..ends)))
    }

    /// 'breast or lung cancer': gives the left name the last words of the right one.
    fn share_end(&mut self, left: &Range<usize>, right: &Range<usize>) {
        let Some(right_name) = self.first_name(right).filter(|part| self.is_clear(part)) else { return };
        let left_name = self.last_name(left);
        if left_name.is_some_and(|part| part.typed_words.len() > 1) {
            return;
        }
        let name = self.full_name_at(&right_name.span).to_owned();
        let short = left_name.map_or(left.clone(), |part| part.span.clone());
        let ends = words(&name);
        let ends = ends.iter().skip(1).map(|word| &name[word.span.start..]).rev().take(MAX_SHARED).rev();
        let candidates = ends.map(|end| format!("{} {end}", &self.text[short.clone()])).collect();
        self.share(&short, candidates);
    }

    /// 'hepatitis B or C': gives the right name the first words of the left one.
    fn share_beginning(&mut self, left: &Range<usize>, right: &Range<usize>) {
        let Some(left_name) = self.last_name(left).filter(|part| self.is_clear(part)) else { return };
        let right_name = self.first_name(right);
        if right_name.is_some_and(|part| self.is_clear(part)) {
            return;
        }
        let name = self.full_name_at(&left_name.span).to_owned();
        let short = right_name.map_or(right.clone(), |part| part.span.clone());
        let begins = words(&name);
        let begins = begins.iter().rev().skip(1).map(|word| &name[..word.span.end]).take(MAX_SHARED);
        let candidates = begins.map(|begin| format!("{begin} {}", &self.text[short.clone()])).collect();
        self.share(&short, candidates);
    }

    /// Reads words as the first of the full texts that is a single name and no broader than the words alone.
    fn share(&mut self, short: &Range<usize>, candidates: Vec<String>) {
        if short.is_empty() || words(&self.text[short.clone()]).len() > MAX_SHARED {
            return;
        }
        let before = self.last_name(short).map(|part| part.concepts.clone()).unwrap_or_default();
        let above = |concept: &ConceptId| self.vocabulary.ancestors(*concept).collect::<Vec<_>>();
        let wider: Vec<ConceptId> = before.iter().flat_map(above).collect();
        let found = candidates.into_iter().find_map(|text| {
            let [part] = <[Part; 1]>::try_from((self.alone)(&text).parts).ok()?;
            let is_whole = part.span == (0..text.len()) && part.match_kind == MatchKind::Named;
            let is_wider = part.concepts.iter().any(|concept| wider.contains(concept));
            (is_whole && !is_wider).then_some((text, part))
        });
        if let Some((text, part)) = found {
            self.full_names.push((short.clone(), text));
            self.put(Part { span: short.clone(), ..part });
        }
    }

    /// Replaces what was understood of a part's words.
    fn put(&mut self, part: Part) {
        let is_apart = |span: &Range<usize>| span.end <= part.span.start || part.span.end <= span.start;
        self.reading.parts.retain(|other| is_apart(&other.span));
        self.reading.rest.retain(|word| is_apart(&word.span));
        self.reading.parts.push(part);
        self.reading.parts.sort_by_key(|part| part.span.start);
    }

    /// Marks the first name on the right as an alternative to the last one on the left, if both exist.
    fn mark_alternative(&mut self, left: &Range<usize>, right: &Range<usize>) -> bool {
        let is_beside = self.last_name(left).is_some();
        let right_name = self.reading.parts.iter_mut().find(|part| is_within(&part.span, right));
        let marked = right_name.filter(|_| is_beside).map(|part| part.is_alternative = true);
        marked.is_some()
    }

    /// Whether a part names treatments only.
    fn is_treatment(&self, part: &Part) -> bool {
        part.concepts.iter().all(|concept| self.vocabulary.id(*concept).starts_with(OF_TREATMENTS))
    }

    /// Whether a part is meaningful by itself, which 'breast' is not.
    fn is_clear(&self, part: &Part) -> bool {
        let key = || self.vocabulary.rewriting.key(&part.words.join(" "), self.reading.language);
        part.words.len() > 1 || !self.vocabulary.is_weak(&key())
    }

    fn first_name(&self, side: &Range<usize>) -> Option<&Part> {
        self.reading.parts.iter().find(|part| is_within(&part.span, side))
    }

    fn last_name(&self, side: &Range<usize>) -> Option<&Part> {
        self.reading.parts.iter().rfind(|part| is_within(&part.span, side))
    }

    fn full_name_at(&self, span: &Range<usize>) -> &str {
        let shared = self.full_names.iter().find(|(place, _)| place == span);
        shared.map_or(&self.text[span.clone()], |(_, name)| name)
    }
}

fn joints(text: &str, typed: &[Word]) -> Vec<Joint> {
    let mut joints: Vec<Joint> = Vec::new();
    for (at, word) in typed.iter().enumerate().skip(1) {
        let gap = text[typed[at - 1].span.end..word.span.start].trim();
        let extends_last = joints.last().is_some_and(|last| last.words.end == at);
        match (join_kind(&word.folded), sign(gap)) {
            // 'and/or', or a word after a comma
            (Some(kind), _) if extends_last => {
                if let Some(last) = joints.last_mut() {
                    *last = Joint { words: last.words.start..at + 1, kind };
                }
            }
            (Some(kind), _) => joints.push(Joint { words: at..at + 1, kind }),
            (None, Some(kind)) if !extends_last => joints.push(Joint { words: at..at, kind }),
            _ => {}
        }
    }
    joints.retain(|joint| joint.words.end < typed.len());
    joints
}

fn join_kind(word: &str) -> Option<JoinKind> {
    let or = OR.contains(&word).then_some(JoinKind::Or);
    or.or_else(|| AND.contains(&word).then_some(JoinKind::And))
}

fn sign(gap: &str) -> Option<JoinKind> {
    match gap {
        "," => Some(JoinKind::Comma),
        "/" => Some(JoinKind::Or),
        "&" => Some(JoinKind::And),
        _ => None,
    }
}

fn is_within(span: &Range<usize>, side: &Range<usize>) -> bool {
    side.start <= span.start && span.end <= side.end
}

/// Returns the byte span of some words.
fn span(typed: &[Word], words: &Range<usize>) -> Range<usize> {
    match typed.get(words.clone()) {
        Some([first, .., last]) => first.span.start..last.span.end,
        Some([only]) => only.span.clone(),
        _ => 0..0,
    }
}

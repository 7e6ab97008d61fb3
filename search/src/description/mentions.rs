//! The names in a text, each with what the words around it say.

use std::ops::Range;

use jiff::civil::Date;
use waypoint_vocabulary::{MatchKind, Vocabulary, markers::MarkerMention};

use super::{
    abbreviations::{Abbreviation, Note, abbreviations, is_abbreviation},
    cues::{Cue, Cues},
    details::{Place, set_marker, set_stage},
    marker_words::with_known_markers,
    mention::Mention,
    name::Name,
    person::Passages,
    pregnancy,
    sentences::{SEPARATORS, Sentence, is_label},
    spread::{self, is_spread},
    stages::{Stage, classifications, stages},
    standing::{Standing, Statement},
};
use crate::concept_kind::ConceptKind;

/// Signs between the drugs that another one combines.
const COMBINING: [char; 2] = ['/', '+'];

/// A sentence with what is written in it.
struct Written<'a> {
    sentence: &'a Sentence,
    markers: Vec<MarkerMention>,
    classifications: Vec<Stage>,
    names: Vec<Name>,
}

/// A sentence with what a condition of it may own.
struct Read<'a> {
    here: Range<usize>,
    statement: Statement<'a>,
    markers: Vec<MarkerMention>,
    stages: Vec<Stage>,
}

/// Returns the names of a text, in order.
pub(super) fn mentions(
    text: &str,
    sentences: &[Sentence],
    passages: &Passages,
    cues: &Cues,
    today: Date,
    vocabulary: &Vocabulary,
) -> Vec<Mention> {
    let mut written: Vec<_> =
        sentences.iter().map(|sentence| Written::new(text, sentence, vocabulary)).collect();
    resolve_abbreviations(text, &mut written, vocabulary);
    let mut all: Vec<Mention> = Vec::new();
    let mut read = Vec::new();
    for (index, Written { sentence, markers, classifications, names }) in written.into_iter().enumerate() {
        let text = &text[sentence.span.clone()];
        let first = all.len();
        let undecided: Vec<Range<usize>> =
            names.iter().filter(|name| name.is_undecided).map(|name| name.span.clone()).collect();
        all.extend(names.into_iter().flat_map(|name| name.mentions(sentence, index, vocabulary)));
        let states = pregnancy::states(text, today).into_iter().filter_map(|state| {
            let name = Name { concepts: vec![vocabulary.concept(state.concept)?], ..Name::new(state.span) };
            Some(name.mentions(sentence, index, vocabulary))
        });
        all.extend(states.flatten().map(|mention| Mention {
            kind: ConceptKind::Neither,
            is_state: true,
            ..mention
        }));
        let here = first..all.len();
        let kinds = all[here.clone()].iter().map(Mention::span_and_kind).collect();
        // 'KRAS not detected, stage IV colon cancer' denies the marker alone.
        let denies_marker = |cue: &Cue| {
            let is_in = |one: &MarkerMention| one.span.start < cue.span.end && cue.span.start < one.span.end;
            cue.meaning.is_denial() && markers.iter().any(is_in)
        };
        let mut cues = cues.read(text);
        cues.retain(|cue| !denies_marker(cue));
        let stages = [stages(text, &cues), classifications].concat();
        let statement = Statement { text, sentence, cues, passages, kinds };
        for mention in &mut all[here.clone()] {
            let kind = if mention.is_state { ConceptKind::Condition } else { mention.kind };
            mention.standing = statement.standing(&mention.span, kind);
            let is_undecided = undecided.contains(&statement.in_sentence(&mention.span));
            if is_undecided && mention.standing.applies() {
                mention.standing = Standing::Suspected;
            }
        }
        read.push(Read { here, statement, markers, stages });
    }
    for one in &read {
        one.set_details(&mut all, vocabulary);
    }
    all
}

impl<'a> Written<'a> {
    fn new(text: &str, sentence: &'a Sentence, vocabulary: &Vocabulary) -> Self {
        let written = &text[sentence.span.clone()];
        let markers = vocabulary.markers().read(&with_known_markers(written));
        let classifications = classifications(written);
        // 'TNBC' is both.
        let is_name = |span: &Range<usize>| {
            let text = &written[span.clone()];
            !text.contains(' ')
                && markers.iter().filter(|one| one.span == *span).nth(1).is_some()
                && vocabulary.is_name(text)
        };
        let of_markers = markers.iter().map(|marker| &marker.span).filter(|span| !is_name(span));
        let details = of_markers.chain(classifications.iter().map(|stage| &stage.span));
        let mut names = names(&without_shorthand(without(written, details)), vocabulary);
        spread::mark_lists(written, &mut names, vocabulary);
        Self { sentence, markers, classifications, names }
    }
}

impl Read<'_> {
    /// Gives the stages and the markers of the sentence to conditions.
    fn set_details(&self, all: &mut [Mention], vocabulary: &Vocabulary) {
        let of_markers = self.markers.iter().map(|marker| &marker.span);
        let mut details: Vec<Range<usize>> =
            of_markers.chain(self.stages.iter().map(|stage| &stage.span)).cloned().collect();
        details.sort_by_key(|detail| detail.start);
        let place = Place { statement: &self.statement, here: self.here.clone(), details: &details };
        for stage in &self.stages {
            set_stage(all, stage, &place, vocabulary);
        }
        for marker in self.markers.iter().filter(|one| !one.states.is_empty()) {
            set_marker(all, marker, &place, vocabulary);
        }
    }
}

/// Returns a text of the same length with marks for shorthand such as `s/p`, so that no name begins or ends in it: in
/// `58 yo M s/p surgery`, the `M s` is not multiple sclerosis.
fn without_shorthand(text: String) -> String {
    let is_letter = |word: &str| word.len() == 1 && word.chars().all(|c| c.is_ascii_alphabetic());
    let spans: Vec<Range<usize>> = text
        .split_inclusive(char::is_whitespace)
        .scan(0, |begins, word| {
            let start = *begins;
            *begins += word.len();
            Some((start, word.trim_end()))
        })
        .filter(|(_, word)| {
            word.split_once('/').is_some_and(|(one, other)| is_letter(one) && is_letter(other))
        })
        .map(|(start, word)| start..start + word.len())
        .collect();
    let mut text = text;
    for span in spans {
        text.replace_range(span.clone(), &";".repeat(span.len()));
    }
    text
}

/// Returns a sentence of the same length without its markers and classifications: 'KRAS G12D' is not another cancer.
fn without<'a>(sentence: &str, details: impl Iterator<Item = &'a Range<usize>>) -> String {
    let mut without = sentence.to_owned();
    for detail in details {
        without.replace_range(detail.clone(), &" ".repeat(detail.len()));
    }
    without
}

/// Returns the names of a sentence, in order.
fn names(sentence: &str, vocabulary: &Vocabulary) -> Vec<Name> {
    let mut names = combinations(sentence, vocabulary);
    let sentence = &without(sentence, names.iter().map(|name| &name.span));
    let mut begins = 0;
    for piece in sentence.split_inclusive(SEPARATORS) {
        for part in vocabulary.read_item(piece, sentence) {
            let span = begins + part.span.start..begins + part.span.end;
            if part.match_kind == MatchKind::Named
                && !is_label(&sentence[span.clone()], &sentence[span.end..])
            {
                let is_spread = is_spread(&part);
                names.push(Name { is_spread, concepts: part.concepts, ..Name::new(span) });
            }
        }
        begins += piece.len();
    }
    names.sort_by_key(|name| name.span.start);
    names
}

/// Returns the drugs in a sentence that combine others, with a sign between their names: 'sacubitril/valsartan'.
fn combinations(sentence: &str, vocabulary: &Vocabulary) -> Vec<Name> {
    let mut names = Vec::new();
    let mut begins = 0;
    let is_separator = |c: char| SEPARATORS.contains(&c) && !COMBINING.contains(&c);
    for piece in sentence.split_inclusive(is_separator) {
        if piece.contains(COMBINING) {
            let parts = vocabulary.read_item(piece, sentence).into_iter().filter(|part| {
                piece[part.span.clone()].contains(COMBINING)
                    && part
                        .concepts
                        .iter()
                        .all(|one| ConceptKind::of(*one, vocabulary) == ConceptKind::Treatment)
            });
            names.extend(parts.map(|part| {
                let span = begins + part.span.start..begins + part.span.end;
                Name { concepts: part.concepts, ..Name::new(span) }
            }));
        }
        begins += piece.len();
    }
    names
}

/// Gives each abbreviation that has several meanings the one that it has in this text. One that is part of a longer name
/// keeps that name: 'relapsing MS'.
fn resolve_abbreviations(text: &str, all: &mut [Written], vocabulary: &Vocabulary) {
    let spelled =
        |sentence: &Sentence, name: &Name| text[sentence.span.clone()][name.span.clone()].to_owned();
    let in_full = all.iter().flat_map(|Written { sentence, names, .. }| {
        let names = names.iter().filter(|name| !is_abbreviation(&spelled(sentence, name)));
        names.flat_map(|name| name.concepts.iter().copied())
    });
    let note = Note::new(text, in_full.collect());
    for Written { sentence, markers, names, .. } in all {
        let found = abbreviations(&text[sentence.span.clone()], sentence.section, &note, vocabulary);
        for Abbreviation { span, concepts, is_undecided } in found {
            let overlaps = |other: &Range<usize>| other.start < span.end && span.start < other.end;
            let is_longer = |name: &Name| overlaps(&name.span) && name.span != span;
            if names.iter().any(is_longer) || markers.iter().any(|marker| overlaps(&marker.span)) {
                continue;
            }
            names.retain(|name| name.span != span);
            let at = names.partition_point(|name| name.span.start < span.start);
            names.insert(at, Name { concepts, is_undecided, ..Name::new(span) });
        }
    }
}

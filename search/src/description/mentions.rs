//! The names in a text, each with what the words around it say.

use std::ops::Range;

use waypoint_vocabulary::{ConceptId, MatchKind, Part, Vocabulary, markers::MarkerMention};

use super::{
    abbreviations::{Note, abbreviations, is_abbreviation},
    cues::{Cue, Cues},
    details,
    mention::Mention,
    person::Passages,
    sentences::{SEPARATORS, Sentence, is_label},
    standing::{Standing, Statement},
};
use crate::concept_kind::ConceptKind;

/// Words for parts of a cancer elsewhere, folded. 'Metastatic' says it of the cancer itself.
const METASTASES: [&str; 2] = ["metastasis", "met"];
/// 'Spread', before the place. Behind a cancer it means that the cancer has spread.
const SPREAD_TO: [&str; 2] = ["di", "can"];

/// Returns the names of a text, in order.
pub(super) fn mentions(
    text: &str,
    sentences: &[Sentence],
    passages: &Passages,
    cues: &Cues,
    vocabulary: &Vocabulary,
) -> Vec<Mention> {
    let mut all: Vec<Mention> = Vec::new();
    let mut read = Vec::new();
    let with_names = sentences.iter().map(|sentence| {
        let written = &text[sentence.span.clone()];
        let markers = vocabulary.markers().read(written);
        (sentence, markers.clone(), names(&without_shorthand(without(written, &markers)), vocabulary))
    });
    let mut with_names: Vec<_> = with_names.collect();
    resolve_abbreviations(text, &mut with_names, vocabulary);
    for (index, (sentence, markers, names)) in with_names.into_iter().enumerate() {
        let written = &text[sentence.span.clone()];
        let first = all.len();
        for Name { concepts, span, is_spread } in names {
            let in_text = sentence.span.start + span.start..sentence.span.start + span.end;
            for concept in concepts {
                all.push(Mention {
                    is_spread,
                    kind: ConceptKind::of(concept, vocabulary),
                    span: in_text.clone(),
                    section: sentence.section,
                    stage: None,
                    markers: Vec::new(),
                    sentence: index,
                    standing: Standing::Present,
                    concept,
                });
            }
        }
        let here = first..all.len();
        let kinds = all[here.clone()].iter().map(Mention::span_and_kind).collect();
        // 'KRAS not detected, stage IV colon cancer' denies the marker alone.
        let denies_marker = |cue: &Cue| {
            let is_in = |one: &MarkerMention| one.span.start < cue.span.end && cue.span.start < one.span.end;
            cue.meaning.is_denial() && markers.iter().any(is_in)
        };
        let mut cues = cues.read(written);
        cues.retain(|cue| !denies_marker(cue));
        let statement = Statement { text: written, sentence, cues, passages, kinds };
        for mention in &mut all[here.clone()] {
            mention.standing = statement.standing(&mention.span, mention.kind);
        }
        details::set_stages(&mut all[here.clone()], &statement);
        read.push((here, statement, markers));
    }
    for (here, statement, markers) in read {
        for marker in markers.into_iter().filter(|one| !one.states.is_empty()) {
            let Some(owner) = details::owner_of_marker(&all, here.clone(), &marker, &statement) else {
                continue;
            };
            for mention in all.iter_mut().filter(|one| one.span == owner) {
                mention.markers.push(marker.clone());
            }
        }
    }
    all
}

fn is_spread(part: &Part) -> bool {
    let spreads_to =
        |words: &[String]| words.len() > SPREAD_TO.len() && words.starts_with(&SPREAD_TO.map(String::from));
    part.words.iter().any(|word| METASTASES.contains(&word.as_str()))
        || (0..part.words.len()).any(|at| spreads_to(&part.words[at..]))
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

/// Returns a sentence of the same length without its markers: 'KRAS G12D' is not another cancer.
fn without(sentence: &str, markers: &[MarkerMention]) -> String {
    let mut without = sentence.to_owned();
    for marker in markers {
        without.replace_range(marker.span.clone(), &" ".repeat(marker.span.len()));
    }
    without
}

/// A name in a sentence.
struct Name {
    concepts: Vec<ConceptId>,
    /// In bytes of the sentence.
    span: Range<usize>,
    is_spread: bool,
}

/// Returns the names of a sentence, in order.
fn names(sentence: &str, vocabulary: &Vocabulary) -> Vec<Name> {
    let mut names = Vec::new();
    let mut begins = 0;
    for piece in sentence.split_inclusive(SEPARATORS) {
        for part in vocabulary.read_item(piece, sentence) {
            let span = begins + part.span.start..begins + part.span.end;
            if part.match_kind == MatchKind::Named
                && !is_label(&sentence[span.clone()], &sentence[span.end..])
            {
                names.push(Name { is_spread: is_spread(&part), concepts: part.concepts, span });
            }
        }
        begins += piece.len();
    }
    names
}

/// Gives each abbreviation that has several meanings the one that it has in this text. One that is part of a longer name
/// keeps that name: 'relapsing MS'.
fn resolve_abbreviations(
    text: &str,
    with_names: &mut [(&Sentence, Vec<MarkerMention>, Vec<Name>)],
    vocabulary: &Vocabulary,
) {
    let written =
        |sentence: &Sentence, name: &Name| text[sentence.span.clone()][name.span.clone()].to_owned();
    let in_full = with_names.iter().flat_map(|(sentence, _, names)| {
        let names = names.iter().filter(|name| !is_abbreviation(&written(sentence, name)));
        names.flat_map(|name| name.concepts.iter().copied())
    });
    let note = Note::new(text, in_full.collect());
    for (sentence, markers, names) in with_names {
        let found = abbreviations(&text[sentence.span.clone()], sentence.section, &note, vocabulary);
        for abbreviation in found {
            let span = abbreviation.span;
            let overlaps = |other: &Range<usize>| other.start < span.end && span.start < other.end;
            let is_longer = |name: &Name| overlaps(&name.span) && name.span != span;
            if names.iter().any(is_longer) || markers.iter().any(|marker| overlaps(&marker.span)) {
                continue;
            }
            names.retain(|name| name.span != span);
            let at = names.partition_point(|name| name.span.start < span.start);
            names.insert(at, Name { concepts: abbreviation.concepts, span, is_spread: false });
        }
    }
}

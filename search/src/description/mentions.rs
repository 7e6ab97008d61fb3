//! The names in a text, each with what the words around it say.

use std::ops::Range;

use waypoint_vocabulary::{MatchKind, Part, Vocabulary, markers::MarkerMention};

use super::{
    cues::Cues,
    details,
    mention::Mention,
    person::Passages,
    sentences::{SEPARATORS, Sentence},
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
    for (index, sentence) in sentences.iter().enumerate() {
        let written = &text[sentence.span.clone()];
        let markers = vocabulary.markers().read(written);
        let first = all.len();
        for (part, span) in parts(&without_shorthand(without(written, &markers)), vocabulary) {
            let in_text = sentence.span.start + span.start..sentence.span.start + span.end;
            let is_spread = is_spread(&part);
            for concept in part.concepts {
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
        let kinds = all[here.clone()].iter().map(|one| (one.span.clone(), one.kind)).collect();
        let statement = Statement { text: written, sentence, cues: cues.read(written), passages, kinds };
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

/// Returns the names of a sentence, with their places in it.
fn parts(sentence: &str, vocabulary: &Vocabulary) -> Vec<(Part, Range<usize>)> {
    let mut parts = Vec::new();
    let mut begins = 0;
    for piece in sentence.split_inclusive(SEPARATORS) {
        for part in vocabulary.read_item(piece, sentence) {
            if part.match_kind == MatchKind::Named {
                let span = begins + part.span.start..begins + part.span.end;
                parts.push((part, span));
            }
        }
        begins += piece.len();
    }
    parts
}

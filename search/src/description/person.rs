//! The age, the sex, and the place of the person, and which parts of the text are about others.

use std::ops::Range;

use waypoint_domain::{age::Age, sex::Sex};
use waypoint_gazetteer::{Gazetteer, Place};
use waypoint_vocabulary::Vocabulary;

use super::{
    cues::{Cues, Meaning},
    sentences::{Section, Sentence},
};
use crate::free_text::{MAX_PASSAGE_WORDS, Statements, begins_with_relative, is_labeled_as_relative};

/// What the passages of a text state about the person.
#[derive(Debug, Default)]
pub(super) struct Person {
    pub(super) age: Option<Age>,
    pub(super) sex: Option<Sex>,
    pub(super) place: Option<Place>,
    pub(super) passages: Passages,
}

/// The parts of the text, in bytes, that don't apply to the person.
#[derive(Debug, Default)]
pub(super) struct Passages {
    pub(super) denied: Vec<Range<usize>>,
    pub(super) others: Vec<Range<usize>>,
    pub(super) dropped: Vec<Range<usize>>,
    /// Whole sentences that begin with another person.
    pub(super) sentences_of_others: Vec<Range<usize>>,
    pub(super) own_relatives: Vec<Range<usize>>,
    pub(super) relatives: Vec<Range<usize>>,
    /// Whether the text states something before it mentions the writer's relatives.
    pub(super) begins_with_person: bool,
}

/// Ends a section about others before the sentences about the person: 'Family history: lupus. Lives in Pittsburgh, PA.'
pub(super) fn end_sections_of_others(
    text: &str,
    sentences: &mut [Sentence],
    this_year: u16,
    vocabulary: &Vocabulary,
    gazetteer: &Gazetteer,
) {
    let (mut heading, mut is_over) = (None, false);
    for sentence in sentences {
        if heading != Some(sentence.headings) {
            heading = Some(sentence.headings);
            is_over = sentence.section == Section::default();
            if sentence.section == Section::Family {
                continue;
            }
        }
        if ![Section::Family, Section::Aside].contains(&sentence.section) {
            continue;
        }
        let written = &text[sentence.span.clone()];
        is_over = is_over || states_person(written, this_year, vocabulary, gazetteer);
        if is_over {
            sentence.section = Section::default();
        }
    }
}

/// Whether a sentence states an age, a sex, or a place, and names no relative.
fn states_person(sentence: &str, this_year: u16, vocabulary: &Vocabulary, gazetteer: &Gazetteer) -> bool {
    let found = Statements::read(sentence, this_year, vocabulary, gazetteer);
    let has_place =
        || found.place.as_ref().is_some_and(|place| follows_place_word(sentence, place.span.start));
    let names_relative = !found.own_relatives.is_empty() || !found.relatives.is_empty();
    (found.age.is_some() || found.sex.is_some() || has_place()) && !names_relative
}

/// Reads the passages of a text, without the family history.
pub(super) fn read(
    text: &str,
    sentences: &[Sentence],
    cues: &Cues,
    this_year: u16,
    vocabulary: &Vocabulary,
    gazetteer: &Gazetteer,
) -> Person {
    let mut person = Person::default();
    let of_others: Vec<usize> = (0..sentences.len())
        .filter(|index| is_of_others(*index, &text[sentences[*index].span.clone()], cues))
        .collect();
    // A text about a child may be one sentence: 'Daughter: 6, asthma.'
    let are_all = of_others.len() == sentences.len();
    let of_others = of_others.into_iter().filter(|index| *index > 0 || !are_all);
    person.passages.sentences_of_others = of_others.map(|index| sentences[index].span.clone()).collect();
    for span in passages(text, sentences, &person.passages.sentences_of_others) {
        let passage = &text[span.clone()];
        let found = Statements::read(passage, this_year, vocabulary, gazetteer);
        let place = found.place.filter(|place| follows_place_word(passage, place.span.start));
        person.age = person.age.or(found.age);
        person.sex = person.sex.or(found.sex);
        person.place = person.place.or(place.map(|place| place.value));
        let moved = |all: Vec<Range<usize>>| {
            all.into_iter().map(|one| span.start + one.start..span.start + one.end).collect::<Vec<_>>()
        };
        person.passages.denied.extend(moved(found.denied));
        person.passages.others.extend(moved(found.others));
        person.passages.dropped.extend(moved(found.dropped));
        person.passages.own_relatives.extend(moved(found.own_relatives));
        person.passages.relatives.extend(moved(found.relatives));
    }
    let first_name = sentences.iter().find(|one| !vocabulary.read_prose(&text[one.span.clone()]).is_empty());
    let first_relative = person.passages.own_relatives.first().map(|relative| relative.start);
    person.passages.begins_with_person =
        first_name.is_some_and(|name| first_relative.is_some_and(|relative| name.span.end <= relative));
    person
}

/// Whether a sentence begins with another person: 'My neighbor has melanoma', 'Mother with lupus'. The first one may begin with
/// the person: 'Daughter, 6, with asthma.'
fn is_of_others(index: usize, sentence: &str, cues: &Cues) -> bool {
    let cues = cues.read(sentence);
    let is_other = cues.first().is_some_and(|cue| cue.meaning == Meaning::Other && cue.span.start == 0);
    let is_reported = || cues.iter().any(|cue| cue.meaning == Meaning::Reported);
    is_other
        || is_labeled_as_relative(sentence)
        || index > 0 && begins_with_relative(sentence) && !is_reported()
}

/// Joins consecutive sentences into passages that are short enough to be read as a whole.
fn passages(text: &str, sentences: &[Sentence], of_others: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut passages: Vec<Range<usize>> = Vec::new();
    let (mut words, mut is_open) = (0, false);
    for sentence in sentences {
        let sentence_text = &text[sentence.span.clone()];
        let is_apart = [Section::Family, Section::Allergies, Section::Aside].contains(&sentence.section);
        if is_apart || of_others.contains(&sentence.span) {
            is_open = false;
            continue;
        }
        let more = word_count(sentence_text);
        match passages.last_mut() {
            Some(passage) if is_open && words + more <= MAX_PASSAGE_WORDS => {
                passage.end = sentence.span.end;
                words += more;
            }
            _ => {
                passages.push(sentence.span.clone());
                words = more;
            }
        }
        is_open = true;
    }
    passages
}

/// Counts words and numbers as a typed sentence does: `58F` is two.
fn word_count(text: &str) -> usize {
    let mut before = None;
    let mut count = 0;
    for c in text.chars() {
        let kind = c.is_alphanumeric().then(|| c.is_ascii_digit());
        count += usize::from(kind.is_some() && kind != before);
        before = kind;
    }
    count
}

/// Whether a word such as 'near' is before a place. A note is full of abbreviations that are also places.
fn follows_place_word(passage: &str, at: usize) -> bool {
    let before = passage[..at].split_whitespace().next_back().unwrap_or_default().to_lowercase();
    PLACE_WORDS.contains(&before.as_str()) || passage[at..].split_whitespace().next() == Some("near")
}

/// Words before a place, in three languages.
const PLACE_WORDS: [&str; 13] =
    ["in", "near", "from", "to", "around", "outside", "at", "en", "de", "ở", "gần", "tại", "of"];

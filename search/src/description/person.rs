//! The age, the sex, and the place of the person, and which parts of the text are about others.

use std::ops::Range;

use jiff::civil::Date;
use waypoint_domain::{
    age::Age,
    age_on_day::{completed_months, completed_years},
    sex::Sex,
};
use waypoint_gazetteer::{Gazetteer, Place};
use waypoint_vocabulary::Vocabulary;

use super::{
    ages::{age_now, without_ages_then},
    cues::{Cues, Meaning},
    dates::date_of_birth,
    place::{self, Standing},
    sentences::{Section, Sentence},
};
use crate::free_text::{MAX_PASSAGE_WORDS, Statements, begins_with_relative, is_labeled_as_relative};

/// Below this number of years, an age is one in months.
const YEARS_IN_MONTHS: u16 = 2;

/// What the passages of a text state about the person.
#[derive(Debug, Default)]
pub(super) struct Person {
    pub(super) age: Option<Age>,
    pub(super) sex: Option<Sex>,
    pub(super) place: Option<Place>,
    /// Whether the text calls the person healthy, or asks for studies of healthy people.
    pub(super) is_healthy: bool,
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
    today: Date,
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
        is_over = is_over || states_person(written, today, vocabulary, gazetteer);
        if is_over {
            sentence.section = Section::default();
        }
    }
}

/// Whether a sentence states an age, a sex, or a place, and names no relative.
fn states_person(sentence: &str, today: Date, vocabulary: &Vocabulary, gazetteer: &Gazetteer) -> bool {
    let found = Statements::read(sentence, year_of(today), vocabulary, gazetteer);
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
    today: Date,
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
    let mut places: Vec<(Standing, Place)> = Vec::new();
    let mut birth = None;
    for span in passages(text, sentences, &person.passages.sentences_of_others) {
        let passage = &text[span.clone()];
        let found = Statements::read(&without_ages_then(passage), year_of(today), vocabulary, gazetteer);
        let place = found.place.filter(|place| follows_place_word(passage, place.span.start));
        places.extend(place.map(|place| (place::standing_of(passage, place.span.start), place.value)));
        let within = sentences.iter().filter(|one| span.start <= one.span.start && one.span.end <= span.end);
        places.extend(within.flat_map(|sentence| place::named(text, sentence, gazetteer)));
        birth = birth.or_else(|| date_of_birth(passage));
        person.age = person.age.or(found.age).or_else(|| age_now(passage));
        person.sex = person.sex.or(found.sex);
        person.is_healthy |= found.is_healthy;
        let moved = |all: Vec<Range<usize>>| {
            all.into_iter().map(|one| span.start + one.start..span.start + one.end).collect::<Vec<_>>()
        };
        person.passages.denied.extend(moved(found.denied));
        person.passages.others.extend(moved(found.others));
        person.passages.dropped.extend(moved(found.dropped));
        person.passages.own_relatives.extend(moved(found.own_relatives));
        person.passages.relatives.extend(moved(found.relatives));
    }
    person.age = birth.and_then(|birth| age_on(birth, today)).or(person.age);
    // The first one of those that are most certain.
    let best = places.iter().map(|(standing, _)| *standing).max();
    person.place = places.into_iter().find(|(standing, _)| Some(*standing) == best).map(|(_, place)| place);
    let first_name = sentences.iter().find(|one| !vocabulary.read_prose(&text[one.span.clone()]).is_empty());
    let first_relative = person.passages.own_relatives.first().map(|relative| relative.start);
    person.passages.begins_with_person =
        first_name.is_some_and(|name| first_relative.is_some_and(|relative| name.span.end <= relative));
    person
}

/// Returns the age on a day of a person born on another day.
fn age_on(birth: Date, today: Date) -> Option<Age> {
    if birth > today {
        return None;
    }
    let years = completed_years(birth, today);
    let months = u16::try_from(completed_months(birth, today)).ok()?;
    Some(if years < YEARS_IN_MONTHS { Age::months(months) } else { Age::years(years) })
}

fn year_of(today: Date) -> u16 {
    u16::try_from(today.year()).unwrap_or_default()
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

//! People who are named by their relation to another person: 'mother of a child with autism', 'my 5 year old's friend'.
//!
//! In the first, the child has what follows, and an age beside the relation is the mother's. In the second, the friend has it.

use std::ops::Range;

use super::{
    age_span_words::GROUPS,
    reading::Reading,
    sex_words::{MY, is_relative, is_relative_word, sex_word_at, states_sex},
};
use crate::statement_cues::{OTHER_PEOPLE, OTHERS_OF_PEOPLE};

/// Words for relations that state no sex.
const RELATIONS: [&str; 10] = [
    "parent", "parents", "spouse", "partner", "guardian", "sibling", "relative", "pareja", "tutor", "tutora",
];
/// Words for people who look after another person. There are studies for them, so that the words are searched for.
const CAREGIVERS: [&str; 6] = ["caregiver", "caregivers", "carer", "caretaker", "cuidador", "cuidadora"];
/// Words for a person of any kind.
const ANYONE: [&str; 6] = ["patient", "person", "someone", "paciente", "persona", "alguien"];
/// Words between a relation and the other person.
const OF: [&str; 4] = ["of", "to", "for", "de"];
/// The maximum number of words between a relation and the word for the other person: 'mother of a little boy'.
const MAX_BETWEEN: usize = 3;
const ARTICLES: [&str; 9] = ["a", "an", "the", "my", "our", "un", "una", "mi", "su"];
/// The maximum number of words for a person whose relation follows: 'my 5 year old's friend'.
const MAX_POSSESSOR: usize = 5;

/// A person, and the relative of that person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Relation {
    /// The tokens of the person: 'mother'.
    pub(super) head: Range<usize>,
    /// The tokens from 'of' to the word for the other person.
    pub(super) other: Range<usize>,
    /// Whether the person looks after the other.
    pub(super) is_care: bool,
}

/// Returns the relations of a text, in order. `ages` are the tokens of the ages in it.
pub(super) fn relations(reading: &Reading, ages: &[Range<usize>]) -> Vec<Relation> {
    (0..reading.tokens.len()).filter_map(|at| relation_at(reading, at, ages)).collect()
}

fn relation_at(reading: &Reading, at: usize, ages: &[Range<usize>]) -> Option<Relation> {
    let of_relative =
        || sex_word_at(reading, at).filter(|_| is_relative(reading, at)).map(|(length, _)| length);
    let is_care = CAREGIVERS.contains(&reading.word(at));
    let by_word = (is_care || RELATIONS.contains(&reading.word(at))).then_some(1);
    let head = at..at + by_word.or_else(of_relative)?;
    // 'mother-to-child transmission'
    let is_glued = reading.get(head.end).is_some_and(|of| of.gap == "-");
    let is_of = OF.contains(&reading.word(head.end)) && !is_glued && !reading.is_in_name(head.clone());
    is_of.then_some(())?;
    let first = head.end + 1;
    let is_inside = |at: &usize| reading.get(*at).is_some_and(|token| !token.is_apart());
    let person = (first..=first + MAX_BETWEEN)
        .take_while(is_inside)
        .find_map(|at| person_at(reading, first, at, ages))
        .filter(|person| !is_other_name(reading, first..person.start))?;
    Some(Relation { other: head.end..person.end, head, is_care })
}

/// Returns the tokens of a person, by a word for one or an age: 'a little boy', 'a 3 year old'. In 'mi hija de 6 meses', the
/// age is the daughter's.
fn person_at(reading: &Reading, first: usize, at: usize, ages: &[Range<usize>]) -> Option<Range<usize>> {
    let age = ages.iter().find(|age| age.contains(&at));
    if let Some(age) = age {
        let is_article = at > first && ARTICLES.contains(&reading.word_before(at, 1));
        let is_old = age.end - at > 1 && reading.word_before(first, 1) != "de";
        return (age.start == at && (is_article || is_old)).then(|| age.clone());
    }
    let is_person = is_relative(reading, at)
        || states_sex(reading, at)
        || reading.longest_at(at, &GROUPS).is_some()
        || reading.longest_at(at, &OTHER_PEOPLE).is_some()
        || ANYONE.contains(&reading.word(at));
    is_person.then_some(at..at + 1)
}

/// Whether a condition is between a relation and a person: 'mother of lupus patients who are men'.
fn is_other_name(reading: &Reading, between: Range<usize>) -> bool {
    !between.is_empty() && reading.is_named(between)
}

/// Returns the words behind a person that say whose child or relative that is: 'de mi amiga' in 'el bebé de mi amiga'.
pub(super) fn owners_behind(reading: &Reading) -> impl Iterator<Item = Range<usize>> {
    (1..reading.tokens.len()).filter_map(|of| {
        let is_of = ["of", "de"].contains(&reading.word(of)) && is_word_for_person(reading.word(of - 1));
        let first = of + 1 + usize::from(MY.contains(&reading.word(of + 1)));
        let owner = is_of.then(|| [of + 1, first]).into_iter().flatten();
        let end = owner.filter_map(|at| Some(at + reading.longest_at(at, &OTHER_PEOPLE)?.0)).max()?;
        let is_free = reading.is_free(of..end) && !reading.is_in_name(of..end);
        is_free.then_some(of..end)
    })
}

/// Whether a folded word means a relative or a person of some age, such as 'baby'.
pub(crate) fn is_word_for_person(word: &str) -> bool {
    GROUPS.iter().any(|(group, _)| *group == word) || is_relative_word(word)
}

/// Returns the first token behind a person whose relation follows, at the beginning of a clause: the friend in 'my 5 year
/// old's friend'.
pub(super) fn possessed_in(reading: &Reading, clause: &Range<usize>) -> Option<usize> {
    let begins = clause.clone().find(|at| MY.contains(&reading.word(*at)))?;
    let owner =
        (begins + 1..clause.end.min(begins + 1 + MAX_POSSESSOR)).find(|at| reading.is_possessive(*at))?;
    let first = owner + 1;
    // "My friend's baby"
    let is_person = || {
        is_relative(reading, first)
            || reading.longest_at(first, &GROUPS).is_some()
            || reading.longest_at(first, &OTHERS_OF_PEOPLE).is_some()
    };
    (first < clause.end && !reading.is_named(begins + 1..first) && is_person()).then_some(first)
}

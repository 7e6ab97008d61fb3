//! The person that a text is about, if it mentions a relative.
//!
//! 'My brother has type 1 diabetes, I am 20' says nothing about the sex of the person who searches. As in the `ConText`
//! algorithm (Harkema et al., J Biomed Inform 2009), a relative is the subject of the clause with a word for one. So are
//! neighbors and friends, and a search is never for them.

use std::ops::Range;

use super::{
    reading::Reading,
    sex_words::{follows_relative, is_relative, states_sex},
    token::Token,
};
use crate::statement_cues::{OTHER_PEOPLE, OtherPerson};

/// Phrases with which people state facts about themselves.
const SELF: [(&str, ()); 19] = [
    ("i am", ()),
    ("im", ()),
    ("i have", ()),
    ("i have been", ()),
    ("ive been", ()),
    ("i was", ()),
    ("i had", ()),
    ("i suffer", ()),
    ("i suffer from", ()),
    ("soy", ()),
    ("yo", ()),
    ("yo soy", ()),
    ("yo tengo", ()),
    ("tengo", ()),
    ("padezco", ()),
    ("sufro de", ()),
    ("toi", ()),
    ("toi la", ()),
    ("toi bi", ()),
];
/// Words before a relative.
const POSSESSIVE: [&str; 4] = ["my", "our", "mi", "nuestra"];
/// Words between such a phrase and the fact.
const BETWEEN: [&str; 18] = [
    "had",
    "been",
    "a",
    "an",
    "the",
    "also",
    "now",
    "currently",
    "only",
    "almost",
    "just",
    "un",
    "una",
    "ahora",
    "diagnosed",
    "with",
    "from",
    "still",
];
/// Words that state a fact about the person by themselves.
const STATES: [&str; 8] = ["healthy", "well", "fine", "sano", "sana", "pregnant", "embarazada", "khoe"];
/// Words for the role of a writer who looks after another person.
const CAREGIVERS: [&str; 4] = ["caregiver", "carer", "cuidador", "cuidadora"];
/// Words before a relative of the person that a note is about.
const OF_PATIENT: [&str; 2] = ["patients", "pts"];
/// Words about relatives who have died.
const DEAD: [(&str, ()); 15] = [
    ("died", ()),
    ("dies", ()),
    ("dead", ()),
    ("passed away", ()),
    ("passed from", ()),
    ("lost", ()),
    ("late", ()),
    ("death", ()),
    ("murio", ()),
    ("fallecio", ()),
    ("muerte", ()),
    ("perdi", ()),
    ("mất vì", ()),
    ("mat vi", ()),
    ("qua đời", ()),
];
/// Words that begin a clause if its subject follows.
const JOINING: [&str; 10] = ["and", "but", "so", "while", "because", "y", "pero", "porque", "va", "nhung"];

/// Whose facts a text states.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Experiencer {
    /// The segments about other people.
    others: Vec<Range<usize>>,
    /// Whether relatives are other people wherever the text mentions them.
    relatives_are_others: bool,
}

/// The subject of a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Subject {
    Unstated,
    /// The person who writes.
    Writer,
    Relative,
    /// A neighbor, a friend, or another person. A search is never for them.
    Other,
}

impl Experiencer {
    /// Finds the person that a text is about. `ages` are the tokens of the ages in it.
    pub(super) fn read(reading: &Reading, ages: &[Range<usize>]) -> Self {
        let segments = segments(reading, ages);
        let about = |subject: Subject| {
            segments.iter().filter(move |(_, of)| *of == subject).map(|(segment, _)| segment.clone())
        };
        let is_dead =
            |segment: &Range<usize>| segment.clone().any(|at| reading.longest_at(at, &DEAD).is_some());
        let has_age = |segment: &Range<usize>| ages.iter().any(|age| is_within(age, segment));
        if about(Subject::Writer).next().is_none() {
            let dead = about(Subject::Relative).filter(is_dead);
            return Self { others: dead.chain(about(Subject::Other)).collect(), relatives_are_others: false };
        }
        // The search is for a living relative whose age is stated, unless the writer has a condition too, or is healthy.
        let states_health = |segment: &Range<usize>| {
            segment.clone().any(|at| reading.is_named(at..at + 1) || STATES.contains(&reading.word(at)))
        };
        let is_for_relative = about(Subject::Relative).any(|segment| has_age(&segment) && !is_dead(&segment))
            && !about(Subject::Writer).any(|segment| states_health(&segment));
        let relatives = about(if is_for_relative { Subject::Writer } else { Subject::Relative });
        let others = relatives.chain(about(Subject::Other)).collect();
        Self { others, relatives_are_others: !is_for_relative }
    }

    /// Whether these tokens are about another person.
    pub(super) fn is_other(&self, tokens: &Range<usize>) -> bool {
        self.others.iter().any(|segment| is_within(tokens, segment))
    }

    /// Whether a word for a relative at these tokens means another person.
    pub(super) fn is_other_relative(&self, reading: &Reading, tokens: &Range<usize>) -> bool {
        self.relatives_are_others
            || self.is_other(tokens)
            || is_joined_with_writer(reading, tokens)
            || is_the_writer(reading, tokens)
            || is_company(reading, tokens)
            || is_parent_of_person(reading, tokens)
    }

    /// Returns the tokens of what other people have, if the text names another condition.
    pub(super) fn conditions_of_others(&self, reading: &Reading) -> Vec<Range<usize>> {
        let named = |at: &usize| reading.is_named(*at..*at + 1) && reading.is_free(*at..*at + 1);
        let is_own = |at: &usize| !self.is_other(&(*at..*at + 1));
        if !(0..reading.tokens.len()).any(|at| named(&at) && is_own(&at)) {
            return Vec::new();
        }
        let until_last_name =
            |segment: &Range<usize>| segment.clone().rfind(named).map(|last| segment.start..last + 1);
        self.others.iter().filter_map(until_last_name).collect()
    }

    /// Returns the tokens about other people.
    pub(super) fn others(&self) -> &[Range<usize>] {
        &self.others
    }

    /// Returns the tokens that say that a relative has died, as in 'died of'.
    pub(super) fn deaths(&self, reading: &Reading) -> Vec<Range<usize>> {
        let death = |at: usize| {
            let (length, ()) = reading.longest_at(at, &DEAD)?;
            let of = usize::from(["of", "from", "de", "due"].contains(&reading.word(at + length)));
            let tokens = at..at + length + of;
            (self.is_other(&tokens) && !reading.is_named(tokens.clone())).then_some(tokens)
        };
        (0..reading.tokens.len()).filter_map(death).collect()
    }
}

fn is_within(tokens: &Range<usize>, segment: &Range<usize>) -> bool {
    segment.start <= tokens.start && tokens.end <= segment.end
}

/// Whether the writer calls a relative their own: 'my mother', 'mẹ tôi'.
pub(super) fn is_own(reading: &Reading, relative: usize) -> bool {
    let is_mine = (1..=2).any(|steps| POSSESSIVE.contains(&reading.word_before(relative, steps)));
    // 'my 6 year old daughter'
    let is_aged = (3..=6).any(|steps| {
        let begins = relative.checked_sub(steps).filter(|at| POSSESSIVE.contains(&reading.word(*at)));
        begins.is_some_and(|at| {
            (at + 1..relative).any(|at| reading.get(at).is_some_and(|one| one.number.is_some()))
        })
    });
    is_mine || is_aged || (1..=2).any(|steps| reading.word(relative + steps) == "toi")
}

/// 'my husband and I', 'me and my sister'
fn is_joined_with_writer(reading: &Reading, relative: &Range<usize>) -> bool {
    let is_writer = |word: &str| ["i", "me", "yo", "myself"].contains(&word);
    let joins = |word: &str| ["and", "y"].contains(&word);
    let (after, before) = (relative.end, relative.start);
    joins(reading.word(after)) && is_writer(reading.word(after + 1))
        || (POSSESSIVE.contains(&reading.word_before(before, 1))
            && joins(reading.word_before(before, 2))
            && is_writer(reading.word_before(before, 3)))
}

/// 'I live with my son', 'got hepatitis from my husband'
fn is_company(reading: &Reading, relative: &Range<usize>) -> bool {
    // Another word may precede the relative: 'my ex boyfriend'.
    (1..=2).any(|steps| {
        POSSESSIVE.contains(&reading.word_before(relative.start, steps))
            && ["with", "from", "by"].contains(&reading.word_before(relative.start, steps + 1))
    })
}

/// 'I am his mother', 'soy su madre', who writes for another person
fn is_the_writer(reading: &Reading, relative: &Range<usize>) -> bool {
    let is_article = ["his", "her", "their", "the", "su"].contains(&reading.word_before(relative.start, 1));
    let length_of_self = |steps: usize| {
        let at = relative.start.checked_sub(steps)?;
        let (length, ()) = reading.longest_at(at, &SELF)?;
        Some(length + 1 == steps)
    };
    is_article && (2..=4).any(|steps| length_of_self(steps) == Some(true))
}

/// 'mother of a 3 year old', 'madre de un niño de 3 años'
fn is_parent_of_person(reading: &Reading, relative: &Range<usize>) -> bool {
    let of = relative.end;
    let is_of = ["of", "to", "de"].contains(&reading.word(of));
    is_of && ["a", "an", "un", "una", "my", "our", "mi"].contains(&reading.word(of + 1))
}

/// Splits a text into segments with different subjects. A clause without a subject continues the previous one.
fn segments(reading: &Reading, ages: &[Range<usize>]) -> Vec<(Range<usize>, Subject)> {
    let mut segments: Vec<(Range<usize>, Subject)> = Vec::new();
    for clause in clauses(reading) {
        let subject = subject(reading, &clause, ages);
        match segments.last_mut() {
            Some((segment, of)) if subject == Subject::Unstated || *of == subject => {
                segment.end = clause.end;
            }
            _ => segments.push((clause, subject)),
        }
    }
    segments
}

/// Splits a text at punctuation, and before words such as 'and' with a subject after them.
fn clauses(reading: &Reading) -> Vec<Range<usize>> {
    let begins_subject =
        |at: usize| reading.longest_at(at, &SELF).is_some() || POSSESSIVE.contains(&reading.word(at));
    let mut clauses: Vec<Range<usize>> = Vec::new();
    for at in 0..reading.tokens.len() {
        let begins = reading.get(at).is_some_and(Token::is_apart)
            || (JOINING.contains(&reading.word(at)) && begins_subject(at + 1));
        match clauses.last_mut() {
            Some(clause) if !begins => clause.end = at + 1,
            _ => clauses.push(at..at + 1),
        }
    }
    clauses
}

fn subject(reading: &Reading, clause: &Range<usize>, ages: &[Range<usize>]) -> Subject {
    if states_own_fact(reading, clause, ages) {
        Subject::Writer
    } else if clause.clone().any(|at| is_relative(reading, at)) {
        let is_of_patient = |at: usize| OF_PATIENT.contains(&reading.word_before(at, 1));
        let mut relatives = clause.clone().filter(|at| is_relative(reading, *at));
        if relatives.all(is_of_patient) { Subject::Other } else { Subject::Relative }
    } else {
        other_person(reading, clause).map_or(Subject::Unstated, |(_, subject)| subject)
    }
}

/// Whether words for a person such as a neighbor end at a token.
pub(super) fn ends_other_person(reading: &Reading, at: usize) -> bool {
    let ends_here = |start: usize| {
        reading.longest_at(start, &OTHER_PEOPLE).is_some_and(|(length, _)| start + length == at + 1)
    };
    (at.saturating_sub(3)..=at).any(ends_here)
}

/// Returns the words for people at the beginnings of clauses.
pub(super) fn other_persons(reading: &Reading) -> Vec<Range<usize>> {
    let clauses = clauses(reading);
    clauses.iter().filter_map(|clause| other_person(reading, clause)).map(|(tokens, _)| tokens).collect()
}

/// Returns the person at the beginning of a clause, and the words for them: 'my neighbor has asthma', but not 'trials for my
/// friend'.
fn other_person(reading: &Reading, clause: &Range<usize>) -> Option<(Range<usize>, Subject)> {
    let is_before = |at: &usize| {
        let word = reading.word(*at);
        JOINING.contains(&word)
            || POSSESSIVE.contains(&word) && reading.longest_at(*at, &OTHER_PEOPLE).is_none()
    };
    let first = clause.clone().find(|at| !is_before(at))?;
    let (length, person) = reading.longest_at(first, &OTHER_PEOPLE)?;
    let subject = match person {
        OtherPerson::Relative => Subject::Relative,
        OtherPerson::Acquaintance => Subject::Other,
    };
    let tokens = first..first + length;
    (!reading.is_in_name(tokens.clone())).then_some((tokens, subject))
}

/// Whether a clause states the age, sex, condition, or health of the person who writes.
fn states_own_fact(reading: &Reading, clause: &Range<usize>, ages: &[Range<usize>]) -> bool {
    let names_relative = clause.clone().any(|at| is_relative(reading, at));
    let is_caregiver = |at: usize| !names_relative && CAREGIVERS.contains(&reading.word(at));
    clause.clone().any(|at| {
        let Some((length, ())) = reading.longest_at(at, &SELF) else { return false };
        // 'tôi' is 'I', and 'my' in 'mẹ tôi' and 'hàng xóm tôi'.
        let follows_person = follows_relative(reading, at)
            || at.checked_sub(1).is_some_and(|before| ends_other_person(reading, before));
        let is_of_relative = follows_person && !reading.get(at).is_some_and(Token::is_apart);
        let fact = (at + length..clause.end).find(|at| !BETWEEN.contains(&reading.word(*at)));
        let states = |fact: usize| {
            let is_age = ages.iter().any(|age| age.contains(&fact));
            let is_fact = is_age
                || is_caregiver(fact)
                || STATES.contains(&reading.word(fact))
                || reading.is_named(fact..fact + 1);
            !is_relative(reading, fact) && (is_fact || states_sex(reading, fact))
        };
        !is_of_relative && fact.is_some_and(states)
    })
}

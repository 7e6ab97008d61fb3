//! The person that a text is about, if it mentions a relative.
//!
//! 'My brother has type 1 diabetes, I am 20' says nothing about the sex of the person who searches. As in the `ConText`
//! algorithm (Harkema et al., J Biomed Inform 2009), a relative is the subject of the clause with a word for one. So are
//! neighbors and friends, and a search is never for them.

use std::ops::Range;

use super::{
    reading::Reading,
    relation::{Relation, owners_behind, possessed_in, relations},
    sex_words::{follows_relative, is_relative, sexes_in, states_sex},
    token::Token,
};
use crate::statement_cues::{OTHER_PEOPLE, OTHERS_OF_PEOPLE, OtherPerson};

/// Phrases with which people state facts about themselves.
const SELF: [(&str, ()); 22] = [
    ("i feel", ()),
    ("estoy", ()),
    ("me siento", ()),
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
/// A smaller age is that of a child.
const ADULT: u32 = 18;
/// Words that begin a clause if its subject follows.
const JOINING: [&str; 10] = ["and", "but", "so", "while", "because", "y", "pero", "porque", "va", "nhung"];

/// Whose facts a text states.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Experiencer {
    /// The segments about other people.
    others: Vec<Range<usize>>,
    /// Whether relatives are other people wherever the text mentions them.
    relatives_are_others: bool,
    /// People who are named by their relation to the person: 'mother of a child with autism'.
    relations: Vec<Relation>,
    /// The tokens of the ages of such people.
    ages_of_relations: Vec<Range<usize>>,
    /// Whether the writer is healthy, so that no condition of another person is theirs.
    is_writer_healthy: bool,
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
    /// Finds the person that a text is about. `ages` are the tokens of the ages in it, and `healthy` those that describe
    /// someone as healthy.
    pub(super) fn read(reading: &Reading, ages: &[Range<usize>], healthy: Option<&Range<usize>>) -> Self {
        let clauses = clauses(reading);
        let segments = segments(reading, &clauses, ages, healthy);
        let about = |subject: Subject| {
            segments.iter().filter(move |(_, of)| *of == subject).map(|(segment, _)| segment.clone())
        };
        let is_dead =
            |segment: &Range<usize>| segment.clone().any(|at| reading.longest_at(at, &DEAD).is_some());
        let has_age = |segment: &Range<usize>| ages.iter().any(|age| is_within(age, segment));
        let states_health = |segment: &Range<usize>| {
            segment.clone().any(|at| reading.is_named(at..at + 1) || STATES.contains(&reading.word(at)))
        };
        let relations = relations(reading, ages);
        let is_writer_ill = about(Subject::Writer).any(|segment| states_health(&segment));
        let ages_of_relations = if is_writer_ill {
            Vec::new()
        } else {
            ages.iter().filter(|age| is_of_relation(reading, age, &relations, &clauses)).cloned().collect()
        };
        let is_writer_healthy =
            healthy.is_some_and(|healthy| about(Subject::Writer).any(|segment| is_within(healthy, &segment)));
        let experiencer = Self { relations, ages_of_relations, is_writer_healthy, ..Self::default() };
        if about(Subject::Writer).next().is_none() {
            let dead = about(Subject::Relative).filter(is_dead);
            return Self { others: dead.chain(about(Subject::Other)).collect(), ..experiencer };
        }
        // The search is for a living relative whose age is stated, unless the writer has a condition too, or is healthy.
        let is_for_relative =
            about(Subject::Relative).any(|segment| has_age(&segment) && !is_dead(&segment)) && !is_writer_ill;
        let relatives = about(if is_for_relative { Subject::Writer } else { Subject::Relative });
        let others = relatives.chain(about(Subject::Other)).collect();
        Self { others, relatives_are_others: !is_for_relative, ..experiencer }
    }

    /// Whether these tokens are about another person.
    pub(super) fn is_other(&self, tokens: &Range<usize>) -> bool {
        self.others.iter().any(|segment| is_within(tokens, segment))
    }

    /// Whether an age at these tokens is that of another person.
    pub(super) fn is_age_of_other(&self, age: &Range<usize>) -> bool {
        self.is_other(age) || self.ages_of_relations.contains(age)
    }

    /// Whether a word for a relative at these tokens means another person.
    pub(super) fn is_other_relative(&self, reading: &Reading, tokens: &Range<usize>) -> bool {
        self.relatives_are_others
            || self.is_other(tokens)
            || is_joined_with_writer(reading, tokens)
            || is_the_writer(reading, tokens)
            || is_company(reading, tokens)
            || self.relations.iter().any(|relation| relation.head == *tokens)
    }

    /// Returns the tokens of what other people have, if the text names another condition or the writer is healthy.
    pub(super) fn conditions_of_others(&self, reading: &Reading) -> Vec<Range<usize>> {
        let named = |at: &usize| reading.is_named(*at..*at + 1) && reading.is_free(*at..*at + 1);
        let is_own = |at: &usize| !self.is_other(&(*at..*at + 1));
        if !self.is_writer_healthy && !(0..reading.tokens.len()).any(|at| named(&at) && is_own(&at)) {
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

    /// Returns the tokens for people who are named by their relation to the person: the parent in 'parent of a boy'.
    pub(super) fn named_by_relation(&self) -> Vec<Range<usize>> {
        self.relations
            .iter()
            .filter(|relation| !relation.is_care)
            .map(|relation| relation.head.clone())
            .collect()
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

/// Whether an age is that of a person who is named by a relation, and not of the person with what follows. In 'mother of a
/// child with autism, 38', it is the mother's; in '… with autism, 5', the child's.
fn is_of_relation(
    reading: &Reading,
    age: &Range<usize>,
    relations: &[Relation],
    clauses: &[Range<usize>],
) -> bool {
    let is_small =
        age.clone().any(|at| reading.get(at).and_then(|token| token.number).is_some_and(|age| age < ADULT));
    let is_of_other = |relation: &Relation| {
        let end = clauses
            .iter()
            .find(|clause| clause.contains(&relation.head.start))
            .map_or(0, |clause| clause.end);
        relation.other.start < age.start && age.start < end || is_small && age.start > relation.head.start
    };
    !relations.is_empty() && !relations.iter().any(is_of_other)
}

/// Splits a text into segments with different subjects. A clause without a subject continues the previous one.
fn segments(
    reading: &Reading,
    clauses: &[Range<usize>],
    ages: &[Range<usize>],
    healthy: Option<&Range<usize>>,
) -> Vec<(Range<usize>, Subject)> {
    let mut segments: Vec<(Range<usize>, Subject)> = Vec::new();
    for clause in clauses {
        // 'healthy 35 year old, my mother has lupus': without another person before, it is the writer who is healthy.
        let is_healthy = || healthy.is_some_and(|healthy| is_within(healthy, clause));
        let says_self = || clause.clone().any(|at| reading.longest_at(at, &SELF).is_some());
        let is_first = || segments.iter().all(|(_, of)| *of == Subject::Unstated);
        let subject = match subject(reading, clause, ages) {
            Subject::Unstated if is_healthy() && (is_first() || says_self()) => Subject::Writer,
            Subject::Unstated if is_of_other_sex(reading, segments.last(), clause, ages) => Subject::Writer,
            subject => subject,
        };
        match segments.last_mut() {
            Some((segment, of)) if subject == Subject::Unstated || *of == subject => {
                segment.end = clause.end;
            }
            _ => segments.push((clause.clone(), subject)),
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

/// Whether a clause has an age and another sex than the relative before it: 'My wife has lupus. 40M with asthma'.
fn is_of_other_sex(
    reading: &Reading,
    last: Option<&(Range<usize>, Subject)>,
    clause: &Range<usize>,
    ages: &[Range<usize>],
) -> bool {
    let Some((relative, Subject::Relative)) = last else { return false };
    let (before, here) = (sexes_in(reading, relative), sexes_in(reading, clause));
    let has_age = ages.iter().any(|age| is_within(age, clause));
    has_age && !here.is_empty() && !before.is_empty() && here.iter().all(|sex| !before.contains(sex))
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
    let words = |clause: &Range<usize>| {
        let owner =
            || possessed_in(reading, clause).map(|relative| (clause.start..relative, Subject::Relative));
        other_person(reading, clause).or_else(owner).map(|(tokens, _)| tokens)
    };
    clauses(reading).iter().filter_map(words).chain(owners_behind(reading)).collect()
}

/// Returns the person at the beginning of a clause, and the words for them: 'my neighbor has asthma', 'my son's friend', but
/// not 'trials for my friend'.
fn other_person(reading: &Reading, clause: &Range<usize>) -> Option<(Range<usize>, Subject)> {
    let is_before = |at: &usize| {
        let word = reading.word(*at);
        JOINING.contains(&word)
            || POSSESSIVE.contains(&word) && reading.longest_at(*at, &OTHER_PEOPLE).is_none()
    };
    let person_of_owner = possessed_in(reading, clause);
    let possessed = person_of_owner.and_then(|at| Some((at, reading.longest_at(at, &OTHERS_OF_PEOPLE)?)));
    let by_itself = || {
        // "My friend's baby" is the baby.
        if person_of_owner.is_some() {
            return None;
        }
        let first = clause.clone().find(|at| !is_before(at))?;
        Some((first, reading.longest_at(first, &OTHER_PEOPLE)?))
    };
    let (first, (length, person)) = possessed.or_else(by_itself)?;
    let subject = match person {
        OtherPerson::Relative => Subject::Relative,
        OtherPerson::Acquaintance => Subject::Other,
    };
    let is_name = reading.is_in_name(first..first + length);
    let begins = if possessed.is_some() { clause.start } else { first };
    (!is_name).then_some((begins..first + length, subject))
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

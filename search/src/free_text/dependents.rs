//! The ages of children in a person's care: '31F nursing her 3 month old', '40M with a 5 year old daughter'. They are not
//! the person's. If the child has what follows, as in 'mother of a 3 year old with autism', the text is about the child.

use std::{ops::Range, sync::LazyLock};

use waypoint_domain::age::Age;
use waypoint_text::{Table, table};

use super::{
    age::Certainty,
    reading::{Found, Reading},
    sex_words::is_relative,
    token::Token,
};

const WORDS: Table<2> = table!("../../data/child_words.tsv", ["words", "role"]);
/// The maximum number of words in a row of the table.
const MAX_LENGTH: usize = 3;
/// Parents are at least this old in years, and this much older than their children.
const MIN_AGE_OF_PARENTS: u16 = 15;

type Words = Vec<(&'static str, ())>;

struct Roles {
    /// Words for feeding a child.
    feeds: Words,
    /// Words for whose child it is, if the text speaks of its mother or father: 'her'.
    theirs: Words,
    /// Words for the child of the writer.
    own: Words,
    between: Words,
    child: Words,
    /// Words before what the child has.
    has: Words,
}

static ROLES: LazyLock<Roles> = LazyLock::new(|| {
    let list =
        |role: &str| WORDS.rows().filter(|[_, of]| *of == role).map(|[words, _]| (words, ())).collect();
    Roles {
        feeds: list("feeds"),
        theirs: list("theirs"),
        own: list("own"),
        between: list("between"),
        child: list("child"),
        has: list("has"),
    }
});

/// Takes the ages of children out of the ages of a text, marks the words for the children as understood, and returns them.
pub(super) fn take_children(
    reading: &mut Reading,
    ages: &mut Vec<(Certainty, Found<Age>)>,
) -> Vec<Range<usize>> {
    let children: Vec<Range<usize>> =
        ages.iter().filter_map(|(_, age)| child_with(reading, age, ages)).collect();
    ages.retain(|(_, age)| !children.iter().any(|child| child.contains(&age.tokens.start)));
    reading.mark_all(&children);
    children
}

/// Returns the words for the child that has an age.
fn child_with(reading: &Reading, age: &Found<Age>, ages: &[(Certainty, Found<Age>)]) -> Option<Range<usize>> {
    let years = age.value.whole_years();
    let is_of_parent = |other: &Found<Age>| other.value.whole_years() >= years + MIN_AGE_OF_PARENTS;
    let before = WordsBefore::read(reading, age.tokens.start);
    let child_behind = length_at(reading, age.tokens.end, &ROLES.child);
    let ends = age.tokens.end + child_behind.unwrap_or(0);
    let has_condition = length_at(reading, ends, &ROLES.has).is_some()
        || reading.is_named(ends..ends + 1) && !reading.get(ends).is_some_and(Token::is_apart);
    if has_condition || before.is_own && before.feeds == 0 {
        return None;
    }
    let parents = || ages.iter().map(|(_, other)| other).filter(|other| is_of_parent(other));
    let is_behind_parent = || parents().any(|other| other.tokens.end <= before.start);
    let is_child = before.is_child || child_behind.is_some();
    let of_parent = before.is_of_relative && parents().next().is_some();
    let is_fed = before.feeds > 0 && years < MIN_AGE_OF_PARENTS;
    let is_dependent = is_fed || of_parent || is_child && is_behind_parent();
    let feeds = before.start - before.feeds..before.start;
    // 'Breastfeeding' is also what a person looks for.
    let begins = if reading.is_named(feeds.clone()) { feeds.end } else { feeds.start };
    is_dependent.then_some(begins..ends)
}

/// What the words before an age say about a child.
#[derive(Debug, Default)]
struct WordsBefore {
    /// The first of them.
    start: usize,
    /// The number of words for feeding before them.
    feeds: usize,
    is_own: bool,
    /// Whether they name a child, or say whose it is: 'her'.
    is_child: bool,
    /// Whether a parent is before them: 'mother of'.
    is_of_relative: bool,
}

impl WordsBefore {
    fn read(reading: &Reading, age: usize) -> Self {
        let mut words = Self { start: age, ..Self::default() };
        while !reading.get(words.start).is_some_and(Token::is_apart) {
            let length = |list: &Words| length_before(reading, words.start, list);
            if let Some(feeds) = length(&ROLES.feeds) {
                words.feeds = feeds;
                break;
            }
            let (theirs, own, child) = (length(&ROLES.theirs), length(&ROLES.own), length(&ROLES.child));
            let Some(steps) = child.or(theirs).or(own).or(length(&ROLES.between)) else { break };
            words.is_own |= own.is_some();
            words.is_child |= child.is_some() || theirs.is_some();
            words.start -= steps;
        }
        let is_of = ["of", "de"].contains(&reading.word(words.start));
        words.is_of_relative = is_of && words.start > 0 && is_relative(reading, words.start - 1);
        words
    }
}

fn length_at(reading: &Reading, at: usize, list: &Words) -> Option<usize> {
    reading.longest_at(at, list).map(|(length, ())| length)
}

/// Returns the number of words of a phrase that ends before a token.
fn length_before(reading: &Reading, end: usize, list: &Words) -> Option<usize> {
    (1..=MAX_LENGTH.min(end)).rev().find(|steps| length_at(reading, end - steps, list) == Some(*steps))
}

//! People without a condition: 'healthy volunteers', 'I am 35 and healthy', 'voluntario sano'.
//!
//! Healthy volunteers are requested. A person who is described as healthy may still look for studies of a condition, so that
//! a description counts only if the text names no condition apart from those of other people.

use std::{
    ops::{Range, RangeInclusive},
    sync::LazyLock,
};

use waypoint_domain::{age::Age, query_ages::QueryAges};
use waypoint_text::{Table, table};

use super::reading::{Found, Reading};

const WORDS: Table<2> = table!("../../data/healthy_people.tsv", ["words", "role"]);
/// The concept of healthy volunteers.
pub const HEALTHY_VOLUNTEERS: &str = "W001";
/// The ages in years that a number alone may state.
const ADULTS: RangeInclusive<u16> = 18..=99;
/// Words that deny what follows.
const DENYING: [&str; 8] = ["not", "no", "never", "isnt", "arent", "non", "nunca", "khong"];

/// The words that describe healthy people, by their place in a phrase.
struct Phrases {
    /// Adjectives before a word for people: 'healthy'.
    before: List,
    /// Adjectives after it: 'sano'.
    after: List,
    /// Words for people who join a study for science.
    volunteers: List,
    /// Other words for people.
    persons: List,
    /// Words for people that also state their sex or age group, which other rules read.
    groups: List,
    /// Words between an adjective and the word for people.
    between: List,
    /// Words with which people describe themselves.
    selves: List,
    /// Words that join a description with what precedes it.
    linking: List,
    /// Words that may follow a description.
    following: List,
}

type List = Vec<(&'static str, ())>;

static PHRASES: LazyLock<Phrases> = LazyLock::new(|| {
    let list = |role: &str| {
        let rows = WORDS.rows().filter(|[_, of]| *of == role);
        rows.map(|[words, _]| (words, ())).collect()
    };
    Phrases {
        before: list("before"),
        after: list("after"),
        volunteers: list("volunteer"),
        persons: list("person"),
        groups: list("group"),
        between: list("between"),
        selves: list("self"),
        linking: list("linking"),
        following: list("follows"),
    }
});

/// Healthy people in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct HealthyPeople {
    /// The tokens without those that other rules read, in order. It is never empty.
    pub(super) tokens: Vec<Range<usize>>,
    /// Whether studies with healthy volunteers are requested. Otherwise, a person is described as healthy.
    pub(super) is_requested: bool,
}

impl HealthyPeople {
    /// Returns the tokens from the first to the last.
    pub(super) fn whole(&self) -> Range<usize> {
        let begins = self.tokens.first().map_or(0, |tokens| tokens.start);
        begins..self.tokens.last().map_or(begins, |tokens| tokens.end)
    }
}

/// Returns the first group of healthy people: 'healthy volunteers', 'healthy 30 year old'.
pub(super) fn group(reading: &Reading) -> Option<HealthyPeople> {
    let positions = || 0..reading.tokens.len();
    let groups =
        || positions().filter_map(|at| english_group_at(reading, at).or_else(|| group_at(reading, at)));
    groups().find(|group| group.is_requested).or_else(|| groups().next())
}

/// 'healthy volunteers', 'healthy young adults', 'healthy 30 year old'
fn english_group_at(reading: &Reading, at: usize) -> Option<HealthyPeople> {
    let phrases = &PHRASES;
    let mut end = at + length(reading, at, &phrases.before)?;
    let adjective = at..end;
    is_meant(reading, &adjective).then_some(())?;
    let mut tokens = vec![adjective.clone()];
    loop {
        let of_volunteers = length(reading, end, &phrases.volunteers);
        if let Some(length) = of_volunteers.or_else(|| length(reading, end, &phrases.persons)) {
            tokens.push(end..end + length);
            return named_group(reading, tokens, of_volunteers.is_some());
        }
        if let Some(length) = length(reading, end, &phrases.between) {
            tokens.push(end..end + length);
            end += length;
        } else if let Some(length) = length(reading, end, &phrases.groups) {
            end += length;
        } else {
            break;
        }
    }
    let is_before_number = reading.get(adjective.end).is_some_and(|next| next.number.is_some());
    let is_before_group = length(reading, adjective.end, &phrases.groups)
        .is_some_and(|length| !reading.is_in_name(adjective.start..adjective.end + length));
    (is_before_number || is_before_group)
        .then(|| HealthyPeople { tokens: vec![adjective], is_requested: false })
}

/// 'voluntarios sanos', 'người khỏe mạnh'
fn group_at(reading: &Reading, at: usize) -> Option<HealthyPeople> {
    let phrases = &PHRASES;
    let of_volunteers = length(reading, at, &phrases.volunteers);
    let of_persons = length(reading, at, &phrases.persons);
    let of_group = length(reading, at, &phrases.groups);
    let noun = at..at + of_volunteers.max(of_persons).or(of_group)?;
    let adjective = noun.end..noun.end + length(reading, noun.end, &phrases.after)?;
    is_meant(reading, &(noun.start..adjective.end)).then_some(())?;
    if of_volunteers.max(of_persons).is_none() {
        return (!reading.is_in_name(noun.start..adjective.end))
            .then(|| HealthyPeople { tokens: vec![adjective], is_requested: false });
    }
    named_group(reading, vec![noun, adjective], of_volunteers >= of_persons)
}

/// Returns the group of these tokens, with the whole name that they are part of.
fn named_group(reading: &Reading, tokens: Vec<Range<usize>>, is_requested: bool) -> Option<HealthyPeople> {
    let group = HealthyPeople { tokens, is_requested };
    let whole = group.whole();
    let is_free = group.tokens.iter().all(|tokens| reading.is_free(tokens.clone()));
    let is_one_piece = group.tokens.iter().map(ExactSizeIterator::len).sum::<usize>() == whole.len();
    (is_free && means_volunteers(reading, whole.clone())).then(|| {
        if is_one_piece { HealthyPeople { tokens: vec![reading.whole_name(whole)], ..group } } else { group }
    })
}

/// Returns the words that describe the person as healthy: 'I am 35 and healthy', 'sano'.
/// `ages` are the tokens of the ages in the text.
pub(super) fn description(reading: &Reading, ages: &[Range<usize>]) -> Option<HealthyPeople> {
    (0..reading.tokens.len()).find_map(|at| description_at(reading, at, ages))
}

fn description_at(reading: &Reading, at: usize, ages: &[Range<usize>]) -> Option<HealthyPeople> {
    let phrases = &PHRASES;
    let adjective =
        at..at + length(reading, at, &phrases.before).or_else(|| length(reading, at, &phrases.after))?;
    let is_right = is_meant(reading, &adjective) && means_volunteers(reading, adjective.clone());
    let is_taken = |at: usize| at < reading.tokens.len() && !reading.is_free(at..at + 1);
    let is_of_person = |at: usize| {
        is_taken(at)
            || ages.iter().any(|age| age.contains(&at))
            || length(reading, at, &phrases.groups) == Some(1)
    };
    let is_linking = |at: usize| length(reading, at, &phrases.linking) == Some(1);
    let is_apart = |at: usize| reading.get(at).is_none_or(super::token::Token::is_apart);
    let mut begins = adjective.start;
    while begins > 0
        && !is_apart(begins)
        && (is_of_person(begins - 1) || is_linking(begins - 1))
        && begins_with_self(reading, begins).is_none()
    {
        begins -= 1;
    }
    let of_self = begins_with_self(reading, begins);
    let is_end = is_apart(adjective.end) || is_of_person(adjective.end);
    let is_followed = || of_self.is_some() && length(reading, adjective.end, &phrases.following).is_some();
    let is_whole = of_self.is_some() || begins == 0 || is_apart(begins);
    if !is_right || !is_whole || !(is_end || is_followed()) {
        return None;
    }
    // 'Diabetes, but I am healthy'
    let from = of_self.unwrap_or(begins);
    let is_joined = from > 0 && !is_apart(from) && length(reading, from - 1, &phrases.linking) == Some(1);
    let from = from - usize::from(is_joined);
    let tokens = (from..adjective.end).filter(|at| !is_of_person(*at)).map(|at| at..at + 1);
    Some(HealthyPeople { tokens: tokens.collect(), is_requested: false })
}

/// Returns the only number among the remaining tokens, if it may be the age of an adult, or of one of the `group`: 'healthy
/// volunteers, phase 1, 25', 'healthy child 8'.
pub(super) fn lone_age(reading: &Reading, group: Option<QueryAges>) -> Option<Found<Age>> {
    let free = (0..reading.tokens.len()).filter(|at| reading.is_free(*at..*at + 1));
    let mut numbers = free.filter_map(|at| Some((at, reading.get(at)?.number?)));
    let (at, number) = numbers.next().filter(|_| numbers.next().is_none())?;
    let value = u16::try_from(number).ok().map(Age::years)?;
    let is_likely = match group {
        Some(ages) => ages.first_day() <= value.first_day() && value.end_day() <= ages.end_day(),
        None => ADULTS.contains(&value.whole_years()),
    };
    is_likely.then_some(Found { value, tokens: at..at + 1 })
}

/// Returns where the words for the writer begin that end before a token.
fn begins_with_self(reading: &Reading, end: usize) -> Option<usize> {
    let starts = end.saturating_sub(2)..end;
    starts.into_iter().find(|at| length(reading, *at, &PHRASES.selves) == Some(end - at))
}

/// Whether words are not denied, and not part of a name of something else: 'healthy diet', 'not healthy'.
fn is_meant(reading: &Reading, tokens: &Range<usize>) -> bool {
    let is_denied = (1..=2).any(|steps| DENYING.contains(&reading.word_before(tokens.start, steps)));
    reading.is_free(tokens.clone()) && !is_denied
}

/// Whether the name that these tokens are part of is that of healthy volunteers, or they are in no name.
fn means_volunteers(reading: &Reading, tokens: Range<usize>) -> bool {
    !reading.is_named(tokens.clone())
        || reading.concept_ids(reading.whole_name(tokens)).any(|id| id == HEALTHY_VOLUNTEERS)
}

fn length(reading: &Reading, at: usize, phrases: &List) -> Option<usize> {
    reading.longest_at(at, phrases).map(|(length, ())| length)
}

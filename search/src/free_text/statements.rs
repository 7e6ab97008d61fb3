//! What a passage of a longer text states about a person. The rules are those of a typed sentence.

use std::ops::Range;

use waypoint_domain::{age::Age, sex::Sex, work_budget::WorkBudget};
use waypoint_gazetteer::{Gazetteer, Place};
use waypoint_vocabulary::Vocabulary;

use super::{
    WithSpan, age,
    dependents::take_children,
    experiencer::{Experiencer, is_own},
    healthy, negation,
    person::mark_people,
    place,
    reading::Reading,
    sex,
    sex_words::is_relative,
    take, understood,
};

/// The maximum number of words of a passage, so that nothing of it is left out.
pub(crate) const MAX_PASSAGE_WORDS: usize = 150;

/// The statements of a passage. Spans are in bytes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Statements {
    pub(crate) age: Option<Age>,
    pub(crate) sex: Option<Sex>,
    pub(crate) place: Option<WithSpan<Place>>,
    /// Whether it calls the person healthy, or asks for studies of healthy people.
    pub(crate) is_healthy: bool,
    /// What the person doesn't have.
    pub(crate) denied: Vec<Range<usize>>,
    /// What another person has.
    pub(crate) others: Vec<Range<usize>>,
    /// What the text is not about, such as where a cancer has spread.
    pub(crate) dropped: Vec<Range<usize>>,
    /// Words for the writer's own relatives: 'my mother'.
    pub(crate) own_relatives: Vec<Range<usize>>,
    /// Words for other relatives: 'mother'.
    pub(crate) relatives: Vec<Range<usize>>,
}

impl Statements {
    /// Reads a passage of at most [`MAX_PASSAGE_WORDS`] words, as spelled.
    pub(crate) fn read(text: &str, this_year: u16, vocabulary: &Vocabulary, gazetteer: &Gazetteer) -> Self {
        let effort = WorkBudget::with_steps(0);
        let mut reading = Reading::new(text, vocabulary, &effort);
        let negated = negation::negated(&reading);
        let (mut denied, mut dropped) = (Vec::new(), Vec::new());
        for one in negated {
            let spans = if one.is_denied { &mut denied } else { &mut dropped };
            spans.push(reading.span(one.tokens.clone()));
            reading.mark_understood(one.tokens);
        }
        let mut people = healthy::group(&reading).or_else(|| healthy::description(&reading, &[]));
        if let Some(people) = &people {
            mark_people(&mut reading, people);
        }
        let place = place::place(&reading, gazetteer);
        for tokens in &place.tokens {
            reading.mark_understood(tokens.clone());
        }
        let mut ages = age::ages(&reading, this_year);
        let children = take_children(&mut reading, &mut ages);
        let tokens_of_ages: Vec<_> = ages.iter().map(|(_, age)| age.tokens.clone()).collect();
        let experiencer = Experiencer::read(&reading, &tokens_of_ages, None);
        people = people.or_else(|| healthy::description(&reading, &tokens_of_ages));
        let is_healthy = people.is_some_and(|people| !experiencer.is_other(&people.whole()));
        let others = experiencer.others().to_vec();
        ages.retain(|(_, age)| !experiencer.is_age_of_other(&age.tokens));
        let age = age::most_certain(ages);
        take(&mut reading, age.as_ref());
        let sex = sex::sex(&mut reading, age.as_ref().map(|age| &age.tokens), &experiencer);
        // '40M with a 5 year old daughter' says nothing of the daughter.
        let is_child = |at: usize| children.iter().any(|child| child.contains(&at));
        let relatives = (0..reading.tokens.len()).filter(|at| is_relative(&reading, *at) && !is_child(*at));
        let (own, other): (Vec<usize>, Vec<usize>) = relatives.partition(|at| is_own(&reading, *at));
        let spans = |tokens: Vec<usize>| tokens.into_iter().map(|at| reading.span(at..at + 1)).collect();
        Self {
            own_relatives: spans(own),
            relatives: spans(other),
            dropped,
            others: others.into_iter().map(|tokens| reading.span(tokens)).collect(),
            age: age.map(|age| age.value),
            sex: sex.map(|sex| sex.value),
            place: understood(&reading, place.place),
            is_healthy,
            denied,
        }
    }
}

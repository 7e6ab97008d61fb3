//! Turns free text, such as '58 year old woman with lung cancer near Cleveland', into search filters.
//!
//! It uses rules and a vocabulary, no model. Each rule looks for one thing among the words that earlier rules left:
//!
//! 1. [`token`]: splits the text into words and numbers
//! 2. [`negation`]: negated conditions, which are dropped, with [`negated_qualifier`]s
//! 3. [`study_type`]: the study type, and [`healthy`]: whether healthy volunteers are wanted
//! 4. [`here`], [`place`], and [`distance`]: where
//! 5. [`age`] (from [`number`]s) and [`sex`] of the person that the text is about ([`experiencer`]), and [`age_span`] if
//!    there is no single age
//! 6. [`title`]s before a person's name, which are dropped
//! 7. [`remaining_words`]: the remaining words, for the search box
//! 8. [`any_condition`]: whether any condition is wanted
//!
//! [`statements`] applies the same rules to a passage of a longer text.

mod age;
mod age_parts;
mod age_span;
mod age_span_words;
mod age_unit;
mod age_words;
mod any_condition;
mod distance;
mod experiencer;
mod healthy;
mod here;
mod negated_qualifier;
mod negation;
mod number;
mod phase;
mod place;
mod reading;
mod remaining_words;
mod sex;
mod sex_words;
mod statements;
mod study_type;
mod title;
mod token;

use std::ops::Range;

use waypoint_domain::{
    age::Age, phase::Phase, query_ages::QueryAges, sex::Sex, study_type::StudyType, work_budget::WorkBudget,
};
use waypoint_gazetteer::{Gazetteer, Place};
use waypoint_vocabulary::{ConceptId, Vocabulary};

use experiencer::Experiencer;
pub use healthy::HEALTHY_VOLUNTEERS;
use healthy::HealthyPeople;
use place::PlaceFilter;
use reading::{Found, Reading};
pub(crate) use sex_words::begins_with_relative;
pub(crate) use statements::{MAX_PASSAGE_WORDS, Statements};

/// The maximum number of characters that are read.
pub const MAX_TEXT_LENGTH: usize = 1000;

/// What was understood of a text.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FreeText {
    /// The condition or other search words, as typed.
    pub condition: String,
    /// The sex of the person.
    pub sex: Option<WithSpan<Sex>>,
    /// The age of the person.
    pub age: Option<WithSpan<Age>>,
    /// The age range to search for, if the text states no single age.
    pub ages: Option<WithSpan<QueryAges>>,
    /// Where studies should be: near a city or ZIP code, or in a region or country.
    pub place: Option<WithSpan<Place>>,
    /// Whether the person wants studies near where they are, without saying where: 'near me'.
    pub is_near_me: bool,
    /// The maximum distance from the place, in kilometers.
    pub within_km: Option<WithSpan<f64>>,
    /// The study type.
    pub kind: Option<WithSpan<StudyType>>,
    /// The study phase.
    pub phase: Option<WithSpan<Phase>>,
    /// Whether any condition is wanted. Then `condition` is empty.
    pub any_condition: bool,
    /// Whether the study must accept healthy volunteers.
    pub healthy: Option<WithSpan<bool>>,
    /// Negated words, as typed. They are left out of the search.
    pub negated: Vec<String>,
    /// The conditions that the person doesn't have.
    pub denied: Vec<ConceptId>,
    /// Whether part of the text was not read, or not checked for typos, because it is too long.
    pub is_truncated: bool,
}

/// A value with the part of the text that states it.
#[derive(Debug, Clone, PartialEq)]
pub struct WithSpan<T> {
    pub value: T,
    /// The part of the text, in bytes.
    pub span: Range<usize>,
}

impl FreeText {
    /// Reads a text. Only the first 1,000 characters count.
    #[must_use]
    pub fn read(text: &str, this_year: u16, vocabulary: &Vocabulary, gazetteer: &Gazetteer) -> Self {
        Self::read_with(text, this_year, vocabulary, gazetteer, &WorkBudget::for_request())
    }

    /// Reads a text with the remaining effort of a request.
    #[must_use]
    pub fn read_with(
        text: &str,
        this_year: u16,
        vocabulary: &Vocabulary,
        gazetteer: &Gazetteer,
        effort: &WorkBudget,
    ) -> Self {
        let ends = text.char_indices().nth(MAX_TEXT_LENGTH).map_or(text.len(), |(at, _)| at);
        let mut reading = Reading::new(&text[..ends], vocabulary, effort);
        let all_negated = negation::negated(&reading);
        let denied = all_negated.iter().flat_map(|negated| negated.concepts.iter().copied()).collect();
        let mut negated: Vec<_> = all_negated.into_iter().map(|negated| negated.tokens).collect();
        for tokens in &negated {
            reading.mark_understood(tokens.clone());
        }
        for tokens in negation::affirming(&reading) {
            reading.mark_understood(tokens);
        }
        let phase = phase::phase(&reading);
        take(&mut reading, phase.as_ref());
        let kind = study_type::study_type(&reading);
        take(&mut reading, kind.as_ref());
        let mut healthy = healthy::group(&reading).or_else(|| healthy::description(&reading, &[]));
        take_people(&mut reading, healthy.as_ref());
        let here = here::here(&reading);
        for tokens in &here {
            reading.mark_understood(tokens.clone());
        }
        let place = place::place(&reading, gazetteer);
        for tokens in &place.tokens {
            reading.mark_understood(tokens.clone());
        }
        let negated_place = place.tokens.first().and_then(|tokens| negation::negated_place(&reading, tokens));
        let place = if negated_place.is_some() { PlaceFilter::default() } else { place };
        if let Some(tokens) = negated_place {
            reading.mark_understood(tokens.clone());
            negated.push(tokens);
        }
        let mut ages = age::ages(&reading, this_year);
        let tokens_of_ages: Vec<_> = ages.iter().map(|(_, age)| age.tokens.clone()).collect();
        let experiencer = Experiencer::read(&reading, &tokens_of_ages);
        if healthy.is_none() {
            healthy = healthy::description(&reading, &tokens_of_ages);
            take_people(&mut reading, healthy.as_ref());
        }
        for tokens in experiencer.conditions_of_others(&reading) {
            reading.mark_understood(tokens.clone());
            negated.push(tokens);
        }
        for tokens in experiencer.deaths(&reading) {
            reading.mark_understood(tokens);
        }
        for (_, age) in ages.extract_if(.., |(_, age)| experiencer.is_other(&age.tokens)) {
            reading.mark_understood(age.tokens);
        }
        let mut age = age::most_certain(ages);
        take(&mut reading, age.as_ref());
        let sex = sex::sex(&mut reading, age.as_ref().map(|age| &age.tokens), &experiencer);
        let ages = age_span::age_span(&reading);
        take(&mut reading, ages.as_ref());
        for tokens in title::titles(&reading) {
            reading.mark_understood(tokens);
        }
        let any_condition = any_condition::any_condition(&reading);
        if let Some(tokens) = &any_condition {
            reading.mark_understood(tokens.clone());
        }
        let mut remaining = remaining_words::remaining_words(&reading);
        let is_topic_named = !reading.names_only(&remaining, HEALTHY_VOLUNTEERS);
        let healthy = healthy.filter(|people| people.is_requested || !is_topic_named);
        if healthy.is_some() && !is_topic_named {
            let group = ages.as_ref().map(|found| found.value);
            age = age.or_else(|| healthy::lone_age(&reading, group));
            remaining.clear();
        }
        // If no other words remain, the age group is the topic.
        if remaining.is_empty() && any_condition.is_none() && healthy.is_none() {
            let group = ages.as_ref().map(|found| found.tokens.clone());
            let group = group.filter(|tokens| reading.is_named(tokens.clone()));
            remaining = group.map(|tokens| text[reading.span(tokens)].to_owned()).unwrap_or_default();
        }
        let says_something = sex.is_some()
            || age.is_some()
            || ages.is_some()
            || place.place.is_some()
            || kind.is_some()
            || phase.is_some()
            || healthy.is_some()
            || !negated.is_empty()
            || !here.is_empty()
            || any_condition::mentions_trials(&reading);
        Self {
            any_condition: remaining.is_empty() && (any_condition.is_some() || says_something),
            condition: remaining,
            sex: understood(&reading, sex),
            ages: understood(&reading, ages.filter(|_| age.is_none())),
            age: understood(&reading, age),
            place: understood(&reading, place.place),
            within_km: understood(&reading, place.within_km),
            kind: understood(&reading, kind),
            phase: understood(&reading, phase),
            healthy: healthy.map(|people| WithSpan { value: true, span: reading.span(people.whole()) }),
            denied,
            is_near_me: !here.is_empty(),
            negated: negated.into_iter().map(|tokens| text[reading.span(tokens)].to_owned()).collect(),
            is_truncated: ends < text.len() || reading.is_cut || !effort.is_left(),
        }
    }
}

impl FreeText {
    /// Returns the age of the person as a range, or else the age range to search for.
    #[must_use]
    pub fn ages(&self) -> Option<QueryAges> {
        let one = self.age.as_ref().and_then(|age| QueryAges::single(age.value).ok());
        one.or(self.ages.as_ref().map(|ages| ages.value))
    }
}

fn take<T>(reading: &mut Reading, found: Option<&Found<T>>) {
    if let Some(found) = found {
        reading.mark_understood(found.tokens.clone());
    }
}

fn take_people(reading: &mut Reading, people: Option<&HealthyPeople>) {
    let Some(people) = people else { return };
    reading.people = people.whole();
    for tokens in &people.tokens {
        reading.mark_understood(tokens.clone());
    }
}

fn understood<T>(reading: &Reading, found: Option<Found<T>>) -> Option<WithSpan<T>> {
    found.map(|found| WithSpan { value: found.value, span: reading.span(found.tokens) })
}

//! The person that a text is about: age, sex, and health, and what only other people have.

use std::ops::Range;

use waypoint_domain::{age::Age, sex::Sex};

use super::{
    age::{ages, most_certain},
    dependents::take_children,
    experiencer::{Experiencer, other_persons},
    healthy::{HealthyPeople, description},
    past_time::{now_beside, past_times},
    reading::{Found, Reading},
    sex::sex,
};

/// A person.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Person {
    pub(super) age: Option<Found<Age>>,
    pub(super) sex: Option<Found<Sex>>,
    /// The healthy people that are requested, or that the person is one of.
    pub(super) healthy: Option<HealthyPeople>,
    /// The tokens of what only other people have.
    pub(super) conditions_of_others: Vec<Range<usize>>,
}

/// Returns the person, and marks what states it as understood. `healthy` are the healthy people found so far.
pub(super) fn person(reading: &mut Reading, this_year: u16, healthy: Option<HealthyPeople>) -> Person {
    let past = past_times(reading);
    reading.mark_all(&past);
    let mut ages = ages(reading, this_year);
    take_children(reading, &mut ages);
    let tokens_of_ages: Vec<_> = ages.iter().map(|(_, age)| age.tokens.clone()).collect();
    let healthy = healthy.or_else(|| {
        let described = description(reading, &tokens_of_ages)?;
        mark_people(reading, &described);
        Some(described)
    });
    let tokens_of_healthy = healthy.as_ref().map(HealthyPeople::whole);
    let experiencer = Experiencer::read(reading, &tokens_of_ages, tokens_of_healthy.as_ref());
    let conditions_of_others = experiencer.conditions_of_others(reading);
    reading.mark_all(&conditions_of_others);
    let others =
        [experiencer.deaths(reading), other_persons(reading), experiencer.named_by_relation()].concat();
    reading.mark_all(&others);
    for (_, age) in ages.extract_if(.., |(_, age)| experiencer.is_age_of_other(&age.tokens)) {
        reading.mark_understood(age.tokens);
    }
    let age = most_certain(ages);
    if let Some(age) = &age {
        let now = now_beside(reading, &age.tokens);
        reading.mark_understood(age.tokens.clone());
        reading.mark_all(&now);
    }
    let sex = sex(reading, age.as_ref().map(|age| &age.tokens), &experiencer);
    Person { age, sex, healthy, conditions_of_others }
}

/// Marks words for healthy people as understood. A number beside them is an age.
pub(super) fn mark_people(reading: &mut Reading, people: &HealthyPeople) {
    reading.people = people.whole();
    reading.mark_all(&people.tokens);
}

//! Turns free text, such as '58 year old woman with lung cancer near Cleveland', into search filters.
//!
//! It uses rules and a vocabulary, no model. Each rule looks for one thing among the words that earlier rules left:
//!
//! 1. [`token`]: splits the text into words and numbers
//! 2. [`institution`]: a hospital or university, whose name may contain a place or a condition
//! 3. [`title`]s, which are dropped, and the names of people behind them, which are no conditions or places
//! 4. [`negation`]: negated conditions, which are dropped, with [`negated_qualifier`]s and what someone
//!    is [`free_of`], and [`suspicion`]s
//! 5. [`study_type`]: the study type, and [`healthy`]: whether healthy volunteers are wanted
//! 6. [`postal_code`], [`here`], [`place`], and [`distance`]: where
//! 7. the [`person`] that the text is about ([`experiencer`]): [`age`] (from [`number`]s, without those of their
//!    [`dependents`]) and [`sex`], and [`age_span`] if there is no single age. A [`past_time`] is no age
//! 8. [`remaining_words`]: the remaining words, for the search box
//! 9. [`any_condition`]: whether any condition is wanted
//!
//! [`statements`] applies the same rules to a passage of a longer text.

mod age;
mod age_parts;
mod age_span;
mod age_span_words;
mod age_unit;
mod age_words;
mod any_condition;
mod dependents;
mod distance;
mod experiencer;
mod free_of;
mod healthy;
mod here;
mod institution;
mod negated_qualifier;
mod negation;
mod number;
mod past_time;
mod person;
mod phase;
mod place;
mod postal_code;
mod reading;
mod relation;
mod remaining_words;
mod sex;
mod sex_words;
mod statements;
mod study_type;
mod suspicion;
mod title;
mod token;

use std::ops::Range;

use waypoint_domain::{
    age::Age, phase::Phase, query_ages::QueryAges, sex::Sex, study_type::StudyType, work_budget::WorkBudget,
};
use waypoint_gazetteer::{Gazetteer, Place};
use waypoint_vocabulary::{ConceptId, Vocabulary};

use crate::institution::Institution;
pub use healthy::HEALTHY_VOLUNTEERS;
use person::{mark_people, person};
use place::PlaceFilter;
use postal_code::PostalCode;
use reading::{Found, Reading};
pub(crate) use relation::is_word_for_person;
pub(crate) use sex_words::{begins_with_relative, is_labeled_as_relative};
pub(crate) use statements::{MAX_PASSAGE_WORDS, Statements};

/// The maximum number of characters that are read.
pub const MAX_TEXT_LENGTH: usize = 1000;

/// What was understood of a text.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FreeText {
    /// The condition or other search words, as typed.
    pub condition: String,
    /// The words of people's names in it, folded.
    pub people: Vec<String>,
    /// Those behind a title such as 'Dr.', which name no condition even if one has the same name.
    pub titled_people: Vec<String>,
    /// The sex of the person.
    pub sex: Option<WithSpan<Sex>>,
    /// The age of the person.
    pub age: Option<WithSpan<Age>>,
    /// The age range to search for, if the text states no single age.
    pub ages: Option<WithSpan<QueryAges>>,
    /// Where studies should be: near a city or ZIP code, or in a region or country.
    pub place: Option<WithSpan<Place>>,
    /// A postal code of a country whose codes have letters, as typed.
    pub postal_code: Option<WithSpan<String>>,
    /// The institution where studies should be, and whether a study names it. If none does, a place in its name is
    /// [`Self::place`].
    pub institution: Option<WithSpan<NamedInstitution>>,
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
    /// The conditions in the search that the person only may have, as typed.
    pub suspected: Vec<String>,
    /// Whether part of the text was not read, or not checked for typos, because it is too long.
    pub is_truncated: bool,
}

/// An institution that a text names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedInstitution {
    /// The institution.
    pub institution: Institution,
    /// Whether a study names it.
    pub is_known: bool,
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
        Self::read_with_studies(text, this_year, vocabulary, gazetteer, &|_| false, effort)
    }

    /// Reads a text, given whether a study's organizations and sites have all of these terms of an institution's name.
    #[must_use]
    pub fn read_with_studies(
        text: &str,
        this_year: u16,
        vocabulary: &Vocabulary,
        gazetteer: &Gazetteer,
        has_institution: &dyn Fn(&[String]) -> bool,
        effort: &WorkBudget,
    ) -> Self {
        let ends = text.char_indices().nth(MAX_TEXT_LENGTH).map_or(text.len(), |(at, _)| at);
        let mut reading = Reading::new(&text[..ends], vocabulary, effort);
        let institution = institution::institution(&reading, gazetteer, has_institution);
        for tokens in institution.iter().flat_map(|found| &found.tokens) {
            reading.mark_name(tokens.clone());
        }
        let titled_people = take_titled_people(&mut reading, gazetteer);
        let (mut negated, denied) = take_negated(&mut reading);
        let suspected = take_suspicions(&mut reading, &mut negated);
        let phase = phase::phase(&reading);
        take(&mut reading, phase.as_ref());
        let kind = study_type::study_type(&reading);
        take(&mut reading, kind.as_ref());
        let healthy = healthy::group(&reading).or_else(|| healthy::description(&reading, &[]));
        if let Some(people) = &healthy {
            mark_people(&mut reading, people);
        }
        let postal_code = postal_code::postal_code(&reading, gazetteer);
        take(&mut reading, postal_code.as_ref().map(|found| &found.code));
        let here = here::here(&reading);
        reading.mark_all(&here);
        // The town beside a code is known better than the code.
        let (postal_code, place) = match postal_code {
            Some(PostalCode { code, town: Some(town) }) => {
                (None, PlaceFilter::at(Found { value: town, tokens: code.tokens }))
            }
            code => {
                let place = take_place(&mut reading, gazetteer, institution.as_ref(), &mut negated);
                (code.map(|found| found.code), place)
            }
        };
        let person = person(&mut reading, this_year, healthy);
        negated.extend(person.conditions_of_others);
        let (mut age, sex, healthy) = (person.age, person.sex, person.healthy);
        let ages = age_span::age_span(&reading);
        take(&mut reading, ages.as_ref());
        let people = [titled_people.clone(), title::with_given_names(&reading)].concat();
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
        if remaining.is_empty() && age.is_none() && any_condition.is_none() && healthy.is_none() {
            let group = ages.as_ref().map(|found| found.tokens.clone());
            let group = group.filter(|tokens| reading.is_named(tokens.clone()));
            remaining = group.map(|tokens| text[reading.span(tokens)].to_owned()).unwrap_or_default();
        }
        let says_something = sex.is_some()
            || age.is_some()
            || ages.is_some()
            || place.place.is_some()
            || postal_code.is_some()
            || institution.is_some()
            || kind.is_some()
            || phase.is_some()
            || healthy.is_some()
            || !negated.is_empty()
            || !here.is_empty()
            || any_condition::mentions_trials(&reading);
        Self {
            any_condition: remaining.is_empty() && (any_condition.is_some() || says_something),
            condition: remaining,
            people,
            titled_people,
            postal_code: understood(&reading, postal_code),
            suspected: suspected.into_iter().map(|tokens| text[reading.span(tokens)].to_owned()).collect(),
            sex: understood(&reading, sex),
            ages: understood(&reading, ages.filter(|_| age.is_none())),
            age: understood(&reading, age),
            place: understood(&reading, place.place),
            institution: institution.map(|found| named_institution(&reading, &found)),
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

/// Returns the words of people's names behind titles, folded, and marks them and the titles.
fn take_titled_people(reading: &mut Reading, gazetteer: &Gazetteer) -> Vec<String> {
    let found = title::titled_names(reading, &|at| place::begins_place(reading, gazetteer, at));
    for titled in &found {
        reading.mark_name(titled.title.clone());
        reading.mark_person(titled.name.clone());
    }
    found.into_iter().flat_map(|titled| title::folded_words(reading, titled.name)).collect()
}

/// Returns the tokens of everything negated, and the denied conditions, and marks them and affirming words as understood.
fn take_negated(reading: &mut Reading) -> (Vec<Range<usize>>, Vec<ConceptId>) {
    let negated = negation::negated(reading);
    let denied = negated.iter().flat_map(|negated| negated.concepts.iter().copied()).collect();
    let tokens: Vec<_> = negated.into_iter().map(|negated| negated.tokens).collect();
    reading.mark_all(&tokens);
    let affirming = negation::affirming(reading);
    reading.mark_all(&affirming);
    (tokens, denied)
}

/// Returns the tokens of suspected conditions that are searched for. Beside another condition, they are left out.
fn take_suspicions(reading: &mut Reading, left_out: &mut Vec<Range<usize>>) -> Vec<Range<usize>> {
    let suspicions = suspicion::suspicions(reading);
    if suspicion::names_others(reading, &suspicions) {
        let whole: Vec<_> = suspicions.iter().map(suspicion::Suspicion::whole).collect();
        reading.mark_all(&whole);
        left_out.extend(whole);
        return Vec::new();
    }
    for one in &suspicions {
        reading.mark_understood(one.cue.clone());
    }
    suspicions.into_iter().map(|one| one.condition).collect()
}

/// Returns the place to search at, and marks it as understood. One that is negated is left out.
fn take_place(
    reading: &mut Reading,
    gazetteer: &Gazetteer,
    institution: Option<&institution::NamedInstitution>,
    left_out: &mut Vec<Range<usize>>,
) -> PlaceFilter {
    let place = place::place(reading, gazetteer);
    reading.mark_all(&place.tokens);
    let place = place.or_within(|| place_of_institution(reading, gazetteer, institution));
    let Some(negated) = place.tokens.first().and_then(|tokens| negation::negated_place(reading, tokens))
    else {
        return place;
    };
    reading.mark_understood(negated.clone());
    left_out.push(negated);
    PlaceFilter::default()
}

/// Returns the place in the name of an institution that no study has.
fn place_of_institution(
    reading: &Reading,
    gazetteer: &Gazetteer,
    institution: Option<&institution::NamedInstitution>,
) -> Option<Found<Place>> {
    let unknown = institution.filter(|found| !found.is_known)?;
    if let Some(listed) = unknown.listed {
        let tokens = unknown.tokens.first()?.clone();
        let named = gazetteer.read_exactly(listed.place).into_iter().next()?;
        return Some(Found { value: named.place, tokens });
    }
    unknown.tokens.iter().find_map(|tokens| place::within(reading, gazetteer, tokens))
}

fn named_institution(reading: &Reading, found: &institution::NamedInstitution) -> WithSpan<NamedInstitution> {
    let institution = Institution::new(&found.typed);
    let tokens = found.tokens.first().zip(found.tokens.last()).map(|(first, last)| first.start..last.end);
    WithSpan {
        value: NamedInstitution { institution, is_known: found.is_known },
        span: reading.span(tokens.unwrap_or_default()),
    }
}

fn take<T>(reading: &mut Reading, found: Option<&Found<T>>) {
    if let Some(found) = found {
        reading.mark_understood(found.tokens.clone());
    }
}

fn understood<T>(reading: &Reading, found: Option<Found<T>>) -> Option<WithSpan<T>> {
    found.map(|found| WithSpan { value: found.value, span: reading.span(found.tokens) })
}

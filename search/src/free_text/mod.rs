//! Free text, such as '58 year old woman with lung cancer near Cleveland', as what to search for.
//!
//! Rules and vocabulary, no model: each rule looks for one thing in the words that no rule before it has understood.
//!
//! 1. [`token`]: words and numbers
//! 2. [`denied`]: what is not wanted, which is left out
//! 3. [`kind`]: the kind of study, and whether for healthy people
//! 4. [`place`] with [`distance`]: where
//! 5. [`age`] of [`number`]s, [`sex`], and [`age_span`] where no single age is told
//! 6. [`left`]: the words left, which are for the search box
//! 7. [`anything`]: whether trials of any condition are looked for

mod age;
mod age_span;
mod age_span_words;
mod age_words;
mod anything;
mod denied;
mod distance;
mod kind;
mod left;
mod number;
mod phase;
mod place;
mod reading;
mod sex;
mod token;

use std::ops::Range;

use waypoint_domain::{
    age::Age, asked_ages::AskedAges, effort::Effort, phase::Phase, sex::Sex, study_type::StudyType,
};
use waypoint_gazetteer::{Gazetteer, Place};
use waypoint_vocabulary::Vocabulary;

use place::Where;
use reading::{Found, Reading};

/// The most characters that are read.
pub const LONGEST_TEXT: usize = 1000;

/// What was understood of a text.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FreeText {
    /// The words that say what is looked for, as typed.
    pub condition: String,
    /// The sex of the person.
    pub sex: Option<Understood<Sex>>,
    /// The age of the person.
    pub age: Option<Understood<Age>>,
    /// The ages of those who are looked for, where no single age is told.
    pub ages: Option<Understood<AskedAges>>,
    /// Where studies should be: a city or ZIP code to be near to, or a region or country to be in.
    pub place: Option<Understood<Place>>,
    /// How far from there at the most.
    pub within_km: Option<Understood<f64>>,
    /// The kind of study.
    pub kind: Option<Understood<StudyType>>,
    /// How far its testing should have come.
    pub phase: Option<Understood<Phase>>,
    /// Whether trials of any condition are looked for; then no words say which.
    pub anything: bool,
    /// Whether it should take healthy people.
    pub healthy: Option<Understood<bool>>,
    /// What somebody says not to have or not to look for, as typed: it is left out of the search.
    pub left_out: Vec<String>,
    /// Whether the text was too long to be read whole: its end was left out, or words of it were not checked for slips.
    pub is_cut: bool,
}

/// Something that was understood, with where the text says it.
#[derive(Debug, Clone, PartialEq)]
pub struct Understood<T> {
    /// What was understood.
    pub value: T,
    /// The part of the text that says so, in bytes.
    pub span: Range<usize>,
}

impl FreeText {
    /// Reads a text of any content; what comes after the first 1,000 characters is not read.
    #[must_use]
    pub fn read(text: &str, this_year: u16, vocabulary: &Vocabulary, gazetteer: &Gazetteer) -> Self {
        Self::read_with(text, this_year, vocabulary, gazetteer, &Effort::of_request())
    }

    /// The same with the effort that is left of a request's.
    #[must_use]
    pub fn read_with(
        text: &str,
        this_year: u16,
        vocabulary: &Vocabulary,
        gazetteer: &Gazetteer,
        effort: &Effort,
    ) -> Self {
        let ends = text.char_indices().nth(LONGEST_TEXT).map_or(text.len(), |(at, _)| at);
        let mut reading = Reading::of(&text[..ends], vocabulary, effort);
        let mut denied = denied::denied(&reading);
        for tokens in &denied {
            reading.take(tokens.clone());
        }
        let phase = phase::phase(&reading);
        take(&mut reading, phase.as_ref());
        let kind = kind::kind(&reading);
        take(&mut reading, kind.as_ref());
        let healthy = kind::healthy(&reading);
        take(&mut reading, healthy.as_ref());
        let place = place::place(&reading, gazetteer);
        for tokens in &place.tokens {
            reading.take(tokens.clone());
        }
        let denied_place = place.tokens.first().and_then(|tokens| denied::with_denial(&reading, tokens));
        let place = if denied_place.is_some() { Where::default() } else { place };
        if let Some(tokens) = denied_place {
            reading.take(tokens.clone());
            denied.push(tokens);
        }
        let age = age::age(&reading, this_year);
        take(&mut reading, age.as_ref());
        let sex = sex::sex(&mut reading, age.as_ref().map(|age| &age.tokens));
        let ages = age_span::age_span(&reading);
        take(&mut reading, ages.as_ref());
        let of_anything = anything::anything(&reading);
        if let Some(tokens) = &of_anything {
            reading.take(tokens.clone());
        }
        let mut left = left::left(&reading);
        // When nothing else is looked for, people of a kind are what is.
        if left.is_empty() && of_anything.is_none() {
            let people =
                [healthy.as_ref().map(|found| &found.tokens), ages.as_ref().map(|found| &found.tokens)];
            let instead =
                people.into_iter().flatten().filter(|tokens| reading.is_named((*tokens).clone())).cloned();
            left = instead.map(|tokens| &text[reading.span(tokens)]).collect::<Vec<_>>().join(" ");
        }
        let says_something = sex.is_some()
            || age.is_some()
            || ages.is_some()
            || place.place.is_some()
            || kind.is_some()
            || phase.is_some()
            || !denied.is_empty()
            || anything::speaks_of_trials(&reading);
        Self {
            anything: left.is_empty() && (of_anything.is_some() || says_something),
            condition: left,
            sex: understood(&reading, sex),
            ages: understood(&reading, ages.filter(|_| age.is_none())),
            age: understood(&reading, age),
            place: understood(&reading, place.place),
            within_km: understood(&reading, place.within_km),
            kind: understood(&reading, kind),
            phase: understood(&reading, phase),
            healthy: understood(&reading, healthy),
            left_out: denied.into_iter().map(|tokens| text[reading.span(tokens)].to_owned()).collect(),
            is_cut: ends < text.len() || reading.is_cut || !effort.is_left(),
        }
    }
}

impl FreeText {
    /// The age of the person, or the ages of those who are looked for.
    #[must_use]
    pub fn asked_ages(&self) -> Option<AskedAges> {
        let one = self.age.as_ref().and_then(|age| AskedAges::one(age.value.whole_years()).ok());
        one.or(self.ages.as_ref().map(|ages| ages.value))
    }
}

fn take<T>(reading: &mut Reading, found: Option<&Found<T>>) {
    if let Some(found) = found {
        reading.take(found.tokens.clone());
    }
}

fn understood<T>(reading: &Reading, found: Option<Found<T>>) -> Option<Understood<T>> {
    found.map(|found| Understood { value: found.value, span: reading.span(found.tokens) })
}

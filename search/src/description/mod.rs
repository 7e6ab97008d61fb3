//! What a person's own description, or a doctor's note, says: conditions, symptoms, treatments, and the person.
//!
//! It uses rules and the vocabulary, no model, and takes time linear in the length of the text:
//!
//! 1. [`sentences`]: splits the text into sentences, each in a section such as the family history
//! 2. [`cues`]: words that say whether a name applies, as in the `ConText` algorithm (Harkema et al., J Biomed Inform
//!    2009): negated, past, planned, or another person's
//! 3. [`mentions`]: the names in each sentence, with what applies to them
//! 4. [`ranking`]: the condition that explains most of the text comes first
//! 5. [`person`]: age, sex, and place
//! 6. [`search_text`]: the words to search for

mod cues;
mod mentions;
mod person;
mod ranking;
mod search_text;
mod sentences;

use std::collections::BTreeSet;

use waypoint_domain::{age::Age, sex::Sex};
use waypoint_gazetteer::{Gazetteer, Place};
use waypoint_vocabulary::{ConceptId, Vocabulary, markers::MarkerStates};

use cues::Cues;
use mentions::{Kind, Mention, Standing};
use sentences::Section;

/// The maximum number of characters of a description.
pub const MAX_DESCRIPTION_LENGTH: usize = 4000;

/// What was understood of a description.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Description {
    /// The conditions of the person. The first one explains most of the text.
    pub conditions: Vec<DescribedCondition>,
    /// Symptoms, in the order of the text.
    pub symptoms: Vec<ConceptId>,
    pub age: Option<Age>,
    pub sex: Option<Sex>,
    /// Where the person is.
    pub place: Option<Place>,
    /// Treatments in the order of the text, without those that are only planned.
    pub treatments: Vec<DescribedTreatment>,
    /// What the text says that the person doesn't have.
    pub denied: Vec<ConceptId>,
    /// Whether the text is longer than what is read.
    pub is_truncated: bool,
}

/// A condition with what the text says about it.
#[derive(Debug, Clone, PartialEq)]
pub struct DescribedCondition {
    pub concept: ConceptId,
    /// For example `IIIB`.
    pub stage: Option<String>,
    /// The markers that the text states.
    pub markers: MarkerStates,
}

/// A treatment, and whether the person still has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DescribedTreatment {
    pub concept: ConceptId,
    pub is_current: bool,
}

impl Description {
    /// Reads a description. Only the first 4,000 characters count. `this_year` turns years of birth into ages.
    #[must_use]
    pub fn read(text: &str, this_year: u16, vocabulary: &Vocabulary, gazetteer: &Gazetteer) -> Self {
        let ends = text.char_indices().nth(MAX_DESCRIPTION_LENGTH).map_or(text.len(), |(at, _)| at);
        let is_truncated = ends < text.len();
        let text = &text[..ends];
        let cues = Cues::default();
        let sentences = sentences::sentences(text);
        let person = person::read(text, &sentences, this_year, vocabulary, gazetteer);
        let mentions = mentions::mentions(text, &sentences, &person.passages, &cues, vocabulary);
        let of_kind = |kind: Kind| mentions.iter().filter(move |mention| mention.kind == kind);
        let applies = |mention: &&Mention| mention.standing.applies();
        let conditions = ranking::ranked(&mentions, vocabulary);
        let symptoms = of_kind(Kind::Symptom).filter(applies).map(|mention| mention.concept);
        let treatments = of_kind(Kind::Treatment).filter(applies).map(|mention| DescribedTreatment {
            concept: mention.concept,
            is_current: mention.standing == Standing::Current || mention.section == Section::Treatment,
        });
        let is_denied =
            |mention: &&Mention| mention.standing == Standing::Denied && mention.kind != Kind::Neither;
        let denied = mentions.iter().filter(is_denied);
        let mut denied = distinct(denied.map(|mention| mention.concept), |concept| *concept);
        let has = |concept: &ConceptId| conditions.iter().any(|one| one.concept == *concept);
        denied.retain(|concept| !has(concept));
        Self {
            symptoms: distinct(symptoms, |concept| *concept),
            treatments: distinct(treatments, |treatment| treatment.concept),
            age: person.age,
            sex: person.sex,
            place: person.place,
            denied,
            conditions,
            is_truncated,
        }
    }
}

/// Returns the items without those whose key came before.
fn distinct<T, K: Ord>(items: impl Iterator<Item = T>, key: impl Fn(&T) -> K) -> Vec<T> {
    let mut known = BTreeSet::new();
    items.filter(|item| known.insert(key(item))).collect()
}

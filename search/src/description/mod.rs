//! What a person's own description, or a doctor's note, says: conditions, symptoms, treatments, and the person.
//!
//! It uses rules and the vocabulary, no model, and takes time linear in the length of the text:
//!
//! 1. [`sentences`]: splits the text into sentences, each in a section such as the family history
//! 2. [`cues`]: words that say whether a name applies, as in the `ConText` algorithm (Harkema et al., J Biomed Inform
//!    2009): negated, past, planned, or another person's
//! 3. [`mentions`]: the names in each sentence, as [`mention`], with [`abbreviations`] in the meaning that they have there;
//!    [`spread`]: where a cancer has spread; [`standing`]: whether they apply, [`denial`]: how far a denial reaches;
//!    [`details`]: whose [`stages`] and markers ([`marker_words`]) they are, by the table of [`owners`];
//!    [`pregnancy`]: whether the person is pregnant
//! 4. [`ranking`]: the condition that explains most of the text comes first
//! 5. [`person`]: age, sex, and [`place`]; [`ages`]: those of other times; [`dates`]: dates of birth; [`phrases`]: the words for them
//! 6. [`search_text`]: the words to search for
//!
//! [`described`] is the result.

mod abbreviations;
mod ages;
mod cues;
mod dates;
mod denial;
mod described;
mod details;
mod marker_words;
mod mention;
mod mentions;
mod name;
mod owners;
mod person;
mod phrases;
mod place;
mod pregnancy;
mod ranking;
mod search_text;
mod sentences;
mod spread;
mod stages;
mod standing;

use std::collections::BTreeSet;

use jiff::civil::Date;
use waypoint_domain::sex::Sex;
use waypoint_gazetteer::Gazetteer;
use waypoint_vocabulary::{ConceptId, Vocabulary};

pub use described::{DescribedCondition, DescribedTreatment, Description};

use cues::Cues;
use mention::Mention;
use standing::Standing;

use crate::concept_kind::ConceptKind;

/// The maximum number of characters of a description.
pub const MAX_DESCRIPTION_LENGTH: usize = 4000;
/// The age in years from which a note about weeks of gestation isn't one about the child.
const MIN_AGE_OF_MOTHERS: u16 = 10;

impl Description {
    /// Reads a description. Only the first 4,000 characters count. `today` turns dates of birth into ages.
    #[must_use]
    pub fn read(text: &str, today: Date, vocabulary: &Vocabulary, gazetteer: &Gazetteer) -> Self {
        let ends = text.char_indices().nth(MAX_DESCRIPTION_LENGTH).map_or(text.len(), |(at, _)| at);
        let is_truncated = ends < text.len();
        let text = &text[..ends];
        let cues = Cues::default();
        let mut sentences = sentences::sentences(text);
        person::end_sections_of_others(text, &mut sentences, today, vocabulary, gazetteer);
        let person = person::read(text, &sentences, &cues, today, vocabulary, gazetteer);
        let mut mentions = mentions::mentions(text, &sentences, &person.passages, &cues, today, vocabulary);
        let may_be_pregnant = person.sex != Some(Sex::Male)
            && person.age.is_none_or(|age| age.whole_years() >= MIN_AGE_OF_MOTHERS);
        mentions.retain(|mention| !mention.is_state || may_be_pregnant);
        let of_kind = |kind: ConceptKind| mentions.iter().filter(move |mention| mention.kind == kind);
        let applies = |mention: &&Mention| mention.standing.applies();
        let mut conditions = ranking::ranked(&mentions, vocabulary);
        let is_healthy = person.is_healthy && conditions.is_empty();
        let states = ranking::states(&mentions);
        let is_mother = !states.is_empty();
        conditions.extend(states);
        let has = |concept: ConceptId| conditions.iter().any(|one| one.concept == concept);
        let is_symptom = |mention: &&Mention| match mention.kind {
            ConceptKind::Symptom => mention.standing.applies(),
            ConceptKind::Condition => mention.standing == Standing::Suspected && !has(mention.concept),
            ConceptKind::Treatment | ConceptKind::Neither => false,
        };
        let symptoms = mentions.iter().filter(is_symptom).map(|mention| mention.concept);
        let treatments = of_kind(ConceptKind::Treatment).filter(applies).map(|mention| DescribedTreatment {
            concept: mention.concept,
            is_current: mention.standing == Standing::Current,
        });
        let is_denied = |mention: &&Mention| {
            mention.standing == Standing::Denied && mention.kind != ConceptKind::Neither && !mention.is_spread
        };
        let denied = mentions.iter().filter(is_denied);
        let mut denied = distinct(denied.map(|mention| mention.concept), |concept| *concept);
        denied.retain(|concept| !has(*concept));
        Self {
            symptoms: distinct(symptoms, |concept| *concept),
            treatments: distinct(treatments, |treatment| treatment.concept),
            age: person.age,
            sex: person.sex.or(is_mother.then_some(Sex::Female)),
            is_healthy,
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

//! Negated conditions and places: 'asthma without diabetes', 'not in Texas'.
//!
//! These words are dropped so that they aren't read as wishes. Studies about a denied condition are left out.

use std::ops::Range;

use waypoint_vocabulary::ConceptId;

use super::{
    age_span_words::PEOPLE,
    free_of::{free_end, free_of_at},
    negated_qualifier::{NegatedQualifier, narrower, prefixed_at, qualifier_at},
    reading::Reading,
};
use crate::statement_cues::{DENIALS_AFTER, DENIALS_BEFORE};

/// Words that negate whatever follows, besides the denials of notes.
const NEGATES: [(&str, ()); 15] = [
    ("with no", ()),
    ("but no", ()),
    ("but not", ()),
    ("and not", ()),
    ("have no", ()),
    ("has no", ()),
    ("have never had", ()),
    ("other than", ()),
    ("except", ()),
    ("except for", ()),
    ("excluding", ()),
    ("no padezco", ()),
    ("excepto", ()),
    ("tested negative for", ()),
    ("no he tenido", ()),
];
/// Words between a negation and what it negates.
const BETWEEN: [(&str, ()); 28] = [
    ("a", ()),
    ("an", ()),
    ("the", ()),
    ("my", ()),
    ("his", ()),
    ("her", ()),
    ("los", ()),
    ("any", ()),
    ("other", ()),
    ("prior", ()),
    ("previous", ()),
    ("having", ()),
    ("having had", ()),
    ("being on", ()),
    ("getting", ()),
    ("taking", ()),
    ("using", ()),
    ("history of", ()),
    ("tomar", ()),
    ("antecedentes de", ()),
    ("from", ()),
    ("due to", ()),
    ("caused by", ()),
    ("because of", ()),
    ("por", ()),
    ("debido a", ()),
    ("causado por", ()),
    ("causada por", ()),
];
/// Words that negate a following condition if the text names another one. 'Not' also does so alone.
const NEGATES_NAME: [(&str, ()); 6] =
    [("no", ()), ("not", ()), ("không do", ()), ("khong do", ()), ("không phải", ()), ("khong phai", ())];
/// Words before a condition that the person has. They say nothing else.
const AFFIRMS: [(&str, ()); 4] =
    [("positive for", ()), ("tested positive for", ()), ("positivo para", ()), ("positiva para", ())];
/// Recruitment statuses that can't be searched for, because all trials shown are recruiting.
const STATUSES: [(&str, ()); 6] = [
    ("not yet recruiting", ()),
    ("not recruiting yet", ()),
    ("not recruiting", ()),
    ("not yet open", ()),
    ("not yet started", ()),
    ("aún no recluta", ()),
];
/// Phrases about not smoking, which studies aren't about.
const HABITS: [(&str, ()); 16] = [
    ("never smoked", ()),
    ("never smoker", ()),
    ("never smokers", ()),
    ("non smoker", ()),
    ("non smokers", ()),
    ("nonsmoker", ()),
    ("nonsmokers", ()),
    ("ex smoker", ()),
    ("ex smokers", ()),
    ("former smoker", ()),
    ("former smokers", ()),
    ("no fumador", ()),
    ("no fumadora", ()),
    ("exfumador", ()),
    ("nunca he fumado", ()),
    ("khong hut thuoc", ()),
];
/// Words between a cancer and where it has spread. Studies are about where it began.
const SPREAD: [(&str, ()); 14] = [
    ("spread to", ()),
    ("has spread to", ()),
    ("that has spread to", ()),
    ("that spread to", ()),
    ("spreading to", ()),
    ("metastasized to", ()),
    ("metastatic to", ()),
    ("with metastases to", ()),
    ("with metastasis to", ()),
    ("with mets to", ()),
    ("mets to", ()),
    ("con metastasis en", ()),
    ("que se ha extendido a", ()),
    ("di căn", ()),
];
/// Words that negate a place.
const NEGATES_PLACE: [&str; 4] = ["not", "never", "except", "no"];
/// Words between two things that are negated together.
const JOINING: [&str; 7] = ["or", "nor", "and", "o", "ni", "y", "hoac"];

/// Words behind a condition that a person was tested for.
const TESTED_NEGATIVE: [&str; 5] = ["negative", "neg", "negativo", "negativa", "seronegative"];

/// Words that are dropped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Negated {
    /// The tokens, including the negating words.
    pub(super) tokens: Range<usize>,
    /// Whether the person doesn't have what they name. It may also be a habit, or where a cancer has spread.
    pub(super) is_denied: bool,
    /// The conditions that the person doesn't have.
    pub(super) concepts: Vec<ConceptId>,
}

impl Negated {
    fn dropped(tokens: Range<usize>) -> Self {
        Self { tokens, is_denied: false, concepts: Vec::new() }
    }

    fn denied(tokens: Range<usize>, concepts: &[ConceptId], reading: &Reading) -> Self {
        Self { tokens, is_denied: true, concepts: reading.widest(concepts) }
    }
}

/// Returns everything negated.
pub(super) fn negated(reading: &Reading) -> Vec<Negated> {
    let mut all = Vec::new();
    let mut at = 0;
    while at < reading.tokens.len() {
        let found = dropped_at(reading, at).map(Negated::dropped).or_else(|| denied_at(reading, at));
        at = found.as_ref().map_or(at + 1, |found| found.tokens.end);
        all.extend(found);
    }
    all
}

/// Returns the tokens of words that say that the person has what follows: 'positive for hepatitis C'.
pub(super) fn affirming(reading: &Reading) -> Vec<Range<usize>> {
    let affirming_at = |at: usize| {
        let (length, ()) = reading.longest_at(at, &AFFIRMS)?;
        let tokens = at..at + length;
        let is_apart = !reading.is_in_name(tokens.clone()) && reading.is_free(tokens.clone());
        (is_apart && reading.is_named(tokens.end..tokens.end + 1)).then_some(tokens)
    };
    (0..reading.tokens.len()).filter_map(affirming_at).collect()
}

/// Returns the tokens of a place and the word before it, if that negates it.
pub(super) fn negated_place(reading: &Reading, place: &Range<usize>) -> Option<Range<usize>> {
    let denies = NEGATES_PLACE.contains(&reading.word_before(place.start, 1));
    denies.then(|| place.start - 1..place.end)
}

/// Returns the tokens of words that a search can't use.
fn dropped_at(reading: &Reading, at: usize) -> Option<Range<usize>> {
    let by_itself = reading.longest_at(at, &STATUSES).or_else(|| reading.longest_at(at, &HABITS));
    if let Some((length, ())) = by_itself {
        return Some(at..at + length);
    }
    // 'Black women': studies aren't about skin color, and 'black' is part of many names.
    if ["black", "white"].contains(&reading.word(at)) && PEOPLE.contains(&reading.word(at + 1)) {
        return Some(at..at + 1);
    }
    if let Some((length, ())) = reading.longest_at(at, &SPREAD).filter(|_| reading.is_named(0..at)) {
        return negated_list(reading, at, skip_between(reading, at + length));
    }
    free_of_at(reading, at)
}

/// Returns a condition that the person doesn't have.
fn denied_at(reading: &Reading, at: usize) -> Option<Negated> {
    if let Some(qualifier) = prefixed_at(reading, at) {
        return Some(Negated::denied(at..qualifier.end, &qualifier.denied, reading));
    }
    if let Some(tokens) = tested_negative_at(reading, at) {
        return Some(Negated::denied(tokens.clone(), &reading.concepts(tokens), reading));
    }
    let is_non = reading.word(at) == "non" && !reading.is_in_name(at..at + 1);
    let by_phrase = negation_at(reading, at).map(|length| at + length);
    let by_name = reading.longest_at(at, &NEGATES_NAME).map(|(length, ())| at + length);
    let after = by_phrase.max(by_name).or_else(|| is_non.then_some(at + 1))?;
    // 'Migraine without aura' is a name.
    if reading.is_in_name(at..after) {
        return None;
    }
    let first = skip_between(reading, after);
    let tokens = if by_phrase.is_some() {
        negated_list(reading, at, first)
    } else if is_non {
        non_at(reading, at)
    } else {
        negated_name(reading, at, first)
    };
    let qualifier = qualifier_at(reading, at, first);
    // 'diabetes but not type 1'
    let is_longest =
        |qualifier: &NegatedQualifier| tokens.as_ref().is_none_or(|tokens| tokens.end <= qualifier.end);
    let (end, narrower) = match qualifier.filter(is_longest) {
        Some(qualifier) => (qualifier.end, qualifier.denied),
        None => tokens.as_ref().map(|tokens| (tokens.end, narrower(reading, first..tokens.end, tokens)))?,
    };
    let concepts = tokens.map(|tokens| reading.concepts(tokens)).unwrap_or_default();
    Some(Negated::denied(at..end, &[concepts, narrower].concat(), reading))
}

/// Returns the length of the words that negate whatever follows. 'No' alone negates only some names.
fn negation_at(reading: &Reading, at: usize) -> Option<usize> {
    let by_phrase = reading.longest_at(at, &NEGATES).map(|(length, ())| length);
    let is_alone = |length: usize| {
        let word = reading.word(at);
        length == 1 && NEGATES_NAME.iter().any(|(name, ())| name.split(' ').next() == Some(word))
    };
    let denial = reading.longest_at(at, &DENIALS_BEFORE).map(|(length, ())| length);
    by_phrase.max(denial.filter(|length| !is_alone(*length)))
}

/// Returns the tokens of a name behind a 'no' or 'not' that begins at `at`.
fn negated_name(reading: &Reading, at: usize, first: usize) -> Option<Range<usize>> {
    let ends = thing_end(reading, first).filter(|_| reading.is_named(first..first + 1))?;
    let has_other_name = reading.is_named(0..at) || reading.is_named(ends..reading.tokens.len());
    if has_other_name {
        return negated_list(reading, at, first);
    }
    // 'Not asthma' is a negation even alone, but 'no pain' is a symptom.
    let is_alone = at == 0 && ends == reading.tokens.len();
    let is_meant = reading.word(at) == "not" || reading.names_disease(first..ends);
    // 'Not diabetic kidney disease' denies the diabetes alone.
    let is_divided = |middle: &usize| reading.names(first..*middle) && reading.names(*middle..ends);
    let divided = (first + 1..ends).find(is_divided);
    (is_alone && is_meant).then(|| at..divided.unwrap_or(ends))
}

/// 'HIV negative', 'asthma was ruled out', 'cancer-free for 5 years'
fn tested_negative_at(reading: &Reading, at: usize) -> Option<Range<usize>> {
    let ends = reading.is_named(at..at + 1).then(|| reading.whole_name(at..at + 1).end)?;
    let is_whole = reading.whole_name(at..at + 1) == (at..ends);
    let by_word = TESTED_NEGATIVE.contains(&reading.word(ends)).then_some(1);
    let by_phrase = by_word.max(reading.longest_at(ends, &DENIALS_AFTER).map(|(length, ())| length));
    let denial_ends = by_phrase.map(|length| ends + length).or_else(|| free_end(reading, ends))?;
    (is_whole && !reading.get(ends)?.is_apart()).then_some(at..denial_ends)
}

/// 'non diabetic kidney disease' denies the diabetes alone.
fn non_at(reading: &Reading, at: usize) -> Option<Range<usize>> {
    let ends = thing_end(reading, at + 1).filter(|_| reading.is_named(at + 1..at + 2))?;
    let names_others = at + 2 == ends || reading.names(at + 2..ends);
    Some(at..if names_others { at + 2 } else { ends })
}

/// Returns the tokens from a negation to the end of what it negates, which begins at `first`.
fn negated_list(reading: &Reading, at: usize, first: usize) -> Option<Range<usize>> {
    let mut ends = thing_end(reading, first)?;
    while JOINING.contains(&reading.word(ends)) && reading.is_named(ends + 1..ends + 2) {
        ends = thing_end(reading, ends + 1)?;
    }
    Some(at..ends)
}

/// Returns the first token after the words of [`BETWEEN`].
fn skip_between(reading: &Reading, mut at: usize) -> usize {
    while let Some((length, ())) = reading.longest_at(at, &BETWEEN) {
        if reading.is_named(at..at + length) {
            break;
        }
        at += length;
    }
    at
}

/// Returns the end of the thing that begins at a token: its whole name, or one word.
fn thing_end(reading: &Reading, at: usize) -> Option<usize> {
    reading.get(at).filter(|token| !token.is_apart() && token.number.is_none())?;
    Some(reading.whole_name(at..at + 1).end)
}

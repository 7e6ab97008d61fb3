//! Suggests names while a visitor types.

use std::cmp::Reverse;

use crate::{
    ConceptId, Vocabulary,
    data::{NameData, WordPosition},
    fold::{Word, split_tones, words},
};

/// How much more a concept counts if its name begins with what was typed, not just a later word.
const BEGINNING_FACTOR: u64 = 4;
/// With fewer letters typed, only labels are suggested.
const MIN_LETTERS: usize = 3;
/// A name this many times as long as the typed text, in bytes, can't be complete.
const MAX_LENGTH_FACTOR: usize = 3;
/// The maximum number of typed words to consider, because no name has more.
const MAX_WORDS: usize = 8;

/// A name to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion<'a> {
    /// The name as written.
    pub name: &'a str,
    /// The concept that it names.
    pub concept: ConceptId,
}

/// How well a concept matches the typed text, and the name to show.
#[derive(Debug, Clone, Copy)]
struct Match<'a> {
    is_whole: bool,
    count: u64,
    name: &'a NameData<&'static str>,
    is_label: bool,
}

impl Vocabulary {
    /// Returns names in which every typed word begins a word.
    ///
    /// Completely typed names come first, then labels, then other names, each by weight. A name that itself begins with the
    /// typed text counts more. Each concept appears once, by its label if that matches, or else by its shortest matching
    /// name. If nothing matches, the text is read as a misspelled name.
    #[must_use]
    pub fn suggest(
        &self,
        typed: &str,
        weight: impl Fn(ConceptId) -> u32,
        most: usize,
    ) -> Vec<Suggestion<'_>> {
        let matching = self.beginning_with(typed, &weight, most);
        if matching.is_empty() { self.corrected(typed, &weight, most) } else { matching }
    }

    /// Returns the concepts of a text that is a single misspelled name.
    fn corrected(&self, typed: &str, weight: &impl Fn(ConceptId) -> u32, most: usize) -> Vec<Suggestion<'_>> {
        let reading = self.read(typed);
        let [part] = reading.parts.as_slice() else { return Vec::new() };
        if !reading.rest.is_empty() {
            return Vec::new();
        }
        let mut concepts = part.concepts.clone();
        concepts.sort_by_key(|concept| Reverse(weight(*concept)));
        let shown = concepts.into_iter().take(most);
        shown.map(|concept| Suggestion { name: self.label(concept), concept }).collect()
    }

    fn beginning_with(
        &self,
        typed: &str,
        weight: &impl Fn(ConceptId) -> u32,
        most: usize,
    ) -> Vec<Suggestion<'_>> {
        let mut typed = words(typed);
        typed.truncate(MAX_WORDS);
        let mut best: Vec<Option<Match>> = vec![None; self.data.concepts.len()];
        for (name, first) in self.data.names.iter().zip(self.names_with(&typed)) {
            let (Some(first), Some(best)) = (first, best.get_mut(usize::from(name.concept))) else {
                continue;
            };
            let concept = ConceptId(name.concept);
            let fit = Match {
                is_whole: first == 0 && usize::from(name.words) == typed.len() && is_whole(&typed, name),
                count: (u64::from(weight(concept)) + 1) * if first == 0 { BEGINNING_FACTOR } else { 1 },
                name,
                is_label: self.label(concept) == name.text,
            };
            *best = Some(best.map_or(fit, |known| known.merge(fit)));
        }
        let mut found: Vec<Match> = best.into_iter().flatten().collect();
        let is_short = typed.iter().map(|word| word.exact.chars().count()).sum::<usize>() < MIN_LETTERS;
        found.retain(|fit| fit.is_label || !is_short);
        found.sort_unstable_by_key(|fit| {
            (!fit.is_whole, !fit.is_label, Reverse(fit.count), fit.order_of_name())
        });
        let shown = found.into_iter().take(most);
        shown.map(|fit| Suggestion { name: fit.name.text, concept: ConceptId(fit.name.concept) }).collect()
    }

    /// Returns, for each name that has all words, the position of the first match.
    fn names_with(&self, typed: &[Word]) -> Vec<Option<u8>> {
        let Some((first, others)) = typed.split_first() else { return Vec::new() };
        others.iter().fold(self.first_matches(first), |mut found, word| {
            for (place, other) in found.iter_mut().zip(self.first_matches(word)) {
                *place = place.zip(other).map(|(place, other)| place.min(other));
            }
            found
        })
    }

    fn first_matches(&self, typed: &Word) -> Vec<Option<u8>> {
        let words = &self.data.words_of_names;
        let from = words.partition_point(|known| *known < typed.folded.as_str());
        let matching = (from..).zip(&words[from..]).take_while(|(_, known)| known.starts_with(&typed.folded));
        let places = matching.flat_map(|(word, _)| self.data.word_positions.get(word));
        let mut found = vec![None; self.data.names.len()];
        for position in places.filter(|position| self.agrees(typed, position)) {
            if let Some(place) = found.get_mut(position.name as usize) {
                *place = Some(place.map_or(position.index, |known: u8| known.min(position.index)));
            }
        }
        found
    }

    /// Whether the typed accents agree with the name.
    fn agrees(&self, typed: &Word, position: &WordPosition) -> bool {
        if !typed.accented {
            return true;
        }
        let name = self.data.names.get(position.name as usize);
        // Most names are ASCII, and this check is cheap.
        if !typed.exact.is_ascii() && name.is_some_and(|name| name.text.is_ascii()) {
            return false;
        }
        let named = name.and_then(|name| words(name.text).into_iter().nth(usize::from(position.index)));
        named.is_some_and(|named| {
            let ((letters, tone), (name_letters, name_tone)) =
                (split_tones(&typed.exact), split_tones(&named.exact));
            name_letters.starts_with(&letters) && (tone.is_empty() || tone == name_tone)
        })
    }
}

impl<'a> Match<'a> {
    fn order_of_name(&self) -> (bool, usize, &'a str) {
        (!self.is_label, self.name.text.len(), self.name.text)
    }

    /// Merges two matches of a concept: the better name is shown.
    fn merge(self, other: Self) -> Self {
        let shown = if other.order_of_name() < self.order_of_name() { other } else { self };
        Self { is_whole: self.is_whole || other.is_whole, count: self.count.max(other.count), ..shown }
    }
}

/// Whether a name was typed completely, with its accents if any were typed.
fn is_whole(typed: &[Word], name: &NameData<&'static str>) -> bool {
    // Most names are much longer, and this check is cheap.
    let letters: usize = typed.iter().map(|word| word.exact.len() + 1).sum();
    if name.text.len() > MAX_LENGTH_FACTOR * letters {
        return false;
    }
    let accented = typed.iter().any(|word| word.accented);
    let same = |(typed, named): (&Word, &Word)| {
        if accented { typed.exact == named.exact } else { typed.folded == named.folded }
    };
    typed.iter().zip(&words(name.text)).all(same)
}

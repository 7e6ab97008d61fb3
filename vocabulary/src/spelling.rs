//! Corrections of unknown words.

use std::{cmp::Reverse, collections::BTreeMap, mem};

use waypoint_domain::work_budget::WorkBudget;
use waypoint_text::TypedWord;

use crate::{
    data::Data,
    sounding::{SHORTEST, sound},
};

/// The maximum number of edits.
const MAX_EDITS: usize = 2;
/// Words up to this length may have one edit.
const SHORT: usize = 5;
/// The distance of a word that sounds the same. One edit counts 2 in all distances.
const SAME_SOUND: usize = 1;
/// The distance of a word with the same letters in another order.
const SHUFFLED: usize = 2;
/// The distance of a longer word that begins with the typed one.
const INCOMPLETE: usize = 2;
/// The same distance, if the typed word has at least [`LONG`] letters.
const LONG_INCOMPLETE: usize = 1;
/// A typed word with at least this many letters rarely begins another word by chance.
const LONG: usize = 5;
/// The distance of two words that were written together.
const SPLIT: usize = 2;
/// A known word is a typo of a similar word only if that one is in this many times as many names.
const FREQUENCY_FACTOR: u32 = 5;
/// The maximum number of corrections.
const MAX_CORRECTIONS: usize = 5;
/// Longer words are not corrected, because no name has a word this long.
const LONGEST: usize = 48;
/// How many words can be skipped by length and letters in the time of one comparison.
const WORDS_PER_STEP: usize = 32;

/// The words of all names, sorted, with the number of names that have them.
#[derive(Debug, Default)]
pub(crate) struct KnownWords {
    words: Vec<(&'static str, u32)>,
    by_length: BTreeMap<usize, Vec<(Letters, usize)>>,
    sounds: Vec<(&'static str, u32)>,
}

/// A possible correction of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Correction {
    /// One word, or two that were written together.
    pub(crate) words: Vec<String>,
    /// Whether the typed word is its beginning.
    pub(crate) is_beginning: bool,
}

impl KnownWords {
    /// Takes the words and sounds from the data.
    pub(crate) fn new(data: &mut Data<&'static str>) -> Self {
        let (words, sounds) = (mem::take(&mut data.words), mem::take(&mut data.sounds));
        let mut by_length: BTreeMap<usize, Vec<(Letters, usize)>> = BTreeMap::new();
        for (place, (word, _)) in words.iter().enumerate() {
            by_length.entry(word.chars().count()).or_default().push((Letters::new(word), place));
        }
        Self { words, by_length, sounds }
    }

    pub(crate) fn has(&self, word: &str) -> bool {
        self.count(word).is_some()
    }

    /// Returns the number of names that have a word.
    fn count(&self, word: &str) -> Option<u32> {
        let place = self.words.binary_search_by(|(known, _)| (*known).cmp(word)).ok()?;
        self.words.get(place).map(|(_, count)| *count)
    }

    /// Returns corrections of an unknown word, most likely first.
    pub(crate) fn corrections(&self, word: &str, effort: &WorkBudget) -> Vec<Correction> {
        let most = if word.chars().count() <= SHORT { 1 } else { MAX_EDITS };
        self.within(most, word, effort)
    }

    fn within(&self, most: usize, word: &str, effort: &WorkBudget) -> Vec<Correction> {
        let length = word.chars().count();
        if !(SHORTEST..=LONGEST).contains(&length) || word.chars().any(|c| c.is_ascii_digit()) {
            return Vec::new();
        }
        let typed = TypedWord::new(word);
        let mut found = Vec::new();
        found.extend(
            self.sounding(&sound(word))
                .map(|(known, count)| (SAME_SOUND, Reverse(*count), Correction::single(known, false))),
        );
        for (known, count) in self.similar(word, most, effort) {
            effort.spend(1);
            if is_shuffled(word, known) {
                found.push((SHUFFLED, Reverse(count), Correction::single(known, false)));
            }
            if let Some(edits) = typed.edits_to(known, most) {
                // Typos in the first letter are rare.
                let other_start = usize::from(known.chars().next() != word.chars().next());
                if edits + other_start > MAX_EDITS {
                    continue;
                }
                let is_beginning = known.starts_with(word);
                found.push((
                    2 * edits + other_start,
                    Reverse(count),
                    Correction::single(known, is_beginning),
                ));
            }
        }
        let incomplete = if length < LONG { INCOMPLETE } else { LONG_INCOMPLETE };
        let beginning = self.beginning_with(word);
        found.extend(
            beginning.map(|(known, count)| (incomplete, Reverse(count), Correction::single(known, true))),
        );
        if let Some((count, words)) = self.split(word) {
            found.push((SPLIT, Reverse(count), Correction { words, is_beginning: false }));
        }
        most_likely(found)
    }

    /// Returns corrections of a known word, which may be a typo or foreign word in some name, or the beginning of another
    /// word: words with the same sound, and far more frequent ones.
    pub(crate) fn corrections_of_known(&self, word: &str, effort: &WorkBudget) -> Vec<Correction> {
        let count = |word: &str| self.count(word).unwrap_or_default();
        let rare = count(word);
        let mut found = self.within(1, word, effort);
        let sounding = sound(word);
        let is_likely = |known: &String| count(known) > FREQUENCY_FACTOR * rare || sound(known) == sounding;
        found.retain(|found| found.words.iter().all(is_likely));
        found
    }

    /// Returns the words with this sound.
    fn sounding(&self, sound: &str) -> impl Iterator<Item = &(&'static str, u32)> {
        let from = self.sounds.partition_point(|(known, _)| *known < sound);
        let similar = self.sounds[from..].iter().take_while(move |(known, _)| *known == sound);
        similar.filter_map(|(_, place)| self.words.get(*place as usize))
    }

    fn beginning_with(&self, word: &str) -> impl Iterator<Item = (&str, u32)> {
        let from = self.words.partition_point(|(known, _)| *known <= word);
        let matching = self.words[from..].iter().take_while(move |(known, _)| known.starts_with(word));
        matching.map(|(word, count)| (*word, *count))
    }

    /// Splits a word into two known ones. Returns them with the frequency of the rarer one.
    fn split(&self, word: &str) -> Option<(u32, Vec<String>)> {
        let places = word.char_indices().map(|(at, _)| at).filter(|at| *at >= 3 && word.len() - at >= 3);
        let known_halves = |at: usize| {
            let (first, second) = word.split_at(at);
            let counts = self.count(first).zip(self.count(second))?;
            Some((counts.0.min(counts.1), vec![first.to_owned(), second.to_owned()]))
        };
        places.filter_map(known_halves).max()
    }

    /// Returns words of similar length and letters: all within this many edits, and few others.
    fn similar(&self, word: &str, most: usize, effort: &WorkBudget) -> impl Iterator<Item = (&str, u32)> {
        let (length, typed) = (word.chars().count(), Letters::new(word));
        let lengths = length.saturating_sub(most).max(SHORTEST - 1)..=length + most;
        let of_length = self.by_length.range(lengths);
        effort.spend(of_length.clone().map(|(_, places)| places.len()).sum::<usize>() / WORDS_PER_STEP);
        let places = of_length.flat_map(|(_, places)| places);
        let similar = places.filter(move |(letters, _)| letters.differ_from(typed) <= 2 * most);
        let words = similar.filter_map(|(_, place)| self.words.get(*place));
        words.map(|(word, count)| (*word, *count))
    }
}

/// The set of a word's letters, as bits. Letters beyond ASCII share bits.
#[derive(Debug, Clone, Copy)]
struct Letters(u32);

impl Letters {
    fn new(word: &str) -> Self {
        Self(word.chars().fold(0, |bits, letter| bits | 1 << (u32::from(letter) % 32)))
    }

    /// Returns how many letters only one of the words has. An edit changes at most two of them.
    fn differ_from(self, other: Self) -> usize {
        (self.0 ^ other.0).count_ones() as usize
    }
}

impl Correction {
    fn single(word: &str, is_beginning: bool) -> Self {
        Self { words: vec![word.to_owned()], is_beginning }
    }
}

/// Whether words have the same letters, with the first and last in place.
fn is_shuffled(word: &str, known: &str) -> bool {
    let ends = |word: &str| (word.chars().next(), word.chars().last());
    let sorted = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    word.len() == known.len() && ends(word) == ends(known) && sorted(word) == sorted(known)
}

fn most_likely(mut found: Vec<(usize, Reverse<u32>, Correction)>) -> Vec<Correction> {
    found.sort_by(|a, b| (a.0, a.1, &a.2.words).cmp(&(b.0, b.1, &b.2.words)));
    let mut corrections: Vec<Correction> = Vec::new();
    for (_, _, candidate) in found {
        if corrections.len() < MAX_CORRECTIONS
            && !corrections.iter().any(|known| known.words == candidate.words)
        {
            corrections.push(candidate);
        }
    }
    corrections
}

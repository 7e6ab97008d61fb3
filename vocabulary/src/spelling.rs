//! Words that nobody knows, as the known ones that may have been meant.

use std::{cmp::Reverse, collections::BTreeMap, mem};

use rapidfuzz::distance::osa;
use waypoint_domain::effort::Effort;

use crate::{
    data::Data,
    sounding::{SHORTEST, sound},
};

/// The most letters that may be wrong, missing, too many or swapped.
const MOST_SLIPS: usize = 2;
/// Up to this length one slip is all that a word can bear.
const SHORT: usize = 5;
/// How far a word that sounds the same, one whose letters are only in another order, one that was not typed to
/// its end, and two written together, are from what was meant, where each slip counts two.
const SOUNDING: usize = 1;
const SHUFFLED: usize = 2;
const BEGUN: usize = 2;
const LONG_BEGUN: usize = 1;
const LONG: usize = 5;
const PARTED: usize = 2;
/// Of two known words that are alike, one is a slip of the other if that stands in so many times as many names.
const FAR_COMMONER: u32 = 5;
/// How many words may have been meant.
const MOST_MEANT: usize = 5;
/// A longer word is no slip in any: names have shorter ones.
const LONGEST: usize = 48;
/// So many words are passed over by their lengths and letters in the time in which one is compared.
const PASSED_OVER: usize = 32;

/// The words of all names, in the order of the alphabet, with how many names have them.
#[derive(Debug, Default)]
pub(crate) struct KnownWords {
    words: Vec<(&'static str, u32)>,
    by_length: BTreeMap<usize, Vec<(Letters, usize)>>,
    sounds: Vec<(&'static str, u32)>,
}

/// A word that may have been meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Meant {
    /// One, or two that were written together.
    pub(crate) words: Vec<String>,
    /// Whether the typed word is its beginning.
    pub(crate) begun: bool,
}

impl KnownWords {
    /// Takes the words of the table and how they sound.
    pub(crate) fn of(data: &mut Data<&'static str>) -> Self {
        let (words, sounds) = (mem::take(&mut data.words), mem::take(&mut data.sounds));
        let mut by_length: BTreeMap<usize, Vec<(Letters, usize)>> = BTreeMap::new();
        for (place, (word, _)) in words.iter().enumerate() {
            by_length.entry(word.chars().count()).or_default().push((Letters::of(word), place));
        }
        Self { words, by_length, sounds }
    }

    pub(crate) fn has(&self, word: &str) -> bool {
        self.count(word).is_some()
    }

    /// In how many names a word stands.
    fn count(&self, word: &str) -> Option<u32> {
        let place = self.words.binary_search_by(|(known, _)| (*known).cmp(word)).ok()?;
        self.words.get(place).map(|(_, count)| *count)
    }

    /// The known words that somebody may have meant, the likeliest first.
    pub(crate) fn meant_by(&self, word: &str, effort: &Effort) -> Vec<Meant> {
        let most = if word.chars().count() <= SHORT { 1 } else { MOST_SLIPS };
        self.within(most, word, effort)
    }

    fn within(&self, most: usize, word: &str, effort: &Effort) -> Vec<Meant> {
        let length = word.chars().count();
        if !(SHORTEST..=LONGEST).contains(&length) || word.chars().any(|c| c.is_ascii_digit()) {
            return Vec::new();
        }
        let typed = osa::BatchComparator::new(word.chars());
        let mut found = Vec::new();
        found.extend(
            self.sounding(&sound(word))
                .map(|(known, count)| (SOUNDING, Reverse(*count), Meant::one(known, false))),
        );
        for (known, count) in self.alike(word, most, effort) {
            effort.spend(1);
            let arguments = osa::Args::default().score_cutoff(most);
            if is_shuffled(word, known) {
                found.push((SHUFFLED, Reverse(count), Meant::one(known, false)));
            }
            if let Some(slips) = typed.distance_with_args(known.chars(), &arguments) {
                // Few people mistake the first letter.
                let elsewhere = usize::from(known.chars().next() != word.chars().next());
                if slips + elsewhere > MOST_SLIPS {
                    continue;
                }
                let begun = known.starts_with(word);
                found.push((2 * slips + elsewhere, Reverse(count), Meant::one(known, begun)));
            }
        }
        let begun = if length < LONG { BEGUN } else { LONG_BEGUN };
        let beginning = self.beginning_with(word);
        found.extend(beginning.map(|(known, count)| (begun, Reverse(count), Meant::one(known, true))));
        if let Some((count, words)) = self.parted(word) {
            found.push((PARTED, Reverse(count), Meant { words, begun: false }));
        }
        the_likeliest(found)
    }

    /// The words that somebody may have meant by a known one, which some name has as a slip or in another language, or
    /// which begins another word: those that sound the same, and far commoner ones.
    pub(crate) fn meant_by_known(&self, word: &str, effort: &Effort) -> Vec<Meant> {
        let count = |word: &str| self.count(word).unwrap_or_default();
        let rare = count(word);
        let mut meant = self.within(1, word, effort);
        let sounding = sound(word);
        let is_likely = |known: &String| count(known) > FAR_COMMONER * rare || sound(known) == sounding;
        meant.retain(|meant| meant.words.iter().all(is_likely));
        meant
    }

    /// The words that sound so.
    fn sounding(&self, sound: &str) -> impl Iterator<Item = &(&'static str, u32)> {
        let from = self.sounds.partition_point(|(known, _)| *known < sound);
        let alike = self.sounds[from..].iter().take_while(move |(known, _)| *known == sound);
        alike.filter_map(|(_, place)| self.words.get(*place as usize))
    }

    fn beginning_with(&self, word: &str) -> impl Iterator<Item = (&str, u32)> {
        let from = self.words.partition_point(|(known, _)| *known <= word);
        let begun = self.words[from..].iter().take_while(move |(known, _)| known.starts_with(word));
        begun.map(|(word, count)| (*word, *count))
    }

    /// A word as two known ones that were written together, and how often the rarer one stands in names.
    fn parted(&self, word: &str) -> Option<(u32, Vec<String>)> {
        let places = word.char_indices().map(|(at, _)| at).filter(|at| *at >= 3 && word.len() - at >= 3);
        let both = |at: usize| {
            let (first, second) = word.split_at(at);
            let counts = self.count(first).zip(self.count(second))?;
            Some((counts.0.min(counts.1), vec![first.to_owned(), second.to_owned()]))
        };
        places.filter_map(both).max()
    }

    /// The words that can be so many slips away, by their lengths and letters, and few others.
    fn alike(&self, word: &str, most: usize, effort: &Effort) -> impl Iterator<Item = (&str, u32)> {
        let (length, typed) = (word.chars().count(), Letters::of(word));
        let lengths = length.saturating_sub(most).max(SHORTEST - 1)..=length + most;
        let of_length = self.by_length.range(lengths);
        effort.spend(of_length.clone().map(|(_, places)| places.len()).sum::<usize>() / PASSED_OVER);
        let places = of_length.flat_map(|(_, places)| places);
        let alike = places.filter(move |(letters, _)| letters.differ_from(typed) <= 2 * most);
        let words = alike.filter_map(|(_, place)| self.words.get(*place));
        words.map(|(word, count)| (*word, *count))
    }
}

/// Which letters a word has, a bit for each; letters beyond the English ones share bits.
#[derive(Debug, Clone, Copy)]
struct Letters(u32);

impl Letters {
    fn of(word: &str) -> Self {
        Self(word.chars().fold(0, |bits, letter| bits | 1 << (u32::from(letter) % 32)))
    }

    /// How many letters one of both words has and the other has not. A slip changes two of them at the most.
    fn differ_from(self, other: Self) -> usize {
        (self.0 ^ other.0).count_ones() as usize
    }
}

impl Meant {
    fn one(word: &str, begun: bool) -> Self {
        Self { words: vec![word.to_owned()], begun }
    }
}

/// Whether words have the same letters, the first and the last in their places.
fn is_shuffled(word: &str, known: &str) -> bool {
    let ends = |word: &str| (word.chars().next(), word.chars().last());
    let sorted = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    word.len() == known.len() && ends(word) == ends(known) && sorted(word) == sorted(known)
}

fn the_likeliest(mut found: Vec<(usize, Reverse<u32>, Meant)>) -> Vec<Meant> {
    found.sort_by(|a, b| (a.0, a.1, &a.2.words).cmp(&(b.0, b.1, &b.2.words)));
    let mut meant: Vec<Meant> = Vec::new();
    for (_, _, candidate) in found {
        if meant.len() < MOST_MEANT && !meant.iter().any(|known| known.words == candidate.words) {
            meant.push(candidate);
        }
    }
    meant
}

//! Where a text says one of several things. Each list of phrases is searched for once per text, in one pass over the places
//! at which its phrases can begin, so the work grows with the length of the text and not with its square.

use std::{ops::Range, rc::Rc};

use super::{
    said::{Wanted, is_range},
    searched::{ListId, Mark, Occurrence, Ways},
    told::Told,
};

/// The fewest letters of words that run together or fall apart.
const RUN_TOGETHER: usize = 5;
/// Into how many more pieces words may fall apart.
const MORE_PIECES: usize = 2;

impl Told {
    /// Every place at which one of several phrases is said, with slips.
    pub(super) fn occurrences(&self, ways: Ways) -> Rc<[Occurrence]> {
        let id = ListId::new(ways);
        if let Some(found) = self.searched().phrases.get(&id) {
            return Rc::clone(found);
        }
        let mut found = Vec::new();
        for phrase in ways.split('|').filter(|phrase| self.may_begin(phrase)) {
            self.add_occurrences(phrase, &mut found);
        }
        found.sort_unstable();
        found.dedup();
        let found: Rc<[Occurrence]> = found.into();
        self.searched_mut().phrases.insert(id, Rc::clone(&found));
        found
    }

    /// Where those of several phrases end that begin at a place.
    pub(super) fn ends_of(&self, ways: Ways, at: usize) -> impl Iterator<Item = usize> {
        let found = self.occurrences(ways);
        let first = found.partition_point(|occurrence| occurrence.start < at);
        (first..).map_while(move |next| {
            found.get(next).filter(|occurrence| occurrence.start == at).map(|occurrence| occurrence.end)
        })
    }

    /// Whether one of several phrases is said anywhere.
    pub(super) fn has(&self, ways: Ways) -> bool {
        !self.occurrences(ways).is_empty()
    }

    /// Whether one of several phrases is said within some words.
    pub(super) fn has_within(&self, ways: Ways, within: &Range<usize>) -> bool {
        let found = self.occurrences(ways);
        let first = found.partition_point(|occurrence| occurrence.start < within.start);
        let mut inside = found[first..].iter().take_while(|occurrence| occurrence.start < within.end);
        inside.any(|occurrence| occurrence.end <= within.end)
    }

    /// Whether one of several phrases begins within some words.
    pub(super) fn begins_within(&self, ways: Ways, within: &Range<usize>) -> bool {
        let found = self.occurrences(ways);
        let first = found.partition_point(|occurrence| occurrence.start < within.start);
        found.get(first).is_some_and(|occurrence| occurrence.start < within.end)
    }

    /// The places of a kind, in order.
    pub(super) fn places(&self, mark: Mark, is_there: impl Fn(&Self, usize) -> bool) -> Rc<[usize]> {
        if let Some(found) = self.searched().marks.get(&mark) {
            return Rc::clone(found);
        }
        let found: Rc<[usize]> = (0..self.words().len()).filter(|at| is_there(self, *at)).collect();
        self.count(self.words().len());
        self.searched_mut().marks.insert(mark, Rc::clone(&found));
        found
    }

    /// Whether the word at a place is one of several, letter for letter.
    pub(super) fn is_one_of(&self, at: usize, words: Ways) -> bool {
        self.places_of_exactly(words).binary_search(&at).is_ok()
    }

    /// Whether one of several words, letter for letter, is within some words.
    pub(super) fn has_word_within(&self, words: Ways, within: &Range<usize>) -> bool {
        let places = self.places_of_exactly(words);
        places.get(places.partition_point(|at| *at < within.start)).is_some_and(|at| *at < within.end)
    }

    /// Whether all of these words are one of several, letter for letter.
    pub(super) fn are_all(&self, words: Ways, within: &Range<usize>) -> bool {
        let places = self.places_of_exactly(words);
        let before = |limit: usize| places.partition_point(|at| *at < limit);
        before(within.end) - before(within.start) == within.len()
    }

    /// The places of several words, letter for letter, in order.
    fn places_of_exactly(&self, words: Ways) -> Rc<[usize]> {
        let id = ListId::new(words);
        if let Some(found) = self.searched().exact_words.get(&id) {
            return Rc::clone(found);
        }
        let mut found = Vec::new();
        for wanted in words.split('|') {
            let Some(first) = wanted.chars().next() else { continue };
            let places = self.places_of(first);
            self.count(places.len());
            found.extend(places.iter().copied().filter(|at| self.words()[*at].is(wanted)));
        }
        found.sort_unstable();
        found.dedup();
        let found: Rc<[usize]> = found.into();
        self.searched_mut().exact_words.insert(id, Rc::clone(&found));
        found
    }

    /// Whether the text has a word with which a phrase may begin: no slip changes a first letter, and a number has many.
    fn may_begin(&self, phrase: &str) -> bool {
        !phrase.is_empty()
            && (is_range(phrase) || phrase.chars().next().is_some_and(|c| !self.places_of(c).is_empty()))
    }

    fn add_occurrences(&self, phrase: &'static str, found: &mut Vec<Occurrence>) {
        let length = phrase.split(' ').count();
        let first = phrase.split(' ').next().unwrap_or_default();
        let starts = self.places_saying(first);
        let others: Vec<Rc<[usize]>> = if starts.is_empty() {
            Vec::new()
        } else {
            phrase.split(' ').skip(1).map(|word| self.places_saying(word)).collect()
        };
        self.count(starts.len());
        let is_said = |start: usize| {
            start + length <= self.sentence_end(start)
                && (start + 1..).zip(&others).all(|(at, places)| places.binary_search(&at).is_ok())
        };
        let before = found.len();
        found.extend(
            starts
                .iter()
                .filter(|start| is_said(**start))
                .map(|start| Occurrence { start: *start, end: start + length }),
        );
        let letters: String = phrase.split(' ').collect();
        if letters.chars().count() < RUN_TOGETHER {
            return;
        }
        let counts = length.saturating_sub(1).max(1)..=length + MORE_PIECES;
        let one_by_one: Vec<usize> = found[before..].iter().map(|occurrence| occurrence.start).collect();
        let mut last = None;
        for (start, count) in self.runs(&letters) {
            let is_piece = counts.contains(&count) && count != length;
            if is_piece && last != Some(start) && one_by_one.binary_search(&start).is_err() {
                last = Some(start);
                found.push(Occurrence { start, end: start + count });
            }
        }
    }

    /// The places of words that are this word, a slip in it, or a number of its range.
    fn places_saying(&self, wanted: &'static str) -> Rc<[usize]> {
        if let Some(found) = self.searched().words.get(wanted) {
            return Rc::clone(found);
        }
        let places = match wanted.chars().next() {
            Some(_) if is_range(wanted) => self.everywhere(),
            Some(first) => self.places_of(first),
            None => &[],
        };
        self.count(places.len());
        let wanted_word = Wanted::new(wanted);
        let found: Rc<[usize]> =
            places.iter().copied().filter(|at| self.words()[*at].says(&wanted_word)).collect();
        self.searched_mut().words.insert(wanted, Rc::clone(&found));
        found
    }

    /// Counts words that are compared and places that are checked.
    fn count(&self, steps: usize) {
        self.searched_mut().steps += steps;
    }

    /// How many words were compared, and places were checked, so far.
    #[cfg(test)]
    pub(super) fn steps(&self) -> usize {
        self.searched().steps
    }
}

//! The words of texts, each with the studies that have it.

use std::collections::{BTreeSet, HashMap};

use memchr::memmem;

/// A study's position among all studies.
pub(super) type Slot = u32;

/// What separates words in [`Words::text`]. No word contains it.
const SEPARATOR: char = '\n';

/// The words of studies in lower case.
#[derive(Debug)]
pub(super) struct Words {
    /// The position of each word in `studies`.
    places: HashMap<Box<str>, usize>,
    /// The studies of each word. A word that no study has any more stays.
    studies: Vec<BTreeSet<Slot>>,
    /// All words, each between separators, so that a part of a word is found in one pass.
    text: String,
    /// Where each word begins in `text`.
    starts: Vec<usize>,
}

impl Default for Words {
    fn default() -> Self {
        Self { places: HashMap::new(), studies: Vec::new(), text: SEPARATOR.into(), starts: Vec::new() }
    }
}

impl Words {
    /// Adds the words of a text in lower case.
    pub(super) fn add(&mut self, text: &str, slot: Slot) {
        for word in words(text) {
            let place = self.places.get(word).copied().unwrap_or_else(|| self.add_word(word));
            if let Some(studies) = self.studies.get_mut(place) {
                studies.insert(slot);
            }
        }
    }

    fn add_word(&mut self, word: &str) -> usize {
        let place = self.studies.len();
        self.places.insert(word.into(), place);
        self.studies.push(BTreeSet::new());
        self.starts.push(self.text.len());
        self.text.push_str(word);
        self.text.push(SEPARATOR);
        place
    }

    /// Removes a study from the words of a text in lower case.
    pub(super) fn remove(&mut self, text: &str, slot: Slot) {
        for word in words(text) {
            let place = self.places.get(word).copied();
            if let Some(studies) = place.and_then(|place| self.studies.get_mut(place)) {
                studies.remove(&slot);
            }
        }
    }

    #[cfg(test)]
    pub(super) fn has_no_studies(&self) -> bool {
        self.studies.iter().all(BTreeSet::is_empty)
    }

    /// Returns the studies that have this word.
    pub(super) fn with_word(&self, word: &str) -> BTreeSet<Slot> {
        let place = self.places.get(word);
        place.and_then(|place| self.studies.get(*place)).cloned().unwrap_or_default()
    }

    /// Returns the studies whose texts may contain a term in lower case: they have its longest word, which few studies
    /// have, and all words inside the term. Its first and last word may be parts of longer words. `None` if the term has
    /// no word, so that any text may contain it.
    pub(super) fn with_term(&self, term: &str) -> Option<BTreeSet<Slot>> {
        let pieces: Vec<&str> = words(term).collect();
        let last = pieces.len().checked_sub(1)?;
        let longest = (0..=last).max_by_key(|place| pieces[*place].len())?;
        let piece = pieces[longest];
        let mut found = match (longest == 0, longest == last) {
            (false, false) => self.with_word(piece),
            (true, true) => self.with_part(piece),
            (true, false) => self.with_part(&format!("{piece}{SEPARATOR}")),
            (false, true) => self.with_part(&format!("{SEPARATOR}{piece}")),
        };
        for piece in pieces.get(1..last).unwrap_or_default() {
            match self.places.get(*piece).and_then(|place| self.studies.get(*place)) {
                Some(with_word) => found.retain(|slot| with_word.contains(slot)),
                None => return Some(BTreeSet::new()),
            }
        }
        Some(found)
    }

    /// Returns the studies that have a word in which this text occurs, separators included.
    fn with_part(&self, part: &str) -> BTreeSet<Slot> {
        let mut found = BTreeSet::new();
        let mut last = None;
        for at in memmem::find_iter(self.text.as_bytes(), part) {
            let inside = at + usize::from(part.starts_with(SEPARATOR));
            let place = self.starts.partition_point(|start| *start <= inside).checked_sub(1);
            if place != last {
                found.extend(place.and_then(|place| self.studies.get(place)).into_iter().flatten());
                last = place;
            }
        }
        found
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty())
}

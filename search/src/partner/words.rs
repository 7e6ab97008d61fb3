//! The words of texts, each with the studies that have it.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Bound,
};

/// A study's position among all studies.
pub(super) type Slot = u32;

/// The words of studies in lower case.
#[derive(Debug, Default)]
pub(super) struct Words(BTreeMap<Box<str>, BTreeSet<Slot>>);

impl Words {
    pub(super) fn add(&mut self, text: &str, slot: Slot) {
        for word in words(&text.to_lowercase()) {
            self.0.entry(word.into()).or_default().insert(slot);
        }
    }

    pub(super) fn remove(&mut self, text: &str, slot: Slot) {
        for word in words(&text.to_lowercase()) {
            if let Some(slots) = self.0.get_mut(word) {
                slots.remove(&slot);
                if slots.is_empty() {
                    self.0.remove(word);
                }
            }
        }
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the studies that have this word.
    pub(super) fn with_word(&self, word: &str) -> BTreeSet<Slot> {
        self.0.get(word).cloned().unwrap_or_default()
    }

    /// Returns the studies whose texts may contain a term: they have all of its words, the first and the last perhaps as
    /// a part of a longer word. `None` if the term has no word, so that any text may contain it.
    pub(super) fn with_term(&self, term: &str) -> Option<BTreeSet<Slot>> {
        let term = term.trim().to_lowercase();
        let pieces: Vec<&str> = words(&term).collect();
        let last = pieces.len().checked_sub(1)?;
        let mut found: Option<BTreeSet<Slot>> = None;
        for (place, piece) in pieces.into_iter().enumerate() {
            let begins_inside = place == 0;
            let ends_inside = place == last;
            let with_piece: BTreeSet<Slot> = match (begins_inside, ends_inside) {
                (false, false) => self.with_word(piece),
                (false, true) => {
                    let longer = self.0.range::<str, _>((Bound::Included(piece), Bound::Unbounded));
                    let longer = longer.take_while(|(word, _)| word.starts_with(piece));
                    longer.flat_map(|(_, slots)| slots).copied().collect()
                }
                (true, true) => self.having(|word| word.contains(piece)),
                (true, false) => self.having(|word| word.ends_with(piece)),
            };
            found = Some(found.map_or_else(|| with_piece.clone(), |before| &before & &with_piece));
        }
        found
    }

    fn having(&self, fits: impl Fn(&str) -> bool) -> BTreeSet<Slot> {
        self.0.iter().filter(|(word, _)| fits(word)).flat_map(|(_, slots)| slots).copied().collect()
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty())
}

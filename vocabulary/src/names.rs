//! A cache of names looked up while reading a text. A text with possible typos is read many times.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
};

use crate::{
    Vocabulary,
    fold::{Word, is_vietnamese},
    rewriting::{Key, Language},
};

/// Remembers which concepts words name, for one text.
pub(crate) struct NameCache<'v> {
    vocabulary: &'v Vocabulary,
    by_key: RefCell<HashMap<String, NameMeaning<'v>>>,
    may_have: RefCell<HashMap<String, bool>>,
    buffer: Cell<String>,
}

/// What some words name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NameMeaning<'v> {
    /// The concepts; empty if there is no such name.
    pub(crate) meaning: &'v [u16],
    /// Whether it is a word that says little next to others.
    pub(crate) is_weak: bool,
}

impl<'v> NameCache<'v> {
    pub(crate) fn new(vocabulary: &'v Vocabulary) -> Self {
        let buffer = Cell::default();
        Self { vocabulary, by_key: RefCell::default(), may_have: RefCell::default(), buffer }
    }

    /// Whether any name may have a word. Most unknown words are in none.
    pub(crate) fn may_have(&self, word: &Word) -> bool {
        if let Some(known) = self.may_have.borrow().get(&word.folded) {
            return *known;
        }
        let may = self.vocabulary.may_be_in_key(&word.folded);
        self.may_have.borrow_mut().insert(word.folded.clone(), may);
        may
    }

    /// Returns what words name in a language.
    pub(crate) fn look_up(&self, words: &[&Word], language: Language) -> NameMeaning<'v> {
        let by_key = self.by_key(words, language);
        let syllable_meaning = self.meaning_of_syllable(words, language);
        if !syllable_meaning.is_empty() {
            return NameMeaning { meaning: syllable_meaning, ..by_key };
        }
        // A syllable with other accents has no other meaning.
        if words.len() == 1 && by_key.is_weak && is_vietnamese(words[0]) {
            return NameMeaning { meaning: &[], ..by_key };
        }
        by_key
    }

    /// Returns the meaning of a Vietnamese name of one syllable, typed with accents.
    pub(crate) fn meaning_of_syllable(&self, words: &[&Word], language: Language) -> &'v [u16] {
        let key = match words {
            [word] if language == Language::Vietnamese => Key::for_syllable(word),
            _ => None,
        };
        key.map_or(&[], |key| self.vocabulary.meaning(&key))
    }

    fn by_key(&self, words: &[&Word], language: Language) -> NameMeaning<'v> {
        let mut key = self.buffer.take();
        Key::write(words.iter().map(|word| word.folded.as_str()), language, &mut key);
        let known = self.by_key.borrow().get(&key).copied();
        let named = known.unwrap_or_else(|| {
            let named = self.resolve(words, language);
            self.by_key.borrow_mut().insert(key.clone(), named);
            named
        });
        self.buffer.set(key);
        named
    }

    fn resolve(&self, words: &[&Word], language: Language) -> NameMeaning<'v> {
        let key = Key::new(words.iter().map(|word| word.folded.as_str()), language);
        let is_weak = self.vocabulary.is_weak(&key);
        let meaning = self.vocabulary.meaning(&key);
        let meaning = match key.shortened(1) {
            Some(shortened) if meaning.is_empty() => self.vocabulary.meaning(&shortened),
            _ => meaning,
        };
        NameMeaning { meaning, is_weak }
    }
}

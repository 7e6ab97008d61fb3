//! What names mean, each looked up once while a text is read: a word that may be a slip has its text read many times.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
};

use crate::{
    Vocabulary,
    fold::{Word, is_vietnamese},
    rewriting::{Key, Language},
};

/// Names that were looked up.
pub(crate) struct Names<'v> {
    vocabulary: &'v Vocabulary,
    by_key: RefCell<HashMap<String, Named<'v>>>,
    may_have: RefCell<HashMap<String, bool>>,
    buffer: Cell<String>,
}

/// What some words name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Named<'v> {
    /// The concepts; none when nothing is called so.
    pub(crate) meaning: &'v [u16],
    /// Whether it is a word that says little beside others.
    pub(crate) is_weak: bool,
}

impl<'v> Names<'v> {
    pub(crate) fn new(vocabulary: &'v Vocabulary) -> Self {
        let buffer = Cell::default();
        Self { vocabulary, by_key: RefCell::default(), may_have: RefCell::default(), buffer }
    }

    /// Whether some name may have a word. Most words that nobody knows are in none.
    pub(crate) fn may_have(&self, word: &Word) -> bool {
        if let Some(known) = self.may_have.borrow().get(&word.folded) {
            return *known;
        }
        let may = self.vocabulary.may_be_in_key(&word.folded);
        self.may_have.borrow_mut().insert(word.folded.clone(), may);
        may
    }

    /// What words name in a language.
    pub(crate) fn of(&self, words: &[&Word], language: Language) -> Named<'v> {
        let by_key = self.by_key(words, language);
        let of_syllable = self.meaning_of_syllable(words, language);
        if !of_syllable.is_empty() {
            return Named { meaning: of_syllable, ..by_key };
        }
        // Of a syllable with other accents nothing else is meant.
        if words.len() == 1 && by_key.is_weak && is_vietnamese(words[0]) {
            return Named { meaning: &[], ..by_key };
        }
        by_key
    }

    /// What a Vietnamese name of one syllable means, typed with its accents.
    pub(crate) fn meaning_of_syllable(&self, words: &[&Word], language: Language) -> &'v [u16] {
        let key = match words {
            [word] if language == Language::Vietnamese => Key::of_syllable(word),
            _ => None,
        };
        key.map_or(&[], |key| self.vocabulary.meaning(&key))
    }

    fn by_key(&self, words: &[&Word], language: Language) -> Named<'v> {
        let mut key = self.buffer.take();
        Key::write(words.iter().map(|word| word.folded.as_str()), language, &mut key);
        let known = self.by_key.borrow().get(&key).copied();
        let named = known.unwrap_or_else(|| {
            let named = self.look_up(words, language);
            self.by_key.borrow_mut().insert(key.clone(), named);
            named
        });
        self.buffer.set(key);
        named
    }

    fn look_up(&self, words: &[&Word], language: Language) -> Named<'v> {
        let key = Key::of(words.iter().map(|word| word.folded.as_str()), language);
        let is_weak = self.vocabulary.is_weak(&key);
        let meaning = self.vocabulary.meaning(&key);
        let meaning = match key.shortened(1) {
            Some(shortened) if meaning.is_empty() => self.vocabulary.meaning(&shortened),
            _ => meaning,
        };
        Named { meaning, is_weak }
    }
}

//! What a whole phrase of a record names.

use crate::{
    ConceptId, Vocabulary,
    fold::{Word, words},
    names::NameCache,
    rewriting::{Accents, Key, Language, MAX_KEY_WORDS, is_empty},
};

impl Vocabulary {
    /// Returns the only concept that a whole phrase of a record names, in English. An abbreviation must be in capitals, and
    /// a word that says little by itself names nothing.
    #[must_use]
    pub fn concept_of_phrase(&self, phrase: &str) -> Option<ConceptId> {
        let typed = words(phrase);
        if typed.is_empty() || typed.len() > MAX_KEY_WORDS || !self.known_in_part(&typed) {
            return None;
        }
        let rewritten = self.rewriting.apply(&typed, Language::English, Accents::Strict);
        let rewritten: Vec<&Word> = rewritten.iter().filter(|word| !is_empty(&word.folded)).collect();
        if rewritten.is_empty() || rewritten.len() > MAX_KEY_WORDS {
            return None;
        }
        let named = NameCache::new(self).look_up(&rewritten, Language::English);
        let [only] = named.meaning else { return None };
        let key = Key::new(rewritten.iter().map(|word| word.folded.as_str()), Language::English);
        let is_small = phrase.chars().filter(|letter| letter.is_uppercase()).count() < 2;
        let is_other_word = is_small && (self.is_in_capitals(&key) || self.differs_in_records(&key));
        (!named.is_weak && !is_other_word).then_some(ConceptId(*only))
    }

    /// Whether each word may be in a name, which is cheap to know.
    fn known_in_part(&self, typed: &[Word]) -> bool {
        typed.iter().all(|word| is_empty(&word.folded) || self.may_be_in_key(&word.folded))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;

    #[test]
    fn whole_phrases_name_one_concept_or_none() {
        let vocabulary = Vocabulary::default();
        let id = |phrase: &str| vocabulary.concept_of_phrase(phrase).map(|concept| vocabulary.id(concept));
        assert_eq!(id("HIV"), Some("D015658"));
        assert_eq!(id("human immunodeficiency virus"), Some("D015658"));
        assert_eq!(id("diabetes mellitus"), Some("D003920"));
        assert_eq!(id("high blood pressure"), id("hypertension"));
        for phrase in ["", "diabetes of my neighbor", "prior treatment", "breast", "asthma and gout"] {
            assert_eq!(id(phrase), None, "{phrase}");
        }
    }
}

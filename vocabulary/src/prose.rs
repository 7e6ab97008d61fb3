//! Finds the names in a text that people or doctors wrote as sentences, such as a letter.

use waypoint_domain::work_budget::WorkBudget;

use crate::{MatchKind, Part, Vocabulary, rewriting::Key};

impl Vocabulary {
    /// Returns the parts of a sentence that name something, as spelled, in any language. As in
    /// [`Self::read_sentences`], an abbreviation must be in capitals next to other words, and a spoken name or a single
    /// word of a longer name doesn't count.
    #[must_use]
    pub fn read_prose(&self, sentence: &str) -> Vec<Part> {
        self.read_item(sentence, sentence)
    }

    /// Reads an item of a sentence, such as one between commas. A single word of a longer name doesn't count in an item
    /// either if the sentence has other words: 'epilepsy, focal, drug resistant'.
    #[must_use]
    pub fn read_item(&self, item: &str, sentence: &str) -> Vec<Part> {
        let has_other_words = |text: &str| text.split_whitespace().nth(2).is_some();
        let reading = self.read_with(item, &WorkBudget::with_steps(0));
        let is_mixed_case = has_other_words(item) && item.chars().any(char::is_lowercase);
        let is_other_word = |part: &Part| {
            let written = &item[part.span.clone()];
            let capitals = written.chars().filter(|letter| letter.is_uppercase()).count();
            let is_small = written.chars().any(char::is_lowercase);
            let key = Key::new(part.words.iter().map(String::as_str), reading.language);
            is_mixed_case
                && (is_small && self.differs_in_records(&key) || capitals < 2 && self.is_in_capitals(&key))
                || has_other_words(sentence) && capitals < 2 && key.is_single() && self.is_weak(&key)
        };
        let is_named = |part: &Part| part.match_kind == MatchKind::Named && !is_other_word(part);
        reading.parts.into_iter().filter(is_named).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abbreviations_in_sentences_count_only_in_capitals() {
        let vocabulary = Vocabulary::default();
        let labels = |text: &str| -> Vec<String> {
            let parts = vocabulary.read_prose(text);
            parts.iter().flat_map(|part| &part.concepts).map(|c| vocabulary.label(*c).to_owned()).collect()
        };
        assert!(!labels("she has relapsing MS since 2018").is_empty());
        assert!(labels("Ms Lee came in again").is_empty(), "{:?}", labels("Ms Lee came in again"));
        assert!(labels("Tiene cáncer de mama").iter().any(|label| label == "Breast Cancer"));
    }
}

//! Compares what was typed with names. The page does the same with the names of its files
//! (`site/islands/search-box/filter-names.ts`); the cases in `search/tests/tables/typed_names.json` hold for both.

use waypoint_vocabulary::fold::{Word, letters, split_tones, words};

use super::suggested_concept::{NameRole, SuggestedName};

/// With fewer letters typed, only preferred names count, and names that are typed completely.
const MIN_LETTERS: usize = 3;
/// With fewer letters typed, only names in the language of the page count, and a name that isn't the preferred one must begin as
/// typed.
const ENOUGH_LETTERS: usize = 4;
/// With fewer letters typed than [`MIN_LETTERS`], a word inside a name must have this many to be meant: 'an' doesn't mean
/// 'Wear and Tear'.
const MIN_INNER_LETTERS: usize = 4;
/// The maximum number of typed words to consider, because no name has more.
const MAX_WORDS: usize = 8;

/// How well a name matches, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Closeness {
    /// The name is what was typed.
    Whole,
    /// The name begins with the typed words, the last one complete.
    WholeWords,
    /// The name begins as typed.
    Beginning,
    /// Each typed word begins a word of the name.
    AnyWord,
}

/// The typed words, prepared for comparisons.
pub(crate) struct TypedWords {
    folded: Vec<String>,
    joined: String,
    /// The words that were typed with accents.
    accented: Vec<Word>,
    letters: usize,
}

impl TypedWords {
    pub(crate) fn new(text: &str) -> Self {
        let mut folded = letters(text);
        folded.truncate(MAX_WORDS);
        let joined = folded.join(" ");
        let accented = words(text).into_iter().take(MAX_WORDS).filter(|word| word.accented).collect();
        let letters = folded.iter().map(|word| word.chars().count()).sum();
        Self { folded, joined, accented, letters }
    }

    /// Returns the longest word, which the fewest names have.
    pub(crate) fn longest(&self) -> Option<&str> {
        self.folded.iter().max_by_key(|word| word.len()).map(String::as_str)
    }

    /// Whether so few letters were typed that only preferred names and complete ones match.
    pub(crate) fn is_short(&self) -> bool {
        self.letters < MIN_LETTERS
    }

    /// Whether so few letters were typed that they say little about which name is meant.
    pub(crate) fn is_few(&self) -> bool {
        self.letters < ENOUGH_LETTERS
    }

    /// Returns how well a name matches, or `None` if it doesn't. Because a hidden name isn't shown, at least half of it must be
    /// typed.
    pub(crate) fn closeness(&self, name: &SuggestedName) -> Option<Closeness> {
        let begins_word =
            |typed: &String| name.folded.split(' ').any(|word| word.starts_with(typed.as_str()));
        if !self.folded.iter().all(begins_word) || !self.accents_agree(&name.text) {
            return None;
        }
        let after = name.folded.strip_prefix(&self.joined);
        if name.role == NameRole::Hidden && after.is_none_or(|rest| rest.len() > self.joined.len()) {
            return None;
        }
        if self.is_few() && name.role != NameRole::Preferred && after.is_none() {
            return None;
        }
        if self.is_short() {
            let is_shown = name.role == NameRole::Preferred || after == Some("");
            let is_shown = is_shown && (after.is_some() || self.begin_long_words(name));
            let closeness = if after.is_some() { Closeness::Beginning } else { Closeness::AnyWord };
            return is_shown.then_some(closeness);
        }
        Some(match after {
            Some("") => Closeness::Whole,
            Some(rest) if rest.starts_with(' ') => Closeness::WholeWords,
            Some(_) => Closeness::Beginning,
            None => Closeness::AnyWord,
        })
    }

    /// Whether each typed word begins a word of the name that is more than an article or a conjunction.
    fn begin_long_words(&self, name: &SuggestedName) -> bool {
        let is_long = |word: &&str| word.chars().count() >= MIN_INNER_LETTERS;
        let begins = |typed: &String| {
            name.folded.split(' ').filter(is_long).any(|word| word.starts_with(typed.as_str()))
        };
        self.folded.iter().all(begins)
    }

    /// Whether each word that was typed with accents begins a word with these accents. An incomplete syllable has no tone yet.
    fn accents_agree(&self, name: &str) -> bool {
        if self.accented.is_empty() {
            return true;
        }
        let named: Vec<(String, String)> = words(name).iter().map(|word| split_tones(&word.exact)).collect();
        self.accented.iter().all(|word| {
            let (letters, tone) = split_tones(&word.exact);
            let agrees = |(name_letters, name_tone): &(String, String)| {
                name_letters.starts_with(&letters) && (tone.is_empty() || tone == *name_tone)
            };
            named.iter().any(agrees)
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use waypoint_vocabulary::Language;

    use super::*;

    fn closeness(typed: &str, name: &str) -> Option<Closeness> {
        TypedWords::new(typed).closeness(&SuggestedName::new(name, Language::English, NameRole::Preferred))
    }

    #[test]
    fn whole_words_match_better_than_their_beginnings() {
        assert_eq!(closeness("lung cancer", "Lung Cancer"), Some(Closeness::Whole));
        assert_eq!(closeness("lung", "Lung Cancer"), Some(Closeness::WholeWords));
        assert_eq!(closeness("lung c", "Lung Cancer"), Some(Closeness::Beginning));
        assert_eq!(closeness("can lu", "Lung Cancer"), Some(Closeness::AnyWord));
        assert_eq!(closeness("ung", "Lung Cancer"), None);
    }

    #[test]
    fn typed_accents_must_match() {
        let (hepatitis, tendinitis) = ("viêm gan", "viêm gân");
        assert!(closeness("viêm gân", tendinitis).is_some() && closeness("viêm gân", hepatitis).is_none());
        assert!(closeness("viêm gan", hepatitis).is_some());
        assert!(closeness("viem gan", tendinitis).is_some());
        assert!(closeness("viêm phô", "viêm phổi").is_some(), "an incomplete syllable has no tone yet");
    }

    #[test]
    fn synonym_needs_three_letters_or_all() {
        let matches = |typed: &str, name: &'static str| {
            let name = SuggestedName::new(name, Language::English, NameRole::Synonym);
            TypedWords::new(typed).closeness(&name).is_some()
        };
        assert!(!matches("mul", "Glioblastoma Multiforme") && matches("mult", "Glioblastoma Multiforme"));
        assert!(!matches("ne", "Neoplasms") && matches("neo", "Neoplasms") && matches("ms", "MS"));
    }

    #[test]
    fn two_letters_do_not_mean_a_short_word_inside_a_name() {
        assert_eq!(closeness("an", "Well-Being and Resilience"), None);
        assert_eq!(closeness("of", "Shortness of Breath"), None);
        assert_eq!(closeness("br", "Shortness of Breath"), Some(Closeness::AnyWord));
        assert_eq!(closeness("an", "Anemia"), Some(Closeness::Beginning));
        assert_eq!(closeness("and", "Wear and Tear"), Some(Closeness::AnyWord));
    }

    #[test]
    fn half_of_a_hidden_name_must_be_typed() {
        let name = SuggestedName::new("Dementia Praecox", Language::English, NameRole::Hidden);
        let matches = |typed: &str| TypedWords::new(typed).closeness(&name).is_some();
        assert!(!matches("dem") && !matches("praecox") && matches("dementia p"));
    }
}

//! Replaces synonymous words by one of them: `kidney` by `renal`, `ung thư` by `cancer`.

use std::{collections::HashMap, ops::Range};

use serde::{Deserialize, Serialize};

use crate::fold::{Word, words};

/// The language in which a text is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Language {
    English,
    /// Spanish, with English words in it.
    Spanish,
    /// Vietnamese, with English words in it.
    Vietnamese,
}

impl Language {
    /// All languages, most common first.
    pub const ALL: [Self; 3] = [Self::English, Self::Spanish, Self::Vietnamese];

    /// Returns the language with this code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        match code {
            "en" => Some(Self::English),
            "es" => Some(Self::Spanish),
            "vi" => Some(Self::Vietnamese),
            _ => None,
        }
    }

    /// Returns the code of this language, as in the `lang` of a page.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Spanish => "es",
            Self::Vietnamese => "vi",
        }
    }
}

/// The maximum number of words in a key that is written without allocating.
pub(crate) const MAX_KEY_WORDS: usize = 8;

/// Words that a name can do without if enough letters remain: `Alzheimer Disease`.
const DISPENSABLE: [&str; 3] = ["disease", "syndrome", "infection"];

/// Whether a word doesn't affect which condition is meant. It is asked for each word many times.
pub(crate) fn is_empty(word: &str) -> bool {
    matches!(
        word,
        "of" | "the"
            | "an"
            | "in"
            | "with"
            | "and"
            | "or"
            | "to"
            | "for"
            | "from"
            | "by"
            | "on"
            | "at"
            | "against"
            | "contra"
            | "my"
            | "your"
            | "our"
            | "is"
            | "are"
            | "due"
            | "nos"
            | "other"
            | "unspecified"
            | "de"
            | "del"
            | "la"
            | "el"
            | "los"
            | "las"
            | "en"
            | "con"
            | "por"
            | "un"
            | "una"
            | "al"
            | "mi"
            | "cua"
            | "bi"
            | "do"
            | "va"
            | "o"
    )
}

/// The rules of all languages.
#[derive(Debug, Default)]
pub(crate) struct Rewriting {
    rules_by_language: [Rules; Language::ALL.len()],
    /// The words that rules produce, sorted.
    #[allow(dead_code, reason = "it is only used at run time")]
    produced: Vec<String>,
}

/// The rules of a language, by the words that they replace.
#[derive(Debug, Default)]
struct Rules {
    meanings: HashMap<String, Vec<Meaning>>,
    /// The length in words of the longest rule that begins with a word. Most words begin none.
    longest: HashMap<String, usize>,
}

impl Rules {
    /// Returns the length of the longest rule that may apply at the first of these words.
    fn longest_at(&self, words: &[Word]) -> usize {
        let longest = words.first().and_then(|first| self.longest.get(&first.folded));
        longest.map_or(0, |longest| (*longest).min(words.len()))
    }
}

/// What a rule produces, and the accents of its words.
#[derive(Debug)]
struct Meaning {
    exact: Vec<String>,
    accented: bool,
    words: Vec<String>,
}

/// How accents are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Accents {
    /// Accents must match.
    Strict,
    /// Accents must match in single words. In a phrase, one may be wrong.
    Loose,
}

/// A rule: the language, the words, and their replacement.
pub(crate) type Rule<S> = (Language, S, S);

impl Rewriting {
    pub(crate) fn new<S: AsRef<str>>(rules: &[Rule<S>]) -> Self {
        let mut rewriting = Self::default();
        for (language, from, to) in rules {
            let from = words(from.as_ref());
            let Some(first) = from.first() else { continue };
            let meaning = Meaning {
                exact: from.iter().map(|word| word.exact.clone()).collect(),
                accented: from.iter().any(|word| word.accented),
                words: folded(to.as_ref()),
            };
            rewriting.produced.extend(meaning.words.iter().cloned());
            let rules = &mut rewriting.rules_by_language[*language as usize];
            let longest = rules.longest.entry(first.folded.clone()).or_default();
            *longest = from.len().max(*longest);
            rules.meanings.entry(joined(&from)).or_default().push(meaning);
        }
        rewriting.produced.sort_unstable();
        rewriting.produced.dedup();
        rewriting
    }

    fn rules(&self, language: Language) -> &Rules {
        &self.rules_by_language[language as usize]
    }

    /// Whether some rule produces this word.
    #[allow(dead_code, reason = "it is only used at run time")]
    pub(crate) fn produces(&self, word: &str) -> bool {
        self.produced.binary_search_by(|known| known.as_str().cmp(word)).is_ok()
    }

    /// Whether some rule of a language, beyond those of English, begins with this word.
    #[allow(dead_code, reason = "it is only used at run time")]
    pub(crate) fn has_rule_from(&self, word: &str, language: Language) -> bool {
        self.rules(language).longest.contains_key(word)
    }

    /// Applies the longest rules from left to right. Replacements keep the position of the words they replace.
    pub(crate) fn apply(&self, words: &[Word], language: Language, accents: Accents) -> Vec<Word> {
        let shortest = self.shortest_rule(words, language);
        let mut rewritten = Vec::with_capacity(words.len());
        let mut at = 0;
        while at < words.len() {
            let (taken, meaning) = self.rule_at(&words[at..], language, shortest, accents);
            match meaning {
                Some(meaning) => {
                    let accented = words[at].accented;
                    let spans = shared_among(&words[at..at + taken], meaning.len());
                    let word = |(folded, span): (&String, Range<usize>)| Word {
                        folded: folded.clone(),
                        exact: folded.clone(),
                        span,
                        accented,
                    };
                    rewritten.extend(meaning.iter().zip(spans).map(word));
                }
                None => rewritten.push(words[at].clone()),
            }
            at += taken;
        }
        rewritten
    }

    /// Returns the minimum length of rules to apply. A Vietnamese syllable without accents, such as 'man' or 'than', is also a
    /// word of other languages. Single syllables count only if an accent or a longer rule identifies the language.
    fn shortest_rule(&self, words: &[Word], language: Language) -> usize {
        let rules = self.rules(language);
        let begins_rule = |from: usize| {
            (2..=rules.longest_at(&words[from..]))
                .any(|taken| rules.meanings.contains_key(&joined(&words[from..from + taken])))
        };
        let shows_language = |from: usize| words[from].accented || begins_rule(from);
        let is_shown = language != Language::Vietnamese || (0..words.len()).any(shows_language);
        if is_shown { 1 } else { 2 }
    }

    fn rule_at<'a>(
        &'a self,
        words: &[Word],
        language: Language,
        shortest: usize,
        accents: Accents,
    ) -> (usize, Option<&'a [String]>) {
        let (own, english) = (self.rules(language), self.rules(Language::English));
        for taken in (1..=own.longest_at(words).max(english.longest_at(words))).rev() {
            let from = joined(&words[..taken]);
            let written = |meanings: &'a Vec<Meaning>| fitting(meanings, &words[..taken], language, accents);
            let own_meaning =
                (taken >= shortest).then(|| own.meanings.get(&from).and_then(written)).flatten();
            if let Some(meaning) = own_meaning.or_else(|| english.meanings.get(&from).and_then(written)) {
                return (taken, Some(meaning));
            }
        }
        (1, None)
    }

    /// Returns the key of a name.
    pub(crate) fn key(&self, name: &str, language: Language) -> Key {
        Key::new(
            self.apply(&words(name), language, Accents::Strict).iter().map(|word| word.folded.as_str()),
            language,
        )
    }

    /// Whether the key of a name with several words keeps only one of them, so that it would match too much. That is
    /// the case for a name that repeats a word, as 'skin to skin' does, and for a Vietnamese name whose other syllables
    /// are left out of keys, such as 'tim to'.
    #[allow(dead_code, reason = "only the build script uses it")]
    pub(crate) fn is_lost(&self, name: &str, language: Language) -> bool {
        let typed = words(name);
        let rewritten = self.apply(&typed, language, Accents::Strict);
        let in_key = |word: &&Word| {
            let holds = |other: &Word| other.span.start <= word.span.start && word.span.end <= other.span.end;
            rewritten.iter().any(|other| !is_empty(&other.folded) && holds(other))
        };
        let left: Vec<&Word> = typed.iter().filter(in_key).collect();
        match left.as_slice() {
            [_] => language == Language::Vietnamese && typed.len() > 1,
            [first, others @ ..] => others.iter().all(|word| word.folded == first.folded),
            [] => false,
        }
    }
}

/// The key by which a name is found. In most languages these are its distinct words in alphabetical order, so that word
/// order doesn't matter. In Vietnamese, where it does, they keep their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Key {
    words: Vec<String>,
    ordered: bool,
}

impl Key {
    pub(crate) fn new<'a>(words: impl Iterator<Item = &'a str>, language: Language) -> Self {
        let ordered = language == Language::Vietnamese;
        let mut words: Vec<String> = words.filter(|word| !is_empty(word)).map(str::to_owned).collect();
        if !ordered {
            words.sort();
            words.dedup();
        }
        Self { words, ordered }
    }

    /// Writes the text of a key for these words into a buffer, without allocating.
    #[allow(dead_code, reason = "it is only used at run time")]
    pub(crate) fn write<'a>(words: impl Iterator<Item = &'a str>, language: Language, key: &mut String) {
        key.clear();
        let ordered = language == Language::Vietnamese;
        let mut sorted: [&str; MAX_KEY_WORDS] = [""; MAX_KEY_WORDS];
        let mut count = 0;
        for word in words.filter(|word| !is_empty(word)).take(MAX_KEY_WORDS) {
            sorted[count] = word;
            count += 1;
        }
        let sorted = &mut sorted[..count];
        if ordered {
            key.push_str("vi ");
        } else {
            sorted.sort_unstable();
        }
        for (at, word) in sorted.iter().enumerate() {
            if !ordered && at > 0 && sorted[at - 1] == *word {
                continue;
            }
            if at > 0 {
                key.push(' ');
            }
            key.push_str(word);
        }
    }

    /// Returns the key of a Vietnamese name of one syllable, which only accents distinguish from words of other languages.
    pub(crate) fn for_syllable(word: &Word) -> Option<Self> {
        let words = vec![format!("={}", word.exact)];
        word.accented.then_some(Self { words, ordered: true })
    }

    pub(crate) fn is_single(&self) -> bool {
        self.words.len() == 1
    }

    #[allow(dead_code, reason = "only the build script uses it")]
    pub(crate) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns the key without dispensable words, if enough letters remain.
    pub(crate) fn shortened(&self, fewest_letters: usize) -> Option<Self> {
        let needed = self.words.iter().filter(|word| !DISPENSABLE.contains(&word.as_str()));
        let words: Vec<String> = needed.cloned().collect();
        let letters: usize = words.iter().map(String::len).sum();
        (words.len() < self.words.len() && letters >= fewest_letters.max(1))
            .then_some(Self { words, ordered: self.ordered })
    }

    /// Returns the key as text, as it is in the map.
    pub(crate) fn text(&self) -> String {
        let words = self.words.join(" ");
        if self.ordered { format!("vi {words}") } else { words }
    }
}

/// Returns the spans of replacement words: one for one, with the last one covering the rest. Extra words share the last
/// span.
fn shared_among(words: &[Word], count: usize) -> impl Iterator<Item = Range<usize>> {
    let last = words.len() - 1;
    (0..count).map(move |at| {
        let end = if at + 1 < count.min(words.len()) { at } else { last };
        words[at.min(last)].span.start..words[end].span.end
    })
}

/// Returns the rule whose accents match these words, or else one whose accents don't matter.
fn fitting<'a>(
    meanings: &'a [Meaning],
    words: &[Word],
    language: Language,
    accents: Accents,
) -> Option<&'a [String]> {
    let accents_count = language == Language::Vietnamese && (accents == Accents::Strict || words.len() == 1);
    let exact = |meaning: &&Meaning| agree(&meaning.exact, words, |_| true);
    let fits = |meaning: &&Meaning| match language {
        Language::Vietnamese => !accents_count || agree(&meaning.exact, words, |word| word.accented),
        // English and Spanish rules are written without accents, unless they apply only to words with these accents.
        Language::English | Language::Spanish => !meaning.accented,
    };
    let found = meanings.iter().find(exact).or_else(|| meanings.iter().find(fits))?;
    Some(&found.words)
}

/// Whether the words selected by `counts` are written exactly like this.
fn agree(exact: &[String], words: &[Word], counts: impl Fn(&Word) -> bool) -> bool {
    exact.iter().zip(words).all(|(exact, word)| !counts(word) || *exact == word.exact)
}

fn joined(words: &[Word]) -> String {
    let words: Vec<&str> = words.iter().map(|word| word.folded.as_str()).collect();
    words.join(" ")
}

fn folded(text: &str) -> Vec<String> {
    words(text).into_iter().map(|word| word.folded).collect()
}

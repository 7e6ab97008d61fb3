//! Words that mean the same, said in one way: `kidney` is `renal`, `ung thư` is `cancer`.

use std::{collections::HashMap, ops::Range};

use serde::{Deserialize, Serialize};

use crate::fold::{Word, words};

/// The language in which a text is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Language {
    /// English.
    English,
    /// Spanish, with English words in it.
    Spanish,
    /// Vietnamese, with English words in it.
    Vietnamese,
}

impl Language {
    /// Every language, the commonest first.
    pub const ALL: [Self; 3] = [Self::English, Self::Spanish, Self::Vietnamese];

    /// The language of a code.
    #[must_use]
    pub fn of_code(code: &str) -> Option<Self> {
        match code {
            "en" => Some(Self::English),
            "es" => Some(Self::Spanish),
            "vi" => Some(Self::Vietnamese),
            _ => None,
        }
    }
}

/// Words that say nothing about which condition is meant.
const EMPTY: [&str; 42] = [
    "of",
    "the",
    "an",
    "in",
    "with",
    "and",
    "or",
    "to",
    "for",
    "from",
    "by",
    "on",
    "at",
    "against",
    "contra",
    "my",
    "your",
    "our",
    "is",
    "are",
    "due",
    "nos",
    "other",
    "unspecified",
    "de",
    "del",
    "la",
    "el",
    "los",
    "las",
    "en",
    "con",
    "por",
    "un",
    "una",
    "al",
    "mi",
    "cua",
    "bi",
    "do",
    "va",
    "o",
];

/// The most words of a key that is written without taking memory.
pub(crate) const LONGEST_WRITTEN: usize = 8;

/// Words that a name can do without, when what is left says enough: `Alzheimer Disease`.
const DISPENSABLE: [&str; 3] = ["disease", "syndrome", "infection"];

/// Whether a word says nothing about which condition is meant.
pub(crate) fn is_empty(word: &str) -> bool {
    EMPTY.contains(&word)
}

/// The rules of all languages.
#[derive(Debug, Default)]
pub(crate) struct Rewriting {
    of_languages: [Rules; Language::ALL.len()],
    /// The words that rules say, in the order of the alphabet.
    #[allow(dead_code, reason = "a part of it is for typed text")]
    said: Vec<String>,
}

/// The rules of a language, by their words.
#[derive(Debug, Default)]
struct Rules {
    meanings: HashMap<String, Vec<Meaning>>,
    /// Of the rules that begin with a word, the most words. Most words begin none.
    longest: HashMap<String, usize>,
}

impl Rules {
    /// The most words of a rule that begins with the first of these words; no more than there are.
    fn longest_at(&self, words: &[Word]) -> usize {
        let longest = words.first().and_then(|first| self.longest.get(&first.folded));
        longest.map_or(0, |longest| (*longest).min(words.len()))
    }
}

/// What a rule says, and with which accents its words are written.
#[derive(Debug)]
struct Meaning {
    exact: Vec<String>,
    accented: bool,
    words: Vec<String>,
}

/// How much the accents of a text count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Accents {
    /// A word that is written with accents is another than one with others.
    Kept,
    /// The same for words that stand alone; of several together an accent may be wrong.
    Loose,
}

/// A rule: words in a language, and what is said in their place.
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
            rewriting.said.extend(meaning.words.iter().cloned());
            let rules = &mut rewriting.of_languages[*language as usize];
            let longest = rules.longest.entry(first.folded.clone()).or_default();
            *longest = from.len().max(*longest);
            rules.meanings.entry(joined(&from)).or_default().push(meaning);
        }
        rewriting.said.sort_unstable();
        rewriting.said.dedup();
        rewriting
    }

    fn rules(&self, language: Language) -> &Rules {
        &self.of_languages[language as usize]
    }

    /// Whether some rule says this word in the place of others.
    #[allow(dead_code, reason = "it is for typed text")]
    pub(crate) fn says(&self, word: &str) -> bool {
        self.said.binary_search_by(|said| said.as_str().cmp(word)).is_ok()
    }

    /// Words with the longest rules applied from left to right; what a rule says stands where its words stood.
    pub(crate) fn apply(&self, words: &[Word], language: Language, accents: Accents) -> Vec<Word> {
        let shortest = self.shortest_rule(words, language);
        let mut said = Vec::with_capacity(words.len());
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
                    said.extend(meaning.iter().zip(spans).map(word));
                }
                None => said.push(words[at].clone()),
            }
            at += taken;
        }
        said
    }

    /// The fewest words of a rule that may be applied. Without its accents a syllable of Vietnamese is a
    /// word of other languages too, such as 'man' and 'than', so that one alone says nothing until an accent or
    /// a longer rule shows the language.
    fn shortest_rule(&self, words: &[Word], language: Language) -> usize {
        let rules = self.rules(language);
        let begins_rule = |from: usize| {
            (2..=rules.longest_at(&words[from..]))
                .any(|taken| rules.meanings.contains_key(&joined(&words[from..from + taken])))
        };
        let shows = |from: usize| words[from].accented || begins_rule(from);
        let is_shown = language != Language::Vietnamese || (0..words.len()).any(shows);
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
            let of_own = (taken >= shortest).then(|| own.meanings.get(&from).and_then(written)).flatten();
            if let Some(meaning) = of_own.or_else(|| english.meanings.get(&from).and_then(written)) {
                return (taken, Some(meaning));
            }
        }
        (1, None)
    }

    /// The key of a name.
    pub(crate) fn key(&self, name: &str, language: Language) -> Key {
        Key::of(
            self.apply(&words(name), language, Accents::Kept).iter().map(|word| word.folded.as_str()),
            language,
        )
    }

    /// Whether nothing but one word is left in the key of a name of several: of 'skin to skin', which says it
    /// twice, or of a Vietnamese name whose other syllables say nothing elsewhere, such as 'tim to'.
    #[allow(dead_code, reason = "the table is made with it")]
    pub(crate) fn is_lost(&self, name: &str, language: Language) -> bool {
        let typed = words(name);
        let said = self.apply(&typed, language, Accents::Kept);
        let in_key = |word: &&Word| {
            let holds = |said: &Word| said.span.start <= word.span.start && word.span.end <= said.span.end;
            said.iter().any(|said| !is_empty(&said.folded) && holds(said))
        };
        let left: Vec<&Word> = typed.iter().filter(in_key).collect();
        match left.as_slice() {
            [_] => language == Language::Vietnamese && typed.len() > 1,
            [first, others @ ..] => others.iter().all(|word| word.folded == first.folded),
            [] => false,
        }
    }
}

/// What a name is found by. In most languages its words once each in the order of the alphabet, so that how
/// they are ordered does not count; in Vietnamese, where syllables in another order are another word, as
/// they stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Key {
    words: Vec<String>,
    ordered: bool,
}

impl Key {
    pub(crate) fn of<'a>(words: impl Iterator<Item = &'a str>, language: Language) -> Self {
        let ordered = language == Language::Vietnamese;
        let mut words: Vec<String> = words.filter(|word| !is_empty(word)).map(str::to_owned).collect();
        if !ordered {
            words.sort();
            words.dedup();
        }
        Self { words, ordered }
    }

    /// Writes what [`Self::of`] makes of the words as [`Self::written`] writes it, without the memory that this takes.
    #[allow(dead_code, reason = "it is for typed text")]
    pub(crate) fn write<'a>(words: impl Iterator<Item = &'a str>, language: Language, key: &mut String) {
        key.clear();
        let ordered = language == Language::Vietnamese;
        let mut sorted: [&str; LONGEST_WRITTEN] = [""; LONGEST_WRITTEN];
        let mut count = 0;
        for word in words.filter(|word| !is_empty(word)).take(LONGEST_WRITTEN) {
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

    /// The key of a Vietnamese name of one syllable, which only its accents tell from words of other languages.
    pub(crate) fn of_syllable(word: &Word) -> Option<Self> {
        let words = vec![format!("={}", word.exact)];
        word.accented.then_some(Self { words, ordered: true })
    }

    pub(crate) fn is_single(&self) -> bool {
        self.words.len() == 1
    }

    #[allow(dead_code, reason = "the table is made with it")]
    pub(crate) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The same without the words that a name can do without, when what is left has so many letters.
    pub(crate) fn shortened(&self, fewest_letters: usize) -> Option<Self> {
        let needed = self.words.iter().filter(|word| !DISPENSABLE.contains(&word.as_str()));
        let words: Vec<String> = needed.cloned().collect();
        let letters: usize = words.iter().map(String::len).sum();
        (words.len() < self.words.len() && letters >= fewest_letters.max(1))
            .then_some(Self { words, ordered: self.ordered })
    }

    /// The key as it stands in the map.
    pub(crate) fn written(&self) -> String {
        let words = self.words.join(" ");
        if self.ordered { format!("vi {words}") } else { words }
    }
}

/// Where each of so many words stands that are said in the place of others: one for one, and the last where all that
/// are left stood. Words that are more than those share the last one's place.
fn shared_among(words: &[Word], count: usize) -> impl Iterator<Item = Range<usize>> {
    let last = words.len() - 1;
    (0..count).map(move |at| {
        let end = if at + 1 < count.min(words.len()) { at } else { last };
        words[at.min(last)].span.start..words[end].span.end
    })
}

/// Of rules for the same letters, the one with the accents of these words; else one that accents can't tell.
fn fitting<'a>(
    meanings: &'a [Meaning],
    words: &[Word],
    language: Language,
    accents: Accents,
) -> Option<&'a [String]> {
    let tells = language == Language::Vietnamese && (accents == Accents::Kept || words.len() == 1);
    let exact = |meaning: &&Meaning| agree(&meaning.exact, words, |_| true);
    let fits = |meaning: &&Meaning| match language {
        Language::Vietnamese => !tells || agree(&meaning.exact, words, |word| word.accented),
        // Their own rules are written without accents, but for those that hold for them alone.
        Language::English | Language::Spanish => !meaning.accented,
    };
    let found = meanings.iter().find(exact).or_else(|| meanings.iter().find(fits))?;
    Some(&found.words)
}

/// Whether the words for which it counts are written exactly so.
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

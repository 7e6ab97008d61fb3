//! A text as the concepts that it names.

use std::ops::Range;

use waypoint_domain::effort::Effort;

use crate::{
    ConceptId, Vocabulary,
    fold::{Word, is_vietnamese, words},
    names::Names,
    rewriting::{Accents, Key, LONGEST_WRITTEN, Language, is_empty},
    spelling::Meant,
};

/// Words after these are not read: nobody types as many.
const MOST_WORDS: usize = 48;
/// Of two words that are alike, the rarer is a slip of the other if that stands in so many times as many studies.
const FAR_COMMONER: u64 = 50;
/// The most letters of a syllable of Vietnamese.
const LONGEST_SYLLABLE: usize = 7;
/// So many words that nobody knows are taken for slips.
const MOST_GUESSED: usize = 16;
/// The most words of a name.
const LONGEST_NAME: usize = LONGEST_WRITTEN;
/// The steps in which a word of a text is read once, with the names that may begin with it.
const STEPS_OF_A_WORD: usize = 8;

/// What was understood of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The parts that name something, in the order of the text.
    pub parts: Vec<Part>,
    /// The words that name nothing, folded, without those that say nothing.
    pub rest: Vec<Word>,
    /// Words that no study has, where others name something: they are not searched for.
    pub unknown: Vec<Word>,
    /// The language in which most of it could be understood.
    pub language: Language,
}

/// A part of a text that names something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// What it names: several concepts when several are called so.
    pub concepts: Vec<ConceptId>,
    /// Where it stands, in bytes.
    pub span: Range<usize>,
    /// Its words, folded, with slips mended.
    pub words: Vec<String>,
    /// Its words, folded, as they were typed.
    pub typed: Vec<String>,
    /// How it was understood.
    pub how: How,
    /// Whether it may stand for the part before it: 'asthma or COPD'.
    pub is_alternative: bool,
    /// Whether it says more of the others and is nothing that a study has to be about: 'COPD smoker'.
    pub is_beside: bool,
}

/// How a part of a text was understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum How {
    /// As a name.
    Named,
    /// As the beginning of a name's word.
    Begun,
    /// As a name that is spelled otherwise.
    Misspelt,
}

/// A word with what may have been meant by it.
#[derive(Debug, Clone)]
struct Guess {
    typed: Word,
    /// The word as it was written.
    written: String,
    known: bool,
    /// Whether it can be no slip.
    fixed: bool,
    meant: Vec<Meant>,
}

impl Guess {
    /// Where the words that were meant stand: of two that were written together each has its letters.
    fn spans_of(&self, meant: &Meant) -> Vec<Range<usize>> {
        let Range { start, end } = self.typed.span;
        let first = meant.words.first().filter(|_| meant.words.len() > 1);
        let letters = first.map_or(usize::MAX, |first| first.chars().count());
        let between = self.written.char_indices().nth(letters).map_or(end, |(at, _)| start + at);
        [start..between, between..end].into_iter().take(meant.words.len()).collect()
    }

    /// Of what may be meant by a word that studies use, only what is far commoner there is likely.
    fn keep_likely(&mut self, studies_with: &dyn Fn(&str) -> u64) {
        let used = if self.meant.is_empty() { 0 } else { studies_with(&self.typed.folded) };
        let is_likely = |word: &String| used == 0 || studies_with(word) > FAR_COMMONER * used;
        self.meant.retain(|meant| meant.words.iter().all(is_likely));
        let letters = self.written.chars().count();
        self.meant.retain(|meant| meant.words.len() < 2 || meant.words[0].chars().count() < letters);
    }
}

/// How much a reading understands: more words in fewer parts are better, and so are what needs no guess, and what
/// has the very accents.
type Worth = (usize, std::cmp::Reverse<usize>, std::cmp::Reverse<usize>, usize);

impl Vocabulary {
    /// Reads a text in each language and gives the reading that understands most.
    #[must_use]
    pub fn read(&self, text: &str) -> Reading {
        self.read_with(text, &Effort::of_request())
    }

    /// The same with the effort that is left of a request's.
    #[must_use]
    pub fn read_with(&self, text: &str, effort: &Effort) -> Reading {
        self.read_beside(text, &|_| 0, effort)
    }

    /// Whether a text is nothing but names, spelled as they should be. Nothing is guessed.
    #[must_use]
    pub fn is_name(&self, text: &str) -> bool {
        let reading = self.read_with(text, &Effort::of_steps(0));
        reading.rest.is_empty()
            && !reading.parts.is_empty()
            && reading.parts.iter().all(|part| part.how == How::Named)
    }

    /// The same beside studies, told in how many of them a folded word stands. A word that they use is a slip or
    /// a part of another only if that other one is far commoner there.
    #[must_use]
    pub fn read_beside(&self, text: &str, studies_with: &dyn Fn(&str) -> u64, effort: &Effort) -> Reading {
        let names = Names::new(self);
        let alone = |text: &str| self.read_alone(text, &names, studies_with, effort);
        self.with_alternatives(text, alone(text), &alone)
    }

    fn read_alone(
        &self,
        text: &str,
        names: &Names,
        studies_with: &dyn Fn(&str) -> u64,
        effort: &Effort,
    ) -> Reading {
        let mut typed = words(text);
        typed.truncate(MOST_WORDS);
        let mut guesses = self.guesses(text, typed, studies_with, effort);
        let reading = self.read_guessed(&guesses, names, effort);
        // A known word that names nothing may yet be a slip or the beginning of one that does.
        let named = |guess: &Guess| !reading.rest.iter().any(|word| word.span == guess.typed.span);
        let mut left = MOST_GUESSED;
        for guess in guesses.iter_mut().filter(|guess| guess.known && !guess.fixed && !named(guess)) {
            if left == 0 || !effort.is_left() {
                break;
            }
            left -= 1;
            guess.meant = self.known.meant_by_known(&guess.typed.folded, effort);
            guess.keep_likely(studies_with);
        }
        let is_changed = guesses.iter().any(|guess| guess.known && !guess.meant.is_empty());
        if is_changed { self.read_guessed(&guesses, names, effort) } else { reading }
    }

    /// The reading in the language in which most is understood.
    fn read_guessed(&self, guesses: &[Guess], names: &Names, effort: &Effort) -> Reading {
        // Of readings that are worth the same, the last one counts.
        let ways = Language::ALL.into_iter().rev().flat_map(|language| {
            let loose = (language == Language::Vietnamese).then_some((language, Accents::Loose));
            loose.into_iter().chain([(language, Accents::Kept)])
        });
        let best = ways.map(|(language, accents)| self.read_in(guesses, language, accents, names, effort));
        let nothing =
            Reading { parts: Vec::new(), rest: Vec::new(), unknown: Vec::new(), language: Language::English };
        best.max_by_key(|(worth, _)| *worth).map_or(nothing, |(_, reading)| reading)
    }

    /// The concepts that a text of a study's record names, read without guessing. Among other words an
    /// abbreviation has to stand in capitals: tea is no transient attack. What only those say who suffer from something,
    /// such as "my back", is no name there.
    #[must_use]
    pub fn read_exactly(&self, text: &str) -> Vec<ConceptId> {
        self.read_as_written(text, false)
    }

    /// The same of sentences, in which a single word that is left of a longer name says only what it says: where
    /// something leaks into the urine, nobody speaks of urinary diseases.
    #[must_use]
    pub fn read_sentences(&self, text: &str) -> Vec<ConceptId> {
        self.read_as_written(text, true)
    }

    fn read_as_written(&self, text: &str, in_sentences: bool) -> Vec<ConceptId> {
        let mut typed = words(text);
        typed.truncate(MOST_WORDS);
        let said = self.rewriting.apply(&typed, Language::English, Accents::Kept);
        let tells = typed.len() > 2 && text.chars().any(char::is_lowercase);
        let is_other_word = |part: &Part| {
            let written = &text[part.span.clone()];
            let capitals = written.chars().filter(|letter| letter.is_uppercase()).count();
            let key = key_within(part, &said);
            let is_small = written.chars().any(char::is_lowercase);
            tells
                && (is_small && self.is_only_spoken(&key)
                    || capitals < 2 && self.is_in_capitals(&key)
                    || capitals < 2 && in_sentences && key.is_single() && self.is_weak(&key))
        };
        let (parts, _) = self.cover(&said, Language::English, &Names::new(self));
        let meant = parts.into_iter().filter(|part| !is_other_word(part));
        let mut concepts: Vec<_> = meant.flat_map(|part| part.concepts).collect();
        concepts.sort_unstable();
        concepts.dedup();
        concepts
    }

    /// What shorter names within the name of a part mean: within `covid treatment` it is COVID-19. What the whole name is
    /// a kind of is none of it.
    #[must_use]
    pub fn within(&self, part: &Part, effort: &Effort) -> Vec<ConceptId> {
        let shorter = match part.words.as_slice() {
            [] | [_] => Vec::new(),
            [_, rest @ ..] => vec![rest.join(" "), part.words[..part.words.len() - 1].join(" ")],
        };
        let says_little = |part: &Part| {
            let words = part.words.iter().map(String::as_str);
            self.is_weak(&Key::of(words, Language::English))
        };
        let parts = shorter
            .iter()
            .flat_map(|name| self.read_with(name, effort).parts)
            .filter(|part| !says_little(part));
        let mut concepts: Vec<_> = parts.flat_map(|part| part.concepts).collect();
        let is_known = |concept: &ConceptId| {
            part.concepts
                .iter()
                .any(|whole| whole == concept || self.ancestors(*whole).any(|above| above == *concept))
        };
        concepts.retain(|concept| !is_known(concept));
        concepts.sort_unstable();
        concepts.dedup();
        concepts
    }

    fn guesses(
        &self,
        text: &str,
        typed: Vec<Word>,
        studies_with: &dyn Fn(&str) -> u64,
        effort: &Effort,
    ) -> Vec<Guess> {
        let is_vietnamese = typed.iter().any(is_vietnamese);
        let mut left = MOST_GUESSED;
        let guess = |typed: Word| {
            let is_plain = is_empty(&typed.folded) || self.is_plain(&typed.folded);
            // A syllable is like too many others.
            let is_syllable = is_vietnamese && typed.folded.chars().count() <= LONGEST_SYLLABLE;
            let known = is_plain || self.known.has(&typed.folded);
            let written = text[typed.span.clone()].to_owned();
            let fixed = is_plain || is_syllable;
            let mut guess = Guess { known, fixed, meant: Vec::new(), written, typed };
            if !guess.known && !guess.fixed && left > 0 && effort.is_left() {
                left -= 1;
                guess.meant = self.known.meant_by(&guess.typed.folded, effort);
                guess.keep_likely(studies_with);
            }
            guess
        };
        typed.into_iter().map(guess).collect()
    }

    /// The best reading in a language: for each word that nobody knows, one after the other, the known
    /// word that lets most be understood.
    fn read_in(
        &self,
        guesses: &[Guess],
        language: Language,
        accents: Accents,
        names: &Names,
        effort: &Effort,
    ) -> (Worth, Reading) {
        let read_as = |taken: &[Option<usize>]| {
            effort.spend(guesses.len() * STEPS_OF_A_WORD);
            self.read_as(guesses, taken, language, accents, names)
        };
        let mut taken: Vec<Option<usize>> =
            guesses.iter().map(|guess| (!guess.known && !guess.meant.is_empty()).then_some(0)).collect();
        let mut best = read_as(&taken);
        for (place, guess) in guesses.iter().enumerate().filter(|(_, guess)| !guess.meant.is_empty()) {
            for choice in (0..guess.meant.len()).map(Some).chain([None]).filter(|_| effort.is_left()) {
                let before = std::mem::replace(&mut taken[place], choice);
                let other = read_as(&taken);
                if other.0 > best.0 {
                    best = other;
                } else {
                    taken[place] = before;
                }
            }
        }
        best
    }

    fn read_as(
        &self,
        guesses: &[Guess],
        taken: &[Option<usize>],
        language: Language,
        accents: Accents,
        names: &Names,
    ) -> (Worth, Reading) {
        let mut guessed: Vec<(Range<usize>, bool)> = Vec::new();
        let words: Vec<Word> = guesses
            .iter()
            .zip(taken)
            .flat_map(|(guess, choice)| {
                let Some(meant) = choice.and_then(|choice| guess.meant.get(choice)) else {
                    return vec![guess.typed.clone()];
                };
                guessed.push((guess.typed.span.clone(), meant.begun));
                let word = |(folded, span): (&String, Range<usize>)| Word {
                    folded: folded.clone(),
                    exact: folded.clone(),
                    accented: false,
                    span,
                };
                meant.words.iter().zip(guess.spans_of(meant)).map(word).collect()
            })
            .collect();
        let said = self.rewriting.apply(&words, language, accents);
        let (mut parts, rest) = self.cover(&said, language, names);
        let mut guesses_used = 0;
        for part in &mut parts {
            let of_part = |word: &&Word| meet(&part.span, &word.span);
            let words = words.iter().filter(of_part).map(|word| word.folded.clone());
            part.words = words.filter(|word| !is_empty(word)).collect();
            let typed = guesses.iter().map(|guess| &guess.typed).filter(of_part);
            part.typed = typed.map(|word| word.folded.clone()).filter(|word| !is_empty(word)).collect();
            let inside = guessed.iter().filter(|(span, _)| meet(&part.span, span));
            let how = inside.map(|(_, begun)| if *begun { How::Begun } else { How::Misspelt });
            part.how = how.inspect(|_| guesses_used += 1).max().unwrap_or(How::Named);
        }
        self.leave_plain_words(&mut parts);
        // A word that is part of nothing stays as it was typed.
        let as_typed = |word: &Word| guesses.iter().find(|guess| guess.typed.span == word.span);
        let mut rest: Vec<Word> =
            rest.iter().map(|word| as_typed(word).map_or(word, |guess| &guess.typed).clone()).collect();
        rest.dedup();
        let inside = |word: &Word| parts.iter().any(|part| meet(&part.span, &word.span));
        let typed = guesses.iter().map(|guess| &guess.typed);
        let covered = typed.filter(|word| !is_empty(&word.folded) && inside(word)).count();
        let exact =
            said.iter().filter(|word| !names.meaning_of_syllable(&[word], language).is_empty()).count();
        let worth = (covered, std::cmp::Reverse(parts.len()), std::cmp::Reverse(guesses_used), exact);
        (worth, Reading { parts, rest, unknown: Vec::new(), language })
    }

    /// Beside something that says more, a word that people put around what they look for is no name: who is still tired
    /// has no Still's disease.
    fn leave_plain_words(&self, parts: &mut Vec<Part>) {
        let is_plain = |part: &Part| match part.typed.as_slice() {
            [word] => self.is_plain(word),
            _ => false,
        };
        if !parts.iter().all(is_plain) {
            parts.retain(|part| !is_plain(part));
        }
    }

    /// The names that cover most of these words with the fewest names, and the other words. A word that says little
    /// beside others takes none of their words: in `breast cancer that has spread` it is the cancer's.
    fn cover(&self, said: &[Word], language: Language, names: &Names) -> (Vec<Part>, Vec<Word>) {
        let said: Vec<&Word> = said.iter().filter(|word| !is_empty(&word.folded)).collect();
        // For each beginning: how much is covered, with how many parts, and how long the first is. Words that people put
        // around what they look for count little: of 'lung cancer stage 4' the lung belongs to the cancer.
        let worth: Vec<usize> =
            said.iter().map(|word| if self.is_plain(&word.folded) { 1 } else { LONGEST_NAME }).collect();
        let in_names: Vec<bool> = said.iter().map(|word| names.may_have(word)).collect();
        let mut best: Vec<(usize, std::cmp::Reverse<usize>, usize)> = vec![(0, std::cmp::Reverse(0), 0)];
        for start in (0..said.len()).rev() {
            let rest_from = |at: usize| best[said.len() - at];
            let (covered, parts, _) = rest_from(start + 1);
            let mut choice = (covered, parts, 0);
            let longest = in_names[start..].iter().take(LONGEST_NAME).take_while(|may| **may).count();
            for length in 1..=longest {
                let words = &said[start..start + length];
                // What is said in two words in the place of one stays together.
                let is_torn =
                    said.get(start + length).is_some_and(|next| meet(&next.span, &words[length - 1].span));
                if is_torn {
                    continue;
                }
                let named = names.of(words, language);
                if named.meaning.is_empty() || named.is_weak {
                    continue;
                }
                let (covered, parts, _) = rest_from(start + length);
                let worth: usize = worth[start..start + length].iter().sum();
                choice = choice.max((covered + worth, std::cmp::Reverse(parts.0 + 1), length));
            }
            best.push(choice);
        }
        let (mut parts, mut rest, mut at) = (Vec::new(), Vec::new(), 0);
        while at < said.len() {
            let words = &said[at..at + best[said.len() - at].2.max(1)];
            at += words.len();
            let meaning = names.of(words, language).meaning;
            if meaning.is_empty() {
                rest.extend(words.iter().map(|word| (*word).clone()));
                continue;
            }
            parts.push(Part {
                concepts: meaning.iter().map(|index| ConceptId(*index)).collect(),
                span: words[0].span.start..words.iter().map(|word| word.span.end).max().unwrap_or_default(),
                words: Vec::new(),
                typed: Vec::new(),
                how: How::Named,
                is_alternative: false,
                is_beside: false,
            });
        }
        (parts, rest)
    }
}

/// The key of what is said where a part of a record stands.
fn key_within(part: &Part, said: &[Word]) -> Key {
    let words: Vec<&Word> = said.iter().filter(|word| meet(&part.span, &word.span)).collect();
    key_of(&words, Language::English)
}

fn key_of(words: &[&Word], language: Language) -> Key {
    Key::of(words.iter().map(|word| word.folded.as_str()), language)
}

/// Whether two stretches of a text share some of it.
fn meet(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start < other.end && other.start < one.end
}

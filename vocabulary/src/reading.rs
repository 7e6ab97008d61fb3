//! Finds the concepts that a text names.

use std::ops::Range;

use waypoint_domain::work_budget::WorkBudget;

use crate::{
    ConceptId, Vocabulary,
    fold::{Word, is_vietnamese, overlap, words},
    guess::Guess,
    implied_genes::{cover_changes, with_implied_genes},
    markers::{MarkerMention, masked},
    names::NameCache,
    rewriting::{Accents, Key, Language, MAX_KEY_WORDS, is_empty},
};

/// The maximum number of words to read.
const MAX_WORDS: usize = 48;
/// The maximum length of a Vietnamese syllable.
const MAX_SYLLABLE_LETTERS: usize = 7;
/// The maximum number of unknown words to correct.
const MAX_GUESSES: usize = 16;
/// The maximum number of words in a name.
const MAX_NAME_WORDS: usize = MAX_KEY_WORDS;
/// The effort of reading one word, with the names that may begin with it.
const STEPS_PER_WORD: usize = 8;

/// What was understood of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The parts that name something, in text order.
    pub parts: Vec<Part>,
    /// The words that name nothing, folded, without filler words.
    pub rest: Vec<Word>,
    /// Those of them, folded, that are people's names. Only whole words match them.
    pub people: Vec<String>,
    /// Words that no study has, in a text that names something else. They are not searched for.
    pub unknown: Vec<Word>,
    /// The language in which most was understood.
    pub language: Language,
    /// The biomarkers, in text order. A state that a name doesn't mean is only here: `HER2-` names no part.
    pub markers: Vec<MarkerMention>,
}

/// A part of a text that names something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// What it names; several concepts if the name is ambiguous.
    pub concepts: Vec<ConceptId>,
    /// The position in the text, in bytes.
    pub span: Range<usize>,
    /// Its words, folded and corrected.
    pub words: Vec<String>,
    /// Its words, folded, as typed.
    pub typed_words: Vec<String>,
    /// How it was understood.
    pub match_kind: MatchKind,
    /// Whether it is an alternative to the part before it: 'asthma or COPD'.
    pub is_alternative: bool,
    /// Whether it only qualifies the other parts, and a study need not be about it: 'COPD smoker'.
    pub is_qualifier: bool,
}

/// How a part of a text was understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MatchKind {
    /// As a name, correctly spelled.
    Named,
    /// As the beginning of a word in a name.
    Prefix,
    /// As a misspelled name.
    Misspelled,
}

/// A score of a reading. Prefers more words in fewer parts, then fewer corrections, then matching accents.
type Score = (usize, std::cmp::Reverse<usize>, std::cmp::Reverse<usize>, usize);

impl Reading {
    /// Returns a reading of words that name nothing.
    #[must_use]
    pub fn of_words(rest: Vec<Word>) -> Self {
        let (parts, people, unknown, markers) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { parts, rest, people, unknown, language: Language::English, markers }
    }
}

impl Vocabulary {
    /// Reads a text in each language and returns the reading that understands most.
    #[must_use]
    pub fn read(&self, text: &str) -> Reading {
        self.read_with(text, &WorkBudget::for_request())
    }

    /// Reads a text with the remaining effort of a request.
    #[must_use]
    pub fn read_with(&self, text: &str, effort: &WorkBudget) -> Reading {
        self.read_with_studies(text, &|_| 0, effort)
    }

    /// Whether a text consists only of correctly spelled names.
    #[must_use]
    pub fn is_name(&self, text: &str) -> bool {
        let reading = self.read_with(text, &WorkBudget::with_steps(0));
        reading.rest.is_empty()
            && !reading.parts.is_empty()
            && reading.parts.iter().all(|part| part.match_kind == MatchKind::Named)
    }

    /// Reads a text, given the number of studies that have a folded word. A word that studies use is corrected or completed
    /// only to a far more frequent one.
    #[must_use]
    pub fn read_with_studies(
        &self,
        text: &str,
        studies_with: &dyn Fn(&str) -> u64,
        effort: &WorkBudget,
    ) -> Reading {
        let names = NameCache::new(self);
        let alone =
            |text: &str| self.without_proper_names(self.read_alone(text, &names, studies_with, effort), text);
        let markers = self.markers().read(text);
        let text = &with_implied_genes(text, &markers, self.markers());
        let mut reading = self.with_alternatives(text, alone(text), &alone);
        reading.rest.retain(|word| !markers.iter().any(|marker| marker.has_only(&word.span)));
        let parts = reading.parts.iter_mut().map(|part| &mut part.span);
        cover_changes(parts.chain(reading.rest.iter_mut().map(|word| &mut word.span)), &markers);
        Reading { markers, ..reading }
    }

    fn read_alone(
        &self,
        text: &str,
        names: &NameCache,
        studies_with: &dyn Fn(&str) -> u64,
        effort: &WorkBudget,
    ) -> Reading {
        let mut typed = words(text);
        typed.truncate(MAX_WORDS);
        let mut guesses = self.guesses(text, typed, studies_with, effort);
        let reading = self.read_guessed(&guesses, names, effort);
        // A known word that names nothing may still be a typo or the beginning of one that does.
        let named = |guess: &Guess| !reading.rest.iter().any(|word| word.span == guess.typed.span);
        let mut left = MAX_GUESSES;
        for guess in guesses.iter_mut().filter(|guess| guess.known && !guess.fixed && !named(guess)) {
            if left == 0 || !effort.is_left() {
                break;
            }
            left -= 1;
            guess.corrections = self.known.corrections_of_known(&guess.typed.folded, effort);
            guess.keep_likely(studies_with);
        }
        let is_changed = guesses.iter().any(|guess| guess.known && !guess.corrections.is_empty());
        if is_changed { self.read_guessed(&guesses, names, effort) } else { reading }
    }

    /// Returns the reading in the language in which most is understood. Among equal readings, the last one wins, so that
    /// those that can only equal a later one are left out.
    fn read_guessed(&self, guesses: &[Guess], names: &NameCache, effort: &WorkBudget) -> Reading {
        let is_accented = guesses.iter().any(|guess| guess.typed.accented);
        let has_spanish_rule = guesses
            .iter()
            .flat_map(Guess::possible_words)
            .any(|word| self.rewriting.has_rule_from(word, Language::Spanish));
        let ways = [
            (is_accented, Language::Vietnamese, Accents::Loose),
            (true, Language::Vietnamese, Accents::Strict),
            (has_spanish_rule, Language::Spanish, Accents::Strict),
            (true, Language::English, Accents::Strict),
        ];
        let ways = ways
            .into_iter()
            .filter(|(may_win, ..)| *may_win)
            .map(|(_, language, accents)| (language, accents));
        let best = ways.map(|(language, accents)| self.read_in(guesses, language, accents, names, effort));
        let nothing = Reading::of_words(Vec::new());
        best.max_by_key(|(worth, _)| *worth).map_or(nothing, |(_, reading)| reading)
    }

    /// Returns the concepts named in a text of a study's record, without corrections. Next to other words, an abbreviation
    /// must be in capitals: 'tea' is not a transient attack. Spoken names such as "my back" don't count.
    #[must_use]
    pub fn read_exactly(&self, text: &str) -> Vec<ConceptId> {
        self.read_as_written(text, false)
    }

    /// Reads sentences of a record. A single word that remains of a longer name doesn't mean that name there: a leak
    /// into the urine is not a urinary disease.
    #[must_use]
    pub fn read_sentences(&self, text: &str) -> Vec<ConceptId> {
        self.read_as_written(text, true)
    }

    fn read_as_written(&self, text: &str, in_sentences: bool) -> Vec<ConceptId> {
        let text = &masked(text, &self.markers().read(text));
        let mut typed = words(text);
        typed.truncate(MAX_WORDS);
        let is_mixed_case = typed.len() > 2 && text.chars().any(char::is_lowercase);
        let is_other_word = |part: &Part, key: &Key| {
            let written = &text[part.span.clone()];
            let capitals = written.chars().filter(|letter| letter.is_uppercase()).count();
            let is_small = written.chars().any(char::is_lowercase);
            is_mixed_case
                && (is_small && self.differs_in_records(key)
                    || capitals < 2 && self.is_in_capitals(key)
                    || capitals < 2 && in_sentences && key.is_single() && self.is_weak(key))
        };
        let names = NameCache::new(self);
        let read = |words: &[Word]| {
            let rewritten = self.rewriting.apply(words, Language::English, Accents::Strict);
            let (parts, _) = self.cover(&rewritten, Language::English, &names);
            let remaining =
                parts.into_iter().filter(|part| !is_other_word(part, &record_key(part, &rewritten)));
            remaining.flat_map(|part| part.concepts).collect::<Vec<_>>()
        };
        // The words of a name may be in any order, but no sentence is about kidney rejection because it counts
        // 'rejection, kidney health'.
        let is_one_phrase = |word: &Word, next: &Word| {
            let between = text.get(word.span.end..next.span.start).unwrap_or_default();
            !in_sentences || !between.contains(['.', ',', ';', ':', '!', '?'])
        };
        let mut concepts: Vec<_> = typed.chunk_by(is_one_phrase).flat_map(read).collect();
        concepts.sort_unstable();
        concepts.dedup();
        concepts
    }

    /// Returns the concepts of shorter names within a part's name, except its own ancestors: 'covid treatment' contains
    /// COVID-19.
    #[must_use]
    pub fn concepts_within(&self, part: &Part, effort: &WorkBudget) -> Vec<ConceptId> {
        let shorter = match part.words.as_slice() {
            [] | [_] => Vec::new(),
            [_, rest @ ..] => vec![rest.join(" "), part.words[..part.words.len() - 1].join(" ")],
        };
        let is_weak = |part: &Part| {
            let words = part.words.iter().map(String::as_str);
            self.is_weak(&Key::new(words, Language::English))
        };
        let parts =
            shorter.iter().flat_map(|name| self.read_with(name, effort).parts).filter(|part| !is_weak(part));
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
        effort: &WorkBudget,
    ) -> Vec<Guess> {
        let is_vietnamese = typed.iter().any(is_vietnamese);
        let mut left = MAX_GUESSES;
        let guess = |typed: Word| {
            let is_plain = is_empty(&typed.folded) || self.is_plain(&typed.folded);
            // A syllable has too many similar ones.
            let is_syllable = is_vietnamese && typed.folded.chars().count() <= MAX_SYLLABLE_LETTERS;
            let known = is_plain || self.known.has(&typed.folded);
            let written = text[typed.span.clone()].to_owned();
            let fixed = is_plain || is_syllable;
            let mut guess = Guess { known, fixed, corrections: Vec::new(), written, typed };
            if !guess.known && !guess.fixed && left > 0 && effort.is_left() {
                left -= 1;
                guess.corrections = self.known.corrections(&guess.typed.folded, effort);
                guess.keep_likely(studies_with);
            }
            guess
        };
        typed.into_iter().map(guess).collect()
    }

    /// Returns the best reading in a language. For each unknown word in turn, it picks the correction with the best score.
    fn read_in(
        &self,
        guesses: &[Guess],
        language: Language,
        accents: Accents,
        names: &NameCache,
        effort: &WorkBudget,
    ) -> (Score, Reading) {
        let read_as = |taken: &[Option<usize>]| {
            effort.spend(guesses.len() * STEPS_PER_WORD);
            self.read_as(guesses, taken, language, accents, names)
        };
        let mut taken: Vec<Option<usize>> = guesses
            .iter()
            .map(|guess| (!guess.known && !guess.corrections.is_empty()).then_some(0))
            .collect();
        let mut best = read_as(&taken);
        for (place, guess) in guesses.iter().enumerate().filter(|(_, guess)| !guess.corrections.is_empty()) {
            for choice in (0..guess.corrections.len()).map(Some).chain([None]).filter(|_| effort.is_left()) {
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
        names: &NameCache,
    ) -> (Score, Reading) {
        let mut guessed: Vec<(Range<usize>, bool)> = Vec::new();
        let mut negations: Vec<(Range<usize>, Range<usize>)> = Vec::new();
        let words: Vec<Word> = guesses
            .iter()
            .zip(taken)
            .flat_map(|(guess, choice)| {
                let Some(correction) = choice.and_then(|choice| guess.corrections.get(choice)) else {
                    return vec![guess.typed.clone()];
                };
                guessed.push((guess.typed.span.clone(), correction.is_beginning));
                let negation = guess.negating_span(correction);
                negations.extend(negation.map(|negation| (guess.typed.span.clone(), negation)));
                let word = |(folded, span): (&String, Range<usize>)| Word {
                    folded: folded.clone(),
                    exact: folded.clone(),
                    accented: false,
                    span,
                };
                correction.words.iter().zip(guess.spans(correction)).map(word).collect()
            })
            .collect();
        let rewritten = self.rewriting.apply(&words, language, accents);
        let (mut parts, mut rest) = self.cover(&rewritten, language, names);
        // 'nonhodgkin lymphoma' is a name. 'nondiabetic' is not diabetes.
        let is_torn = |part: &mut Part| {
            negations.iter().any(|(word, non)| overlap(&part.span, word) && !overlap(&part.span, non))
        };
        let torn: Vec<Part> = parts.extract_if(.., is_torn).collect();
        let in_torn = |word: &&Word| torn.iter().any(|part| overlap(&part.span, &word.span));
        rest.extend(words.iter().filter(in_torn).cloned());
        rest.sort_by_key(|word| word.span.start);
        let mut guesses_used = 0;
        for part in &mut parts {
            let of_part = |word: &&Word| overlap(&part.span, &word.span);
            let words = words.iter().filter(of_part).map(|word| word.folded.clone());
            part.words = words.filter(|word| !is_empty(word)).collect();
            let typed = guesses.iter().map(|guess| &guess.typed).filter(of_part);
            part.typed_words = typed.map(|word| word.folded.clone()).filter(|word| !is_empty(word)).collect();
            let inside = guessed.iter().filter(|(span, _)| overlap(&part.span, span));
            let how = inside.map(|(_, begun)| if *begun { MatchKind::Prefix } else { MatchKind::Misspelled });
            part.match_kind = how.inspect(|_| guesses_used += 1).max().unwrap_or(MatchKind::Named);
        }
        self.drop_plain_words(&mut parts);
        // A word that is part of no name is returned as typed.
        let as_typed = |word: &Word| guesses.iter().find(|guess| overlap(&guess.typed.span, &word.span));
        let mut rest: Vec<Word> =
            rest.iter().map(|word| as_typed(word).map_or(word, |guess| &guess.typed).clone()).collect();
        rest.dedup();
        let inside = |word: &Word| parts.iter().any(|part| overlap(&part.span, &word.span));
        let typed = guesses.iter().map(|guess| &guess.typed);
        let covered = typed.filter(|word| !is_empty(&word.folded) && inside(word)).count();
        let exact =
            rewritten.iter().filter(|word| !names.meaning_of_syllable(&[word], language).is_empty()).count();
        let worth = (covered, std::cmp::Reverse(parts.len()), std::cmp::Reverse(guesses_used), exact);
        (worth, Reading { parts, language, ..Reading::of_words(rest) })
    }

    /// Drops single plain words if other parts remain: 'still tired' is not Still's disease.
    fn drop_plain_words(&self, parts: &mut Vec<Part>) {
        let is_plain = |part: &Part| match part.typed_words.as_slice() {
            [word] => self.is_plain(word),
            _ => false,
        };
        if !parts.iter().all(is_plain) {
            parts.retain(|part| !is_plain(part));
        }
    }

    /// Covers most of the words with the fewest names, and returns the other words. Weak words name nothing here, so that in
    /// `breast cancer that has spread` the breast belongs to the cancer.
    fn cover(&self, rewritten: &[Word], language: Language, names: &NameCache) -> (Vec<Part>, Vec<Word>) {
        let rewritten: Vec<&Word> = rewritten.iter().filter(|word| !is_empty(&word.folded)).collect();
        // For each start: the covered weight, the number of parts, and the length of the first one. Plain words weigh
        // little, so that in 'lung cancer stage 4' the lung belongs to the cancer.
        let worth: Vec<usize> = rewritten
            .iter()
            .map(|word| if self.is_plain(&word.folded) { 1 } else { MAX_NAME_WORDS })
            .collect();
        let in_names: Vec<bool> = rewritten.iter().map(|word| names.may_have(word)).collect();
        let mut best: Vec<(usize, std::cmp::Reverse<usize>, usize)> = vec![(0, std::cmp::Reverse(0), 0)];
        for start in (0..rewritten.len()).rev() {
            let rest_from = |at: usize| best[rewritten.len() - at];
            let (covered, parts, _) = rest_from(start + 1);
            let mut choice = (covered, parts, 0);
            let longest = in_names[start..].iter().take(MAX_NAME_WORDS).take_while(|may| **may).count();
            for length in 1..=longest {
                let words = &rewritten[start..start + length];
                // Words that replace a single one stay together.
                let is_torn = rewritten
                    .get(start + length)
                    .is_some_and(|next| overlap(&next.span, &words[length - 1].span));
                if is_torn {
                    continue;
                }
                let named = names.look_up(words, language);
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
        while at < rewritten.len() {
            let words = &rewritten[at..at + best[rewritten.len() - at].2.max(1)];
            at += words.len();
            let meaning = names.look_up(words, language).meaning;
            if meaning.is_empty() {
                rest.extend(words.iter().map(|word| (*word).clone()));
                continue;
            }
            parts.push(Part {
                concepts: meaning.iter().map(|index| ConceptId(*index)).collect(),
                span: words[0].span.start..words.iter().map(|word| word.span.end).max().unwrap_or_default(),
                words: Vec::new(),
                typed_words: Vec::new(),
                match_kind: MatchKind::Named,
                is_alternative: false,
                is_qualifier: false,
            });
        }
        (parts, rest)
    }
}

/// Returns the key of the words at a part of a record.
fn record_key(part: &Part, rewritten: &[Word]) -> Key {
    let words: Vec<&Word> = rewritten.iter().filter(|word| overlap(&part.span, &word.span)).collect();
    key_of(&words, Language::English)
}

fn key_of(words: &[&Word], language: Language) -> Key {
    Key::new(words.iter().map(|word| word.folded.as_str()), language)
}

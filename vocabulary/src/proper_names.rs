//! Words that are names of people, hospitals, companies, and studies, and no conditions.
//!
//! An unknown word is never guessed into a condition that it only resembles: 'Solberg' is not sobriety. A guess of a
//! single word needs a close typo. A guess within a longer name, as in 'brest cancer', has the other words as a reason.

use waypoint_domain::given_names::is_given_name;
use waypoint_text::edit_distance;

use crate::{
    MatchKind, Part, Reading, Vocabulary,
    fold::{Word, overlap, words},
    sounding::sound,
};

/// Words with fewer letters are not corrected by themselves.
const MIN_LETTERS: usize = 5;
/// Words with fewer letters may have one typo.
const MIN_LETTERS_FOR_TWO: usize = 8;

/// Capitalized words with fewer letters are corrected only to words that sound the same, because surnames are short.
const MIN_LETTERS_OF_CAPITALIZED: usize = 6;
/// The beginning of the ids of drugs and other treatments.
const OF_TREATMENTS: char = 'T';

/// Words of the names of hospitals.
const INSTITUTIONS: [&str; 9] =
    ["institute", "hospital", "clinic", "center", "centre", "university", "medical", "college", "foundation"];

impl Vocabulary {
    /// Moves parts that are probably proper names to the words that name nothing.
    pub(crate) fn without_proper_names(&self, reading: Reading, text: &str) -> Reading {
        let parts = reading.parts.len();
        let fewer = self.with_fewer_names(reading, text);
        // A name that became an unknown word may be the first name of the next one.
        if fewer.parts.len() < parts { self.with_fewer_names(fewer, text) } else { fewer }
    }

    fn with_fewer_names(&self, reading: Reading, text: &str) -> Reading {
        let typed = words(text);
        let is_name = |part: &Part| {
            is_proper_name(part, &typed, &reading.rest, text) || self.is_other_drug(part, &typed, text)
        };
        let (names, parts): (Vec<Part>, Vec<Part>) = reading.parts.iter().cloned().partition(is_name);
        Reading { parts, ..reading }.with_names(&names, typed)
    }

    /// Whether a part is one word with two typos in the name of a drug. Names of drugs are too alike for that.
    fn is_other_drug(&self, part: &Part, typed: &[Word], text: &str) -> bool {
        let is_drug = part.concepts.iter().all(|concept| self.id(*concept).starts_with(OF_TREATMENTS));
        let mut inside = typed.iter().filter(|word| overlap(&part.span, &word.span));
        let (Some(word), None, [corrected]) = (inside.next(), inside.next(), part.words.as_slice()) else {
            return false;
        };
        let written = text[word.span.clone()].to_lowercase();
        let distance = edit_distance(&word.folded, corrected).min(edit_distance(&written, corrected));
        part.match_kind == MatchKind::Misspelled
            && is_drug
            && distance > 1
            && sound(&written) != sound(corrected)
    }
}

impl Reading {
    /// Moves parts that were guessed in one of these ways from people's names to the words that name nothing: 'Tran' doesn't
    /// begin 'transplant'.
    #[must_use]
    pub fn with_people(
        mut self,
        text: &str,
        guesses: &[MatchKind],
        is_person: impl Fn(&str) -> bool,
    ) -> Self {
        let is_name = |part: &Part| {
            guesses.contains(&part.match_kind) && part.typed_words.iter().all(|word| is_person(word))
        };
        let (names, parts) = std::mem::take(&mut self.parts).into_iter().partition::<Vec<Part>, _>(is_name);
        self.parts = parts;
        let mut reading = if names.is_empty() { self } else { self.with_names(&names, words(text)) };
        let people = reading.rest.iter().map(|word| &word.folded).filter(|word| is_person(word));
        reading.people.extend(people.cloned().collect::<Vec<_>>());
        reading
    }

    /// Adds the words of proper names to the words that name nothing.
    fn with_names(mut self, names: &[Part], typed: Vec<Word>) -> Self {
        let is_in_name = |word: &Word| names.iter().any(|part| overlap(&part.span, &word.span));
        let moved: Vec<Word> = typed.into_iter().filter(is_in_name).collect();
        self.rest.retain(|word| !moved.iter().any(|other| overlap(&other.span, &word.span)));
        self.rest.extend(moved);
        self.rest.sort_by_key(|word| word.span.start);
        self
    }
}

/// Whether a part is one word that is probably no condition. `unknown` are the words that name nothing.
fn is_proper_name(part: &Part, typed: &[Word], unknown: &[Word], text: &str) -> bool {
    let mut inside = typed.iter().enumerate().filter(|(_, word)| overlap(&part.span, &word.span));
    let (Some((at, word)), None) = (inside.next(), inside.next()) else { return false };
    let written = &text[word.span.clone()];
    let is_capitalized = is_capitalized(written);
    let before = at.checked_sub(1).and_then(|before| typed.get(before));
    let after = typed.get(at + 1);
    let is_unknown =
        |other: Option<&Word>| other.is_some_and(|other| unknown.iter().any(|word| word.span == other.span));
    match part.match_kind {
        MatchKind::Named => {
            let hyphen = |from: Option<&Word>, to: Option<&Word>| {
                let gap = from.zip(to).and_then(|(from, to)| text.get(from.span.end..to.span.start));
                gap == Some("-")
            };
            // 'Dana-Farber', but not 'Gout-free'
            let is_other_half = |other: Option<&Word>| {
                is_unknown(other)
                    && other.is_some_and(|other| text[other.span.clone()].starts_with(char::is_uppercase))
            };
            let is_half = hyphen(before, Some(word)) && is_other_half(before)
                || hyphen(Some(word), after) && is_other_half(after);
            let has_given_name =
                before.is_some_and(|before| is_given_name(&before.folded)) && is_unknown(before);
            let is_institution = typed.iter().any(|word| INSTITUTIONS.contains(&word.folded.as_str()));
            is_capitalized && is_half || has_given_name && (typed.len() == 2 || is_institution)
        }
        MatchKind::Prefix => is_capitalized && (at > 0 || !is_half(&word.folded, &part.words)),
        MatchKind::Misspelled => {
            let is_joined = part.span.len() < word.span.len();
            let is_typo = if is_joined {
                word.folded.chars().count() >= MIN_LETTERS_FOR_TWO
            } else {
                is_close_typo(written, &word.folded, &part.words)
            };
            at > 0 && is_capitalized || !is_typo
        }
    }
}

/// Whether a word begins with a capital, and isn't all in capitals.
fn is_capitalized(written: &str) -> bool {
    written.starts_with(char::is_uppercase) && written.chars().any(char::is_lowercase)
}

/// Whether a word has at least half of the letters of the one that it begins.
fn is_half(typed: &str, completed: &[String]) -> bool {
    let letters = |word: &str| word.chars().count();
    completed.iter().any(|word| word.starts_with(typed) && 2 * letters(typed) >= letters(word))
}

/// Whether a word has capitals inside, as names of companies and registries do.
fn has_inner_capital(written: &str) -> bool {
    written.chars().any(char::is_lowercase) && written.chars().skip(1).any(char::is_uppercase)
}

/// Whether an unknown word is probably a typo of a name of one word.
fn is_close_typo(written: &str, typed: &str, corrected: &[String]) -> bool {
    let letters = typed.chars().count();
    if letters < MIN_LETTERS || is_given_name(typed) || has_inner_capital(written) {
        return false;
    }
    let [corrected] = corrected else { return letters >= MIN_LETTERS_FOR_TWO };
    if sound(typed) == sound(corrected) || letters_of(typed) == letters_of(corrected) {
        return true;
    }
    if is_capitalized(written) && letters < MIN_LETTERS_OF_CAPITALIZED {
        return false;
    }
    let has_same_start = typed.chars().next() == corrected.chars().next();
    let written = written.to_lowercase();
    match edit_distance(typed, corrected).min(edit_distance(&written, corrected)) {
        0 => true,
        1 => has_same_start || letters >= MIN_LETTERS_FOR_TWO,
        _ => has_same_start && letters >= MIN_LETTERS_FOR_TWO,
    }
}

/// Returns the letters of a word in alphabetical order.
fn letters_of(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    letters
}

//! What somebody wrote in a hurry, as words in their sentences.

use std::{
    cell::{Ref, RefCell, RefMut},
    collections::{BTreeMap, HashMap},
};

use unicode_normalization::UnicodeNormalization;
use waypoint_text::{fold_char, is_apostrophe};

use super::searched::Searched;

/// The most words that may run together, or pieces into which a phrase may fall apart.
const LONGEST_RUN: usize = 10;
/// No phrase that is searched for has more letters.
const MOST_LETTERS_OF_A_RUN: usize = 64;

/// A text as words. Capitals, apostrophes and letters that are held down (`heeelp`) make no difference.
#[derive(Debug, Clone)]
pub(in crate::assistant) struct Told {
    words: Vec<Word>,
    /// At which places words begin with a letter, without its marks.
    by_letter: BTreeMap<char, Vec<usize>>,
    everywhere: Vec<usize>,
    /// For each word, where its sentence ends.
    sentence_ends: Vec<usize>,
    /// Words in a row by a hash of their letters: where they begin, and how many they are.
    runs: HashMap<u64, Vec<(usize, usize)>>,
    searched: RefCell<Searched>,
}

/// What tells quickly that two words are not alike: how many letters a word has, and which.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Letters {
    pub(super) count: usize,
    /// A bit for each letter; those beyond the English ones share bits.
    bits: u32,
}

impl Letters {
    pub(super) fn of(word: &str) -> Self {
        word.chars().fold(Self { count: 0, bits: 0 }, |letters, c| Self {
            count: letters.count + 1,
            bits: letters.bits | 1 << (u32::from(c) % 32),
        })
    }

    /// How many letters only one of both words has. A slip changes two at most.
    pub(super) fn differing(self, other: Self) -> usize {
        (self.bits ^ other.bits).count_ones() as usize
    }
}

/// A word, and what it may stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    /// The word, and the same with letters said once that were held down.
    forms: Vec<(String, Letters)>,
    /// Which sentence it stands in.
    pub(super) sentence: usize,
    /// Which part of a sentence, as commas divide it.
    pub(super) part: usize,
}

impl Told {
    pub(in crate::assistant) fn of(text: &str) -> Self {
        let mut words = Vec::new();
        let (mut sentence, mut part, mut current) = (0, 0, String::new());
        let mut signs: Vec<char> = text.chars().filter(|c| !is_ignored(*c)).nfkc().collect();
        signs.push(' ');
        for (at, c) in signs.iter().enumerate() {
            if c.is_alphanumeric() {
                current.extend(c.to_lowercase());
                continue;
            }
            if !current.is_empty() {
                words.push(Word { forms: forms(&std::mem::take(&mut current)), sentence, part });
            }
            // Dots in a row are a pause for breath.
            let is_pause = *c == '.' && (signs.get(at + 1) == Some(&'.') || (at > 0 && signs[at - 1] == '.'));
            if matches!(c, '.' | '!' | '?' | '\n' | '¿' | '¡') && !is_pause {
                sentence += 1;
                part += 1;
            } else if matches!(c, ',' | ';' | ':' | '(' | ')' | '–' | '—' | '.') {
                part += 1;
            }
        }
        let sentence_ends = sentence_ends(&words);
        Self {
            by_letter: by_letter(&words),
            everywhere: (0..words.len()).collect(),
            runs: runs(&words, &sentence_ends),
            sentence_ends,
            words,
            searched: RefCell::default(),
        }
    }

    pub(super) fn words(&self) -> &[Word] {
        &self.words
    }

    /// The places of all words.
    pub(super) fn everywhere(&self) -> &[usize] {
        &self.everywhere
    }

    /// The places of words that begin with a letter, without its marks.
    pub(super) fn places_of(&self, letter: char) -> &[usize] {
        self.by_letter.get(&unmarked(letter)).map_or(&[], Vec::as_slice)
    }

    /// Where the sentence of a word ends.
    pub(super) fn sentence_end(&self, at: usize) -> usize {
        self.sentence_ends.get(at).copied().unwrap_or_default()
    }

    /// Words of one sentence that have these letters when they are written together: where they begin, and how many they
    /// are. The least beginning comes first, and of the same beginning the fewest words.
    pub(super) fn runs<'a>(&'a self, letters: &'a str) -> impl Iterator<Item = (usize, usize)> + 'a {
        let of_hash = |hash| self.runs.get(&hash).map_or(&[][..], Vec::as_slice);
        let as_written = of_hash(hash_of(letters.chars()));
        let unmarked =
            if letters.is_ascii() { &[][..] } else { of_hash(hash_of(letters.chars().flat_map(fold_char))) };
        let has_letters = |(start, count): &(usize, usize)| {
            let run: String = self.words[*start..*start + *count].iter().map(Word::written).collect();
            are_letters_of(&run, letters)
        };
        as_written.iter().chain(unmarked).copied().filter(has_letters)
    }

    /// What has been searched for so far.
    pub(super) fn searched(&self) -> Ref<'_, Searched> {
        self.searched.borrow()
    }

    pub(super) fn searched_mut(&self) -> RefMut<'_, Searched> {
        self.searched.borrow_mut()
    }

    /// The words of the sentence in which a word stands.
    pub(super) fn sentence_of(&self, at: usize) -> std::ops::Range<usize> {
        let of = |word: &Word| word.sentence;
        let Some(sentence) = self.words.get(at).map(of) else { return 0..0 };
        self.words.partition_point(|word| of(word) < sentence)
            ..self.words.partition_point(|word| of(word) <= sentence)
    }
}

impl Word {
    /// The word as it was written.
    pub(super) fn written(&self) -> &str {
        self.forms.first().map_or("", |(form, _)| form.as_str())
    }

    /// Each form of the word, with its letters.
    pub(super) fn forms(&self) -> impl Iterator<Item = (&str, Letters)> {
        self.forms.iter().map(|(form, letters)| (form.as_str(), *letters))
    }

    /// Whether it is this word, letter for letter.
    pub(super) fn is(&self, wanted: &str) -> bool {
        self.forms().any(|(form, _)| are_letters_of(form, wanted))
    }
}

/// Whether a text has the letters of another. Without marks it has those of any marks, because many phones make it hard
/// to type them; with marks, of those alone: `từ từ` (slowly) is not `tự tử` (suicide), and `tu tu` may be.
pub(super) fn are_letters_of(typed: &str, wanted: &str) -> bool {
    typed == wanted
        || (typed.is_ascii() && !wanted.is_ascii() && typed.chars().eq(wanted.chars().flat_map(fold_char)))
}

fn by_letter(words: &[Word]) -> BTreeMap<char, Vec<usize>> {
    let mut places: BTreeMap<char, Vec<usize>> = BTreeMap::new();
    for (at, word) in words.iter().enumerate() {
        // All forms of a word begin alike.
        if let Some(first) = word.written().chars().next() {
            places.entry(unmarked(first)).or_default().push(at);
        }
    }
    places
}

fn sentence_ends(words: &[Word]) -> Vec<usize> {
    let mut ends = Vec::with_capacity(words.len());
    for sentence in words.chunk_by(|one, next| one.sentence == next.sentence) {
        let end = ends.len() + sentence.len();
        ends.extend(std::iter::repeat_n(end, sentence.len()));
    }
    ends
}

fn runs(words: &[Word], sentence_ends: &[usize]) -> HashMap<u64, Vec<(usize, usize)>> {
    let mut runs: HashMap<u64, Vec<(usize, usize)>> = HashMap::new();
    for (start, sentence_end) in sentence_ends.iter().enumerate() {
        let (mut hash, mut letters) = (EMPTY_HASH, 0);
        for (count, word) in words[start..*sentence_end].iter().take(LONGEST_RUN).enumerate() {
            letters += word.forms[0].1.count;
            if letters > MOST_LETTERS_OF_A_RUN {
                break;
            }
            hash = word.written().chars().fold(hash, with_letter);
            runs.entry(hash).or_default().push((start, count + 1));
        }
    }
    runs
}

/// FNV-1a, which can go on with more letters.
const EMPTY_HASH: u64 = 0xcbf2_9ce4_8422_2325;

fn with_letter(hash: u64, letter: char) -> u64 {
    (hash ^ u64::from(u32::from(letter))).wrapping_mul(0x0100_0000_01b3)
}

fn hash_of(letters: impl Iterator<Item = char>) -> u64 {
    letters.fold(EMPTY_HASH, with_letter)
}

fn unmarked(letter: char) -> char {
    fold_char(letter).next().unwrap_or(letter)
}

/// Whether a character divides no word: an apostrophe, or one that can't be seen.
fn is_ignored(c: char) -> bool {
    is_apostrophe(c) || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{feff}')
}

fn forms(word: &str) -> Vec<(String, Letters)> {
    let (twice, once) = (held_down(word, 2), held_down(word, 1));
    let forms = if twice == word { vec![twice] } else { vec![twice, once] };
    forms
        .into_iter()
        .map(|form| {
            let letters = Letters::of(&form);
            (form, letters)
        })
        .collect()
}

/// A word in which no letter stands three times in a row, but `most` times instead.
fn held_down(word: &str, most: usize) -> String {
    let letters: Vec<char> = word.chars().collect();
    let runs = letters.chunk_by(|one, next| one == next);
    runs.flat_map(|run| {
        run.iter().take(if run.len() > 2 && run[0].is_alphabetic() { most } else { run.len() })
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> Vec<String> {
        Told::of(text).words().iter().map(|word| word.written().to_owned()).collect()
    }

    #[test]
    fn capitals_apostrophes_and_signs_make_no_difference() {
        assert_eq!(written("I  CAN’T\nbreathe!"), ["i", "cant", "breathe"]);
        assert_eq!(written("can´t ｂｒｅａｔｈｅ"), ["cant", "breathe"]);
        assert_eq!(written("to\u{302}i"), ["tôi"]);
        assert!(Told::of("?! …").words().is_empty());
    }

    #[test]
    fn letters_that_are_held_down_count_once_or_twice() {
        let told = Told::of("heeeelp killlll 2000");
        let [help, kill, number] = told.words() else { panic!("{told:?}") };
        assert!(help.is("help") && kill.is("kill") && number.is("2000") && !number.is("20"));
    }

    #[test]
    fn marks_may_be_left_out_and_are_not_mistaken() {
        let of = |typed: &str, wanted: &str| Told::of(typed).words()[0].is(wanted);
        assert!(of("corazon", "corazón") && of("corazón", "corazón") && of("dau", "đau"));
        assert!(!of("từ", "tự") && !of("corazón", "corazon"));
    }

    #[test]
    fn a_sentence_ends_at_its_sign_and_not_at_a_pause_for_breath() {
        let told = Told::of("I can't... breathe. Help, now");
        let sentences: Vec<usize> = told.words().iter().map(|word| word.sentence).collect();
        assert_eq!(sentences, [0, 0, 0, 1, 1]);
        assert_eq!((told.sentence_of(1), told.sentence_of(4)), (0..3, 3..5));
        assert_ne!(told.words()[3].part, told.words()[4].part);
    }
}

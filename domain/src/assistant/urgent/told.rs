//! What somebody wrote in a hurry, as words in their sentences.

use std::collections::BTreeMap;

use unicode_normalization::UnicodeNormalization;

use crate::assistant::letters::bare;

/// A text as words. Capitals, apostrophes and letters that are held down (`heeelp`) make no difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Told {
    words: Vec<Word>,
    /// At which places words begin with a letter, without its marks.
    by_letter: BTreeMap<char, Vec<usize>>,
    everywhere: Vec<usize>,
}

/// A word, and what it may stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    /// The word, and the same with letters said once that were held down.
    forms: Vec<String>,
    /// Which sentence it stands in.
    pub(super) sentence: usize,
    /// Which part of a sentence, as commas divide it.
    pub(super) part: usize,
}

impl Told {
    pub(super) fn of(text: &str) -> Self {
        let mut words = Vec::new();
        let (mut sentence, mut part, mut current) = (0, 0, String::new());
        let mut signs: Vec<char> = text.chars().filter(|c| !is_apostrophe(*c)).nfkc().collect();
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
        Self { by_letter: by_letter(&words), everywhere: (0..words.len()).collect(), words }
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
        self.by_letter.get(&letter).map_or(&[], Vec::as_slice)
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
        self.forms.first().map_or("", String::as_str)
    }

    /// Each form of the word.
    pub(super) fn forms(&self) -> impl Iterator<Item = &str> {
        self.forms.iter().map(String::as_str)
    }

    /// Whether it is this word, letter for letter.
    pub(super) fn is(&self, wanted: &str) -> bool {
        self.forms().any(|form| are_letters_of(form, wanted))
    }

    /// Whether it is one of these words, letter for letter.
    pub(super) fn is_any(&self, wanted: &str) -> bool {
        wanted.split('|').any(|wanted| self.is(wanted))
    }
}

/// Whether a text has the letters of another. Without marks it has those of any marks, because many phones make it hard
/// to type them; with marks, of those alone: `từ từ` (slowly) is not `tự tử` (suicide), and `tu tu` may be.
pub(super) fn are_letters_of(typed: &str, wanted: &str) -> bool {
    typed == wanted || (typed.is_ascii() && !wanted.is_ascii() && typed.chars().eq(wanted.chars().map(bare)))
}

fn by_letter(words: &[Word]) -> BTreeMap<char, Vec<usize>> {
    let mut places: BTreeMap<char, Vec<usize>> = BTreeMap::new();
    for (at, word) in words.iter().enumerate() {
        // All forms of a word begin alike.
        if let Some(first) = word.written().chars().next() {
            places.entry(bare(first)).or_default().push(at);
        }
    }
    places
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | '‘' | 'ʼ' | '`' | '´' | '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{feff}')
}

fn forms(word: &str) -> Vec<String> {
    let (twice, once) = (held_down(word, 2), held_down(word, 1));
    if twice == word { vec![twice] } else { vec![twice, once] }
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

//! Folds letters: lowercase, without accents.

use unicode_normalization::char::{decompose_compatible, is_combining_mark};

use crate::is_apostrophe;

/// Increment this when a character is folded in another way. Data with folded text must then be built again.
pub const FOLD_VERSION: u32 = 1;

/// How many times longer than a text its folded form may be. Characters that stand for whole words, such as `㌖`, would
/// be longer. They stay as they are.
const MAX_GROWTH: usize = 3;
/// The maximum number of characters in the folded form of one.
const MAX_LETTERS: usize = MAX_GROWTH * 4;

/// Returns a text in lowercase, without accents, and with straight apostrophes: `Đặng’s` is `dang's`. Ligatures and
/// letters of European languages become English ones: `æ` is `ae`, `ß` is `ss`. ASCII text changes only its case.
#[must_use]
#[inline]
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii() {
            folded.push(c.to_ascii_lowercase());
        } else {
            folded.extend(fold_char(c));
        }
    }
    folded
}

/// Returns the folded letters and digits of a text, without anything between them: `O’Brien` is `obrien`.
#[must_use]
#[inline]
pub fn fold_word(text: &str) -> String {
    if text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            folded.push(c.to_ascii_lowercase());
        } else if !c.is_ascii() {
            folded.extend(fold_char(c).filter(|letter| letter.is_alphanumeric()));
        }
    }
    folded
}

/// Returns the folded form of a character: nothing for a combining mark, several letters for a ligature.
#[must_use]
#[inline]
pub fn fold_char(c: char) -> FoldedChar {
    if c.is_ascii() {
        FoldedChar::single(c.to_ascii_lowercase())
    } else if is_apostrophe(c) {
        FoldedChar::single('\'')
    } else {
        FoldedChar::decompose(c)
    }
}

/// The characters that one character is folded to.
#[derive(Debug, Clone)]
pub struct FoldedChar {
    letters: [char; MAX_LETTERS],
    next: usize,
    end: usize,
}

impl FoldedChar {
    fn single(c: char) -> Self {
        let mut letters = ['\0'; MAX_LETTERS];
        letters[0] = c;
        Self { letters, next: 0, end: 1 }
    }

    fn decompose(c: char) -> Self {
        let mut folded = Self { letters: ['\0'; MAX_LETTERS], next: 0, end: 0 };
        let mut space = MAX_GROWTH * c.len_utf8();
        let mut fits = true;
        decompose_compatible(c, |part| {
            if is_combining_mark(part) {
                return;
            }
            for letter in part.to_lowercase() {
                match english(letter) {
                    Some(letters) => letters.chars().for_each(|letter| {
                        fits &= folded.push(letter, &mut space);
                    }),
                    None => fits &= folded.push(letter, &mut space),
                }
            }
        });
        if fits { folded } else { Self::single(c) }
    }

    /// Appends a letter. Returns whether there was space for its bytes.
    fn push(&mut self, letter: char, space: &mut usize) -> bool {
        let Some(left) = space.checked_sub(letter.len_utf8()) else { return false };
        *space = left;
        self.letters[self.end] = letter;
        self.end += 1;
        true
    }
}

impl Iterator for FoldedChar {
    type Item = char;

    #[inline]
    fn next(&mut self) -> Option<char> {
        let letter = (self.next < self.end).then(|| self.letters[self.next])?;
        self.next += 1;
        Some(letter)
    }
}

/// Returns how English writes a letter that Unicode doesn't decompose.
fn english(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'đ' | 'ð' => "d",
        'ł' => "l",
        'ı' => "i",
        'þ' => "th",
        // The decomposition of `ŉ` has one.
        apostrophe if is_apostrophe(apostrophe) => "'",
        _ => return None,
    })
}

#[cfg(test)]
#[path = "fold_tests.rs"]
mod tests;

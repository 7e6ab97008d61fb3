//! Folds names of places into comparable words: lowercase, without accents, `Saint` as `st`.

use std::ops::Range;

use waypoint_text::is_apostrophe;

/// A word of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The word in its comparable form.
    pub folded: String,
    /// The word in lowercase with accents.
    pub exact: String,
    /// The position in the text, in bytes.
    pub span: Range<usize>,
}

/// Words with a common short form.
pub const SHORT: [(&str, &str); 5] =
    [("saint", "st"), ("sainte", "st"), ("ste", "st"), ("fort", "ft"), ("mount", "mt")];

/// Returns the words of a text, in order. Letters with a period each are one word: `D.C.` is `dc`.
#[must_use]
pub fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut follows_letter = false;
    for part in waypoint_text::words(text) {
        let word = Word { folded: part.folded(), exact: part.lower(), span: part.span };
        let is_letter = word.folded.chars().count() == 1;
        match words.last_mut() {
            Some(abbreviation) if follows_letter && abbreviation.is_continued_by(&word, text) => {
                abbreviation.append(&word);
            }
            _ if word.folded.is_empty() => {}
            _ => words.push(word),
        }
        follows_letter = is_letter;
    }
    for word in &mut words {
        if let Some((_, short)) = SHORT.iter().find(|(long, _)| *long == word.folded) {
            (*short).clone_into(&mut word.folded);
        }
    }
    words
}

impl Word {
    /// Whether only a period separates another word from this one, which has only letters.
    fn is_continued_by(&self, next: &Self, text: &str) -> bool {
        let gap = text[self.span.end..next.span.start].chars();
        self.folded.chars().all(char::is_alphabetic) && gap.filter(|c| !is_apostrophe(*c)).eq(['.'])
    }

    fn append(&mut self, next: &Self) {
        self.folded.push_str(&next.folded);
        self.exact.push_str(&next.exact);
        self.span.end = next.span.end;
    }
}

/// Returns the key for looking up a name.
#[must_use]
pub fn key(words: &[Word]) -> String {
    let words: Vec<&str> = words.iter().map(|word| word.folded.as_str()).collect();
    words.join(" ")
}

//! Letters without their marks.

use unicode_normalization::char::decompose_canonical;

/// A letter without its marks: `á` is `a`, `đ` is `d`.
pub(super) fn bare(letter: char) -> char {
    if letter.is_ascii() {
        return letter;
    }
    if letter == 'đ' {
        return 'd';
    }
    let mut first = None;
    decompose_canonical(letter, |part| {
        first.get_or_insert(part);
    });
    first.unwrap_or(letter)
}

//! Names with a slip of spelling.

use std::ops::Range;

use crate::{Gazetteer, gazetteer::Meant};

/// A shorter word is taken as it is: too many others are like it.
const SHORTEST: usize = 5;
/// A longer name is none.
const LONGEST: usize = 60;

/// The places that may have been meant by a key with one letter wrong, missing, too many, or two swapped in a word
/// that is long enough. Only what is usually called so counts.
pub(crate) fn without_slip(gazetteer: &Gazetteer, key: &str) -> Vec<Meant> {
    if key.len() > LONGEST || !key.is_ascii() {
        return Vec::new();
    }
    let mut found: Vec<Meant> = Vec::new();
    let mut look_up = |other: &[u8]| {
        let other = std::str::from_utf8(other).unwrap_or_default();
        let usual = gazetteer.meant_by(other).into_iter().filter(|meant| meant.usual);
        for meant in usual {
            if !found.contains(&meant) {
                found.push(meant);
            }
        }
    };
    for word in long_words(key) {
        others(key.as_bytes(), word, &mut look_up);
    }
    found
}

fn long_words(key: &str) -> impl Iterator<Item = Range<usize>> {
    let mut begins = 0;
    let words = key.split(' ').map(move |word| {
        let span = begins..begins + word.len();
        begins = span.end + 1;
        (word, span)
    });
    let is_long = |word: &str| word.len() >= SHORTEST && word.bytes().all(|byte| byte.is_ascii_lowercase());
    words.filter(move |(word, _)| is_long(word)).map(|(_, span)| span)
}

/// Every key that is one slip away in a word. Few people mistake the first letter.
fn others(key: &[u8], word: Range<usize>, look_up: &mut impl FnMut(&[u8])) {
    let mut other = key.to_vec();
    for at in word.start + 1..word.end {
        for letter in b'a'..=b'z' {
            if letter != key[at] {
                other[at] = letter;
                look_up(&other);
            }
        }
        other[at] = key[at];
    }
    for at in word.start..word.end {
        let mut shorter = key.to_vec();
        shorter.remove(at);
        look_up(&shorter);
        if at + 1 < word.end && key[at] != key[at + 1] {
            let mut swapped = key.to_vec();
            swapped.swap(at, at + 1);
            look_up(&swapped);
        }
    }
    for at in word.start + 1..=word.end {
        let mut longer = key.to_vec();
        longer.insert(at, b'a');
        // A space that was left out is a slip too.
        for letter in (b'a'..=b'z').chain([b' ']) {
            longer[at] = letter;
            look_up(&longer);
        }
    }
}

//! Names with a slip of spelling.
//!
//! The map of names is walked letter by letter, so that a slip is tried only where a name goes on in that way.

use std::ops::Range;

use fst::raw::{Fst, Node, Output};
use waypoint_domain::effort::Effort;

use crate::{Gazetteer, gazetteer::Meant};

/// A shorter word is taken as it is: too many others are like it.
const SHORTEST: usize = 5;
/// A longer name is none.
const LONGEST: usize = 60;

/// The places that may have been meant by a key with one letter wrong, missing, too many, or two swapped in a word
/// that is long enough. Only what is usually called so counts.
pub(crate) fn without_slip(gazetteer: &Gazetteer, key: &str, effort: &Effort) -> Vec<Meant> {
    let Some(keys) = gazetteer.keys.as_ref().filter(|_| key.len() <= LONGEST && key.is_ascii()) else {
        return Vec::new();
    };
    let mut walk = Walk { names: keys.as_fst(), key: key.as_bytes(), effort, values: Vec::new() };
    for word in long_words(key).take_while(|_| effort.is_left()) {
        walk.slip_in(&word);
    }
    let mut found: Vec<Meant> = Vec::new();
    for meant in walk.values.into_iter().flat_map(|value| gazetteer.meant(value)).filter(|meant| meant.usual)
    {
        if !found.contains(&meant) {
            found.push(meant);
        }
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

/// A walk along the names, with the values of those that are one slip away from a key.
struct Walk<'a> {
    names: &'a Fst<&'static [u8]>,
    key: &'a [u8],
    effort: &'a Effort,
    values: Vec<u64>,
}

/// A place among the names: all that begin with the same letters.
type Place<'a> = (Node<'a>, Output);

impl<'a> Walk<'a> {
    /// Finds every name that is one slip away in a word. Few people mistake the first letter.
    fn slip_in(&mut self, word: &Range<usize>) {
        let key = self.key;
        let mut here = self.follow((self.names.root(), Output::zero()), &key[..word.start]);
        for at in word.start..=word.end {
            let Some(place) = here else { return };
            let rest = &key[at..];
            if let ([letter, after @ ..], true) = (rest, at < word.end) {
                // A letter too many.
                self.finish(Some(place), after);
                if let ([next, others @ ..], true) = (after, at + 1 < word.end)
                    && next != letter
                {
                    self.finish(self.follow(place, &[*next, *letter]), others);
                }
            }
            if at > word.start {
                for transition in place.0.transitions() {
                    let goes_on = Some((self.names.node(transition.addr), place.1.cat(transition.out)));
                    let is_letter = transition.inp.is_ascii_lowercase();
                    // A wrong letter.
                    if is_letter && at < word.end && transition.inp != key[at] {
                        self.finish(goes_on, &key[at + 1..]);
                    }
                    // A missing one. A space that was left out is a slip too.
                    if is_letter || transition.inp == b' ' {
                        self.finish(goes_on, rest);
                    }
                }
            }
            here = rest.first().and_then(|letter| self.step(place, *letter));
        }
    }

    fn step(&self, (node, output): Place<'a>, letter: u8) -> Option<Place<'a>> {
        let transition = node.transition(node.find_input(letter)?);
        Some((self.names.node(transition.addr), output.cat(transition.out)))
    }

    fn follow(&self, from: Place<'a>, letters: &[u8]) -> Option<Place<'a>> {
        letters.iter().try_fold(from, |place, letter| self.step(place, *letter))
    }

    /// Notes the name that goes on from a place with the rest of the key and ends there, if there is one.
    fn finish(&mut self, from: Option<Place<'a>>, rest: &[u8]) {
        self.effort.spend(1);
        let ends = from.and_then(|from| self.follow(from, rest)).filter(|(node, _)| node.is_final());
        self.values.extend(ends.map(|(node, output)| output.cat(node.final_output()).value()));
    }
}

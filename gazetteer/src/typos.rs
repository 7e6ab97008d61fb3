//! Finds names despite one typo.
//!
//! It walks the map of names letter by letter, and tries edits only where a name continues that way.

use std::ops::Range;

use fst::raw::{Fst, Node, Output};
use waypoint_domain::work_budget::WorkBudget;

use crate::{Gazetteer, gazetteer::Meaning};

/// Shorter words are not corrected, because too many are similar.
const SHORTEST: usize = 5;
/// Longer texts are not names.
const LONGEST: usize = 60;

/// Returns the places whose common name is one edit away from a key: a wrong, missing, or extra letter, or two swapped
/// ones, within one long word.
pub(crate) fn places_one_edit_away(gazetteer: &Gazetteer, key: &str, effort: &WorkBudget) -> Vec<Meaning> {
    let Some(keys) = gazetteer.keys.as_ref().filter(|_| key.len() <= LONGEST && key.is_ascii()) else {
        return Vec::new();
    };
    let mut walk = Walk { names: keys.as_fst(), key: key.as_bytes(), effort, values: Vec::new() };
    for word in long_words(key).take_while(|_| effort.is_left()) {
        walk.edit_word(&word);
    }
    let mut found: Vec<Meaning> = Vec::new();
    for meaning in walk
        .values
        .into_iter()
        .flat_map(|value| gazetteer.decode_meanings(value))
        .filter(|meaning| meaning.usual)
    {
        if !found.contains(&meaning) {
            found.push(meaning);
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

/// A walk through the names that collects the values of those one edit away from a key.
struct Walk<'a> {
    names: &'a Fst<&'static [u8]>,
    key: &'a [u8],
    effort: &'a WorkBudget,
    values: Vec<u64>,
}

/// A position in the map: all names with the same beginning.
type Place<'a> = (Node<'a>, Output);

impl<'a> Walk<'a> {
    /// Finds all names with one edit in a word. The first letter must match, because typos there are rare.
    fn edit_word(&mut self, word: &Range<usize>) {
        let key = self.key;
        let mut here = self.follow((self.names.root(), Output::zero()), &key[..word.start]);
        for at in word.start..=word.end {
            let Some(place) = here else { return };
            let rest = &key[at..];
            if let ([letter, after @ ..], true) = (rest, at < word.end) {
                // An extra letter.
                self.finish(Some(place), after);
                if let ([next, others @ ..], true) = (after, at + 1 < word.end)
                    && next != letter
                {
                    self.finish(self.follow(place, &[*next, *letter]), others);
                }
            }
            if at > word.start {
                for transition in place.0.transitions() {
                    let continued = Some((self.names.node(transition.addr), place.1.cat(transition.out)));
                    let is_letter = transition.inp.is_ascii_lowercase();
                    // A wrong letter.
                    if is_letter && at < word.end && transition.inp != key[at] {
                        self.finish(continued, &key[at + 1..]);
                    }
                    // A missing letter, or a missing space.
                    if is_letter || transition.inp == b' ' {
                        self.finish(continued, rest);
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

    /// Records the name that continues from a position with the rest of the key, if there is one.
    fn finish(&mut self, from: Option<Place<'a>>, rest: &[u8]) {
        self.effort.spend(1);
        let ends = from.and_then(|from| self.follow(from, rest)).filter(|(node, _)| node.is_final());
        self.values.extend(ends.map(|(node, output)| output.cat(node.final_output()).value()));
    }
}

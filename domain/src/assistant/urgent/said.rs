//! Whether words are said at a place of a text, as people write who are in a hurry.
//!
//! 1. A word of five letters or more may have one slip, one of nine two: a letter that is missing, too much, wrong, or
//!    changed places with the next. The first letter is right, and a shorter word has only letters that changed places.
//! 2. A word that means something else is no slip ([`LOOK_ALIKES`]).
//! 3. Words may run together or fall apart: `heartattack`, `over dose`, `my self`.
//! 4. Any number of a range may be said, which is written as `20..=49`.

use std::{collections::BTreeSet, ops::Range};

use strsim::osa_distance;

use super::told::{Told, Word, are_letters_of};
use crate::assistant::letters::bare;

/// Stands between the least and the most of the numbers that may be said.
const RANGE: &str = "..=";
/// The fewest letters of a word in which one may be wrong.
const ONE_SLIP: usize = 5;
/// The fewest letters of a word in which two may be wrong.
const TWO_SLIPS: usize = 9;
/// The fewest letters of words that run together or fall apart.
const RUN_TOGETHER: usize = 5;
/// Into how many more pieces words may fall apart.
const MORE_PIECES: usize = 2;

/// Words of everyday life and of studies that look like a slip in one that tells of an emergency.
const LOOK_ALIKES: &str = "alike|ambulance|back|facing|fewer|raising|rapid|rating|roped|shake|snack|snacks|taped|attach|battle|bitter|bleep|blend|blending|blond|bloody|breach|\
    breadth|breeding|bring|brood|butter|cheat|chess|cloned|close|closer|closet|clothes|clothing|coking|\
    compulsions|conclusions|concussions|cooking|couch|crest|depth|doing|donor|dose|doses|dozed|drank|drink|\
    drooling|droopy|dropped|drunk|drying|duel|dyeing|emergence|emergent|exit|exits|flaming|hand|hating|hear|\
    heard|hears|hearty|heat|hunting|hurls|hut|killings|liking|lining|loving|lying|major|making|mediation|\
    meditation|meditations|moth|overdoing|overdone|overdose|paint|painted|paints|pairs|palls|pans|parsed|\
    pasted|paused|pawns|piles|pins|plain|plains|plants|playing|poking|polls|prison|pulls|read|reads|severed|\
    sharing|shaving|shelling|shells|shocking|shopped|shops|shot|shout|smelling|smells|spelling|spells|\
    stepped|steps|stoke|strike|strikes|strokes|strode|strove|suicidal|suicide|tables|thinkers|threat|\
    threats|tights|today|tomato|tuned|tying|usable|vivid|waist|waists|waking|walking|wasted|waving|whale|\
    while|whist|whose|worse|wrest|writ|writs";

impl Word {
    /// Whether it is a word, or a slip in it, or a number that is wanted.
    pub(super) fn says(&self, wanted: &str) -> bool {
        if let Some((least, most)) = wanted.split_once(RANGE) {
            let number = |text: &str| text.parse::<u32>().ok();
            return number(self.written()).is_some_and(|typed| {
                number(least).is_some_and(|least| least <= typed)
                    && number(most).is_some_and(|most| typed <= most)
            });
        }
        self.forms().any(|form| are_letters_of(form, wanted) || is_slip(form, wanted))
    }
}

impl Told {
    /// Where words end that are said from a place on, if they are.
    pub(super) fn says(&self, words: &str, at: usize) -> Option<usize> {
        let here = self.words().get(at..)?;
        let wanted = words.split(' ').count();
        let sentence = here.first()?.sentence;
        let here = &here[..here.partition_point(|word| word.sentence == sentence)];
        let one_by_one =
            here.len() >= wanted && words.split(' ').zip(here).all(|(wanted, word)| word.says(wanted));
        if one_by_one {
            return Some(at + wanted);
        }
        let letters: String = words.split(' ').collect();
        let counts = wanted.saturating_sub(1).max(1)..=wanted + MORE_PIECES;
        let mut pieces = counts.filter(|count| *count != wanted && *count <= here.len());
        let together = |count: &usize| {
            let run: String = here[..*count].iter().map(Word::written).collect();
            are_letters_of(&run, &letters)
        };
        (letters.chars().count() >= RUN_TOGETHER).then(|| pieces.find(together))?.map(|count| at + count)
    }

    /// Where one of several ways to say something ends that begins at a place.
    pub(super) fn says_any<'a>(&'a self, ways: &'a str, at: usize) -> impl Iterator<Item = usize> + 'a {
        ways.split('|')
            .filter(move |words| self.may_begin(words).contains(&at))
            .filter_map(move |words| self.says(words, at))
    }

    /// The places at which one of several ways to say something begins, in their order.
    pub(super) fn beginnings(&self, ways: &str) -> BTreeSet<usize> {
        let places =
            |words| self.may_begin(words).iter().copied().filter(|at| self.says(words, *at).is_some());
        ways.split('|').flat_map(places).collect()
    }

    /// The places at which these words may begin: no slip changes a first letter, and a number has many.
    fn may_begin(&self, words: &str) -> &[usize] {
        match words.chars().next() {
            Some(first) if first.is_ascii_digit() && words.contains(RANGE) => self.everywhere(),
            Some(first) => self.places_of(bare(first)),
            None => &[],
        }
    }

    /// Whether one of several ways to say something is said anywhere.
    pub(super) fn has(&self, ways: &str) -> bool {
        self.has_within(ways, 0..self.words().len())
    }

    /// The same within some words.
    pub(super) fn has_within(&self, ways: &str, within: Range<usize>) -> bool {
        let ends_within = |words, at| self.says(words, at).is_some_and(|last| last <= within.end);
        ways.split('|').any(|words| {
            self.may_begin(words).iter().any(|at| within.contains(at) && ends_within(words, *at))
        })
    }
}

fn is_slip(typed: &str, wanted: &str) -> bool {
    let (long, typed_long) = (wanted.chars().count(), typed.chars().count());
    let slips = match long {
        0..4 => return false,
        4 => return typed_long == 4 && has_swapped(typed, wanted),
        ONE_SLIP..TWO_SLIPS => 1,
        _ => 2,
    };
    typed_long.abs_diff(long) <= slips
        && typed.chars().next() == wanted.chars().next()
        && osa_distance(typed, wanted) <= slips
        && !LOOK_ALIKES.split('|').any(|word| word == typed)
}

/// Whether two letters within a word have changed places.
fn has_swapped(typed: &str, wanted: &str) -> bool {
    let (typed, wanted): (Vec<char>, Vec<char>) = (typed.chars().collect(), wanted.chars().collect());
    typed[0] == wanted[0]
        && (1..typed.len() - 1).any(|at| {
            let mut swapped = wanted.clone();
            swapped.swap(at, at + 1);
            swapped == typed && swapped != wanted
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(typed: &str, wanted: &str) -> bool {
        Told::of(typed).says(wanted, 0).is_some()
    }

    #[test]
    fn a_long_word_may_have_a_slip() {
        for (typed, wanted) in [
            ("sucidal", "suicidal"),
            ("emergancy", "emergency"),
            ("unconcious", "unconscious"),
            ("chocking", "choking"),
            ("hart attack", "heart attack"),
            ("chest pian", "chest pain"),
            ("overdoes", "overdose"),
        ] {
            assert!(says(typed, wanted), "{typed}");
        }
    }

    #[test]
    fn a_word_that_means_something_else_is_no_slip() {
        for (typed, wanted) in [
            ("cooking", "choking"),
            ("exit", "exist"),
            ("walking", "waking"),
            ("threat", "throat"),
            ("dine", "die"),
            ("paint", "pain"),
            ("joking", "choking"),
        ] {
            assert!(!says(typed, wanted), "{typed}");
        }
    }

    #[test]
    fn words_may_run_together_or_fall_apart() {
        for (typed, wanted) in [
            ("kill my self", "kill myself"),
            ("heartattack", "heart attack"),
            ("over dose", "overdose"),
            ("can not breathe", "cannot breathe"),
            ("any more", "anymore"),
        ] {
            assert!(says(typed, wanted), "{typed}");
        }
        assert!(!says("kill. My self", "kill myself") && !says("heartattacks", "heart attack"));
    }

    #[test]
    fn any_number_of_a_range_may_be_said() {
        assert!(says("35", "20..=49") && says("20", "20..=49") && says("is 49", "is 20..=49"));
        assert!(!says("50", "20..=49") && !says("many", "20..=49") && !says("3", "20..=49"));
    }

    #[test]
    fn what_is_said_ends_within_its_sentence() {
        assert_eq!(Told::of("kill my self now").says("kill myself", 0), Some(3));
        assert_eq!(Told::of("heart. Attack").says("heart attack", 0), None);
        assert_eq!(Told::of("").says("heart attack", 0), None);
    }
}

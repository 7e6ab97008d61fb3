//! Whether a typed word is a wanted one, as people write who are in a hurry.
//!
//! 1. A word of five letters or more may have one slip, one of nine two: a letter that is missing, too much, wrong, or
//!    changed places with the next. The first letter is right, and a shorter word has only letters that changed places.
//! 2. A word that means something else is no slip ([`LOOK_ALIKES`]).
//! 3. Words may run together or fall apart: `heartattack`, `over dose`, `my self`.
//! 4. Any number of a range may be said, which is written as `20..=49`.

use std::{collections::HashSet, sync::LazyLock};

use waypoint_text::edit_distance;

use super::told::{Letters, Word, are_letters_of};

/// Stands between the least and the most of the numbers that may be said.
const RANGE: &str = "..=";
/// The fewest letters of a word in which one may be wrong.
const ONE_SLIP: usize = 5;
/// The fewest letters of a word in which two may be wrong.
const TWO_SLIPS: usize = 9;

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

static LOOK_ALIKE_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| LOOK_ALIKES.split('|').collect());

/// A word that is searched for, with what tells quickly that another word is no slip in it.
pub(super) enum Wanted {
    Word {
        text: &'static str,
        letters: Letters,
        slips: Slips,
    },
    /// Any number from the first to the last.
    Numbers(u32, u32),
}

/// How a typed word may differ from a wanted one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slips {
    None,
    /// Two letters within the word have changed places.
    Swapped,
    /// So many letters are missing, too many, wrong, or swapped.
    AtMost(usize),
}

/// Whether a wanted word stands for the numbers of a range.
pub(super) fn is_range(wanted: &str) -> bool {
    wanted.contains(RANGE)
}

impl Wanted {
    pub(super) fn new(text: &'static str) -> Self {
        if let Some((least, most)) = text.split_once(RANGE)
            && let (Ok(least), Ok(most)) = (least.parse(), most.parse())
        {
            return Self::Numbers(least, most);
        }
        let letters = Letters::of(text);
        let slips = match letters.count {
            0..4 => Slips::None,
            4 => Slips::Swapped,
            ONE_SLIP..TWO_SLIPS => Slips::AtMost(1),
            _ => Slips::AtMost(2),
        };
        Self::Word { text, letters, slips }
    }
}

impl Word {
    /// Whether it is a word, or a slip in it, or a number that is wanted.
    pub(super) fn says(&self, wanted: &Wanted) -> bool {
        match wanted {
            Wanted::Numbers(least, most) => {
                self.written().parse().is_ok_and(|typed: u32| (*least..=*most).contains(&typed))
            }
            Wanted::Word { text, letters, slips } => self.forms().any(|(form, typed)| {
                are_letters_of(form, text) || is_slip(form, typed, text, *letters, *slips)
            }),
        }
    }
}

fn is_slip(typed: &str, typed_letters: Letters, wanted: &str, letters: Letters, slips: Slips) -> bool {
    match slips {
        Slips::None => false,
        Slips::Swapped => typed_letters == letters && has_swapped(typed, wanted),
        Slips::AtMost(most) => {
            typed_letters.count.abs_diff(letters.count) <= most
                && typed_letters.differing(letters) <= 2 * most
                && typed.chars().next() == wanted.chars().next()
                && edit_distance(typed, wanted) <= most
                && !LOOK_ALIKE_WORDS.contains(typed)
        }
    }
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
    use crate::assistant::urgent::told::Told;

    fn says(typed: &str, wanted: &'static str) -> bool {
        Told::of(typed).ends_of(wanted, 0).next().is_some()
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
        assert_eq!(Told::of("kill my self now").ends_of("kill myself", 0).next(), Some(3));
        assert_eq!(Told::of("heart. Attack").ends_of("heart attack", 0).next(), None);
        assert_eq!(Told::of("").ends_of("heart attack", 0).next(), None);
    }
}

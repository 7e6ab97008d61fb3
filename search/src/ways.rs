//! In which ways a study holds a concept or a word, as one small number beside the study in the list of its holders.
//!
//! A list of the index notes how often a document has a term. Here it notes in which ways instead, so that what is common
//! is one long list and not one for each way.

use std::array;

use serde::{Deserialize, Serialize};

/// How many numbers there are: each way of holding a concept or a word is a part of four bits.
pub(crate) const CODES: usize = 16;

/// In which ways a study holds something; never none of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Ways(u8);

/// A way of holding a concept or a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Way {
    mask: u8,
    least: u8,
}

impl Way {
    /// The summary, a title, a keyword or what is tried names the concept.
    pub(crate) const MENTIONED: Self = Self::bit(1);
    /// A title, a keyword or what is tried names the concept or a kind of it.
    pub(crate) const NAMED: Self = Self::bit(2);
    /// A condition is a kind of the concept, or the concept.
    pub(crate) const ABOUT_A_KIND: Self = Self { mask: 12, least: 4 };
    /// A condition is a kind of the concept and not far below it, or the concept.
    pub(crate) const ABOUT_A_NEAR_KIND: Self = Self { mask: 12, least: 8 };
    /// A condition is the concept.
    pub(crate) const ABOUT: Self = Self { mask: 12, least: 12 };

    /// The word stands in a title.
    pub(crate) const IN_TITLES: Self = Self::bit(1);
    /// The word stands in a keyword or in what is tried.
    pub(crate) const IN_KEYWORDS: Self = Self::bit(2);
    /// The word stands in a condition.
    pub(crate) const IN_CONDITIONS: Self = Self::bit(4);

    /// The only way of a field that tells no ways apart.
    pub(crate) const ANY: Self = Self::bit(1);

    const fn bit(bit: u8) -> Self {
        Self { mask: bit, least: bit }
    }
}

impl Ways {
    /// What a list notes of a document.
    pub(crate) fn read(noted: u32) -> Self {
        Self(u8::try_from(noted).unwrap_or_default() % 16)
    }

    /// What a list has to note.
    pub(crate) fn noted(self) -> usize {
        usize::from(self.0)
    }

    /// Whether the study does not hold it.
    pub(crate) fn is_none(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn has(self, way: Way) -> bool {
        self.0 & way.mask >= way.least
    }

    /// These, and one more. A way of being about a concept holds those that are less exact.
    #[must_use]
    pub(crate) fn and(self, way: Way) -> Self {
        if self.has(way) { self } else { Self(self.0 & !way.mask | way.least) }
    }

    /// The place in a table of what each of the numbers counts.
    pub(crate) fn place(self) -> usize {
        usize::from(self.0) % CODES
    }

    /// All ways of words that stand for each other.
    #[must_use]
    pub(crate) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The ways in which a study holds several words together.
    #[must_use]
    pub(crate) fn shared(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// How much each of the numbers counts.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Worths {
    /// The best of a study's ways.
    pub(crate) best: [f32; CODES],
    /// All of them together.
    pub(crate) sum: [f32; CODES],
}

impl Worths {
    /// Each way counts so much.
    pub(crate) fn of(ways: &[(Way, f32)]) -> Self {
        let held = |code: usize| {
            let ways_held = Ways(u8::try_from(code).unwrap_or_default());
            ways.iter().filter(move |(way, _)| ways_held.has(*way)).map(|(_, worth)| *worth)
        };
        Self {
            best: array::from_fn(|code| held(code).fold(0.0, f32::max)),
            sum: array::from_fn(|code| held(code).sum()),
        }
    }

    /// The best way counts so much, and the others nothing.
    pub(crate) fn of_best(ways: &[(Way, f32)]) -> Self {
        let best = Self::of(ways).best;
        Self { best, sum: best }
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "sums of small whole numbers are exact")]
mod tests {
    use super::*;

    #[test]
    fn to_be_about_a_concept_is_to_be_about_a_kind_of_it() {
        let ways = Ways::default().and(Way::ABOUT_A_KIND);
        assert!(ways.has(Way::ABOUT_A_KIND) && !ways.has(Way::ABOUT_A_NEAR_KIND));
        let ways = ways.and(Way::ABOUT).and(Way::ABOUT_A_NEAR_KIND).and(Way::MENTIONED);
        for way in [Way::ABOUT, Way::ABOUT_A_NEAR_KIND, Way::ABOUT_A_KIND, Way::MENTIONED] {
            assert!(ways.has(way), "{way:?}");
        }
        assert!(!ways.has(Way::NAMED));
        assert_eq!(Ways::read(13), ways);
        assert_eq!(ways.noted(), 13);
    }

    #[test]
    fn the_best_way_counts_and_all_ways_are_summed() {
        let worths = Worths::of(&[(Way::ABOUT, 10.0), (Way::ABOUT_A_KIND, 8.0), (Way::NAMED, 8.0)]);
        let about = Ways::default().and(Way::ABOUT).place();
        let named_kind = Ways::default().and(Way::ABOUT_A_KIND).and(Way::NAMED).place();
        assert_eq!([worths.best[about], worths.sum[about]], [10.0, 18.0]);
        assert_eq!([worths.best[named_kind], worths.sum[named_kind]], [8.0, 16.0]);
        assert_eq!(worths.best[Ways::default().and(Way::MENTIONED).place()], 0.0);
    }

    #[test]
    fn words_stand_together_where_each_of_them_stands() {
        let both = Ways::default().and(Way::IN_TITLES).and(Way::IN_CONDITIONS);
        let one = Ways::default().and(Way::IN_CONDITIONS).and(Way::IN_KEYWORDS);
        assert!(both.shared(one).has(Way::IN_CONDITIONS) && !both.shared(one).has(Way::IN_TITLES));
        assert!(both.or(one).has(Way::IN_KEYWORDS));
    }
}

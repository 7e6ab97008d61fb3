//! The ways in which a study mentions a concept or a word, as a small number stored in the posting list.
//!
//! A posting list stores how often a document has a term. This index stores the ways there instead, so that a frequent
//! term has one long list and not one per way.

use std::array;

use serde::{Deserialize, Serialize};

/// The number of codes: ways fit in four bits.
pub(crate) const CODES: usize = 16;

/// The ways in which a study mentions something. Stored values are never empty.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Ways(u8);

/// A way of mentioning a concept or a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mention {
    mask: u8,
    least: u8,
}

impl Mention {
    /// The summary, a title, a keyword, or an intervention names the concept.
    pub(crate) const MENTIONED: Self = Self::bit(1);
    /// A title, a keyword, or an intervention names the concept or a descendant.
    pub(crate) const NAMED: Self = Self::bit(2);
    /// A condition is the concept or a descendant.
    pub(crate) const ABOUT_A_KIND: Self = Self { mask: 12, least: 4 };
    /// A condition is the concept or a near descendant.
    pub(crate) const ABOUT_A_NEAR_KIND: Self = Self { mask: 12, least: 8 };
    /// A condition is the concept.
    pub(crate) const ABOUT: Self = Self { mask: 12, least: 12 };

    /// A title has the word.
    pub(crate) const IN_TITLES: Self = Self::bit(1);
    /// A keyword or an intervention has the word.
    pub(crate) const IN_KEYWORDS: Self = Self::bit(2);
    /// A condition has the word.
    pub(crate) const IN_CONDITIONS: Self = Self::bit(4);

    /// The only way in fields that don't distinguish ways.
    pub(crate) const ANY: Self = Self::bit(1);

    const fn bit(bit: u8) -> Self {
        Self { mask: bit, least: bit }
    }
}

impl Ways {
    /// Decodes a stored term frequency.
    pub(crate) fn from_frequency(frequency: u32) -> Self {
        Self(u8::try_from(frequency).unwrap_or_default() % 16)
    }

    /// Encodes the ways as a term frequency.
    pub(crate) fn to_frequency(self) -> usize {
        usize::from(self.0)
    }

    /// Whether a condition, title, keyword, or intervention probably names the concept itself and not a descendant.
    pub(crate) fn names_itself(self) -> bool {
        self.has(Mention::ABOUT) || (self.has(Mention::NAMED) && self.has(Mention::MENTIONED))
    }

    /// Whether a study that mentions a concept like this also mentions each broader one.
    pub(crate) fn includes_ancestors(self) -> bool {
        self.has(Mention::ABOUT_A_KIND) || self.has(Mention::NAMED)
    }

    /// Whether the study doesn't mention it at all.
    pub(crate) fn is_none(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn has(self, way: Mention) -> bool {
        self.0 & way.mask >= way.least
    }

    /// Adds a way. An exact way of being about a concept implies the less exact ones.
    #[must_use]
    pub(crate) fn with(self, way: Mention) -> Self {
        if self.has(way) { self } else { Self(self.0 & !way.mask | way.least) }
    }

    /// Returns the index into a table of weights.
    pub(crate) fn index(self) -> usize {
        usize::from(self.0) % CODES
    }

    /// Merges the ways of interchangeable words.
    #[must_use]
    pub(crate) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the ways in which a study has both of two words.
    #[must_use]
    pub(crate) fn shared(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// The weight of each code.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Weights {
    /// The weight of the best way.
    pub(crate) best: [f32; CODES],
    /// The sum over all ways.
    pub(crate) sum: [f32; CODES],
}

impl Weights {
    /// Sums the weights of all ways.
    pub(crate) fn new(ways: &[(Mention, f32)]) -> Self {
        let weights_of = |code: usize| {
            let present = Ways(u8::try_from(code).unwrap_or_default());
            ways.iter().filter(move |(way, _)| present.has(*way)).map(|(_, weight)| *weight)
        };
        Self {
            best: array::from_fn(|code| weights_of(code).fold(0.0, f32::max)),
            sum: array::from_fn(|code| weights_of(code).sum()),
        }
    }

    /// Counts only the best way.
    pub(crate) fn best_only(ways: &[(Mention, f32)]) -> Self {
        let best = Self::new(ways).best;
        Self { best, sum: best }
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "sums of small whole numbers are exact")]
mod tests {
    use super::*;

    #[test]
    fn being_about_a_concept_implies_being_about_a_kind() {
        let ways = Ways::default().with(Mention::ABOUT_A_KIND);
        assert!(ways.has(Mention::ABOUT_A_KIND) && !ways.has(Mention::ABOUT_A_NEAR_KIND));
        let ways = ways.with(Mention::ABOUT).with(Mention::ABOUT_A_NEAR_KIND).with(Mention::MENTIONED);
        for way in [Mention::ABOUT, Mention::ABOUT_A_NEAR_KIND, Mention::ABOUT_A_KIND, Mention::MENTIONED] {
            assert!(ways.has(way), "{way:?}");
        }
        assert!(!ways.has(Mention::NAMED));
        assert_eq!(Ways::from_frequency(13), ways);
        assert_eq!(ways.to_frequency(), 13);
    }

    #[test]
    fn weights_hold_the_best_way_and_the_sum() {
        let weights =
            Weights::new(&[(Mention::ABOUT, 10.0), (Mention::ABOUT_A_KIND, 8.0), (Mention::NAMED, 8.0)]);
        let about = Ways::default().with(Mention::ABOUT).index();
        let named_kind = Ways::default().with(Mention::ABOUT_A_KIND).with(Mention::NAMED).index();
        assert_eq!([weights.best[about], weights.sum[about]], [10.0, 18.0]);
        assert_eq!([weights.best[named_kind], weights.sum[named_kind]], [8.0, 16.0]);
        assert_eq!(weights.best[Ways::default().with(Mention::MENTIONED).index()], 0.0);
    }

    #[test]
    fn shared_ways_are_those_that_both_words_have() {
        let first = Ways::default().with(Mention::IN_TITLES).with(Mention::IN_CONDITIONS);
        let second = Ways::default().with(Mention::IN_CONDITIONS).with(Mention::IN_KEYWORDS);
        assert!(
            first.shared(second).has(Mention::IN_CONDITIONS) && !first.shared(second).has(Mention::IN_TITLES)
        );
        assert!(first.or(second).has(Mention::IN_KEYWORDS));
    }
}

//! A text as words in a row, in which phrases are looked for.

use waypoint_text::{fold, words};

/// Words in small letters, one space between them and at both ends, so that a phrase is found only as whole words.
/// Straight and curly apostrophes are the same: `can't` is `cant`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Words {
    text: String,
    /// Where words begin, in the order of the alphabet of what follows, so that a phrase is looked up and not searched for.
    sorted: Vec<usize>,
}

/// So many bytes behind the beginning of a word count for that order. Longer phrases are compared to their end.
const ORDERED_BY: usize = 96;

impl Words {
    pub(super) fn of(text: &str) -> Self {
        let mut spaced = String::with_capacity(text.len() + 2);
        spaced.push(' ');
        for word in words(text) {
            spaced.push_str(&word.lower());
            spaced.push(' ');
        }
        Self::spaced(spaced)
    }

    /// Words with one space between them and at both ends.
    fn spaced(text: String) -> Self {
        let spaces = text.match_indices(' ').map(|(at, _)| at + 1);
        let mut sorted: Vec<usize> = spaces.filter(|at| *at < text.len()).collect();
        sorted.sort_unstable_by(|one, other| ordered_by(&text, *one).cmp(ordered_by(&text, *other)));
        Self { text, sorted }
    }

    /// The same without the marks of letters.
    pub(super) fn without_marks(&self) -> Self {
        Self::spaced(fold(&self.text))
    }

    /// Whether these words stand here in a row. A phrase is written as [`Words`] writes it.
    pub(super) fn have(&self, phrase: &str) -> bool {
        self.places_of(phrase).next().is_some()
    }

    /// Where a phrase stands, in no order: where it begins, and what follows it.
    fn places_of<'a>(&'a self, phrase: &'a str) -> impl Iterator<Item = &'a str> {
        let begins = &phrase.as_bytes()[..phrase.len().min(ORDERED_BY)];
        let first = self.sorted.partition_point(|at| ordered_by(&self.text, *at) < begins);
        let places = self.sorted[first..]
            .iter()
            .take_while(move |at| ordered_by(&self.text, **at).starts_with(begins));
        let rests = places.filter_map(move |at| self.text[*at..].strip_prefix(phrase));
        rests.filter(move |rest| !phrase.is_empty() && rest.starts_with(' '))
    }

    /// Whether one of these phrases stands here.
    pub(super) fn have_any(&self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.have(phrase))
    }

    /// Whether one of these phrases stands here, which are parted by `|`.
    pub(super) fn say(&self, phrases: &str) -> bool {
        phrases.split('|').any(|phrase| self.have(phrase))
    }

    /// Whether something of each of these stands here.
    pub(super) fn say_each(&self, lists: &[&str]) -> bool {
        lists.iter().all(|phrases| self.say(phrases))
    }

    /// Whether one of these phrases stands here, and something else follows it than one of `others`. An empty one of
    /// them is the end.
    pub(super) fn say_before_else(&self, phrases: &str, others: &str) -> bool {
        let follows_else = |rest: &str| {
            !others.split('|').any(|other| match other {
                "" => rest.is_empty(),
                other => {
                    rest.strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
                }
            })
        };
        phrases.split('|').any(|phrase| self.places_of(phrase).any(|rest| follows_else(rest.trim())))
    }

    /// Whether a text begins with one of these phrases.
    pub(super) fn begin_with(&self, phrases: &str) -> bool {
        phrases.split('|').any(|phrase| {
            self.text.trim_start().strip_prefix(phrase).is_some_and(|rest| rest.starts_with(' '))
        })
    }

    /// Whether there is nothing but this phrase.
    pub(super) fn are(&self, phrase: &str) -> bool {
        self.text.trim() == phrase
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        self.text.split_whitespace()
    }
}

fn ordered_by(text: &str, at: usize) -> &[u8] {
    &text.as_bytes()[at..text.len().min(at + ORDERED_BY)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_found_as_whole_words_however_it_is_written() {
        let words = Words::of("I  CAN’T\nbreathe!");
        assert!(words.have("cant breathe") && words.have("i cant") && words.are("i cant breathe"));
        assert!(!words.have("ant breathe") && !words.have("cant breath"));
        assert!(Words::of("can´t").are("cant") && Words::of("que\u{301}").are("qué"));
        assert!(Words::of("Tôi muốn tự tử").without_marks().have("tu tu"));
    }

    #[test]
    fn what_follows_a_phrase_may_make_it_another() {
        let is_meant = |text: &str| Words::of(text).say_before_else("do i have|could i have", "to|more|");
        assert!(
            is_meant("Do I have cancer?")
                && is_meant("do i have tonsillitis")
                && is_meant("Do I have to? Do I have it?")
        );
        assert!(
            !is_meant("Do I have to pay?") && !is_meant("could I have") && !is_meant("redo i have cancer")
        );
        assert!(
            Words::of("Act as a doctor").begin_with("act as")
                && !Words::of("to act as one").begin_with("act as")
        );
    }

    #[test]
    fn nothing_has_no_words() {
        assert_eq!(Words::of("?! …").iter().count(), 0);
        assert!(Words::of("").are(""));
    }
}

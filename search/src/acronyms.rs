//! The acronyms that a search text may have: 'ENHANCE-1', 'destiny breast 04'.

use waypoint_text::{joined_letters, words};
use waypoint_vocabulary::Vocabulary;

/// The maximum number of words that an acronym divides into.
const MAX_WORDS: usize = 4;
/// The minimum length in letters and digits.
const MIN_LENGTH: usize = 3;
/// How many words of a text are read.
const MAX_TEXT_WORDS: usize = 40;

/// Returns the acronyms of studies in a text: the whole text, a word in capitals in other text, or words with a number. The
/// name of a condition is none. `is_of_study` says whether a study has an acronym, which few texts do.
pub(crate) fn acronyms_in(
    text: &str,
    is_of_study: impl Fn(&str) -> bool,
    vocabulary: &Vocabulary,
) -> Vec<String> {
    let spans: Vec<_> = words(text).map(|word| word.span).take(MAX_TEXT_WORDS).collect();
    let is_shouted = !text.chars().any(char::is_lowercase);
    let windows = (0..spans.len())
        .flat_map(|start| (start..spans.len().min(start + MAX_WORDS)).map(move |last| (start, last)));
    let found = windows.filter_map(|(start, last)| {
        let written = text.get(spans[start].start..spans[last].end)?;
        let is_whole = start == 0 && last + 1 == spans.len();
        let has_letter_and_digit =
            written.chars().any(char::is_alphabetic) && written.chars().any(|c| c.is_ascii_digit());
        let is_in_capitals = !is_shouted && !written.chars().any(char::is_lowercase);
        let acronym = joined_letters(written);
        let may_be = acronym.chars().count() >= MIN_LENGTH
            && acronym.chars().any(char::is_alphabetic)
            && (is_whole || has_letter_and_digit || is_in_capitals);
        (may_be && is_of_study(&acronym) && !vocabulary.is_name(written)).then_some(acronym)
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acronym_is_the_whole_text_or_has_capitals_or_a_number() {
        let vocabulary = Vocabulary::default();
        let has = |text: &str, acronym: &str| {
            acronyms_in(text, |_| true, &vocabulary).contains(&acronym.to_owned())
        };
        for (text, acronym) in [
            ("ENHANCE-1", "enhance1"),
            ("enhance 1", "enhance1"),
            ("protect", "protect"),
            ("destiny breast 04", "destinybreast04"),
            ("the PROTECT study", "protect"),
            ("asthma enhance-1 trial", "enhance1"),
        ] {
            assert!(has(text, acronym), "{text}");
        }
        for (text, acronym) in [
            ("protect my kidneys", "protect"),
            ("asthma", "asthma"),
            ("COVID-19", "covid19"),
            ("12 34", "1234"),
        ] {
            assert!(!has(text, acronym), "{text}");
        }
    }
}

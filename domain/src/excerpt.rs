//! Shortens text without splitting grapheme clusters.

use unicode_segmentation::UnicodeSegmentation;

/// Returns the text if it has at most `limit` characters, or else its first `limit` characters and an ellipsis.
///
/// Characters are grapheme clusters, so accented letters and emoji are never split.
#[must_use]
pub fn excerpt(text: &str, limit: usize) -> String {
    excerpt_if_longer(text, limit, limit)
}

/// Like [`excerpt`], but cuts only a text of more than `threshold` characters.
#[must_use]
pub fn excerpt_if_longer(text: &str, threshold: usize, limit: usize) -> String {
    let text = text.trim();
    if text.graphemes(true).nth(threshold).is_none() {
        return text.to_owned();
    }
    match text.grapheme_indices(true).nth(limit) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

/// Like [`excerpt`], but cuts at the end of a word if one ends in the second half of the excerpt.
#[must_use]
pub fn excerpt_at_word(text: &str, limit: usize) -> String {
    let (text, cut) = (text.trim(), excerpt(text, limit));
    let Some(start) = cut.strip_suffix('…').filter(|_| cut != text) else { return cut };
    let ends_with_word = text[start.len()..].starts_with(char::is_whitespace);
    let end = if ends_with_word { Some(start.len()) } else { start.rfind(char::is_whitespace) };
    match end.filter(|end| end * 2 >= start.len()) {
        Some(end) => format!("{}…", start[..end].trim_end_matches([' ', ',', ';', ':', '-', '–'])),
        None => cut,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn only_long_text_is_cut_and_ends_in_an_ellipsis() {
        assert_eq!(excerpt("Asthma", 6), "Asthma");
        assert_eq!(excerpt("Asthma!", 6), "Asthma…");
        assert_eq!(excerpt_if_longer(&"a".repeat(61), 60, 100), "a".repeat(61));
        assert_eq!(excerpt_if_longer(&"a".repeat(101), 60, 100), format!("{}…", "a".repeat(100)));
        assert_eq!(excerpt_if_longer(&"a".repeat(61), 60, 30), format!("{}…", "a".repeat(30)));
    }

    #[test]
    fn cut_never_splits_a_grapheme_cluster() {
        assert_eq!(excerpt("e\u{301}e\u{301}e\u{301}", 2), "e\u{301}e\u{301}…");
        assert_eq!(excerpt("👩‍⚕️👩‍⚕️", 1), "👩‍⚕️…");
    }

    #[test]
    fn excerpt_at_word_never_ends_within_a_word() {
        for (text, limit, expected) in [
            ("a study of asthma", 17, "a study of asthma"),
            ("a study of asthma", 16, "a study of…"),
            ("a study of asthma", 10, "a study of…"),
            ("asthma, gout", 9, "asthma…"),
            ("pneumonoultramicroscopic", 10, "pneumonoul…"),
            ("a pneumonoultramicroscopic", 12, "a pneumonoul…"),
            ("ends in an ellipsis…", 30, "ends in an ellipsis…"),
        ] {
            assert_eq!(excerpt_at_word(text, limit), expected, "{text} {limit}");
        }
    }

    proptest! {
        #[test]
        fn excerpt_at_word_is_no_longer(text in "[a-z ,]{0,40}", limit in 1usize..30) {
            prop_assert!(excerpt_at_word(&text, limit).graphemes(true).count() <= limit + 1);
        }

        #[test]
        fn excerpt_has_at_most_limit_characters_and_an_ellipsis(text in ".*", limit in 1usize..80) {
            prop_assert!(excerpt(&text, limit).graphemes(true).count() <= limit + 1);
        }
    }
}

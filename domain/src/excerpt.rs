//! Cutting a text to a length without cutting a character that people see as one.

use unicode_segmentation::UnicodeSegmentation;

/// The text itself when it has at most `limit` characters, else its first `limit` and an ellipsis.
/// A character is what a reader sees as one (a grapheme cluster), so an accent or an emoji is
/// never torn apart.
#[must_use]
pub fn excerpt(text: &str, limit: usize) -> String {
    excerpt_when_over(text, limit, limit)
}

/// Like [`excerpt`], but only a text of more than `threshold` characters is cut.
#[must_use]
pub fn excerpt_when_over(text: &str, threshold: usize, limit: usize) -> String {
    let text = text.trim();
    if text.graphemes(true).nth(threshold).is_none() {
        return text.to_owned();
    }
    match text.grapheme_indices(true).nth(limit) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_short_text_stays_whole_and_a_long_one_ends_in_an_ellipsis() {
        assert_eq!(excerpt("Asthma", 6), "Asthma");
        assert_eq!(excerpt("Asthma!", 6), "Asthma…");
        assert_eq!(excerpt_when_over(&"a".repeat(61), 60, 100), "a".repeat(61));
        assert_eq!(excerpt_when_over(&"a".repeat(101), 60, 100), format!("{}…", "a".repeat(100)));
        assert_eq!(excerpt_when_over(&"a".repeat(61), 60, 30), format!("{}…", "a".repeat(30)));
    }

    #[test]
    fn a_cut_never_falls_inside_a_character() {
        assert_eq!(excerpt("e\u{301}e\u{301}e\u{301}", 2), "e\u{301}e\u{301}…");
        assert_eq!(excerpt("👩‍⚕️👩‍⚕️", 1), "👩‍⚕️…");
    }

    proptest! {
        #[test]
        fn an_excerpt_has_at_most_the_limit_and_its_ellipsis(text in ".*", limit in 1usize..80) {
            prop_assert!(excerpt(&text, limit).graphemes(true).count() <= limit + 1);
        }
    }
}

//! Texts without what divides them.

/// Returns a text with single spaces in place of lines and repeated spaces.
#[must_use]
pub fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the letters and digits of a text in lowercase, so that `BLISS-LN` and `Bliss LN` are the same.
#[must_use]
pub fn joined_letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_spaces_become_single_spaces() {
        for (text, expected) in [(" lung\r\n\tcancer ", "lung cancer"), ("\u{a0}x", "x"), (" \n", "")] {
            assert_eq!(in_one_line(text), expected, "{text:?}");
        }
    }

    #[test]
    fn only_letters_and_digits_are_joined() {
        for (text, expected) in [("BLISS-LN", "blissln"), ("Ô 2 b!", "ô2b"), ("– –", "")] {
            assert_eq!(joined_letters(text), expected, "{text}");
        }
    }
}

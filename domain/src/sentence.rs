//! Parts of plain sentences.

/// Starts a text with a capital letter and ends it with a period. An empty text is no sentence.
#[must_use]
pub(crate) fn as_sentence(text: &str) -> Option<String> {
    let text = text.trim();
    let mut letters = text.chars();
    let first = letters.next()?;
    let end = if text.ends_with(['.', '!', '?', '…']) { "" } else { "." };
    Some(format!("{}{}{end}", first.to_uppercase(), letters.as_str()))
}

/// Returns parts of a sentence as a list in words: `A`, `A and B`, `A, B, and C`.
#[must_use]
pub(crate) fn list_in_words<S: AsRef<str>>(parts: &[S]) -> String {
    list_with(parts, "and")
}

/// Returns parts of a sentence as a list in words with this conjunction: `A, B, or C`.
#[must_use]
pub(crate) fn list_with<S: AsRef<str>>(parts: &[S], conjunction: &str) -> String {
    let parts: Vec<&str> = parts.iter().map(AsRef::as_ref).collect();
    match parts.as_slice() {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [one, other] => format!("{one} {conjunction} {other}"),
        [first @ .., last] => format!("{}, {conjunction} {last}", first.join(", ")),
    }
}

/// Returns a number with commas: `12,345`.
#[must_use]
pub(crate) fn with_commas(number: u32) -> String {
    let digits = number.to_string();
    let has_comma_before = |place: usize| place > 0 && (digits.len() - place).is_multiple_of(3);
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if has_comma_before(place) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_begin_with_a_capital_letter_and_end_once() {
        for (text, sentence) in [
            (" slow accrual ", "Slow accrual."),
            ("Why?", "Why?"),
            ("Twice a day…", "Twice a day…"),
            ("élan.", "Élan."),
        ] {
            assert_eq!(as_sentence(text).as_deref(), Some(sentence));
        }
        assert_eq!(as_sentence(" "), None);
    }

    #[test]
    fn lists_are_read_as_in_a_sentence() {
        for (parts, words) in [
            (&[][..], ""),
            (&["A"][..], "A"),
            (&["A", "B"][..], "A and B"),
            (&["A", "B", "C"][..], "A, B, and C"),
        ] {
            let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
            assert_eq!(list_in_words(&parts), words);
        }
    }

    #[test]
    fn long_numbers_have_commas() {
        for (number, words) in
            [(0, "0"), (999, "999"), (1000, "1,000"), (10_720, "10,720"), (1_234_567, "1,234,567")]
        {
            assert_eq!(with_commas(number), words);
        }
    }
}

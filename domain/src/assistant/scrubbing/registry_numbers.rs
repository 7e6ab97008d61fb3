//! Numbers of the registry's studies, however they are typed.

const LETTERS: &str = "NCT";
const DIGITS: usize = 8;
/// At most so many signs stand between letters and digits.
const MOST_BETWEEN: usize = 2;

/// A text in which each number of a study is one word, so that its digits are not taken for a person's: `NCT 04611802`
/// and `nct-04611802` are `NCT04611802`.
pub(super) fn joined(text: &str) -> String {
    let (mut kept, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, digits, after)) = next_parted(rest) {
        kept.push_str(before);
        kept.push_str(LETTERS);
        kept.push_str(digits);
        rest = after;
    }
    kept.push_str(rest);
    kept
}

/// The next number whose letters and digits are parted: what stands before it, its digits, and what follows.
fn next_parted(text: &str) -> Option<(&str, &str, &str)> {
    let begins = text.char_indices().filter(|(at, _)| {
        let (before, from) = text.split_at(*at);
        from.get(..LETTERS.len()).is_some_and(|letters| letters.eq_ignore_ascii_case(LETTERS))
            && !before.ends_with(char::is_alphanumeric)
    });
    begins.map(|(at, _)| at).find_map(|at| {
        let rest = &text[at + LETTERS.len()..];
        let from = rest.find(|c: char| c.is_ascii_digit())?;
        let between = &rest[..from];
        let is_between = |c: char| c.is_whitespace() || "-:#.".contains(c);
        if between.is_empty() || between.chars().count() > MOST_BETWEEN || !between.chars().all(is_between) {
            return None;
        }
        let end = from + rest[from..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - from);
        let is_whole = end - from == DIGITS && !rest[end..].starts_with(char::is_alphanumeric);
        is_whole.then(|| (&text[..at], &rest[from..end], &rest[end..]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_the_registry_is_one_word_however_it_is_typed() {
        for (typed, read) in [
            ("What is NCT 04611802?", "What is NCT04611802?"),
            ("nct-04611802 or nct: 03974022", "NCT04611802 or NCT03974022"),
            ("NCT#04611802", "NCT04611802"),
            ("NCT04611802", "NCT04611802"),
            ("NCT 046118", "NCT 046118"),
            ("NCT 046118021", "NCT 046118021"),
            ("precinct 04611802", "precinct 04611802"),
            ("nct and 04611802", "nct and 04611802"),
            ("ữ NCT", "ữ NCT"),
        ] {
            assert_eq!(joined(typed), read, "{typed}");
        }
    }
}

//! Numbers of studies, however they are typed.

/// The letters with which numbers begin, and between how many and how many digits follow.
const SERIES: [(&str, usize, usize); 2] = [("NCT", 8, 8), ("STU", 4, 5)];
/// At most so many signs stand between letters and digits.
const MOST_BETWEEN: usize = 2;

/// A text in which each number of a study is one word, so that its digits are not taken for a person's: `NCT 04611802`
/// and `nct-04611802` are `NCT04611802`.
pub(super) fn joined(text: &str) -> String {
    let (mut kept, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, letters, digits, after)) = next_parted(rest) {
        kept.push_str(before);
        kept.push_str(letters);
        kept.push_str(digits);
        rest = after;
    }
    kept.push_str(rest);
    kept
}

/// The next number whose letters and digits are parted: what stands before it, its letters and digits, and what follows.
fn next_parted(text: &str) -> Option<(&str, &'static str, &str, &str)> {
    let begins = text.char_indices().filter_map(|(at, _)| {
        let (before, from) = text.split_at(at);
        let is_here = |letters: &str| {
            from.get(..letters.len()).is_some_and(|written| written.eq_ignore_ascii_case(letters))
        };
        let series = SERIES.into_iter().find(|(letters, ..)| is_here(letters))?;
        (!before.ends_with(char::is_alphanumeric)).then_some((at, series))
    });
    let mut parted = begins.filter_map(|(at, (letters, fewest, most))| {
        let rest = &text[at + letters.len()..];
        let from = rest.find(|c: char| c.is_ascii_digit())?;
        let between = &rest[..from];
        let is_between = |c: char| c.is_whitespace() || "-:#.".contains(c);
        if between.is_empty() || between.chars().count() > MOST_BETWEEN || !between.chars().all(is_between) {
            return None;
        }
        let end = from + rest[from..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - from);
        let is_whole =
            (fewest..=most).contains(&(end - from)) && !rest[end..].starts_with(char::is_alphanumeric);
        is_whole.then(|| (&text[..at], letters, &rest[from..end], &rest[end..]))
    });
    parted.next()
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
            ("is stu 01010 still open", "is STU01010 still open"),
            ("stu 216 555 0134", "stu 216 555 0134"),
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

//! Finds multi-line strings without an end.

use super::explanation::Explanation;

/// Delimiter of multi-line strings.
const MARK: &str = "\"\"\"";

/// Explains a multi-line string without an end, or one that ends at the start of another.
pub(super) fn unclosed(text: &str) -> Option<Explanation> {
    let marks: Vec<usize> = text.match_indices(MARK).map(|(at, _)| at).collect();
    if marks.len().is_multiple_of(2) {
        return None;
    }
    let start = marks.chunks(2).find_map(|pair| match *pair {
        [start, end] if has_a_key(&text[start + MARK.len()..end]) => Some(start),
        [start] => Some(start),
        _ => None,
    })?;
    let span = start..start + MARK.len();
    Some(Explanation::new("the text that starts here has no end", "write \"\"\" after its last line", span))
}

/// Whether a line of a text looks like a key with a value.
fn has_a_key(text: &str) -> bool {
    let is_slug = |word: &str| {
        !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    text.lines().any(|line| line.split_once(" = ").is_some_and(|(word, _)| is_slug(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unclosed_string_is_reported_at_its_start() {
        let mark = MARK;
        let table = [
            (format!("a = {mark}\nx\n{mark}\nb = 1"), None),
            (format!("a = {mark}\nx\nb = 1"), Some(4)),
            (format!("a = {mark}\nx\n{mark}\nb = {mark}\ny\n"), Some(18)),
            (format!("a = {mark}\nx\nb = {mark}\ny\n{mark}\n"), Some(4)),
        ];
        for (text, start) in table {
            assert_eq!(unclosed(&text).map(|explanation| explanation.span.start), start, "{text}");
        }
    }
}

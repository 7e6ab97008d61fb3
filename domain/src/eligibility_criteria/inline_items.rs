//! Lists that a study team wrote in one line: '• A • B', '1. A 2. B', or 'A; - B'.

use super::{
    marker::{is_sure_bullet, number_of_item},
    words::is_in,
};

/// Words before a figure that belongs to them, as in 'stage 2. Able to walk' or 'from 0 to 2. Able to walk'.
const BEFORE_FIGURES: &str = "about above and arm at below by class cohort cycle day days grade group least level month months most of or \
    over part phase score stage than through to type under version visit week weeks within year years";

/// Returns the items of a list in one line, without their bullets and numbers. A text without a list is one item.
/// A number that the next line begins with counts lines, and divides none.
pub(super) fn items(text: &str, number_of_next_line: Option<usize>) -> Vec<&str> {
    let mut items = vec![text];
    for divide in [by_bullets, by_dashes] {
        items = items.into_iter().flat_map(divide).collect();
    }
    items.into_iter().flat_map(|item| by_numbers(item, number_of_next_line)).collect()
}

/// Divides at bullets that stand for nothing else, between words.
fn by_bullets(text: &str) -> Vec<&str> {
    let cuts = text.char_indices().filter(|(at, c)| {
        let after = text[at + c.len_utf8()..].trim_start();
        is_sure_bullet(*c)
            && text[..*at].ends_with(char::is_whitespace)
            && after.starts_with(|next: char| next.is_alphanumeric() || "([\"'“‘<>≤≥".contains(next))
    });
    divided(text, cuts.map(|(at, c)| (at, at + c.len_utf8())))
}

/// Divides at dashes after semicolons.
fn by_dashes(text: &str) -> Vec<&str> {
    let cuts = text.match_indices(';').filter_map(|(at, _)| {
        let after = &text[at + 1..];
        let dash = after.trim_start();
        let rest = dash.strip_prefix(['-', '–', '—', '*'])?;
        let is_spaced = after.len() > dash.len() && rest.starts_with(char::is_whitespace);
        is_spaced.then(|| (at + 1, text.len() - rest.len()))
    });
    divided(text, cuts)
}

/// Divides a text that begins with the first number of a list before each of the next numbers.
fn by_numbers(text: &str, number_of_next_line: Option<usize>) -> Vec<&str> {
    let Some((first, closing, start)) = number_of_item(text) else { return vec![text] };
    let mut items = Vec::new();
    let (mut start, mut ordinal) = (start, first);
    while let Some((end, next)) = next_number(text, start, ordinal + 1, closing) {
        if number_of_next_line == Some(ordinal + 1) {
            break;
        }
        items.push(text[start..end].trim());
        (start, ordinal) = (next, ordinal + 1);
    }
    if items.is_empty() {
        return vec![text];
    }
    items.push(text[start..].trim());
    items
}

/// Returns where an item ends and where the next one begins, which has this number.
fn next_number(text: &str, start: usize, ordinal: usize, closing: char) -> Option<(usize, usize)> {
    let mut words =
        text[start..].match_indices(char::is_whitespace).map(|(at, space)| start + at + space.len());
    words.find_map(|at| {
        let (number, closes, begin) = number_of_item(&text[at..])?;
        if (number, closes) != (ordinal, closing) {
            return None;
        }
        let before = text[start..at].trim_end();
        let last = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        let opens = before.matches('(').count() > before.matches(')').count();
        let belongs_before = closing == '.'
            && (is_in(BEFORE_FIGURES, &last.to_lowercase())
                || before.ends_with(['-', '–', '<', '>', '=', '≤', '≥', '(', '/']));
        let is_next = !opens && !belongs_before && before.contains(char::is_alphanumeric);
        is_next.then_some((at, at + begin))
    })
}

fn divided(text: &str, cuts: impl Iterator<Item = (usize, usize)>) -> Vec<&str> {
    let mut items = Vec::new();
    let mut start = 0;
    for (end, next) in cuts {
        items.push(text[start..end].trim());
        start = next;
    }
    items.push(text[start..].trim());
    if items.len() > 1 {
        items.retain(|item| item.contains(char::is_alphanumeric));
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn list_in_one_line_is_divided() {
        for (text, expected) in [
            ("Adults • Fluent • (Women) not pregnant", vec!["Adults", "Fluent", "(Women) not pregnant"]),
            ("Adults ; - fluent; - well", vec!["Adults ;", "fluent;", "well"]),
            ("1. Adults 2. Fluent. 3. Well", vec!["Adults", "Fluent.", "Well"]),
            ("1) adults 2) fluent", vec!["adults", "fluent"]),
            ("(1) adults; (2) fluent", vec!["adults;", "fluent"]),
            ("3. Stage 2. 4. Well", vec!["Stage 2.", "Well"]),
            ("Adults ■ Fluent", vec!["Adults", "Fluent"]),
        ] {
            assert_eq!(items(text, None), expected, "{text}");
        }
    }

    #[test]
    fn text_without_a_list_is_one_item() {
        for text in [
            "Long-term - or short-term - illness; well-being",
            "Dose of 5 mg·kg or 5 mg · kg",
            "1. ECOG status of 0 to 2. Able to walk",
            "1. Grade 2. Able to walk",
            "1. Cohort (part 2) only",
            "1. HbA1c below 2.5 percent",
            "Has either 1) asthma or 2) COPD",
            "(a) adults, (b) at home, (c) well",
            "2. 1. Adults",
            "",
        ] {
            assert_eq!(items(text, None), [text], "{text}");
        }
        assert_eq!(
            items("1. Score 1 2. Able", Some(2)),
            ["1. Score 1 2. Able"],
            "item 2 is on the next line"
        );
    }
}

//! Lines in a list that head the lines below them.

use super::{
    draft::{Draft, Kind},
    groups::is_group_name,
};

/// A heading is short. A longer line that ends with a colon is a criterion with its own list.
const MOST_WORDS: usize = 9;
const MOST_WORDS_FOR_A_GROUP: usize = 14;
/// Words that introduce a list. A line with them is a criterion itself.
const LEADS_IN: &[&str] = &[
    "following",
    "including",
    "include",
    "includes",
    "included",
    "defined",
    "either",
    "any",
    "must",
    "should",
    "is",
    "are",
    "be",
    "has",
    "have",
    "had",
    "if",
    "who",
    "such",
    "and",
    "or",
];
/// Keeps the heading of a section that opens again, because the lines below may be for other people, and 'None' there
/// says nothing about the lines above.
pub(super) fn keep_breaks(drafts: &mut [Draft]) {
    for at in 1..drafts.len() {
        let (before, from) = drafts.split_at_mut(at);
        let [heading, next, ..] = from else { continue };
        let section = heading.section;
        let opens = heading.kind == Kind::SectionHeading && next.section == section;
        // 'Key Inclusion Criteria:' below the lines of 'Inclusion Criteria:' goes on with the list.
        let goes_on = before.last().is_some_and(|draft| draft.section == section);
        let again = before.iter().any(|draft| draft.section == section && draft.kind == Kind::Criterion);
        let named =
            before.last().is_some_and(|draft| draft.section == section && draft.kind == Kind::SubHeading)
                || next.kind == Kind::RepeatedGroup;
        if opens && next.kind == Kind::Criterion && again && !goes_on && !named {
            heading.kind = Kind::SubHeading;
        }
    }
}

/// Marks sub-headings.
pub(super) fn mark(drafts: &mut [Draft]) {
    for at in 1..drafts.len() {
        if let [line, next, ..] = &mut drafts[at - 1..]
            && line.kind == Kind::Criterion
            && heads(line, next)
        {
            line.kind = Kind::SubHeading;
        }
    }
}

fn heads(line: &Draft, next: &Draft) -> bool {
    let is_item = !matches!(next.kind, Kind::SectionHeading | Kind::OtherCriteria);
    let below = next.section == line.section && is_item;
    let parent = line.bulleted && next.level > line.level;
    let names_group = !line.bulleted && next.bulleted && next.line > line.line && is_group_name(&line.text);
    below && !parent && (ends_as_heading(&line.text) || shouts(line, next) || names_group)
}

fn ends_as_heading(text: &str) -> bool {
    let Some(words) = text.strip_suffix(':') else { return false };
    if words.starts_with(char::is_lowercase) {
        return false;
    }
    let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    if words.first().is_some_and(|word| word == "for") {
        return words.len() <= MOST_WORDS_FOR_A_GROUP;
    }
    let leads_in = words.iter().any(|word| LEADS_IN.contains(&word.trim_matches(',')));
    words.len() <= MOST_WORDS && (!leads_in || names_only(&words))
}

/// Whether 'and' or 'or' joins names, as in 'Prior and concomitant therapy'.
fn names_only(words: &[String]) -> bool {
    words.len() > 2
        && words
            .iter()
            .all(|word| matches!(word.as_str(), "and" | "or") || !LEADS_IN.contains(&word.trim_matches(',')))
}

/// Whether a line in capitals stands above a list with bullets.
fn shouts(line: &Draft, next: &Draft) -> bool {
    let words = line.text.split_whitespace().count();
    !line.bulleted
        && next.bulleted
        && (2..=MOST_WORDS).contains(&words)
        && line.text.chars().all(|c| c.is_uppercase() || c == ' ' || c == '/')
}

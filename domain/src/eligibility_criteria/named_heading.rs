//! Headings that open a list without the words 'inclusion' and 'exclusion', such as 'Contraindications:'.

use super::{section_phrase::Announces, words::lower_words};

/// The words of each heading, and its list.
const HEADINGS: &str = include_str!("../../data/eligibility_headings.tsv");

/// Returns the section that a line opens with such a heading, and the end of the heading in bytes. A colon ends it, unless
/// it is the whole line and a list with bullets follows.
pub(super) fn named_heading(line: &str, heads_bullets: bool) -> Option<(Announces, usize)> {
    let end = line.find(':').map(|colon| colon + 1).or(heads_bullets.then_some(line.len()))?;
    let words = lower_words(&line[..end]).join(" ");
    let rows = HEADINGS.lines().skip(1).filter_map(|row| row.split_once('\t'));
    let (_, list) = rows.into_iter().find(|(heading, _)| *heading == words)?;
    let announces = if list == "exclusion" { Announces::Exclusion } else { Announces::Neither };
    Some((announces, end))
}

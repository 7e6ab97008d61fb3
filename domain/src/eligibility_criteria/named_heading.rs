//! Headings that open a list without the words 'inclusion' and 'exclusion', such as 'Contraindications:'.

use std::{collections::HashMap, sync::LazyLock};

use waypoint_text::table;

use super::{section_phrase::Announces, words::lower_words};

/// The words of each heading, and its list.
static HEADINGS: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let rows = table!("../../data/eligibility_headings.tsv", ["heading", "list"]).rows();
    rows.map(|[heading, list]| (heading, list)).collect()
});

/// Returns the section that a line opens with such a heading, and the end of the heading in bytes. A colon ends it, unless
/// it is the whole line and a list with bullets follows.
pub(super) fn named_heading(line: &str, heads_bullets: bool) -> Option<(Announces, usize)> {
    let end = line.find(':').map(|colon| colon + 1).or(heads_bullets.then_some(line.len()))?;
    let words = lower_words(&line[..end]).join(" ");
    let list = HEADINGS.get(words.as_str())?;
    let announces = if *list == "exclusion" { Announces::Exclusion } else { Announces::Neither };
    Some((announces, end))
}

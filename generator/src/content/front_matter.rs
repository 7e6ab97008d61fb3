//! The front matter of a Markdown file: TOML between two `+++` lines.

use std::ops::Range;

pub(super) const FENCE: &str = "+++";

/// A line `+++` that is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MissingFence {
    /// The one before the front matter.
    First,
    /// The one after the front matter.
    Last,
}

/// Returns the range between the fences, and the start of the text.
pub(super) fn split(text: &str) -> Result<(Range<usize>, usize), MissingFence> {
    let mut lines = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        lines.push((start, line));
        start += line.len();
    }
    let is_fence = |line: &str| line.trim_end() == FENCE;
    let (_, first) = lines.first().filter(|(_, line)| is_fence(line)).ok_or(MissingFence::First)?;
    let (end, last) = lines.iter().skip(1).find(|(_, line)| is_fence(line)).ok_or(MissingFence::Last)?;
    Ok((first.len()..*end, end + last.len()))
}

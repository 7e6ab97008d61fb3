//! The front matter of a Markdown file: TOML between two `+++` lines.

use std::ops::Range;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::{ContentError, Faults, source_file::SourceFile};

const FENCE: &str = "+++";

/// Parses the front matter, and returns it with the text below it.
pub(super) fn read<T: DeserializeOwned + JsonSchema>(file: &SourceFile) -> Result<(T, &str), Faults> {
    let (front, body) = split(file)?;
    Ok((file.parse_part(front)?, &file.text()[body..]))
}

/// Returns the range between the fences, and the start of the text.
pub(super) fn split(file: &SourceFile) -> Result<(Range<usize>, usize), ContentError> {
    let mut lines = Vec::new();
    let mut start = 0;
    for line in file.text().split_inclusive('\n') {
        lines.push((start, line));
        start += line.len();
    }
    let is_fence = |line: &str| line.trim_end() == FENCE;
    let Some((_, first)) = lines.first().filter(|(_, line)| is_fence(line)) else {
        return Err(ContentError::NoFrontMatter { place: file.place(0..0) });
    };
    let Some((end, last)) = lines.iter().skip(1).find(|(_, line)| is_fence(line)) else {
        return Err(ContentError::OpenFrontMatter { place: file.place(0..FENCE.len()) });
    };
    Ok((first.len()..*end, end + last.len()))
}

//! A page that is written in Markdown: `content/pages/<slug>.md`.

use std::ops::Range;

use serde::Deserialize;

use super::{ContentError, source_file::SourceFile};

const FENCE: &str = "+++";

/// A page with a text of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Its name in addresses.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// What it is about, in a sentence for search engines.
    pub description: String,
    /// Whether it is not meant for the public yet.
    pub draft: bool,
    /// Its text in Markdown.
    pub body: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FrontMatter {
    title: String,
    description: String,
    #[serde(default)]
    draft: bool,
}

impl Page {
    pub(crate) fn read(file: &SourceFile, slug: &str) -> Result<Self, ContentError> {
        let (front, body) = split(file)?;
        let front: FrontMatter = file.parse_part(front)?;
        Ok(Self {
            slug: slug.to_owned(),
            title: front.title,
            description: front.description,
            draft: front.draft,
            body: file.text()[body..].to_owned(),
        })
    }
}

/// The range of the front matter between its fences, and where the text begins.
fn split(file: &SourceFile) -> Result<(Range<usize>, usize), ContentError> {
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

//! A page that is written in Markdown: `content/pages/<slug>.md`.

use serde::Deserialize;

use super::{ContentError, front_matter, source_file::SourceFile};
use crate::markdown;

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
        let (front, body): (FrontMatter, String) = front_matter::read(file)?;
        Ok(Self {
            slug: slug.to_owned(),
            title: front.title,
            description: front.description,
            draft: front.draft,
            body,
        })
    }

    /// Its text as the page shows it.
    #[must_use]
    pub fn html(&self) -> String {
        markdown::to_html(&self.body)
    }
}

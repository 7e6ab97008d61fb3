//! A page that is written in Markdown: `content/pages/<slug>.md`.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Faults, former_address::FormerAddress, front_matter, source_file::SourceFile};
use crate::{fingerprint, markdown::Text, pictures::Pictures};

/// A page with a text of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Its name in addresses.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// What it is about, in a sentence for search engines.
    pub description: String,
    /// The page elsewhere that it sends visitors on to.
    pub goes_to: Option<String>,
    /// Where the page stood before.
    pub formerly: Vec<FormerAddress>,
    /// Whether it is not meant for the public yet.
    pub draft: bool,
    /// Its text in Markdown.
    pub body: String,
    /// Its text.
    pub text: Text,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FrontMatter {
    title: String,
    description: String,
    #[serde(default)]
    goes_to: Option<String>,
    /// Where the page stood before.
    #[serde(default)]
    formerly: Vec<FormerAddress>,
    #[serde(default)]
    draft: bool,
}

impl Page {
    /// The SHA-256 of its text as editors wrote it, in hexadecimal digits: which text exactly it is.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        fingerprint::sha256_hex(self.body.as_bytes())
    }

    pub(crate) fn read(file: &SourceFile, slug: &str, pictures: &Pictures) -> Result<Self, Faults> {
        let (front, body): (FrontMatter, &str) = front_matter::read(file)?;
        Ok(Self {
            slug: slug.to_owned(),
            title: front.title,
            description: front.description,
            goes_to: front.goes_to,
            formerly: front.formerly,
            draft: front.draft,
            body: body.to_owned(),
            text: Text::with_pictures(body, pictures),
        })
    }
}

//! Text pages: `content/pages/<slug>.md`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{faults::Faults, former_address::FormerAddress, source_file::SourceFile};
use crate::{fingerprint, markdown::Text, pictures::Pictures};

/// A text page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The page's address without the slash.
    pub slug: String,
    pub title: String,
    /// A summary of the page in one sentence, for search engines.
    pub description: String,
    /// The external page that visitors are redirected to.
    pub goes_to: Option<String>,
    /// Former addresses of the page, which redirect to it.
    pub formerly: Vec<FormerAddress>,
    /// Whether the page is a draft, which is not published.
    pub draft: bool,
    /// The kind of legal notice that the page gives, if any.
    pub notice: Option<String>,
    /// The heading of each topic of the notice, by its id.
    pub covers: BTreeMap<String, String>,
    /// The Markdown source.
    pub body: String,
    /// The rendered text.
    pub text: Text,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FrontMatter {
    title: String,
    description: String,
    #[serde(default)]
    goes_to: Option<String>,
    /// Former addresses of the page, which redirect to it.
    #[serde(default)]
    formerly: Vec<FormerAddress>,
    #[serde(default)]
    draft: bool,
    /// The kind of legal notice that the page gives, such as `accessibility`.
    #[serde(default)]
    notice: Option<String>,
    /// For each topic of the notice, the id of the heading that covers it, such as `rights = "your-rights"`.
    #[serde(default)]
    covers: BTreeMap<String, String>,
}

impl Page {
    /// The SHA-256 of the Markdown source, as hexadecimal digits. It identifies the exact text.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        fingerprint::sha256_hex(self.body.as_bytes())
    }

    pub(crate) fn read(file: &SourceFile, slug: &str, pictures: &Pictures) -> Result<Self, Faults> {
        let (front, body): (FrontMatter, &str) = file.parse_front_matter()?;
        Ok(Self {
            slug: slug.to_owned(),
            title: front.title,
            description: front.description,
            goes_to: front.goes_to,
            formerly: front.formerly,
            draft: front.draft,
            notice: front.notice,
            covers: front.covers,
            body: body.to_owned(),
            text: Text::with_pictures(body, pictures),
        })
    }
}

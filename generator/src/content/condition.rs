//! Pages about conditions: `content/conditions/<slug>.md`.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{article::Source, faults::Faults, former_address::FormerAddress, source_file::SourceFile};
use crate::{markdown::Text, pictures::Pictures};

/// A page about a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// The last part of its address.
    pub slug: String,
    /// The front matter.
    pub front: ConditionFront,
    /// The text below the front matter.
    pub text: Text,
}

/// The front matter of a condition's page.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConditionFront {
    /// The name of the condition.
    pub title: String,
    /// A summary of the page in one or two sentences.
    pub description: String,
    /// The search query for studies of this condition.
    pub condition: String,
    /// Other names of the condition.
    #[serde(default)]
    pub also_called: Vec<String>,
    /// Former addresses of the page, which redirect to it.
    #[serde(default)]
    pub formerly: Vec<FormerAddress>,
    /// Whether the page is a draft, which is not published.
    #[serde(default)]
    pub draft: bool,
    /// The sources of its facts.
    pub sources: Vec<Source>,
}

impl Condition {
    pub(crate) fn read(file: &SourceFile, slug: &str, pictures: &Pictures) -> Result<Self, Faults> {
        let (front, body) = file.parse_front_matter()?;
        Ok(Self { slug: slug.to_owned(), front, text: Text::with_pictures(body, pictures) })
    }

    /// The path of the page.
    #[must_use]
    pub fn path(&self) -> String {
        format!("/conditions/{}", self.slug)
    }
}

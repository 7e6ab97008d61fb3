//! A condition that people search for: `content/conditions/<slug>.md`.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Faults, Source, former_address::FormerAddress, front_matter, source_file::SourceFile};
use crate::{markdown::Text, pictures::Pictures};

/// A page about a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// Its name in addresses.
    pub slug: String,
    /// What stands above its text.
    pub front: ConditionFront,
    /// Its text.
    pub text: Text,
}

/// The front matter of a condition's page.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConditionFront {
    /// The condition's name.
    pub title: String,
    /// What the page is about, in a sentence or two.
    pub description: String,
    /// What the search is asked for.
    pub condition: String,
    /// What else people call it.
    #[serde(default)]
    pub also_called: Vec<String>,
    /// Where the page stood before.
    #[serde(default)]
    pub formerly: Vec<FormerAddress>,
    /// Whether it is not meant for the public yet.
    #[serde(default)]
    pub draft: bool,
    /// Where its facts come from.
    pub sources: Vec<Source>,
}

impl Condition {
    pub(crate) fn read(file: &SourceFile, slug: &str, pictures: &Pictures) -> Result<Self, Faults> {
        let (front, body) = front_matter::read(file)?;
        Ok(Self { slug: slug.to_owned(), front, text: Text::with_pictures(body, pictures) })
    }

    /// Where it is read.
    #[must_use]
    pub fn path(&self) -> String {
        format!("/conditions/{}", self.slug)
    }
}

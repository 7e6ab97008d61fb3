//! An article: `content/articles/<slug>.md`.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use waypoint_domain::study_number::StudyNumber;

use super::{
    Faults, day::day, former_address::FormerAddress, front_matter, site_settings::Video,
    source_file::SourceFile,
};
use crate::{markdown::Text, pictures::Pictures};

/// An article for patients.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Article {
    /// Its name in addresses.
    pub slug: String,
    /// What stands above its text.
    pub front: ArticleFront,
    /// Its text.
    pub text: Text,
}

/// The front matter of an article.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArticleFront {
    /// Its title.
    pub title: String,
    /// What it is about, in a sentence or two.
    pub description: String,
    /// Who wrote it.
    pub author: String,
    /// The day on which it came out.
    #[serde(deserialize_with = "day")]
    #[schemars(with = "String", extend("format" = "date"))]
    pub published: Date,
    /// The day on which it was last looked over.
    #[serde(deserialize_with = "day")]
    #[schemars(with = "String", extend("format" = "date"))]
    pub updated: Date,
    /// What kind of article it is.
    pub category: String,
    /// What lists call it instead of its title, which may be long.
    #[serde(default)]
    pub promoted_title: Option<String>,
    /// The picture above its text.
    #[serde(default)]
    pub image: Option<HeadPicture>,
    /// The color of the edge of its card.
    #[serde(default)]
    pub border_color: Option<CardColor>,
    /// The color of the title on its card.
    #[serde(default)]
    pub font_color: Option<CardColor>,
    /// Where its head stands.
    #[serde(default)]
    pub alignment: Alignment,
    /// A film about it.
    #[serde(default)]
    pub video: Option<Video>,
    /// How many people have said that they like it.
    #[serde(default)]
    pub likes: Option<u32>,
    /// How many comments it has been given.
    #[serde(default)]
    pub comments: Option<u32>,
    /// Studies that it is about, the most important first.
    #[serde(default)]
    pub related: Vec<StudyNumber>,
    /// Whether it leads to the sign-up of the default study.
    #[serde(default)]
    pub sign_up: bool,
    /// Where the page stood before.
    #[serde(default)]
    pub formerly: Vec<FormerAddress>,
    /// Whether it is not meant for the public yet.
    #[serde(default)]
    pub draft: bool,
    /// Where its facts come from.
    pub sources: Vec<Source>,
}

/// A picture of `content/images`, with what it shows.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HeadPicture {
    /// The name of its file, with its ending.
    pub file: String,
    /// What it shows, for whoever can't see it.
    pub shows: String,
}

/// A color of the site in which a card can be marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CardColor {
    /// The color of whatever can be pressed.
    Teal,
    /// The color of dark bands.
    Deep,
    /// The color of what recruits.
    Green,
    /// The color of what will.
    Amber,
}

/// Where the head of an article stands.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Alignment {
    /// Where a text begins.
    #[default]
    Start,
    /// In the middle of the column.
    Center,
}

/// Where a fact comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The title of the paper or page.
    pub title: String,
    /// Who published it.
    pub publisher: String,
    /// In which year.
    pub year: i16,
    /// Where it can be read.
    pub href: String,
}

impl Article {
    pub(crate) fn read(file: &SourceFile, slug: &str, pictures: &Pictures) -> Result<Self, Faults> {
        let (front, body) = front_matter::read(file)?;
        Ok(Self { slug: slug.to_owned(), front, text: Text::with_pictures(body, pictures) })
    }

    /// Where it is read.
    #[must_use]
    pub fn path(&self) -> String {
        format!("/articles/{}", self.slug)
    }
}

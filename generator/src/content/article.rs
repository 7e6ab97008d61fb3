//! Articles: `content/articles/<slug>.md`.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use waypoint_domain::study_number::StudyNumber;

use super::{
    day::day, faults::Faults, former_address::FormerAddress, site_settings::Video, source_file::SourceFile,
};
use crate::{markdown::Text, pictures::Pictures};

/// An article for patients.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Article {
    /// The last part of its address.
    pub slug: String,
    /// The front matter.
    pub front: ArticleFront,
    /// The text below the front matter, as written.
    pub markdown: String,
    /// The text below the front matter.
    pub text: Text,
}

/// The front matter of an article.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArticleFront {
    /// The title, as a heading and in search results.
    pub title: String,
    /// A summary in one or two sentences.
    pub description: String,
    /// Who wrote the article, as readers see it. May contain `{brand.short_name}`.
    pub author: String,
    /// The publication date.
    #[serde(deserialize_with = "day")]
    #[schemars(with = "String", extend("format" = "date"))]
    pub published: Date,
    /// The date of the last review or change.
    #[serde(deserialize_with = "day")]
    #[schemars(with = "String", extend("format" = "date"))]
    pub updated: Date,
    /// The category that groups articles in lists, such as `Cancer`.
    pub category: String,
    /// A shorter title for lists.
    #[serde(default)]
    pub promoted_title: Option<String>,
    /// The picture above the text.
    #[serde(default)]
    pub image: Option<HeadPicture>,
    /// The border color of the article's card.
    #[serde(default)]
    pub border_color: Option<CardColor>,
    /// The color of the title on the article's card.
    #[serde(default)]
    pub font_color: Option<CardColor>,
    /// The alignment of the title and the lines below it.
    #[serde(default)]
    pub alignment: Alignment,
    /// A video about the topic.
    #[serde(default)]
    pub video: Option<Video>,
    /// The number of likes.
    #[serde(default)]
    pub likes: Option<u32>,
    /// The number of comments.
    #[serde(default)]
    pub comments: Option<u32>,
    /// The numbers of related studies, the most important first.
    #[serde(default)]
    pub related: Vec<StudyNumber>,
    /// Whether the article links to the sign-up for the default study.
    #[serde(default)]
    pub sign_up: bool,
    /// Former addresses of the page, which redirect to it.
    #[serde(default)]
    pub formerly: Vec<FormerAddress>,
    /// Whether the article is a draft, which is not published.
    #[serde(default)]
    pub draft: bool,
    /// The sources of its facts.
    pub sources: Vec<Source>,
}

/// A picture from `content/images`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HeadPicture {
    /// The file name with its extension.
    pub file: String,
    /// A description of the picture, for visitors who can't see it.
    pub shows: String,
}

/// A site color for cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CardColor {
    /// The color of links and buttons.
    Teal,
    /// The color of dark bands.
    Deep,
    /// The color of recruiting studies.
    Green,
    /// The color of studies that are not recruiting yet.
    Amber,
}

/// The alignment of an article's title and the lines below it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Alignment {
    /// At the start of the line.
    #[default]
    Start,
    /// In the middle of the line.
    Center,
}

/// A source of facts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The title of the paper or web page.
    pub title: String,
    /// The journal, agency, or organization that published it.
    pub publisher: String,
    /// The year of publication.
    pub year: i16,
    /// The source's web address.
    pub href: String,
}

impl Article {
    pub(crate) fn read(file: &SourceFile, slug: &str, pictures: &Pictures) -> Result<Self, Faults> {
        let (front, body) = file.parse_front_matter()?;
        let text = Text::with_pictures(body, pictures);
        Ok(Self { slug: slug.to_owned(), front, markdown: body.to_owned(), text })
    }

    /// The path of the page.
    #[must_use]
    pub fn path(&self) -> String {
        format!("/articles/{}", self.slug)
    }
}

//! Articles: their page, their list and their feed.

use jiff::civil::Date;
use serde::Serialize;
use waypoint_domain::excerpt::excerpt;

use super::study_cards::StudyItem;
use crate::{
    content::{Alignment, Article, CardColor, Content, Source, Video},
    pictures::figure,
};

/// A card shows this many characters of a title.
const CARD_TITLE: usize = 30;
/// How many articles the feed has.
const FEED_LENGTH: usize = 20;

/// An article as its page shows it.
#[derive(Serialize)]
pub(super) struct ArticlePage<'a> {
    description: &'a str,
    author: &'a str,
    category: &'a str,
    updated: String,
    updated_day: String,
    sources: &'a [Source],
    related: Vec<StudyItem<'a>>,
    sign_up: bool,
    alignment: Alignment,
    video: Option<&'a Video>,
    /// How many people like it, and how many comments it has; nothing when nobody counts.
    echo: Option<String>,
}

/// An article in a list.
#[derive(Serialize)]
pub(super) struct ArticleCard<'a> {
    path: String,
    title: String,
    full_title: &'a str,
    description: &'a str,
    updated: String,
    updated_day: String,
    border_color: Option<CardColor>,
    font_color: Option<CardColor>,
}

/// The articles of one kind.
#[derive(Serialize)]
pub(super) struct Category<'a> {
    name: &'a str,
    anchor: String,
    articles: Vec<ArticleCard<'a>>,
}

/// An article in the feed.
#[derive(Serialize)]
pub(super) struct FeedEntry<'a> {
    path: String,
    title: &'a str,
    description: &'a str,
    author: &'a str,
    published: String,
    updated: String,
}

impl<'a> ArticlePage<'a> {
    pub(super) fn of(article: &'a Article, content: &'a Content) -> Self {
        let front = &article.front;
        let related =
            front.related.iter().filter_map(|number| content.study(number)).filter(|study| study.active);
        Self {
            description: &front.description,
            author: &front.author,
            category: &front.category,
            updated: in_words(front.updated),
            updated_day: front.updated.to_string(),
            sources: &front.sources,
            related: related.map(StudyItem::of).collect(),
            sign_up: front.sign_up,
            alignment: front.alignment,
            video: front.video.as_ref(),
            echo: echo(front.likes, front.comments),
        }
    }
}

/// The picture above an article's text, as HTML.
pub(super) fn head_picture(article: &Article, content: &Content) -> Option<String> {
    let image = article.front.image.as_ref()?;
    Some(figure(content.pictures.get(&image.file)?, &image.shows, ""))
}

fn echo(likes: Option<u32>, comments: Option<u32>) -> Option<String> {
    let counted = |count: Option<u32>, one: &str, many: &str| {
        count.map(|count| format!("{count} {}", if count == 1 { one } else { many }))
    };
    let said: Vec<String> = [counted(likes, "like", "likes"), counted(comments, "comment", "comments")]
        .into_iter()
        .flatten()
        .collect();
    (!said.is_empty()).then(|| said.join(" · "))
}

impl<'a> ArticleCard<'a> {
    fn of(article: &'a Article) -> Self {
        let front = &article.front;
        Self {
            path: article.path(),
            title: excerpt(front.promoted_title.as_ref().unwrap_or(&front.title), CARD_TITLE),
            full_title: &front.title,
            description: &front.description,
            updated: in_words(front.updated),
            updated_day: front.updated.to_string(),
            border_color: front.border_color,
            font_color: front.font_color,
        }
    }
}

impl<'a> FeedEntry<'a> {
    fn of(article: &'a Article) -> Self {
        let front = &article.front;
        Self {
            path: article.path(),
            title: &front.title,
            description: &front.description,
            author: &front.author,
            published: midnight(front.published),
            updated: midnight(front.updated),
        }
    }
}

/// The articles by kind, the kind of the newest article first.
pub(super) fn by_category(content: &Content) -> Vec<Category<'_>> {
    let mut categories: Vec<Category> = Vec::new();
    for article in &content.articles {
        let name = article.front.category.as_str();
        let card = ArticleCard::of(article);
        if let Some(category) = categories.iter_mut().find(|category| category.name == name) {
            category.articles.push(card);
        } else {
            let anchor = name.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "-");
            categories.push(Category { name, anchor, articles: vec![card] });
        }
    }
    categories
}

/// The newest articles, as cards.
pub(super) fn newest(content: &Content, most: usize) -> Vec<ArticleCard<'_>> {
    content.articles.iter().take(most).map(|article| ArticleCard::of(article)).collect()
}

/// The newest articles, for the feed.
pub(super) fn feed(content: &Content) -> Vec<FeedEntry<'_>> {
    content.articles.iter().take(FEED_LENGTH).map(|article| FeedEntry::of(article)).collect()
}

/// When the newest article changed; the year 0 when there is none.
pub(super) fn feed_updated(content: &Content) -> String {
    content.articles.first().map_or_else(|| midnight(Date::ZERO), |newest| midnight(newest.front.updated))
}

fn midnight(day: Date) -> String {
    format!("{day}T00:00:00Z")
}

/// A day as people say it, for example `October 2nd, 2026`.
fn in_words(day: Date) -> String {
    let number = day.day();
    let ending = match (number % 10, number) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{} {number}{ending}, {}", day.strftime("%B"), day.year())
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn a_day_is_said_with_its_month_and_its_place_in_it() {
        let table = [
            (1, "October 1st, 2026"),
            (2, "October 2nd, 2026"),
            (3, "October 3rd, 2026"),
            (4, "October 4th, 2026"),
            (11, "October 11th, 2026"),
            (12, "October 12th, 2026"),
            (13, "October 13th, 2026"),
            (21, "October 21st, 2026"),
            (22, "October 22nd, 2026"),
            (30, "October 30th, 2026"),
        ];
        for (day, words) in table {
            assert_eq!(in_words(date(2026, 10, day)), words);
        }
    }
}

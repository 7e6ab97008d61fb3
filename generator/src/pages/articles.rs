//! Articles and their list.

use jiff::civil::Date;
use serde::Serialize;
use serde_json::{Value, json};
use waypoint_domain::{excerpt::excerpt, glossary::PagePart};

use crate::{
    content::{Alignment, Article, Brand, CardColor, Content, Source, Video},
    page::{Dependence, Kind, Page, SitemapEntry},
    pictures::figure,
    render::{
        head::{Crumb, Head},
        linked_data::publisher,
        policy::Policy,
        study_cards::StudyItem,
    },
    site::Site,
};

pub(super) const ARTICLES: Kind = Kind { sitemap: articles_in_sitemap, ..Kind::new(articles) };
pub(super) const INDEX: Kind = Kind { sitemap: |_| vec![SitemapEntry::new("/articles")], ..Kind::new(index) };

/// Maximum length of a title on a card, in characters.
const CARD_TITLE: usize = 30;
/// Template data of an article's page.
#[derive(Serialize)]
struct ArticleView<'a> {
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
    /// The numbers of likes and comments, or `None` if the article has neither.
    echo: Option<String>,
}

/// Template data of an article in a list.
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

/// Articles of the same category.
#[derive(Serialize)]
struct Category<'a> {
    name: &'a str,
    anchor: String,
    articles: Vec<ArticleCard<'a>>,
}

fn articles<'a>(site: &'a Site<'a>) -> Vec<Page<'a>> {
    let content = site.content;
    let page = |article: &'a Article| {
        let front = &article.front;
        let head = Head::listed(&front.title, &front.description, article.path())
            .with_picture(&front.category)
            .with_trail(vec![Crumb::link("Articles", "/articles")]);
        let film = front.video.as_ref().map(|video| video.embed.as_str());
        Page {
            policy: Policy::with_assistants().and_frame(film),
            depends_on: Dependence::Studies(&front.related),
            linked_data: Box::new(move |address| vec![linked_article(article, &content.brand, address)]),
            ..Page::new(format!("articles/{}.html", article.slug), head, "article.html", move |data| {
                data.insert_explained("text", PagePart::Text, article.text.html());
                data.insert("article", &ArticleView::new(article, content));
                if let Some(picture) = head_picture(article, content) {
                    data.insert_html("head_picture", &picture);
                }
                Ok(())
            })
        }
    };
    content.articles.iter().map(|article| page(article)).collect()
}

fn articles_in_sitemap(site: &Site) -> Vec<SitemapEntry> {
    let changed = |article: &Article| Some(article.front.updated.to_string());
    let articles = site.content.articles.iter();
    articles.map(|article| SitemapEntry::changed(article.path(), changed(article))).collect()
}

fn index<'a>(site: &'a Site<'a>) -> Vec<Page<'a>> {
    let description = "About conditions, and about what it is like to take part in a clinical trial.";
    let head = Head::listed("Articles", description, "/articles").with_trail(Vec::new());
    vec![Page {
        policy: Policy::with_assistants(),
        ..Page::new("articles.html", head, "articles.html", move |data| {
            data.insert("categories", &by_category(site.content));
            Ok(())
        })
    }]
}

fn linked_article(article: &Article, brand: &Brand, address: &str) -> Value {
    let front = &article.front;
    json!({
        "@type": "Article",
        "headline": front.title,
        "description": front.description,
        "datePublished": front.published.to_string(),
        "dateModified": front.updated.to_string(),
        "articleSection": front.category,
        "author": { "@type": "Organization", "name": front.author },
        "publisher": publisher(brand),
        "mainEntityOfPage": address,
    })
}

impl<'a> ArticleView<'a> {
    fn new(article: &'a Article, content: &'a Content) -> Self {
        let front = &article.front;
        let related =
            front.related.iter().filter_map(|number| content.study(number)).filter(|study| study.active);
        Self {
            description: &front.description,
            author: &front.author,
            category: &front.category,
            updated: long_date(front.updated),
            updated_day: front.updated.to_string(),
            sources: &front.sources,
            related: related.map(StudyItem::new).collect(),
            sign_up: front.sign_up,
            alignment: front.alignment,
            video: front.video.as_ref(),
            echo: like_and_comment_counts(front.likes, front.comments),
        }
    }
}

/// The picture above an article's text, as HTML.
fn head_picture(article: &Article, content: &Content) -> Option<String> {
    let image = article.front.image.as_ref()?;
    Some(figure(content.pictures.get(&image.file)?, &image.shows, ""))
}

fn like_and_comment_counts(likes: Option<u32>, comments: Option<u32>) -> Option<String> {
    let count_label = |count: Option<u32>, one: &str, many: &str| {
        count.map(|count| format!("{count} {}", if count == 1 { one } else { many }))
    };
    let labels: Vec<String> =
        [count_label(likes, "like", "likes"), count_label(comments, "comment", "comments")]
            .into_iter()
            .flatten()
            .collect();
    (!labels.is_empty()).then(|| labels.join(" · "))
}

impl<'a> ArticleCard<'a> {
    fn new(article: &'a Article) -> Self {
        let front = &article.front;
        Self {
            path: article.path(),
            title: excerpt(front.promoted_title.as_ref().unwrap_or(&front.title), CARD_TITLE),
            full_title: &front.title,
            description: &front.description,
            updated: long_date(front.updated),
            updated_day: front.updated.to_string(),
            border_color: front.border_color,
            font_color: front.font_color,
        }
    }
}

/// Groups articles by category, starting with the category of the newest article.
fn by_category(content: &Content) -> Vec<Category<'_>> {
    let mut categories: Vec<Category> = Vec::new();
    for article in &content.articles {
        let name = article.front.category.as_str();
        let card = ArticleCard::new(article);
        if let Some(category) = categories.iter_mut().find(|category| category.name == name) {
            category.articles.push(card);
        } else {
            let anchor = name.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "-");
            categories.push(Category { name, anchor, articles: vec![card] });
        }
    }
    categories
}

/// The newest articles as cards.
pub(super) fn newest(content: &Content, limit: usize) -> Vec<ArticleCard<'_>> {
    content.articles.iter().take(limit).map(|article| ArticleCard::new(article)).collect()
}

/// Formats a date such as `October 2nd, 2026`.
fn long_date(day: Date) -> String {
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
    fn long_date_has_month_name_and_ordinal_day() {
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
            assert_eq!(long_date(date(2026, 10, day)), words);
        }
    }
}

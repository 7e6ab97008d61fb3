//! The files of the site that are not pages.

use std::{collections::BTreeMap, fs};

use jiff::civil::Date;
use serde::Serialize;
use tera::Context;

use crate::{
    brand_styles::BrandStyles,
    content::{Article, Content},
    error::BuildError,
    markdown::Text,
    output::File,
    page::Dependence,
    pages,
    pictures::Rendition,
    share_picture::SharePicture,
    site::Site,
};

/// Maximum number of articles in the feed.
const FEED_LENGTH: usize = 20;

/// An article in the Atom feed.
#[derive(Serialize)]
struct FeedEntry<'a> {
    path: String,
    title: &'a str,
    description: &'a str,
    author: &'a str,
    published: String,
    updated: String,
}

/// The files that pages load: scripts, styles, fonts, the brand's colors and icon, the glossary, and the logos of partners.
pub(crate) fn loaded_by_pages<'a>(site: &'a Site<'_>) -> Vec<File<'a>> {
    let content = site.content;
    let bundle = site.bundle.files.iter().map(|file| {
        File::new(file.path.clone(), move |_| {
            fs::read(&file.from).map_err(BuildError::file("read", &file.from))
        })
    });
    let icon = File::new("icon.svg", move |_| Ok(content.mark.standalone_svg().into_bytes()));
    let colors = BrandStyles::for_brand(&content.brand)
        .map(|styles| File::new(styles.path(), move |_| Ok(styles.css.clone().into_bytes())));
    let glossary = &site.glossary;
    let glossary = File::new(glossary.path(), move |_| Ok(glossary.json.clone().into_bytes()));
    let logos = content.logos.iter().map(|logo| {
        File::new(format!("logos/{}.svg", logo.name), move |_| Ok(logo.standalone_svg().into_bytes()))
    });
    bundle.chain([icon, glossary]).chain(colors).chain(logos).collect()
}

/// The files with a template: the drawing of the loading page, and what programs read.
pub(crate) fn from_templates<'a>(site: &'a Site<'a>) -> Vec<File<'a>> {
    let mut files =
        vec![File::from_template("loading.svg", |_| ()), File::from_template("robots.txt", |_| ())];
    if !site.base_url.is_empty() {
        let content = site.content;
        let sitemap = File::from_template("sitemap.xml", move |context| {
            context.insert("addresses", &pages::sitemap(site));
        });
        files.push(File { depends_on: Dependence::AllStudies, ..sitemap });
        files.push(File::from_template("feed.xml", move |context| {
            context.insert("updated", &feed_updated(content));
            let newest = content.articles.iter().take(FEED_LENGTH);
            context.insert("entries", &newest.map(|article| FeedEntry::new(article)).collect::<Vec<_>>());
        }));
    }
    files
}

/// The files of every picture in a text, testimonial, or article header. Identical pictures share their files.
pub(crate) fn renditions<'a>(site: &Site<'a>) -> impl Iterator<Item = File<'a>> + use<'a> {
    let pictures = &site.content.pictures;
    let portraits = site.content.site.testimonials.iter().map(|testimonial| testimonial.img.as_str());
    let heads = site.content.articles.iter().filter_map(|article| article.front.image.as_ref());
    let single_pictures = portraits.chain(heads.map(|image| image.file.as_str()));
    let names = site.content.texts().flat_map(Text::pictures).chain(single_pictures);
    let shown = names.filter_map(|name| pictures.get(name));
    let by_path: BTreeMap<_, _> =
        shown.flat_map(Rendition::for_picture).map(|rendition| (rendition.path(), rendition)).collect();
    by_path.into_iter().map(|(path, rendition)| File {
        is_content_addressed: true,
        ..File::new(path, move |_| Ok(rendition.make()?))
    })
}

/// The file of a share picture.
pub(crate) fn share_picture<'a>(picture: SharePicture) -> File<'a> {
    let path = picture.path();
    File { is_content_addressed: true, ..File::new(path, move |renderer| renderer.draw(&picture)) }
}

impl<'a> File<'a> {
    /// A file at the site's root that is filled from the template of the same name.
    fn from_template(name: &'static str, add_data: impl Fn(&mut Context) + Send + Sync + 'a) -> Self {
        Self::new(name, move |renderer| {
            let mut context = Context::new();
            add_data(&mut context);
            renderer.fill(name, name, &context)
        })
    }
}

impl<'a> FeedEntry<'a> {
    fn new(article: &'a Article) -> Self {
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

/// Time of the newest article's last update, or the year 0 if there are no articles.
fn feed_updated(content: &Content) -> String {
    content.articles.first().map_or_else(|| midnight(Date::ZERO), |newest| midnight(newest.front.updated))
}

fn midnight(day: Date) -> String {
    format!("{day}T00:00:00Z")
}

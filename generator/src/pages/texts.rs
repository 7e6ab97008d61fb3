//! Text pages, `content/pages/<slug>.md`, and notices in place of a page: while it loads, where there is none, and where
//! it used to be.

use waypoint_domain::glossary::PagePart;

use crate::{
    content::{self, HEALTH_DATA},
    page::{Kind, Page, PageData, SitemapEntry},
    render::{head::Head, policy::Policy},
    site::Site,
};

pub(super) const NOTICES: Kind = Kind::new(notices);
pub(super) const TEXTS: Kind = Kind { sitemap, ..Kind::new(texts) };

fn texts<'a>(site: &'a Site<'a>) -> Vec<Page<'a>> {
    let notice = &site.content.consent.notice;
    let page = |text: &'a content::Page| {
        let head = match canonical(text) {
            Some(path) => Head::listed(&text.title, &text.description, path),
            None => Head::unlisted(&text.title, &text.description),
        };
        let head = head.with_trail(Vec::new());
        Page {
            policy: Policy::with_assistants(),
            ..Page::new(format!("{}.html", text.slug), head, "page.html", move |data| {
                // The notice stays exactly as sign-ups accept it.
                if notice.page == text.slug {
                    data.insert_html("text", text.text.html());
                    add_notice(data, notice, text);
                } else {
                    data.insert_explained("text", PagePart::Text, text.text.html());
                }
                if text.notice.as_deref() == Some(HEALTH_DATA) {
                    data.insert("processors", &site.content.duties.processors);
                }
                data.insert("goes_to", &text.goes_to);
                Ok(())
            })
        }
    };
    site.content.pages.iter().map(page).collect()
}

/// The canonical path, or `None` for a page that sends visitors to another site.
fn canonical(text: &content::Page) -> Option<String> {
    text.goes_to.is_none().then(|| format!("/{}", text.slug))
}

/// Adds the version of the privacy notice, which sign-ups accept.
fn add_notice(data: &mut PageData, notice: &content::Notice, text: &content::Page) {
    data.insert("notice_version", &notice.version);
    data.insert("notice_since", &notice.effective.strftime("%B %-d, %Y").to_string());
    data.insert("notice_fingerprint", &text.fingerprint());
}

fn sitemap(site: &Site) -> Vec<SitemapEntry> {
    site.content.pages.iter().filter_map(canonical).map(SitemapEntry::new).collect()
}

fn notices<'a>(site: &'a Site<'a>) -> Vec<Page<'a>> {
    let loading = Head::unlisted("One Moment, Please", "A page is on its way.");
    let not_found = Head::unlisted("Not Found", "There is no page at this address.");
    let fixed = [
        Page::plain("loading.html", loading, "loading.html"),
        Page::plain("404.html", not_found, "not-found.html"),
    ];
    let moved = site.content.redirects().into_iter().map(|(from, to)| {
        let head = Head::unlisted("This Page Has Moved", "This page has a new address.");
        Page::new(from.output(), head, "moved.html", move |data| {
            data.insert("moved_to", &to);
            Ok(())
        })
    });
    let pages = fixed.into_iter().chain(moved);
    pages.map(|page| Page { policy: Policy::with_assistants(), ..page }).collect()
}

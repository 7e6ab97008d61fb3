//! Template data of the legal notices.

use serde::Serialize;

use crate::content::Content;

/// A link to a legal notice.
#[derive(Serialize)]
pub(super) struct NoticeLink<'a> {
    /// The kind of the notice, such as `accessibility`.
    kind: &'a str,
    title: &'a str,
    href: String,
}

/// The legal notices besides the privacy notice, which has a link of its own.
pub(super) fn notices(content: &Content) -> Vec<NoticeLink<'_>> {
    let pages = content.pages.iter().filter(|page| page.slug != content.consent.notice.page);
    pages
        .filter_map(|page| {
            let kind = page.notice.as_deref()?;
            Some(NoticeLink { kind, title: &page.title, href: format!("/{}", page.slug) })
        })
        .collect()
}

//! A built page whose islands are filled for each request: search results, and studies without a page of their own.
//!
//! The built page itself is complete: without these fillings, its islands load their data in the browser.

use std::ops::Range;

use crate::markup;

/// The meta element that names the bundle with which the page's islands are rendered.
pub const BUNDLE_META: &str = "waypoint-islands";
/// What a page says to browsers without JavaScript, as long as its islands are not filled.
const UNFILLED: [&str; 2] = ["<noscript data-unfilled>", "</noscript>"];
const PROPS: [&str; 2] = ["<script type=\"application/json\">", "</script>"];
const WHEN: &str = "data-when=\"";
const TITLE: [&str; 2] = ["<title>", "</title>"];
/// What stands between a page's title and the site's name.
const SITE_NAME: &str = " – ";

/// A built page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuiltPage {
    html: String,
    /// The path of the bundle under the site's root.
    bundle: String,
}

/// An island's new props as JSON, and the HTML for them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilledIsland {
    /// The name of the island.
    pub name: &'static str,
    /// The props as JSON.
    pub props: String,
    /// The HTML.
    pub html: String,
}

/// A part that a page to fill must have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the built page has no {0}; build and publish the site again")]
pub struct MissingPart(String);

impl BuiltPage {
    /// Reads a built page.
    pub fn read(html: String) -> Result<Self, MissingPart> {
        let meta = format!("<meta name=\"{BUNDLE_META}\" content=\"");
        let bundle = between(&html, &meta, "\"").ok_or_else(|| MissingPart(BUNDLE_META.into()))?;
        let bundle = html[bundle].trim_start_matches('/').to_owned();
        Ok(Self { html, bundle })
    }

    /// The path of the bundle with which the islands are rendered, under the site's root.
    #[must_use]
    pub fn bundle(&self) -> &str {
        &self.bundle
    }

    /// Returns the props of an island in the built page, as JSON.
    pub fn props(&self, name: &str) -> Result<&str, MissingPart> {
        let markup = &self.html[island(&self.html, name)?];
        between(markup, PROPS[0], PROPS[1]).map(|props| &markup[props]).ok_or_else(|| missing(name))
    }

    /// Returns the page with these islands, and with another title before the site's name if there is one. What it says
    /// to browsers without JavaScript is left out.
    pub fn fill(&self, title: Option<&str>, islands: &[FilledIsland]) -> Result<String, MissingPart> {
        let mut page = self.html.clone();
        for FilledIsland { name, props, html } in islands {
            let range = island(&page, name)?;
            let when = between(&page[range.clone()], WHEN, "\"").ok_or_else(|| missing(name))?;
            let filled = markup::island(name, &page[range.clone()][when], props, html);
            page.replace_range(range, &filled);
        }
        if let Some(range) = between(&page, UNFILLED[0], UNFILLED[1]) {
            page.replace_range(range.start - UNFILLED[0].len()..range.end + UNFILLED[1].len(), "");
        }
        if let Some(title) = title
            && let Some(range) = between(&page, TITLE[0], TITLE[1])
        {
            let length = page[range.clone()].rfind(SITE_NAME).unwrap_or(range.len());
            page.replace_range(range.start..range.start + length, &escape(title));
        }
        Ok(page)
    }
}

/// The range of an island's markup in a page.
fn island(page: &str, name: &str) -> Result<Range<usize>, MissingPart> {
    let (beginning, end) = (format!("{}\"", markup::beginning(name)), markup::end(name));
    let inside = between(page, &beginning, &end).ok_or_else(|| missing(name))?;
    Ok(inside.start - beginning.len()..inside.end + end.len())
}

fn missing(island: &str) -> MissingPart {
    MissingPart(format!("island {island}"))
}

/// The range of the first text between two others.
fn between(text: &str, before: &str, after: &str) -> Option<Range<usize>> {
    let from = text.find(before)? + before.len();
    let length = text[from..].find(after)?;
    Some(from..from + length)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    fn page() -> String {
        let islands = ["search-box", "results"]
            .map(|name| markup::island(name, "idle", "{\"a\":\"<\"}", "<p>Loading</p>"))
            .concat();
        format!(
            "<title>Results – Waypoint</title><meta name=\"waypoint-islands\" content=\"/assets/islands-1.js\">\
             <main>{islands}<noscript data-unfilled><p>Turn it on</p></noscript></main>\
             <noscript>Menu</noscript>"
        )
    }

    fn filled(name: &'static str, html: &str) -> FilledIsland {
        FilledIsland { name, props: "{\"q\":\"</script>\"}".into(), html: html.into() }
    }

    #[test]
    fn filled_page_has_the_islands_and_no_note_about_scripts() {
        let built = BuiltPage::read(page()).unwrap();
        assert_eq!(built.bundle(), "assets/islands-1.js");
        let page = built.fill(Some("A < B"), &[filled("results", "<ul></ul>")]).unwrap();
        assert!(page.starts_with("<title>A &lt; B – Waypoint</title>"));
        assert!(page.contains("<div data-root><ul></ul></div></div><!--/results-->"), "{page}");
        assert!(page.contains("{\"q\":\"\\u003c/script>\"}") && !page.contains("Turn it on"));
        assert_eq!(page.matches("data-when=\"idle\"").count(), 2);
        assert_eq!(built.props("results").unwrap(), "{\"a\":\"\\u003c\"}");
        assert!(page.contains("<noscript>Menu</noscript>"));
        assert_eq!(page.matches("<p>Loading</p>").count(), 1, "the search box stays: {page}");
    }

    #[test]
    fn filling_again_replaces_all_of_the_island() {
        let built = BuiltPage::read(page()).unwrap();
        let once = built.fill(None, &[filled("results", "<p>1</p>")]).unwrap();
        let again = BuiltPage::read(once).unwrap().fill(None, &[filled("results", "<p>2</p>")]).unwrap();
        assert_eq!(again, built.fill(None, &[filled("results", "<p>2</p>")]).unwrap());
    }

    #[test]
    fn page_without_bundle_or_island_is_an_error() {
        let error = BuiltPage::read("<title></title>".into()).unwrap_err();
        assert!(error.to_string().contains("waypoint-islands"), "{error}");
        let error = BuiltPage::read(page()).unwrap().fill(None, &[filled("study", "")]).unwrap_err();
        assert!(error.to_string().contains("island study"), "{error}");
    }
}

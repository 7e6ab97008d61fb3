//! Converts Markdown to safe HTML, and collects the ids of its headings and its links.
//!
//! 1. [`events`]: parser events without raw HTML and unsafe links, with an id for each heading
//! 2. [`Text`]: the HTML, and the links for the content checks
//! 3. [`sections`]: plain paragraphs under headings, for places without markup

mod events;
mod link;
mod sections;

use pulldown_cmark::html::push_html;

use crate::pictures::Pictures;
use events::Events;

pub(crate) use events::is_external_address;
pub(crate) use link::{HiddenReason, Link, LinkKind};
pub(crate) use sections::{Section, sections};

/// A rendered Markdown text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Text {
    html: String,
    heading_ids: Vec<String>,
    links: Vec<Link>,
}

impl Text {
    /// Reads Markdown that shows no pictures. Any text is valid.
    #[must_use]
    pub fn read(markdown: &str) -> Self {
        Self::with_pictures(markdown, &Pictures::new())
    }

    /// Reads Markdown that may show these pictures.
    pub(crate) fn with_pictures(markdown: &str, pictures: &Pictures) -> Self {
        // Browsers treat null characters differently.
        let markdown = if markdown.contains('\0') { &markdown.replace('\0', "\u{fffd}") } else { markdown };
        let mut events = Events::new(markdown, pictures);
        let mut html = String::with_capacity(markdown.len() * 5 / 4);
        push_html(&mut html, &mut events);
        let (heading_ids, links) = events.into_ids_and_links();
        Self { html, heading_ids, links }
    }

    /// The HTML, which contains nothing that runs or loads from elsewhere.
    #[must_use]
    pub fn html(&self) -> &str {
        &self.html
    }

    /// Whether a heading has this id.
    pub(crate) fn has_heading(&self, id: &str) -> bool {
        self.heading_ids.iter().any(|own| own == id)
    }

    /// Whether text follows the heading with this id, before the next heading of its level.
    pub(crate) fn has_text_below(&self, id: &str) -> bool {
        let Some((before, after)) = self.html.split_once(&format!(" id=\"{id}\">")) else { return false };
        let level = before.chars().last().unwrap_or_default();
        let below = after.split_once(&format!("</h{level}>")).map_or("", |(_, below)| below.trim_start());
        let next = below.strip_prefix("<h").and_then(|rest| rest.chars().next());
        !below.is_empty() && next.is_none_or(|next| !next.is_ascii_digit() || next > level)
    }

    /// The names of all pictures in the text, including those that can't be shown.
    pub(crate) fn pictures(&self) -> impl Iterator<Item = &str> {
        let named = |link: &&Link| matches!(link.kind, LinkKind::Picture | LinkKind::HiddenPicture(_));
        self.links.iter().filter(named).map(|link| link.target.as_str())
    }

    /// The links and pictures, in the order of the text.
    pub(crate) fn links(&self) -> &[Link] {
        &self.links
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(markdown: &str) -> String {
        Text::read(markdown).html().to_owned()
    }

    #[test]
    fn each_heading_has_a_unique_id_from_its_text() {
        let text = Text::read("## What It *Costs* You\n\n## `Why?`\n\n## What it costs you\n");
        assert_eq!(text.heading_ids, ["what-it-costs-you", "why", "what-it-costs-you-2"]);
        assert!(text.html().contains("<h2 id=\"what-it-costs-you-2\">"));
        assert!(text.has_heading("why") && !text.has_heading("Why?"));
    }

    #[test]
    fn numbered_id_does_not_collide_with_a_heading() {
        let text = Text::read("# A\n\n# A 2\n\n# A\n\n# ?\n");
        assert_eq!(text.heading_ids, ["a", "a-2", "a-3", "part"]);
    }

    #[test]
    fn heading_has_text_unless_another_one_of_its_level_follows() {
        let text = Text::read("## A\n\nText.\n\n## B\n\n### C\n\n- one\n\n## D\n\n## E\n");
        let filled = ["a", "b", "c", "d", "e", "f"].map(|id| text.has_text_below(id));
        assert_eq!(filled, [true, true, true, false, false, false]);
    }

    #[test]
    fn line_breaks_and_lists_are_rendered() {
        assert_eq!(html("one  \ntwo\\\nthree"), "<p>one<br />\ntwo<br />\nthree</p>\n");
        assert_eq!(html("- one\n- two"), "<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n");
    }

    #[test]
    fn raw_html_is_dropped_and_markdown_is_rendered() {
        let text = "A **bold** <b onclick=x()>word</b>\n\n<script>alert(1)</script>\n\n[x](javascript:y)";
        assert_eq!(html(text), "<p>A <strong>bold</strong> word</p>\n<p>x</p>\n");
    }

    #[test]
    fn links_to_pages_mail_and_phone_are_rendered() {
        let html = html("[a](/privacy) [b](mailto:a@b.example) [c](tel:+12165550100) <d@e.example>");
        for href in ["/privacy", "mailto:a@b.example", "tel:+12165550100", "mailto:d@e.example"] {
            assert!(html.contains(&format!("href=\"{href}\"")), "{html}");
        }
    }

    #[test]
    fn unsafe_link_is_rendered_as_its_text() {
        for target in [
            "javascript:a()",
            "JaVaScRiPt:a()",
            "java&#x0A;script:a()",
            "&#1;javascript:a()",
            "data:text/html,a",
            "vbscript:a",
            "//elsewhere.example",
            "/\\elsewhere.example",
            "ftp://a.example",
        ] {
            assert_eq!(html(&format!("[**x** y]({target})")), "<p><strong>x</strong> y</p>\n", "{target}");
        }
    }

    #[test]
    fn link_in_the_text_of_a_link_is_rendered_as_text() {
        assert_eq!(
            html("[see <https://a.example> now](/about)"),
            "<p><a href=\"/about\">see https://a.example now</a></p>\n"
        );
    }

    #[test]
    fn table_has_no_inline_styles() {
        let html = html("| A | B |\n| --- | ---: |\n| 1 | 2 |\n");
        assert!(html.contains("<th>B</th>") && html.contains("<td>2</td>"), "{html}");
    }

    #[test]
    fn independent_html_cleaner_finds_nothing_to_remove() {
        let mut cleaner = ammonia::Builder::default();
        cleaner.link_rel(None).url_schemes(["https", "http", "mailto", "tel"].into());
        for heading in ["h1", "h2", "h3", "h4", "h5", "h6"] {
            cleaner.add_tag_attributes(heading, ["id"]);
        }
        let text = "# A & B\n\n1. one\n2. two **b** _i_ `c<d`\n\n> q\n\n```js\nx < y\n```\n\n    code\n\n\
                    [l](/a?b=c&d \"t & u\") <https://a.example/?x=1&y=2>\\\nbreak\n\n***\n\n- a\n\n  b\n- c\n\n\
                    | A |\n|:-:|\n| x |\n\n![alt](/p.png) <img src=x onerror=a> <!-- c -->\n";
        let html = html(text);
        let browsers = |html: &str| html.replace(" />", ">").replace("&quot;", "\"");
        assert_eq!(browsers(&cleaner.clean(&html).to_string()), browsers(&html));
    }
}

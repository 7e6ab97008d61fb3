//! Markdown, read once: as HTML that nothing can run in, with its headings' ids and its links.
//!
//! 1. [`events`]: what the parser finds, without raw HTML and unsafe links, each heading with an id
//! 2. [`Text`]: those events as HTML, and what stands in them for the checks
//! 3. [`sections`]: plain paragraphs under headings, for a place that shows no markup

mod events;
mod sections;

use std::ops::Range;

use pulldown_cmark::html::push_html;

use crate::pictures::Pictures;
use events::Events;

pub(crate) use events::leads_elsewhere;
pub(crate) use sections::{Section, sections};

/// A text as it is shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Text {
    html: String,
    heading_ids: Vec<String>,
    links: Vec<Link>,
}

/// Something of a text that the checks judge: a link, a picture, or what can't be shown as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Link {
    /// What it names; empty for what names nothing.
    pub(crate) target: String,
    /// Where it stands in the text, in bytes.
    pub(crate) span: Range<usize>,
    /// What it is.
    pub(crate) kind: LinkKind,
}

/// What the checks judge in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LinkKind {
    /// Words that lead elsewhere.
    Link,
    /// A picture that is shown.
    Picture,
    /// A picture that can't be shown.
    NoPicture(NotShown),
    /// Begun like a link, but shown as it is written.
    Unfinished,
    /// HTML, which is left out.
    Html,
    /// A heading as large as the page's title.
    TopHeading,
    /// A heading without words.
    EmptyHeading,
    /// A heading that leaves out a size.
    DeepHeading,
    /// A link without words.
    EmptyLink,
    /// A link by a name for which no address is given.
    Unnamed,
}

/// Why a picture can't be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotShown {
    /// There is none of that name.
    Unknown,
    /// It does not stand in a paragraph of its own.
    AmongWords,
    /// Nothing says what it shows.
    WithoutWords,
}

impl Text {
    /// Reads Markdown that shows no pictures. Every text can be read.
    #[must_use]
    pub fn read(markdown: &str) -> Self {
        Self::with_pictures(markdown, &Pictures::new())
    }

    /// Reads Markdown that can show these pictures.
    pub(crate) fn with_pictures(markdown: &str, pictures: &Pictures) -> Self {
        // Nothing shows a null, and what browsers make of one differs.
        let markdown = if markdown.contains('\0') { &markdown.replace('\0', "\u{fffd}") } else { markdown };
        let mut events = Events::of(markdown, pictures);
        let mut html = String::with_capacity(markdown.len() * 5 / 4);
        push_html(&mut html, &mut events);
        let (heading_ids, links) = events.into_found();
        Self { html, heading_ids, links }
    }

    /// The HTML: nothing in it runs or loads.
    #[must_use]
    pub fn html(&self) -> &str {
        &self.html
    }

    /// Whether a heading has this id.
    pub(crate) fn has_heading(&self, id: &str) -> bool {
        self.heading_ids.iter().any(|own| own == id)
    }

    /// The names of the pictures that it shows or means to show.
    pub(crate) fn pictures(&self) -> impl Iterator<Item = &str> {
        let named = |link: &&Link| matches!(link.kind, LinkKind::Picture | LinkKind::NoPicture(_));
        self.links.iter().filter(named).map(|link| link.target.as_str())
    }

    /// The links and pictures, in order.
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
    fn each_heading_has_an_id_of_its_own_made_of_its_words() {
        let text = Text::read("## What It *Costs* You\n\n## `Why?`\n\n## What it costs you\n");
        assert_eq!(text.heading_ids, ["what-it-costs-you", "why", "what-it-costs-you-2"]);
        assert!(text.html().contains("<h2 id=\"what-it-costs-you-2\">"));
        assert!(text.has_heading("why") && !text.has_heading("Why?"));
    }

    #[test]
    fn a_numbered_id_never_meets_a_heading_of_that_name() {
        let text = Text::read("# A\n\n# A 2\n\n# A\n\n# ?\n");
        assert_eq!(text.heading_ids, ["a", "a-2", "a-3", "part"]);
    }

    #[test]
    fn line_breaks_and_bullets_that_a_text_marks_show_as_such() {
        assert_eq!(html("one  \ntwo\\\nthree"), "<p>one<br />\ntwo<br />\nthree</p>\n");
        assert_eq!(html("- one\n- two"), "<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n");
    }

    #[test]
    fn raw_html_is_dropped_and_markup_stays() {
        let text = "A **bold** <b onclick=x()>word</b>\n\n<script>alert(1)</script>\n\n[x](javascript:y)";
        assert_eq!(html(text), "<p>A <strong>bold</strong> word</p>\n<p>x</p>\n");
    }

    #[test]
    fn links_to_pages_mail_and_phone_stay() {
        let html = html("[a](/privacy) [b](mailto:a@b.example) [c](tel:+12165550100) <d@e.example>");
        for href in ["/privacy", "mailto:a@b.example", "tel:+12165550100", "mailto:d@e.example"] {
            assert!(html.contains(&format!("href=\"{href}\"")), "{html}");
        }
    }

    #[test]
    fn a_link_that_could_run_is_its_words_alone() {
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
    fn a_link_among_the_words_of_a_link_is_words() {
        assert_eq!(
            html("[see <https://a.example> now](/about)"),
            "<p><a href=\"/about\">see https://a.example now</a></p>\n"
        );
    }

    #[test]
    fn a_table_has_no_styles_of_its_own() {
        let html = html("| A | B |\n| --- | ---: |\n| 1 | 2 |\n");
        assert!(html.contains("<th>B</th>") && html.contains("<td>2</td>"), "{html}");
    }

    #[test]
    fn the_html_is_what_a_cleaner_that_knows_nothing_of_markdown_leaves() {
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

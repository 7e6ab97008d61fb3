//! Markdown as HTML, and as plain paragraphs under headings.

use std::sync::LazyLock;

use pulldown_cmark::{Event, Parser, Tag, TagEnd, html::push_html};
use serde::Serialize;

/// A part of a text: a heading and what stands below it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Section {
    /// The heading.
    pub(crate) heading: String,
    /// The paragraphs and list items, without markup.
    pub(crate) paragraphs: Vec<String>,
}

static CLEANER: LazyLock<ammonia::Builder<'static>> = LazyLock::new(|| {
    let mut builder = ammonia::Builder::default();
    builder.link_rel(None);
    builder
});

/// The HTML of a text. Raw HTML in the text is dropped, and what remains is cleaned once more.
pub(crate) fn to_html(text: &str) -> String {
    let mut html = String::with_capacity(text.len() * 3 / 2);
    push_html(&mut html, events(text));
    CLEANER.clean(&html).to_string()
}

/// The parts of a text. What stands before the first heading comes under `title`.
pub(crate) fn sections(text: &str, title: &str) -> Vec<Section> {
    let mut sections = vec![Section { heading: title.to_owned(), paragraphs: Vec::new() }];
    let mut words = String::new();
    for event in events(text) {
        match event {
            Event::Text(part) | Event::Code(part) => words.push_str(&part),
            Event::SoftBreak | Event::HardBreak => words.push(' '),
            Event::Start(Tag::Paragraph | Tag::Heading { .. } | Tag::Item | Tag::List(_))
            | Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::CodeBlock) => {
                end_paragraph(&mut sections, &mut words);
            }
            Event::End(TagEnd::Heading(_)) => {
                let heading = std::mem::take(&mut words).trim().to_owned();
                sections.push(Section { heading, paragraphs: Vec::new() });
            }
            _ => {}
        }
    }
    end_paragraph(&mut sections, &mut words);
    if sections.first().is_some_and(|first| first.paragraphs.is_empty()) {
        sections.remove(0);
    }
    sections
}

fn end_paragraph(sections: &mut [Section], words: &mut String) {
    let paragraph = std::mem::take(words).trim().to_owned();
    if let Some(section) = sections.last_mut().filter(|_| !paragraph.is_empty()) {
        section.paragraphs.push(paragraph);
    }
}

fn events(text: &str) -> impl Iterator<Item = Event<'_>> {
    Parser::new(text).filter(|event| {
        !matches!(
            event,
            Event::Html(_)
                | Event::InlineHtml(_)
                | Event::Start(Tag::HtmlBlock)
                | Event::End(TagEnd::HtmlBlock)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_html_is_dropped_and_markup_stays() {
        let html =
            to_html("A **bold** <b onclick=x()>word</b>\n\n<script>alert(1)</script>\n\n[x](javascript:y)");
        assert_eq!(html, "<p>A <strong>bold</strong> word</p>\n<p><a>x</a></p>\n");
    }

    #[test]
    fn links_to_pages_mail_and_phone_stay() {
        let html = to_html("[a](/privacy) [b](mailto:a@b.example) [c](tel:+12165550100)");
        for href in ["/privacy", "mailto:a@b.example", "tel:+12165550100"] {
            assert!(html.contains(&format!("href=\"{href}\"")), "{html}");
        }
    }

    #[test]
    fn a_text_is_parted_at_its_headings_and_each_list_item_is_a_paragraph() {
        let text = "Before.\n\n## What we *keep*\n\nYour name\nand `age`.\n\n- one\n- two\n\n### Empty\n";
        let section = |heading: &str, paragraphs: &[&str]| Section {
            heading: heading.into(),
            paragraphs: paragraphs.iter().map(ToString::to_string).collect(),
        };
        assert_eq!(
            sections(text, "Privacy"),
            [
                section("Privacy", &["Before."]),
                section("What we keep", &["Your name and age.", "one", "two"]),
                section("Empty", &[]),
            ]
        );
    }
}

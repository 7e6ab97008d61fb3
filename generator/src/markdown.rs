//! Markdown as HTML, and as plain paragraphs under headings.

use std::{collections::HashSet, sync::LazyLock};

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
    for heading in ["h1", "h2", "h3", "h4", "h5", "h6"] {
        builder.add_tag_attributes(heading, ["id"]);
    }
    builder
});

/// The HTML of a text. Raw HTML in the text is dropped, and what remains is cleaned once more. Each
/// heading has an id made of its words.
pub(crate) fn to_html(text: &str) -> String {
    let mut html = String::with_capacity(text.len() * 3 / 2);
    push_html(&mut html, with_heading_ids(text).into_iter());
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

/// The ids of the headings of a text.
pub(crate) fn heading_ids(text: &str) -> impl Iterator<Item = String> {
    with_heading_ids(text).into_iter().filter_map(|event| match event {
        Event::Start(Tag::Heading { id, .. }) => id.map(|id| id.to_string()),
        _ => None,
    })
}

fn with_heading_ids(text: &str) -> Vec<Event<'_>> {
    let mut all: Vec<Event> = events(text).collect();
    let mut taken = HashSet::new();
    for start in 0..all.len() {
        if !matches!(all[start], Event::Start(Tag::Heading { .. })) {
            continue;
        }
        let words: String = all[start..]
            .iter()
            .take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))))
            .filter_map(|event| match event {
                Event::Text(part) | Event::Code(part) => Some(part.as_ref()),
                _ => None,
            })
            .collect();
        let id = unused(&slug(&words), &mut taken);
        if let Event::Start(Tag::Heading { id: place, .. }) = &mut all[start] {
            *place = Some(id.into());
        }
    }
    all
}

/// Words in small letters, with hyphens between them.
fn slug(words: &str) -> String {
    let words = words.to_lowercase();
    let words: Vec<&str> = words.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    words.join("-")
}

fn unused(id: &str, taken: &mut HashSet<String>) -> String {
    let numbered = (2..).map(|number| format!("{id}-{number}"));
    let found = std::iter::once(id.to_owned()).chain(numbered).find(|id| !taken.contains(id));
    let found = found.unwrap_or_default();
    taken.insert(found.clone());
    found
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
    fn each_heading_has_an_id_of_its_own_made_of_its_words() {
        let text = "## What It *Costs* You\n\n## `Why?`\n\n## What it costs you\n";
        let ids: Vec<_> = heading_ids(text).collect();
        assert_eq!(ids, ["what-it-costs-you", "why", "what-it-costs-you-2"]);
        assert!(to_html(text).contains("<h2 id=\"what-it-costs-you-2\">"));
    }

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

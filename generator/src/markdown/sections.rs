//! Splits a text into plain paragraphs under headings.

use pulldown_cmark::{Event, Tag, TagEnd};
use serde::Serialize;

use super::events::Events;
use crate::pictures::Pictures;

/// A heading and the text below it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Section {
    pub(crate) heading: String,
    /// The paragraphs and list items, without markup.
    pub(crate) paragraphs: Vec<String>,
}

/// Returns the sections of a text. The text before the first heading gets `title` as its heading.
pub(crate) fn sections(markdown: &str, title: &str) -> Vec<Section> {
    let mut sections = vec![Section { heading: title.to_owned(), paragraphs: Vec::new() }];
    let mut words = String::new();
    for event in Events::new(markdown, &Pictures::new()) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_split_at_headings_and_each_list_item_is_a_paragraph() {
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

//! Terms of the glossary in HTML.

use waypoint_domain::glossary::{Explainer, Glossary, PagePart};

use crate::escaped::escaped;

/// Elements whose text explains no terms: links, what visitors press, headings, labels, code, and what persons said.
const UNEXPLAINED: [&str; 19] = [
    "a",
    "button",
    "summary",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "dt",
    "th",
    "label",
    "legend",
    "code",
    "pre",
    "blockquote",
    "q",
    "script",
    "style",
];
/// The element that begins a section, in which each term is explained again.
const SECTION_TITLE: &str = "h2";

/// HTML whose terms are links to the glossary.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ExplainedHtml {
    pub(crate) html: String,
    /// Whether the HTML has any terms.
    pub(crate) has_terms: bool,
}

impl ExplainedHtml {
    /// Links the terms of HTML, in which every `<` and `>` of a text is escaped. The text itself stays the same.
    pub(crate) fn new(html: &str, part: PagePart, glossary: &Glossary) -> Self {
        let mut explained = Self { html: String::with_capacity(html.len()), has_terms: false };
        let mut explainer = glossary.explainer(part);
        let mut depth: usize = 0;
        let mut rest = html;
        while let Some((text, tag, after)) = next_tag(rest) {
            explained.push_text(text, (depth == 0).then_some(&mut explainer));
            explained.html.push_str(tag);
            let name = name_of(tag);
            if UNEXPLAINED.contains(&name) {
                depth = if tag.starts_with("</") { depth.saturating_sub(1) } else { depth + 1 };
            }
            if name == SECTION_TITLE {
                explainer = glossary.explainer(part);
            }
            rest = after;
        }
        explained.push_text(rest, (depth == 0).then_some(&mut explainer));
        explained
    }

    fn push_text(&mut self, text: &str, explainer: Option<&mut Explainer>) {
        let mut end = 0;
        for occurrence in explainer.map(|explainer| explainer.explain(text)).unwrap_or_default() {
            let (start, after) = (occurrence.span.start, occurrence.span.end);
            if is_escape(&text[..start]) {
                continue;
            }
            self.html.push_str(&text[end..start]);
            self.html.push_str(&link(occurrence.term, &text[start..after]));
            self.has_terms = true;
            end = after;
        }
        self.html.push_str(&text[end..]);
    }
}

fn link(term: &str, words: &str) -> String {
    format!("<a class=\"term\" href=\"/glossary#{}\">{words}</a>", escaped(term))
}

/// Whether a word after this text is the name of an escaped character, such as `amp`.
fn is_escape(before: &str) -> bool {
    before.trim_end_matches('#').ends_with('&')
}

/// Splits HTML into the text before the next tag, the tag, and the rest.
fn next_tag(html: &str) -> Option<(&str, &str, &str)> {
    let start = html.find('<')?;
    let end = start + html[start..].find('>')? + 1;
    Some((&html[..start], &html[start..end], &html[end..]))
}

fn name_of(tag: &str) -> &str {
    let name = tag.trim_start_matches(['<', '/']);
    name.split(|sign: char| !sign.is_ascii_alphanumeric()).next().unwrap_or_default()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use proptest::prelude::*;
    use waypoint_domain::glossary::TermForms;

    use super::*;
    use crate::markdown::Text;

    fn glossary() -> Glossary {
        let term = |id: &str, forms: &[&str]| TermForms {
            id: id.into(),
            forms: forms.iter().map(|form| (*form).to_owned()).collect(),
            names: Vec::new(),
            only_in: Vec::new(),
        };
        Glossary::new(vec![
            term("placebo", &["placebo"]),
            term("side-effect", &["side effect", "side effects"]),
            term("amp", &["amp", "lt", "quot"]),
        ])
    }

    fn explained(html: &str) -> ExplainedHtml {
        ExplainedHtml::new(html, PagePart::Text, &glossary())
    }

    fn plain(html: &str) -> String {
        let mut rest = html;
        let mut text = String::new();
        while let Some((words, _, after)) = next_tag(rest) {
            text.push_str(words);
            rest = after;
        }
        text + rest
    }

    #[test]
    fn first_occurrence_in_each_section_is_a_link() {
        let html =
            "<p>A placebo.</p><p>A <em>placebo</em>.</p><h2>Placebo</h2><p>Side effects of a placebo</p>";
        let link = |id: &str, words: &str| format!("<a class=\"term\" href=\"/glossary#{id}\">{words}</a>");
        let expected = format!(
            "<p>A {}.</p><p>A <em>placebo</em>.</p><h2>Placebo</h2><p>{} of a {}</p>",
            link("placebo", "placebo"),
            link("side-effect", "Side effects"),
            link("placebo", "placebo")
        );
        assert_eq!(explained(html), ExplainedHtml { html: expected, has_terms: true });
    }

    #[test]
    fn links_headings_buttons_code_and_quotes_of_persons_explain_nothing() {
        for name in UNEXPLAINED {
            let html = format!("<{name} id=\"x\">A <em>placebo</em></{name}><p>None</p>");
            assert_eq!(explained(&html), ExplainedHtml { html: html.clone(), has_terms: false });
        }
        let html = explained("<blockquote><p>A placebo</p></blockquote><p>A placebo</p>").html;
        assert!(html.starts_with("<blockquote><p>A placebo</p></blockquote><p>A <a "), "{html}");
    }

    #[test]
    fn attributes_and_escapes_explain_nothing() {
        let html = "<img alt=\"placebo\"><p title='placebo'>A &amp; B &lt; C, &quot;D&quot;</p>";
        assert_eq!(explained(html).html, html);
    }

    proptest! {
        #[test]
        fn explaining_terms_never_changes_the_text(
            parts in prop::collection::vec(
                prop_oneof![
                    Just("placebo".to_owned()),
                    Just("side effects".to_owned()),
                    Just("\n\n## ".to_owned()),
                    Just("\n\n> ".to_owned()),
                    "[ *_`&<>\\[\\]()!.-]{1,3}",
                    "\\PC{0,6}",
                ],
                0..30,
            )
        ) {
            let markdown = parts.concat();
            let text = Text::read(&markdown);
            prop_assert_eq!(plain(&explained(text.html()).html), plain(text.html()));
        }
    }
}

//! The texts that the chat assistant may quote: common questions, and sections of articles, conditions, and pages.

use waypoint_domain::assistant::Passage;
use waypoint_text::in_one_line;

use crate::{content::Content, markdown::Text};

/// Maximum length of a passage in characters. Longer texts are cut at the end of a sentence.
const MAX_LENGTH: usize = 360;
/// Pages about how the site works.
const PAGES: &[&str] = &["about", "nurse", "privacy", "sponsors", "contact"];

/// Returns every passage of the content, starting with common questions.
#[must_use]
pub fn passages(content: &Content) -> Vec<Passage> {
    let faqs = content.faqs.iter().map(|faq| Passage {
        title: faq.question.clone(),
        text: faq.answer.in_one_line(),
        page: "Common Questions".into(),
        address: format!("/#{}", faq.anchor()),
    });
    let articles = content
        .articles
        .iter()
        .filter(|article| !article.front.draft)
        .flat_map(|article| text_passages(&article.text, &article.front.title, &article.path()));
    let conditions = content
        .conditions
        .iter()
        .filter(|condition| !condition.front.draft)
        .flat_map(|condition| text_passages(&condition.text, &condition.front.title, &condition.path()));
    let pages = content
        .pages
        .iter()
        .filter(|page| !page.draft && PAGES.contains(&page.slug.as_str()))
        .flat_map(|page| text_passages(&page.text, &page.title, &format!("/{}", page.slug)));
    faqs.chain(articles).chain(conditions).chain(pages).collect()
}

/// Returns a passage for each heading of a text. The text before the first heading gets the page's title.
fn text_passages(text: &Text, page: &str, address: &str) -> Vec<Passage> {
    let mut parts = vec![(page.to_owned(), String::new())];
    let mut rest = text.html();
    let mut heading = None;
    while let Some((words, tag, after)) = next_tag(rest) {
        let name = tag.split([' ', '/']).find(|part| !part.is_empty()).unwrap_or_default();
        let target: &mut String = match (&mut heading, parts.last_mut()) {
            (Some(heading), _) => heading,
            (None, Some((_, text))) => text,
            (None, None) => break,
        };
        target.push_str(words);
        match (is_heading(name), tag.starts_with('/')) {
            (true, false) => heading = Some(String::new()),
            (true, true) => parts.push((plain_text(&heading.take().unwrap_or_default()), String::new())),
            (false, _) => target.push(' '),
        }
        rest = after;
    }
    let parts = parts.into_iter().map(|(title, text)| (title, truncate(&plain_text(&text))));
    let non_empty = parts.filter(|(_, text)| !text.is_empty());
    non_empty
        .map(|(title, text)| Passage { title, text, page: page.to_owned(), address: address.to_owned() })
        .collect()
}

/// Splits HTML into the text before the next tag, the tag, and the rest.
fn next_tag(html: &str) -> Option<(&str, &str, &str)> {
    let (words, rest) = html.split_once('<')?;
    let (tag, after) = rest.split_once('>')?;
    Some((words, tag, after))
}

fn is_heading(name: &str) -> bool {
    matches!(name.as_bytes(), [b'h', b'1'..=b'6'])
}

/// The text of HTML on one line, without escapes.
fn plain_text(html: &str) -> String {
    let unescaped =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#x27;", "'"), ("&amp;", "&")]
            .iter()
            .fold(html.to_owned(), |text, (escaped, sign)| text.replace(escaped, sign));
    let line = in_one_line(&unescaped);
    [" .", " ,", " ;", " :", " !", " ?", " )"]
        .iter()
        .fold(line, |line, loose| line.replace(loose, &loose[1..]))
}

/// Returns as many whole sentences as fit in `MAX_LENGTH` characters.
fn truncate(text: &str) -> String {
    if text.chars().count() <= MAX_LENGTH {
        return text.to_owned();
    }
    let end = text.char_indices().nth(MAX_LENGTH).map_or(text.len(), |(at, _)| at);
    let ends = [". ", "? ", "! "].iter().filter_map(|sign| text[..end].rfind(sign));
    ends.max().map_or_else(String::new, |at| text[..=at].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(markdown: &str) -> Vec<(String, String)> {
        let passages = text_passages(&Text::read(markdown), "Living With COPD", "/articles/copd");
        assert!(passages.iter().all(|passage| passage.address == "/articles/copd"));
        passages.into_iter().map(|passage| (passage.title, passage.text)).collect()
    }

    #[test]
    fn each_heading_starts_a_passage_without_markup() {
        let text = "COPD is **long**.\n\n## Why *Flare-Ups* Matter\n\nThey <b>hurt</b> & [last](/x).\n\n- a\n- b\n\n## Empty\n";
        let passage = |title: &str, text: &str| (title.to_owned(), text.to_owned());
        assert_eq!(
            read(text),
            [
                passage("Living With COPD", "COPD is long."),
                passage("Why Flare-Ups Matter", "They hurt & last. a b")
            ]
        );
    }

    #[test]
    fn long_section_is_cut_at_the_end_of_a_sentence() {
        let text = read(&"One two three. ".repeat(60));
        assert!(text[0].1.ends_with("three.") && text[0].1.len() <= MAX_LENGTH, "{text:?}");
    }
}

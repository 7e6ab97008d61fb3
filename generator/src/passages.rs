//! What the chat assistant may quote: common questions, and the parts of articles, conditions and pages, each with the
//! address at which it is read.

use waypoint_domain::assistant::Passage;

use crate::{content::Content, markdown::Text};

/// The most characters of a passage; a part of a text that is longer ends after a sentence.
const LONGEST: usize = 360;
/// Pages that say how this site works.
const PAGES: &[&str] = &["about", "nurse", "privacy", "sponsors", "contact"];

/// Every passage of the content, common questions first.
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
        .flat_map(|article| of_text(&article.text, &article.front.title, &article.path()));
    let conditions = content
        .conditions
        .iter()
        .filter(|condition| !condition.front.draft)
        .flat_map(|condition| of_text(&condition.text, &condition.front.title, &condition.path()));
    let pages = content
        .pages
        .iter()
        .filter(|page| !page.draft && PAGES.contains(&page.slug.as_str()))
        .flat_map(|page| of_text(&page.text, &page.title, &format!("/{}", page.slug)));
    faqs.chain(articles).chain(conditions).chain(pages).collect()
}

/// A passage for each heading of a text; what stands before the first comes under the page's title.
fn of_text(text: &Text, page: &str, address: &str) -> Vec<Passage> {
    let mut parts = vec![(page.to_owned(), String::new())];
    let mut rest = text.html();
    let mut heading = None;
    while let Some((words, tag, after)) = next_tag(rest) {
        let name = tag.split([' ', '/']).find(|part| !part.is_empty()).unwrap_or_default();
        let into: &mut String = match (&mut heading, parts.last_mut()) {
            (Some(heading), _) => heading,
            (None, Some((_, text))) => text,
            (None, None) => break,
        };
        into.push_str(words);
        match (is_heading(name), tag.starts_with('/')) {
            (true, false) => heading = Some(String::new()),
            (true, true) => parts.push((plain(&heading.take().unwrap_or_default()), String::new())),
            (false, _) => into.push(' '),
        }
        rest = after;
    }
    let parts = parts.into_iter().map(|(title, text)| (title, shortened(&plain(&text))));
    let told = parts.filter(|(_, text)| !text.is_empty());
    told.map(|(title, text)| Passage { title, text, page: page.to_owned(), address: address.to_owned() })
        .collect()
}

/// The text before the next tag, the tag, and what follows it.
fn next_tag(html: &str) -> Option<(&str, &str, &str)> {
    let (words, rest) = html.split_once('<')?;
    let (tag, after) = rest.split_once('>')?;
    Some((words, tag, after))
}

fn is_heading(name: &str) -> bool {
    matches!(name.as_bytes(), [b'h', b'1'..=b'6'])
}

/// Text of HTML as it is read, in one line.
fn plain(html: &str) -> String {
    let unescaped =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#x27;", "'"), ("&amp;", "&")]
            .iter()
            .fold(html.to_owned(), |text, (escaped, sign)| text.replace(escaped, sign));
    let line = unescaped.split_whitespace().collect::<Vec<_>>().join(" ");
    [" .", " ,", " ;", " :", " !", " ?", " )"]
        .iter()
        .fold(line, |line, loose| line.replace(loose, &loose[1..]))
}

/// As many whole sentences as fit.
fn shortened(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(at, _)| at);
    let ends = [". ", "? ", "! "].iter().filter_map(|sign| text[..end].rfind(sign));
    ends.max().map_or_else(String::new, |at| text[..=at].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(markdown: &str) -> Vec<(String, String)> {
        let passages = of_text(&Text::read(markdown), "Living With COPD", "/articles/copd");
        assert!(passages.iter().all(|passage| passage.address == "/articles/copd"));
        passages.into_iter().map(|passage| (passage.title, passage.text)).collect()
    }

    #[test]
    fn a_text_has_a_passage_for_each_heading_without_markup() {
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
    fn a_long_part_ends_after_a_sentence() {
        let text = read(&"One two three. ".repeat(60));
        assert!(text[0].1.ends_with("three.") && text[0].1.len() <= LONGEST, "{text:?}");
    }
}

//! Tags and comments.

use super::element::{Effect, effect};

/// The longest tag in bytes.
const LONGEST: usize = 2000;

/// A part of a text that is not shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Markup<'a> {
    Comment,
    /// A start tag and its element's name.
    Open(Effect, &'a str),
    Close(Effect),
}

/// Returns the tag or comment at the start of a text, which is a less-than sign, with its length.
pub(super) fn markup(text: &str) -> Option<(Markup<'_>, usize)> {
    if let Some(comment) = text.strip_prefix("<!--") {
        return comment.find("-->").map(|end| (Markup::Comment, "<!---->".len() + end));
    }
    if let Some(declaration) = text.strip_prefix("<!").or_else(|| text.strip_prefix("<?")) {
        let end = declaration.find('>').filter(|end| *end < LONGEST)?;
        return declaration.starts_with(['[', 'D', 'd', 'x']).then_some((Markup::Comment, 3 + end));
    }
    let inner = &text[1..];
    let (inner, closes) = match inner.strip_prefix("\\/").or_else(|| inner.strip_prefix('/')) {
        Some(name) => (name, true),
        None => (inner, false),
    };
    let name_end = inner.find(|c: char| !c.is_ascii_alphanumeric() && c != ':')?;
    let (name, attributes) = inner.split_at(name_end);
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let effect = effect(name)?;
    let end = end_of_attributes(attributes).filter(|end| *end < LONGEST)?;
    // In `a<b and c>d`, the words after the name are no attributes.
    let words = attributes[..end].trim_end_matches(['\\', '/']).trim();
    if name.len() == 1 && !words.is_empty() && !words.contains('=') {
        return None;
    }
    let starts_well = attributes.starts_with(['>', '/', '\\']) || attributes.starts_with(char::is_whitespace);
    let length = text.len() - attributes.len() + end + 1;
    let markup = if closes { Markup::Close(effect) } else { Markup::Open(effect, name) };
    starts_well.then_some((markup, length))
}

/// Returns the place of the greater-than sign that ends a tag. Quoted values may contain one.
fn end_of_attributes(text: &str) -> Option<usize> {
    let mut quote = None;
    let mut before = ' ';
    for (at, c) in text.char_indices().take(LONGEST) {
        match (quote, c) {
            (None, '>') => return Some(at),
            (None, '<') => return None,
            (None, '"' | '\'') if before == '=' => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            _ => {}
        }
        before = c;
    }
    None
}

/// Returns the place after the end tag of an element.
pub(super) fn end_of(name: &str, text: &str) -> Option<usize> {
    let end_tag = |at: usize| match markup(&text[at..]) {
        Some((Markup::Close(_), length))
            if text[at..]
                .trim_start_matches(['<', '\\', '/'])
                .get(..name.len())?
                .eq_ignore_ascii_case(name) =>
        {
            Some(at + length)
        }
        _ => None,
    };
    text.match_indices('<').find_map(|(at, _)| end_tag(at))
}

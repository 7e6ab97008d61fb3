//! Parser events of a Markdown text, made safe to render.

use std::{
    collections::{HashMap, VecDeque},
    iter::{self, Peekable},
    ops::Range,
};

use pulldown_cmark::{
    Alignment, CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, OffsetIter, Options, Parser, Tag, TagEnd,
};

use url::Url;

use super::link::{HiddenReason, Link, LinkKind};
use crate::pictures::{self, Pictures};

/// Prefixes of external addresses.
const MAIL: &str = "mailto:";
const TEL: &str = "tel:";
const EXTERNAL_PREFIXES: [&str; 3] = ["https://", MAIL, TEL];

/// The id of a heading without letters or digits.
const FALLBACK_ID: &str = "part";

/// The events of a text, without raw HTML and inline styles. A link that could run a script keeps only its text. Each
/// heading gets an id made from its text.
pub(super) struct Events<'a> {
    markdown: &'a str,
    parser: Peekable<OffsetIter<'a>>,
    pictures: &'a Pictures,
    /// The rest of a heading that was read ahead to create its id.
    pending: VecDeque<Event<'a>>,
    /// The open links, and whether each is rendered as a link.
    open_links: Vec<bool>,
    /// Where the last text ended, if it ended with a bracket.
    bracket_end: Option<usize>,
    /// The level of the last heading. The page's title has level 1.
    last_heading: HeadingLevel,
    ids: HashMap<String, usize>,
    heading_ids: Vec<String>,
    links: Vec<Link>,
}

impl<'a> Events<'a> {
    pub(super) fn new(markdown: &'a str, pictures: &'a Pictures) -> Self {
        Self {
            markdown,
            parser: Parser::new_ext(markdown, Options::ENABLE_TABLES).into_offset_iter().peekable(),
            pictures,
            pending: VecDeque::new(),
            open_links: Vec::new(),
            bracket_end: None,
            last_heading: HeadingLevel::H1,
            ids: HashMap::new(),
            heading_ids: Vec::new(),
            links: Vec::new(),
        }
    }

    /// Returns the ids of the headings, and the links.
    pub(super) fn into_ids_and_links(self) -> (Vec<String>, Vec<Link>) {
        (self.heading_ids, self.links)
    }

    fn next_safe(&mut self) -> Option<Event<'a>> {
        loop {
            let (event, span) = self.parser.next()?;
            return Some(match event {
                Event::Start(Tag::HtmlBlock) | Event::InlineHtml(_) => {
                    self.note_html(span);
                    continue;
                }
                Event::Html(_) | Event::End(TagEnd::HtmlBlock | TagEnd::Image) => continue,
                Event::Start(Tag::Image { dest_url, .. }) => {
                    let known = self.pictures.contains_key(&*dest_url);
                    let why = if known { HiddenReason::Inline } else { HiddenReason::Unknown };
                    let kind = LinkKind::HiddenPicture(why);
                    self.links.push(Link { target: dest_url.into_string(), span, kind });
                    continue;
                }
                Event::Start(Tag::Paragraph) => match self.picture_paragraph(&span) {
                    Some(html) => Event::Html(html.into()),
                    None => Event::Start(Tag::Paragraph),
                },
                Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                    let is_mail = link_type == LinkType::Email;
                    let target = if is_mail { format!("mailto:{dest_url}") } else { dest_url.to_string() };
                    let kind = if self.is_empty_link() { LinkKind::EmptyLink } else { LinkKind::Link };
                    self.links.push(Link { target, span, kind });
                    // Links can't be nested, so an address in the text of a link is not a link.
                    let is_shown = (is_mail || is_safe(&dest_url)) && !self.open_links.contains(&true);
                    self.open_links.push(is_shown);
                    if !is_shown {
                        continue;
                    }
                    Event::Start(Tag::Link { link_type, dest_url, title, id })
                }
                Event::End(TagEnd::Link) => match self.open_links.pop() {
                    Some(false) => continue,
                    _ => event,
                },
                Event::Start(Tag::Heading { level, .. }) => {
                    self.note_heading(level, span);
                    event
                }
                Event::Start(Tag::CodeBlock(_)) => Event::Start(Tag::CodeBlock(CodeBlockKind::Indented)),
                Event::Start(Tag::Table(columns)) => {
                    Event::Start(Tag::Table(vec![Alignment::None; columns.len()]))
                }
                Event::Text(text) => {
                    self.note_unfinished_link(span);
                    Event::Text(text)
                }
                other => other,
            });
        }
    }

    /// Whether the link that was just opened has no text.
    fn is_empty_link(&mut self) -> bool {
        match self.parser.peek() {
            Some((Event::End(TagEnd::Link), _)) => true,
            Some((Event::Text(words), _)) => words.trim().is_empty(),
            _ => false,
        }
    }

    /// The HTML of a picture that is the only content of a paragraph. Consumes the paragraph.
    fn picture_paragraph(&mut self, paragraph: &Range<usize>) -> Option<String> {
        let (Event::Start(Tag::Image { dest_url, title, .. }), span) = self.parser.peek()? else {
            return None;
        };
        let picture = self.pictures.get(&**dest_url)?;
        if self.markdown[paragraph.clone()].trim() != &self.markdown[span.clone()] {
            return None;
        }
        let (target, title, span) = (dest_url.to_string(), title.to_string(), span.clone());
        let mut alt_text = String::new();
        for (event, _) in self.parser.by_ref() {
            match event {
                Event::Text(part) | Event::Code(part) => alt_text.push_str(&part),
                Event::SoftBreak | Event::HardBreak => alt_text.push(' '),
                Event::End(TagEnd::Paragraph) => break,
                _ => {}
            }
        }
        let has_no_alt_text = alt_text.trim().is_empty();
        let kind = if has_no_alt_text {
            LinkKind::HiddenPicture(HiddenReason::MissingAltText)
        } else {
            LinkKind::Picture
        };
        self.links.push(Link { target, span, kind });
        Some(if has_no_alt_text { String::new() } else { pictures::figure(picture, alt_text.trim(), &title) })
    }

    /// Records a heading that has no text, uses the level of the page's title, or skips a level.
    fn note_heading(&mut self, level: HeadingLevel, span: Range<usize>) {
        let is_empty = self.markdown[span.clone()].trim_matches(['#', ' ', '\n']).is_empty();
        let skips_level = level as usize > self.last_heading as usize + 1;
        self.last_heading = level;
        let kind = match level {
            _ if is_empty => LinkKind::EmptyHeading,
            HeadingLevel::H1 => LinkKind::TopHeading,
            _ if skips_level => LinkKind::DeepHeading,
            _ => return,
        };
        self.links.push(Link { target: String::new(), span, kind });
    }

    /// Records HTML, which an editor must replace with Markdown. Comments are ignored, and each element is recorded
    /// once, at its start.
    fn note_html(&mut self, span: Range<usize>) {
        let source = self.markdown[span.clone()].trim_start();
        if !source.starts_with("<!--") && !source.starts_with("</") {
            self.links.push(Link { target: String::new(), span, kind: LinkKind::Html });
        }
    }

    /// Records `](` in plain text, which is an unfinished link or one with a space in its address, and `][`, which is
    /// a link whose reference is undefined.
    fn note_unfinished_link(&mut self, span: Range<usize>) {
        let source = &self.markdown[span.clone()];
        let follows_bracket = self.bracket_end == Some(span.start);
        let begins = |behind: char, both: &str| {
            let follows = source.starts_with(behind) && follows_bracket;
            follows.then_some(span.start).or_else(|| Some(span.start + source.find(both)? + 1))
        };
        let unfinished = begins('(', "](").map(|start| (start, LinkKind::Unfinished));
        let unnamed = || begins('[', "][").map(|start| (start, LinkKind::Unnamed));
        if let Some((start, kind)) = unfinished.or_else(unnamed) {
            self.links.push(Link { target: String::new(), span: start..span.end, kind });
        }
        self.bracket_end = source.ends_with(']').then_some(span.end);
    }

    /// Reads the rest of a heading and creates an id from its text.
    fn heading_id(&mut self) -> CowStr<'a> {
        let mut words = String::new();
        while let Some(event) = self.next_safe() {
            if let Event::Text(text) | Event::Code(text) = &event {
                push_slug(text, &mut words);
            }
            let ended = matches!(event, Event::End(TagEnd::Heading(_)));
            self.pending.push_back(event);
            if ended {
                break;
            }
        }
        words.truncate(words.trim_end_matches('-').len());
        let id = self.unique_id(if words.is_empty() { FALLBACK_ID } else { &words });
        self.heading_ids.push(id.clone());
        id.into()
    }

    fn unique_id(&mut self, words: &str) -> String {
        let Some(&times) = self.ids.get(words) else {
            self.ids.insert(words.to_owned(), 1);
            return words.to_owned();
        };
        let mut numbers = iter::successors(Some(times + 1), |number| Some(number + 1));
        let free = numbers.find(|number| !self.ids.contains_key(&format!("{words}-{number}")));
        let number = free.unwrap_or(times + 1);
        self.ids.insert(words.to_owned(), number);
        let id = format!("{words}-{number}");
        self.ids.insert(id.clone(), 1);
        id
    }
}

impl<'a> Iterator for Events<'a> {
    type Item = Event<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(event) = self.pending.pop_front() {
            return Some(event);
        }
        let mut event = self.next_safe()?;
        if let Event::Start(Tag::Heading { id, classes, attrs, .. }) = &mut event {
            *id = Some(self.heading_id());
            classes.clear();
            attrs.clear();
        }
        Some(event)
    }
}

/// Appends text in lower case, with a hyphen for any other run of characters.
fn push_slug(text: &str, slug: &mut String) {
    for character in text.chars() {
        if character.is_alphanumeric() {
            slug.extend(character.to_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
}

/// Whether an address is a valid external link: a page over HTTPS, a mail address, or a phone number.
pub(crate) fn is_external_address(address: &str) -> bool {
    let after =
        |beginning: &str| starts_with_ignoring_case(address, beginning).then(|| &address[beginning.len()..]);
    EXTERNAL_PREFIXES.iter().any(|beginning| after(beginning).is_some())
        && !address.contains(char::is_whitespace)
        && Url::parse(address).is_ok()
        && after(MAIL).is_none_or(|mail| mail.contains('@'))
        && after(TEL).is_none_or(is_phone_number)
}

/// Whether a text is a phone number.
fn is_phone_number(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_digit() || "+-.()".contains(c))
}

/// Whether following an address can only open a page, write a mail, or dial a number. Browsers ignore line breaks and
/// control characters in an address, so an address with any is rejected.
fn is_safe(address: &str) -> bool {
    if address.chars().any(|c| c.is_control() || c.is_whitespace() || c == '\\') || address.starts_with("//")
    {
        return false;
    }
    let has_scheme = address.split(['/', '?', '#']).next().is_some_and(|first| first.contains(':'));
    !has_scheme || is_external_address(address)
}

fn starts_with_ignoring_case(text: &str, beginning: &str) -> bool {
    text.get(..beginning.len()).is_some_and(|start| start.eq_ignore_ascii_case(beginning))
}

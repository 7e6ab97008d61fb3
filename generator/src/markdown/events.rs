//! What the parser finds in a text, made fit to be shown.

use std::{
    collections::{HashMap, VecDeque},
    iter::{self, Peekable},
    ops::Range,
};

use pulldown_cmark::{
    Alignment, CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, OffsetIter, Options, Parser, Tag, TagEnd,
};

use url::Url;

use super::{Link, LinkKind, NotShown};
use crate::pictures::{self, Pictures};

/// How addresses elsewhere begin.
const MAIL: &str = "mailto:";
const TEL: &str = "tel:";
const ELSEWHERE: [&str; 3] = ["https://", MAIL, TEL];

/// The id of a heading without a letter or digit.
const NAMELESS: &str = "part";

/// The events of a text. Raw HTML is left out, of a link that could run only the words stay, and what
/// the page's security policy would block is not written. Each heading has an id made of its words.
pub(super) struct Events<'a> {
    markdown: &'a str,
    parser: Peekable<OffsetIter<'a>>,
    pictures: &'a Pictures,
    /// The rest of a heading, of which the end had to be seen.
    held: VecDeque<Event<'a>>,
    /// The links that are open, and whether each is shown as one.
    open_links: Vec<bool>,
    /// Where words ended that end in a bracket.
    bracket_end: Option<usize>,
    /// The size of the last heading; the page's title has the first.
    last_heading: HeadingLevel,
    ids: HashMap<String, usize>,
    heading_ids: Vec<String>,
    links: Vec<Link>,
}

impl<'a> Events<'a> {
    pub(super) fn of(markdown: &'a str, pictures: &'a Pictures) -> Self {
        Self {
            markdown,
            parser: Parser::new_ext(markdown, Options::ENABLE_TABLES).into_offset_iter().peekable(),
            pictures,
            held: VecDeque::new(),
            open_links: Vec::new(),
            bracket_end: None,
            last_heading: HeadingLevel::H1,
            ids: HashMap::new(),
            heading_ids: Vec::new(),
            links: Vec::new(),
        }
    }

    /// The ids of the headings, and the links.
    pub(super) fn into_found(self) -> (Vec<String>, Vec<Link>) {
        (self.heading_ids, self.links)
    }

    fn next_clean(&mut self) -> Option<Event<'a>> {
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
                    let why = if known { NotShown::AmongWords } else { NotShown::Unknown };
                    let kind = LinkKind::NoPicture(why);
                    self.links.push(Link { target: dest_url.into_string(), span, kind });
                    continue;
                }
                Event::Start(Tag::Paragraph) => match self.picture_alone_in(&span) {
                    Some(html) => Event::Html(html.into()),
                    None => Event::Start(Tag::Paragraph),
                },
                Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                    let is_mail = link_type == LinkType::Email;
                    let target = if is_mail { format!("mailto:{dest_url}") } else { dest_url.to_string() };
                    let kind = if self.is_without_words() { LinkKind::EmptyLink } else { LinkKind::Link };
                    self.links.push(Link { target, span, kind });
                    // An address among the words of a link is no link of its own.
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

    /// Whether the link that has begun ends at once.
    fn is_without_words(&mut self) -> bool {
        match self.parser.peek() {
            Some((Event::End(TagEnd::Link), _)) => true,
            Some((Event::Text(words), _)) => words.trim().is_empty(),
            _ => false,
        }
    }

    /// The HTML of a picture that is all there is in a paragraph, which is passed over then.
    fn picture_alone_in(&mut self, paragraph: &Range<usize>) -> Option<String> {
        let (Event::Start(Tag::Image { dest_url, title, .. }), span) = self.parser.peek()? else {
            return None;
        };
        let picture = self.pictures.get(&**dest_url)?;
        if self.markdown[paragraph.clone()].trim() != &self.markdown[span.clone()] {
            return None;
        }
        let (target, title, span) = (dest_url.to_string(), title.to_string(), span.clone());
        let mut words = String::new();
        for (event, _) in self.parser.by_ref() {
            match event {
                Event::Text(part) | Event::Code(part) => words.push_str(&part),
                Event::SoftBreak | Event::HardBreak => words.push(' '),
                Event::End(TagEnd::Paragraph) => break,
                _ => {}
            }
        }
        let without_words = words.trim().is_empty();
        let kind =
            if without_words { LinkKind::NoPicture(NotShown::WithoutWords) } else { LinkKind::Picture };
        self.links.push(Link { target, span, kind });
        Some(if without_words { String::new() } else { pictures::figure(picture, words.trim(), &title) })
    }

    /// Notes a heading that no text can have: the page has its title, and a heading has words.
    fn note_heading(&mut self, level: HeadingLevel, span: Range<usize>) {
        let is_empty = self.markdown[span.clone()].trim_matches(['#', ' ', '\n']).is_empty();
        let leaves_one_out = level as usize > self.last_heading as usize + 1;
        self.last_heading = level;
        let kind = match level {
            _ if is_empty => LinkKind::EmptyHeading,
            HeadingLevel::H1 => LinkKind::TopHeading,
            _ if leaves_one_out => LinkKind::DeepHeading,
            _ => return,
        };
        self.links.push(Link { target: String::new(), span, kind });
    }

    /// Notes HTML that an editor has to put in other words; a remark shows nothing, and an element is told
    /// where it begins.
    fn note_html(&mut self, span: Range<usize>) {
        let written = self.markdown[span.clone()].trim_start();
        if !written.starts_with("<!--") && !written.starts_with("</") {
            self.links.push(Link { target: String::new(), span, kind: LinkKind::Html });
        }
    }

    /// Notes `](` in words: a link that does not end, or whose address has a space; and `][`: one whose address is
    /// nowhere.
    fn note_unfinished_link(&mut self, span: Range<usize>) {
        let written = &self.markdown[span.clone()];
        let follows_bracket = self.bracket_end == Some(span.start);
        let begins = |behind: char, both: &str| {
            let follows = written.starts_with(behind) && follows_bracket;
            follows.then_some(span.start).or_else(|| Some(span.start + written.find(both)? + 1))
        };
        let unfinished = begins('(', "](").map(|start| (start, LinkKind::Unfinished));
        let unnamed = || begins('[', "][").map(|start| (start, LinkKind::Unnamed));
        if let Some((start, kind)) = unfinished.or_else(unnamed) {
            self.links.push(Link { target: String::new(), span: start..span.end, kind });
        }
        self.bracket_end = written.ends_with(']').then_some(span.end);
    }

    /// Holds back the rest of a heading, and makes an id of its words.
    fn heading_id(&mut self) -> CowStr<'a> {
        let mut words = String::new();
        while let Some(event) = self.next_clean() {
            if let Event::Text(text) | Event::Code(text) = &event {
                push_slug(text, &mut words);
            }
            let ended = matches!(event, Event::End(TagEnd::Heading(_)));
            self.held.push_back(event);
            if ended {
                break;
            }
        }
        words.truncate(words.trim_end_matches('-').len());
        let id = self.unused(if words.is_empty() { NAMELESS } else { &words });
        self.heading_ids.push(id.clone());
        id.into()
    }

    fn unused(&mut self, words: &str) -> String {
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
        if let Some(event) = self.held.pop_front() {
            return Some(event);
        }
        let mut event = self.next_clean()?;
        if let Event::Start(Tag::Heading { id, classes, attrs, .. }) = &mut event {
            *id = Some(self.heading_id());
            classes.clear();
            attrs.clear();
        }
        Some(event)
    }
}

/// Adds words in small letters, with a hyphen for whatever is no letter or digit.
fn push_slug(text: &str, slug: &mut String) {
    for character in text.chars() {
        if character.is_alphanumeric() {
            slug.extend(character.to_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
}

/// Whether an address leads elsewhere as a page, a mail or a call, and can be read by a browser as it is
/// written.
pub(crate) fn leads_elsewhere(address: &str) -> bool {
    let after =
        |beginning: &str| starts_with_in_any_case(address, beginning).then(|| &address[beginning.len()..]);
    ELSEWHERE.iter().any(|beginning| after(beginning).is_some())
        && !address.contains(char::is_whitespace)
        && Url::parse(address).is_ok()
        && after(MAIL).is_none_or(|mail| mail.contains('@'))
        && after(TEL).is_none_or(is_number)
}

/// Whether somebody can dial it.
fn is_number(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_digit() || "+-.()".contains(c))
}

/// Whether following an address can do no more than show a page, write a mail or dial. Browsers leave
/// out line ends and controls when they read an address, so an address with one is refused.
fn is_safe(address: &str) -> bool {
    if address.chars().any(|c| c.is_control() || c.is_whitespace() || c == '\\') || address.starts_with("//")
    {
        return false;
    }
    let has_scheme = address.split(['/', '?', '#']).next().is_some_and(|first| first.contains(':'));
    !has_scheme || leads_elsewhere(address)
}

fn starts_with_in_any_case(text: &str, beginning: &str) -> bool {
    text.get(..beginning.len()).is_some_and(|start| start.eq_ignore_ascii_case(beginning))
}

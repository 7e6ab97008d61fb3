//! Parses the head, the links, and the main parts of a page.

use std::{cell::RefCell, collections::BTreeSet};

use html5ever::{
    tendril::StrTendril,
    tokenizer::{
        BufferQueue, CharacterTokens, EndTag, StartTag, Tag, TagToken, Token, TokenSink, TokenSinkResult,
        Tokenizer, TokenizerOpts, states,
    },
};

/// Attributes with one URL.
const ADDRESSES: &[&str] = &["href", "src", "action", "formaction", "poster", "data", "xlink:href"];
/// Attributes with URLs followed by widths or densities.
const ADDRESS_SETS: &[&str] = &["srcset", "imagesrcset"];
/// Elements of a sitemap or feed whose text is a URL.
const ADDRESS_ELEMENTS: &[&str] = &["loc", "id"];

/// A value and its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LocatedValue {
    pub(super) value: String,
    pub(super) line: u64,
}

/// What was parsed.
#[derive(Debug, Default)]
pub(super) struct Markup {
    pub(super) language: Option<String>,
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    pub(super) canonical: Option<LocatedValue>,
    /// Whether the page asks search engines not to list it.
    pub(super) unlisted: bool,
    /// Whether the page redirects.
    pub(super) redirects: bool,
    /// The texts of its first-level headings.
    pub(super) headings: Vec<String>,
    pub(super) mains: usize,
    /// The building blocks of its main element: islands and BEM block names.
    pub(super) parts: BTreeSet<String>,
    in_main: bool,
    pub(super) ids: Vec<LocatedValue>,
    pub(super) addresses: Vec<LocatedValue>,
}

/// Parses a page, a sitemap, or a feed.
pub(super) fn read(text: &str) -> Markup {
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(text));
    let tokenizer = Tokenizer::new(Reader::default(), TokenizerOpts::default());
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.markup.into_inner()
}

/// Collects the tokens of a page.
#[derive(Default)]
struct Reader {
    markup: RefCell<Markup>,
    /// The open element whose text is collected.
    text: RefCell<Option<Open>>,
}

struct Open {
    element: String,
    text: String,
    line: u64,
}

impl TokenSink for Reader {
    type Handle = ();

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<()> {
        match token {
            TagToken(tag) if tag.kind == StartTag => self.start(&tag, line),
            TagToken(tag) if tag.kind == EndTag => {
                if &*tag.name == "main" {
                    self.markup.borrow_mut().in_main = false;
                }
                self.end_of(&tag.name);
                TokenSinkResult::Continue
            }
            CharacterTokens(characters) => {
                if let Some(open) = self.text.borrow_mut().as_mut() {
                    open.text.push_str(&characters);
                }
                TokenSinkResult::Continue
            }
            _ => TokenSinkResult::Continue,
        }
    }
}

impl Reader {
    fn start(&self, tag: &Tag, line: u64) -> TokenSinkResult<()> {
        let name = &*tag.name;
        self.markup.borrow_mut().take(tag, line);
        let is_data = name == "script" && attribute(tag, "type") == Some("application/ld+json");
        if ["title", "h1"].contains(&name) || ADDRESS_ELEMENTS.contains(&name) || is_data {
            *self.text.borrow_mut() = Some(Open { element: name.to_owned(), text: String::new(), line });
        }
        match name {
            "script" => TokenSinkResult::RawData(states::RawKind::ScriptData),
            "style" => TokenSinkResult::RawData(states::RawKind::Rawtext),
            "title" | "textarea" => TokenSinkResult::RawData(states::RawKind::Rcdata),
            _ => TokenSinkResult::Continue,
        }
    }

    fn end_of(&self, name: &str) {
        let Some(Open { text, line, .. }) = self.text.borrow_mut().take_if(|open| open.element == name)
        else {
            return;
        };
        let mut markup = self.markup.borrow_mut();
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match name {
            // An SVG in the page may have a title, too.
            "title" => {
                markup.title.get_or_insert(words);
            }
            "h1" => markup.headings.push(words),
            "script" => markup.addresses.extend(linked_data_addresses(&text, line)),
            _ => markup.addresses.push(LocatedValue { value: words, line }),
        }
    }
}

impl Markup {
    fn take(&mut self, tag: &Tag, line: u64) {
        let at = |value: &str| LocatedValue { value: value.to_owned(), line };
        for attribute in &tag.attrs {
            let (name, value) = (&*attribute.name.local, &*attribute.value);
            if name == "id" {
                self.ids.push(at(value));
            } else if ADDRESSES.contains(&name) {
                self.addresses.push(at(value));
            } else if ADDRESS_SETS.contains(&name) {
                let each = value.split(',').filter_map(|candidate| candidate.split_whitespace().next());
                self.addresses.extend(each.map(at));
            }
        }
        match &*tag.name {
            "html" => self.language = attribute(tag, "lang").map(str::to_owned),
            "main" => {
                self.mains += 1;
                self.in_main = true;
            }
            "meta" => self.take_meta(tag, line),
            "link" if attribute(tag, "rel") == Some("canonical") => {
                self.canonical = attribute(tag, "href").map(at);
            }
            _ => {}
        }
        if self.in_main {
            let classes = attribute(tag, "class").unwrap_or_default().split_whitespace();
            let blocks = classes.filter_map(|class| class.split("__").next()?.split("--").next());
            self.parts.extend(blocks.chain(attribute(tag, "data-island")).map(str::to_owned));
        }
    }

    fn take_meta(&mut self, tag: &Tag, line: u64) {
        let content = attribute(tag, "content").unwrap_or_default();
        self.redirects |= attribute(tag, "http-equiv") == Some("refresh");
        match attribute(tag, "name").or_else(|| attribute(tag, "property")) {
            Some("description") => self.description = Some(content.to_owned()),
            Some("robots") => self.unlisted = content.contains("noindex"),
            Some("og:url" | "og:image" | "twitter:image") => {
                self.addresses.push(LocatedValue { value: content.to_owned(), line });
            }
            _ => {}
        }
    }
}

fn attribute<'a>(tag: &'a Tag, name: &str) -> Option<&'a str> {
    tag.attrs.iter().find(|found| &*found.name.local == name).map(|found| &*found.value)
}

/// Returns the URLs in linked data.
fn linked_data_addresses(json: &str, line: u64) -> impl Iterator<Item = LocatedValue> {
    let strings = json.split('"').filter(|text| text.starts_with("https://"));
    strings.map(move |text| LocatedValue { value: text.to_owned(), line })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addresses(text: &str) -> Vec<String> {
        read(text).addresses.into_iter().map(|at| at.value).collect()
    }

    #[test]
    fn all_kinds_of_urls_on_a_page_are_read() {
        let page = r##"<link rel="canonical" href="https://a.example/x">
            <meta property="og:image" content="https://a.example/og.png">
            <a href="/results?q=a&amp;in=b#top">x</a><img src="/a.png" srcset="/b.png 1x, /c.png 2x">
            <form action="/results"><button formaction="/other">x</button></form>
            <svg><use xlink:href="#mark"/></svg>
            <script type="application/ld+json">{"url":"https://a.example/y"}</script>"##;
        assert_eq!(
            addresses(page),
            [
                "https://a.example/x",
                "https://a.example/og.png",
                "/results?q=a&in=b#top",
                "/a.png",
                "/b.png",
                "/c.png",
                "/results",
                "/other",
                "#mark",
                "https://a.example/y",
            ]
        );
    }

    #[test]
    fn urls_of_sitemaps_and_feeds_are_read() {
        assert_eq!(addresses("<url><loc>https://a.example/</loc></url>"), ["https://a.example/"]);
        let feed = r#"<feed><id>https://a.example/f</id><link href="https://a.example/g"/></feed>"#;
        assert_eq!(addresses(feed), ["https://a.example/f", "https://a.example/g"]);
    }

    #[test]
    fn text_that_looks_like_markup_is_ignored() {
        let page = r#"<!-- <a href="/a"> --><script>"<a href='/b'>"</script><p title="<a href=/c>">x</p>"#;
        assert_eq!(addresses(page), Vec::<String>::new());
    }

    #[test]
    fn language_title_headings_and_ids_are_read_with_lines() {
        let page = "<html lang=\"en\"><title>A &amp; B</title><main id=\"m\">\n<h1>One\n <b>Two</b></h1>\
            <svg><title>Mark</title></svg></main>";
        let markup = read(page);
        assert_eq!(markup.language.as_deref(), Some("en"));
        assert_eq!(markup.title.as_deref(), Some("A & B"));
        assert_eq!(markup.headings, ["One Two"]);
        assert_eq!(markup.mains, 1);
        assert_eq!(markup.ids, [LocatedValue { value: "m".into(), line: 1 }]);
    }
}

//! Checks that HTML and SVG contain nothing that runs or loads, based on the tokens that a browser would see.

use std::{cell::RefCell, collections::HashSet};

use html5ever::tokenizer::{
    BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

const ELEMENTS: [&str; 22] = [
    "p",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "ul",
    "ol",
    "li",
    "a",
    "strong",
    "em",
    "code",
    "pre",
    "blockquote",
    "hr",
    "br",
    "figure",
    "figcaption",
    "picture",
    "source",
];
const PICTURES: &str = "img";
const SHAPES: [&str; 9] = ["svg", "path", "circle", "rect", "g", "line", "ellipse", "polygon", "polyline"];

/// A token, as a browser sees it.
#[derive(Debug, PartialEq, Eq)]
enum HtmlToken {
    Tag { name: String, end: bool, attributes: Vec<(String, String)> },
    Text(String),
    Other(String),
}

/// Checks that HTML of published content is safe and that its links have allowed targets.
pub(super) fn is_publishable(html: &str) -> Result<(), String> {
    is_clean(html)?;
    for (name, value) in attributes(&tokens(html)) {
        let fits = ["https://", "mailto:", "tel:", "/", "#"].iter().any(|start| value.starts_with(start));
        if name == "href" && (!fits || value.starts_with("//")) {
            return Err(format!("{name}={value:?} is published in {html}"));
        }
    }
    Ok(())
}

/// Checks that HTML has only known elements and attributes and no unsafe links, and that an HTML sanitizer would not
/// change it.
pub(super) fn is_clean(html: &str) -> Result<(), String> {
    let schemes = ammonia::Builder::default().clone_url_schemes();
    let tokens = tokens(html);
    for part in &tokens {
        let HtmlToken::Tag { name, attributes, .. } = part else {
            if let HtmlToken::Other(what) = part {
                return Err(format!("{what} in {html}"));
            }
            continue;
        };
        if !ELEMENTS.contains(&name.as_str()) && name != PICTURES {
            return Err(format!("the element {name} in {html}"));
        }
        for (attribute, value) in attributes {
            if !attribute_fits(name, attribute) || !value_fits(attribute, value, &schemes) {
                return Err(format!("{attribute}={value:?} at {name} in {html}"));
            }
        }
    }
    if self::tokens(&cleaned(html)) != tokens {
        return Err(format!("a cleaner would still change {html}"));
    }
    Ok(())
}

/// Checks that an SVG has only shapes with plain attributes.
pub(super) fn is_drawing(svg: &str) -> Result<(), String> {
    for part in tokens(svg) {
        match part {
            HtmlToken::Tag { name, attributes, .. } if SHAPES.contains(&name.as_str()) => {
                let runs = |name: &str| name.starts_with("on") || name.contains("href") || name == "style";
                if let Some((name, _)) =
                    attributes.iter().find(|(name, value)| runs(name) || value.contains("url("))
                {
                    return Err(format!("{name} in the drawing {svg}"));
                }
            }
            HtmlToken::Text(text) if text.trim().is_empty() => {}
            other => return Err(format!("{other:?} in the drawing {svg}")),
        }
    }
    Ok(())
}

fn attribute_fits(element: &str, attribute: &str) -> bool {
    match element {
        "a" => ["href", "title"].contains(&attribute),
        "img" => {
            ["src", "srcset", "sizes", "width", "height", "alt", "loading", "decoding"].contains(&attribute)
        }
        "source" => ["type", "srcset", "sizes"].contains(&attribute),
        "ol" => attribute == "start",
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => attribute == "id",
        _ => false,
    }
}

/// Whether an address has no scheme or an allowed one. Browsers ignore leading spaces and control characters, and
/// tabs and line ends anywhere.
fn value_fits(attribute: &str, value: &str, schemes: &HashSet<&str>) -> bool {
    match attribute {
        "src" => return is_own_picture(value),
        "srcset" => return value.split(", ").all(is_candidate),
        "href" => {}
        _ => return true,
    }
    let value: String = value.chars().filter(|sign| !matches!(sign, '\t' | '\n' | '\r')).collect();
    let value = value.trim_start_matches(|sign: char| sign <= ' ');
    let Some((scheme, _)) = value.split_once(':') else { return true };
    let is_scheme = scheme.starts_with(|sign: char| sign.is_ascii_alphabetic())
        && scheme.chars().all(|sign| sign.is_ascii_alphanumeric() || matches!(sign, '+' | '-' | '.'));
    !is_scheme || schemes.contains(scheme.to_lowercase().as_str())
}

/// Whether an address is a picture file of the generator.
fn is_own_picture(address: &str) -> bool {
    let name = address.strip_prefix("/pictures/").and_then(|name| name.split_once('.'));
    let plain = |name: &str| name.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    name.is_some_and(|(name, ending)| plain(name) && ["webp", "jpg", "png"].contains(&ending))
}

fn is_candidate(candidate: &str) -> bool {
    candidate.split_once(' ').is_some_and(|(address, width)| {
        is_own_picture(address) && width.strip_suffix('w').is_some_and(|width| width.parse::<u32>().is_ok())
    })
}

fn attributes(tokens: &[HtmlToken]) -> impl Iterator<Item = &(String, String)> {
    tokens.iter().flat_map(|part| match part {
        HtmlToken::Tag { attributes, .. } => attributes.as_slice(),
        _ => &[],
    })
}

fn cleaned(html: &str) -> String {
    let mut cleaner = ammonia::Builder::default();
    cleaner.link_rel(None).add_tags(["picture", "source"]);
    cleaner.add_tag_attributes("img", ["srcset", "sizes", "loading", "decoding"]);
    cleaner.add_tag_attributes("source", ["type", "srcset", "sizes"]);
    for heading in ["h1", "h2", "h3", "h4", "h5", "h6"] {
        cleaner.add_tag_attributes(heading, ["id"]);
    }
    cleaner.clean(html).to_string()
}

/// The tokens of HTML, with adjacent texts merged.
fn tokens(html: &str) -> Vec<HtmlToken> {
    let input = BufferQueue::default();
    input.push_back(html.into());
    let tokenizer = Tokenizer::new(Sink::default(), TokenizerOpts::default());
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.0.take()
}

#[derive(Default)]
struct Sink(RefCell<Vec<HtmlToken>>);

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut tokens = self.0.borrow_mut();
        match token {
            Token::TagToken(tag) => {
                let attribute = |a: &html5ever::Attribute| (a.name.local.to_string(), a.value.to_string());
                let mut attributes: Vec<_> = tag.attrs.iter().map(attribute).collect();
                attributes.sort();
                let end = tag.kind == TagKind::EndTag;
                tokens.push(HtmlToken::Tag { name: tag.name.to_string(), end, attributes });
            }
            Token::CharacterTokens(text) => match tokens.last_mut() {
                Some(HtmlToken::Text(before)) => before.push_str(&text),
                _ => tokens.push(HtmlToken::Text(text.to_string())),
            },
            Token::CommentToken(_) => tokens.push(HtmlToken::Other("a comment".into())),
            Token::DoctypeToken(_) => tokens.push(HtmlToken::Other("a doctype".into())),
            Token::NullCharacterToken => tokens.push(HtmlToken::Other("a null".into())),
            Token::EOFToken | Token::ParseError(_) => {}
        }
        TokenSinkResult::Continue
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_that_runs_or_loads_is_detected() {
        for html in [
            "<p><script>x()</script></p>",
            "<p onclick=\"x()\">a</p>",
            "<p><a href=\"java\tscript:x()\">a</a></p>",
            "<p><a href=\"&#106;avascript:x()\">a</a></p>",
            "<p><a href=\" data:text/html,x\">a</a></p>",
            "<!-- a -->",
            "<p><img src=\"https://a.example/a.png\" alt=\"a\"></p>",
            "<p><img src=\"/pictures/a.png\" alt=\"a\" onerror=\"x()\"></p>",
            "<p><picture><source srcset=\"/pictures/a.png 4w, //a.example/a.png 8w\"></picture></p>",
            "<p>",
            "<p><a href=\"/a\"><a href=\"/b\">b</a></a></p>",
        ] {
            assert!(is_clean(html).is_err(), "{html}");
        }
        let fine = "<h2 id=\"a\">A</h2>\n<p><a href=\"/a:b\">b</a><br>c &amp; d</p>";
        assert_eq!(is_publishable(fine), Ok(()));
        assert!(is_publishable("<p><a href=\"//a.example\">a</a></p>").is_err());
        assert!(is_drawing("<svg><g fill=\"url(a)\"></g></svg>").is_err());
        assert!(is_drawing("<svg><title>a</title></svg>").is_err());
    }
}

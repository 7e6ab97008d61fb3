//! Logos: `content/logos/<name>.svg`. They become part of pages, so nothing in them may run or load.

use std::ops::Range;

use super::{error::ContentError, source_file::SourceFile};

/// An SVG logo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Logo {
    /// The file name without its extension.
    pub name: String,
    /// The SVG source.
    pub svg: String,
}

/// Allowed elements.
const ELEMENTS: [&str; 9] = ["svg", "path", "circle", "rect", "g", "line", "ellipse", "polygon", "polyline"];
const NAMESPACE: &str = "http://www.w3.org/2000/svg";
/// Allowed attributes, for shape, position, and color.
const ATTRIBUTES: [&str; 33] = [
    "xmlns",
    "viewBox",
    "width",
    "height",
    "d",
    "x",
    "y",
    "x1",
    "y1",
    "x2",
    "y2",
    "cx",
    "cy",
    "r",
    "rx",
    "ry",
    "points",
    "transform",
    "fill",
    "fill-rule",
    "fill-opacity",
    "clip-rule",
    "opacity",
    "stroke",
    "stroke-width",
    "stroke-opacity",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-dasharray",
    "preserveAspectRatio",
    "role",
    "version",
];

impl Logo {
    /// The logo as a standalone file, which needs a namespace.
    pub(crate) fn standalone_svg(&self) -> String {
        if self.svg.contains("xmlns=") {
            self.svg.clone()
        } else {
            self.svg.replacen("<svg", &format!("<svg xmlns=\"{NAMESPACE}\""), 1)
        }
    }

    pub(crate) fn read(file: &SourceFile, name: &str) -> Result<Self, ContentError> {
        let text = file.text();
        let start = text.len() - text.trim_start().len();
        let svg = text.trim();
        match check(svg) {
            Ok(()) => Ok(Self { name: name.to_owned(), svg: svg.to_owned() }),
            Err(Violation { at, what }) => Err(ContentError::Unfit {
                message: format!("a logo can't contain {what}"),
                hint: "start with <svg and use only svg, g, path, circle, ellipse, rect, line, polygon, and \
                       polyline elements, with attributes such as fill for colors",
                place: file.place(start + at.start..start + at.end),
            }),
        }
    }
}

/// Something that is not allowed in an inline SVG.
#[derive(Debug, PartialEq, Eq)]
struct Violation {
    at: Range<usize>,
    what: &'static str,
}

/// Checks an SVG tag by tag.
fn check(svg: &str) -> Result<(), Violation> {
    let mut at = 0;
    let mut open: Vec<(&str, Range<usize>)> = Vec::new();
    if !svg.starts_with("<svg") {
        return Err(Violation {
            at: 0..svg.find('>').map_or(0, |end| end + 1),
            what: "anything outside its svg element",
        });
    }
    while at < svg.len() {
        let rest = &svg[at..];
        let blank = rest.len() - rest.trim_start().len();
        if blank > 0 && !open.is_empty() {
            at += blank;
        } else if let Some(name) = rest.strip_prefix("</").map(leading_name) {
            let end = at + 2 + name.len();
            match open.pop() {
                Some((opened, _)) if opened == name && svg[end..].starts_with('>') => {}
                Some((opened, at)) if opened != name => {
                    return Err(Violation { at, what: "an element that isn't closed" });
                }
                _ => return Err(Violation { at: at..end, what: "a closing tag without an opening tag" }),
            }
            at = end + 1;
        } else if rest.starts_with('<') && (at == 0 || !open.is_empty()) {
            let name = leading_name(&rest[1..]);
            let span = at..at + 1 + name.len();
            if !ELEMENTS.contains(&name) {
                return Err(Violation { at: span, what: "an element that isn't a shape" });
            }
            let (end, closed) = check_attributes(svg, span.end)?;
            if !closed {
                open.push((name, span));
            }
            at = end;
        } else {
            return Err(Violation { at: at..at + 1, what: "text, or anything after its svg element" });
        }
    }
    match open.pop() {
        Some((_, at)) => Err(Violation { at, what: "an element that isn't closed" }),
        None => Ok(()),
    }
}

/// Checks the attributes of a tag. Returns where the tag ends, and whether it closes its element.
fn check_attributes(svg: &str, mut at: usize) -> Result<(usize, bool), Violation> {
    loop {
        let rest = &svg[at..];
        let blank = rest.len() - rest.trim_start().len();
        let rest = rest.trim_start();
        at += blank;
        if rest.starts_with('>') {
            return Ok((at + 1, false));
        }
        if rest.starts_with("/>") {
            return Ok((at + 2, true));
        }
        let name = leading_name(rest);
        let span = at..at + name.len().max(1);
        if blank == 0 || !ATTRIBUTES.contains(&name) {
            return Err(Violation {
                at: span,
                what: "styles, links, ids, scripts, or attributes that don't describe a shape",
            });
        }
        let value = rest[name.len()..].strip_prefix("=\"").and_then(|value| value.split_once('"'));
        match value {
            Some((value, _)) if is_plain(value) || value == NAMESPACE => {
                at = span.end + 3 + value.len();
            }
            _ => return Err(Violation { at: span, what: "this value; put values in \"quotes\"" }),
        }
    }
}

/// Whether a value can neither end its element nor load anything.
fn is_plain(value: &str) -> bool {
    !value.contains(['<', '>', '&', ':']) && !value.to_ascii_lowercase().contains("url(")
}

fn leading_name(text: &str) -> &str {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == ':')).unwrap_or(text.len());
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logo_may_contain_shapes_but_nothing_that_runs_or_loads() {
        let fits = [
            r##"<svg viewBox="0 0 4 4"><path fill="#fff" d="M0 0"/></svg>"##,
            "<svg\n  xmlns=\"http://www.w3.org/2000/svg\"\n>\n  <g><rect width=\"4\" /></g>\n</svg>",
        ];
        for svg in fits {
            assert_eq!(check(svg), Ok(()), "{svg}");
        }
        for not in [
            "<svg ><script>a()</script></svg>",
            "<svg onload=\"a()\"></svg>",
            "<svg\tonload=\"a()\"></svg>",
            "<svg/onload=\"a()\"/>",
            "<svg fill=\"a\"onload=\"a()\"></svg>",
            "<svg fill='a'></svg>",
            "<svg fill=a></svg>",
            "<svg ><path style=\"fill:red\"/></svg>",
            "<svg ><path fill=\"url(https://a.example)\"/></svg>",
            "<svg ><path fill=\"URL(x)\"/></svg>",
            "<svg ><path xlink:href=\"a\"/></svg>",
            "<svg ><image href=\"https://a.example\"/></svg>",
            "<svg ><foreignObject/></svg>",
            "<svg ><!-- a --></svg>",
            "<svg ><g></svg>",
            "<svg ></g></svg>",
            "<svg ></svg><svg ></svg>",
            "<svg ></svg> a",
            "<svg >a</svg>",
            "<svg ><",
            "<svg",
            "",
            "<b>a</b>",
        ] {
            assert!(check(not).is_err(), "{not}");
        }
    }
}

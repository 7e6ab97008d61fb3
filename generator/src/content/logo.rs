//! The picture of a partner: `content/logos/<name>.svg`. It becomes part of pages, so that nothing in
//! it may run or load.

use super::{ContentError, source_file::SourceFile};

/// A picture of a partner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Logo {
    /// The name of its file.
    pub name: String,
    /// The drawing.
    pub svg: String,
}

/// What a drawing is made of.
const ELEMENTS: [&str; 8] = ["svg", "path", "circle", "rect", "g", "line", "ellipse", "polygon"];

impl Logo {
    pub(crate) fn read(file: &SourceFile, name: &str) -> Result<Self, ContentError> {
        let svg = file.text().trim();
        match unfit_at(svg) {
            None => Ok(Self { name: name.to_owned(), svg: svg.to_owned() }),
            Some((at, what)) => Err(ContentError::Unfit {
                message: format!("a logo can't have {what}"),
                hint: "use svg, g, path, circle, ellipse, rect, line and polygon, colored by attributes",
                place: file.place(at..at + 1),
            }),
        }
    }
}

/// Where something stands that a picture in a page must not have.
fn unfit_at(svg: &str) -> Option<(usize, &'static str)> {
    if !svg.starts_with("<svg ") || !svg.ends_with("</svg>") {
        return Some((0, "anything around its svg element"));
    }
    let element = svg.match_indices('<').find(|(at, _)| {
        let name: String =
            svg[at + 1..].trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
        !ELEMENTS.contains(&name.as_str())
    });
    let attribute = [" on", " style", " href", "xlink:", " id=", "url("]
        .into_iter()
        .filter_map(|attribute| svg.to_lowercase().find(attribute))
        .min();
    element
        .map(|(at, _)| (at, "an element that is no shape"))
        .or_else(|| attribute.map(|at| (at, "styles, links, ids or scripts")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_may_hold_shapes_and_nothing_that_runs_or_loads() {
        assert_eq!(unfit_at(r##"<svg viewBox="0 0 4 4"><path fill="#fff" d="M0 0"/></svg>"##), None);
        for not in [
            "<svg ><script>a()</script></svg>",
            "<svg onload=\"a()\"></svg>",
            "<svg ><path style=\"fill:red\"/></svg>",
            "<svg ><image href=\"https://a.example\"/></svg>",
            "<svg ><foreignObject/></svg>",
            "<svg ><!-- a --></svg>",
            "<b>a</b>",
        ] {
            assert!(unfit_at(not).is_some(), "{not}");
        }
    }
}

//! The HTML of a picture, which lets the browser choose a file and reserves space for it.

use std::sync::Arc;

use super::{format::Format, rendition::Rendition, source::Picture};
use crate::escaped::escaped;

/// Width of a text column: `--measure`, or the screen without its gutters (`--gutter`).
const SIZES: &str = "min(38rem, 92vw, 100vw - 2.5rem)";

/// Width of a person's picture beside their quote.
const PORTRAIT: &str = "3rem";

/// The HTML of a picture with alternative text and an optional caption.
pub(crate) fn figure(picture: &Arc<Picture>, alt: &str, caption: &str) -> String {
    let markup = markup(picture, alt, SIZES);
    if caption.trim().is_empty() {
        format!("<p>{markup}</p>\n")
    } else {
        format!("<figure>{markup}<figcaption>{}</figcaption></figure>\n", escaped(caption.trim()))
    }
}

/// The HTML of a person's picture. It has no alternative text because their name is beside it.
pub(crate) fn portrait(picture: &Arc<Picture>) -> String {
    markup(picture, "", PORTRAIT)
}

fn markup(picture: &Arc<Picture>, alt: &str, sizes: &str) -> String {
    let fallback = Rendition::for_format(picture, Format::fallback(picture.transparent));
    let Some(largest) = fallback.last() else { return String::new() };
    format!(
        "<picture><source type=\"image/webp\" srcset=\"{}\" sizes=\"{sizes}\">\
         <img src=\"/{}\" srcset=\"{}\" sizes=\"{sizes}\" width=\"{}\" height=\"{}\" alt=\"{}\" loading=\"lazy\" \
         decoding=\"async\"></picture>",
        srcset(&Rendition::for_format(picture, Format::WebP)),
        largest.path(),
        srcset(&fallback),
        largest.width,
        largest.height(),
        escaped(alt),
    )
}

fn srcset(renditions: &[Rendition]) -> String {
    let each: Vec<_> =
        renditions.iter().map(|rendition| format!("/{} {}w", rendition.path(), rendition.width)).collect();
    each.join(", ")
}

//! A picture as HTML: the browser chooses the file, and its room is kept before it is there.

use std::sync::Arc;

use super::{Picture, format::Format, rendition::Rendition};
use crate::escaped::escaped;

/// How wide the column of a text is: `--measure`, or the screen without its gutters (`--gutter`).
const SIZES: &str = "min(38rem, 92vw, 100vw - 2.5rem)";

/// A picture with what it shows in words, and what stands below it.
pub(crate) fn figure(picture: &Arc<Picture>, words: &str, caption: &str) -> String {
    let plain = Rendition::of(picture, Format::plain(picture.transparent));
    let Some(largest) = plain.last() else { return String::new() };
    let markup = format!(
        "<picture><source type=\"image/webp\" srcset=\"{}\" sizes=\"{SIZES}\">\
         <img src=\"/{}\" srcset=\"{}\" sizes=\"{SIZES}\" width=\"{}\" height=\"{}\" alt=\"{}\" loading=\"lazy\" \
         decoding=\"async\"></picture>",
        srcset(&Rendition::of(picture, Format::WebP)),
        largest.path(),
        srcset(&plain),
        largest.width,
        largest.height(),
        escaped(words),
    );
    if caption.trim().is_empty() {
        format!("<p>{markup}</p>\n")
    } else {
        format!("<figure>{markup}<figcaption>{}</figcaption></figure>\n", escaped(caption.trim()))
    }
}

fn srcset(renditions: &[Rendition]) -> String {
    let each: Vec<_> = renditions.iter().map(|made| format!("/{} {}w", made.path(), made.width)).collect();
    each.join(", ")
}

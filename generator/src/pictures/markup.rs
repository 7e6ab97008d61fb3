//! A picture as HTML: the browser chooses the file, and its room is kept before it is there.

use std::sync::Arc;

use super::{Picture, format::Format, rendition::Rendition};
use crate::escaped::escaped;

/// How wide the column of a text is: `--measure`, or the screen without its gutters (`--gutter`).
const SIZES: &str = "min(38rem, 92vw, 100vw - 2.5rem)";

/// How wide the picture of a person is beside their words.
const PORTRAIT: &str = "3rem";

/// A picture with what it shows in words, and what stands below it.
pub(crate) fn figure(picture: &Arc<Picture>, words: &str, caption: &str) -> String {
    let markup = markup(picture, words, SIZES);
    if caption.trim().is_empty() {
        format!("<p>{markup}</p>\n")
    } else {
        format!("<figure>{markup}<figcaption>{}</figcaption></figure>\n", escaped(caption.trim()))
    }
}

/// The picture of a person whose name stands beside it.
pub(crate) fn portrait(picture: &Arc<Picture>) -> String {
    markup(picture, "", PORTRAIT)
}

fn markup(picture: &Arc<Picture>, words: &str, sizes: &str) -> String {
    let plain = Rendition::of(picture, Format::plain(picture.transparent));
    let Some(largest) = plain.last() else { return String::new() };
    format!(
        "<picture><source type=\"image/webp\" srcset=\"{}\" sizes=\"{sizes}\">\
         <img src=\"/{}\" srcset=\"{}\" sizes=\"{sizes}\" width=\"{}\" height=\"{}\" alt=\"{}\" loading=\"lazy\" \
         decoding=\"async\"></picture>",
        srcset(&Rendition::of(picture, Format::WebP)),
        largest.path(),
        srcset(&plain),
        largest.width,
        largest.height(),
        escaped(words),
    )
}

fn srcset(renditions: &[Rendition]) -> String {
    let each: Vec<_> = renditions.iter().map(|made| format!("/{} {}w", made.path(), made.width)).collect();
    each.join(", ")
}

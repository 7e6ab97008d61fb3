//! Share pictures: the image in link previews of a page, with the page's title.
//!
//! The file name is a hash of all inputs, so an existing picture is never drawn again.

use std::{fmt::Write, sync::Arc};

use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Group, Node, Options, Tree, fontdb},
};

use crate::{content::Palette, escaped::escaped, fingerprint};

/// Raise this number when the drawing changes, so that existing pictures are replaced.
const DRAWING_VERSION: &str = "2";

/// Width in pixels, as apps that show link previews expect it.
const WIDTH: u32 = 1200;
/// Height in pixels.
const HEIGHT: u32 = 630;

/// Layouts of the title: font size in pixels, characters per line, and maximum number of lines.
const SIZES: [(u32, usize, usize); 3] = [(76, 24, 3), (62, 30, 4), (52, 36, 5)];

/// The contents of a share picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SharePicture {
    /// The kind of page, in a word or two.
    pub(crate) kind: String,
    /// The page's title.
    pub(crate) title: String,
    /// The site's name.
    pub(crate) site: String,
    /// The brand's colors.
    pub(crate) colors: Palette,
}

/// Draws share pictures with the site's fonts.
pub(crate) struct Artist {
    options: Options<'static>,
}

/// A share picture can't be drawn.
#[derive(Debug, thiserror::Error)]
#[error("can't draw the share picture of '{title}': {reason}")]
pub struct DrawingError {
    title: String,
    reason: String,
}

impl SharePicture {
    /// Path under the site's root.
    pub(crate) fn path(&self) -> String {
        let name = fingerprint::content_name([
            DRAWING_VERSION,
            &self.kind,
            &self.title,
            &self.site,
            &self.colors.stylesheet(),
        ]);
        format!("pictures/{name}.png")
    }

    /// The picture as SVG.
    fn svg(&self) -> String {
        let Palette { action, deep, hill, accent, .. } = self.colors;
        let (size, lines) = fit_title(&self.title);
        let line_height = size * 6 / 5;
        let mut title_lines = String::new();
        for (line, number) in lines.iter().zip(0_u32..) {
            let y = 250 + number * line_height;
            let _ =
                write!(title_lines, "<text x=\"80\" y=\"{y}\" font-size=\"{size}\">{}</text>", escaped(line));
        }
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
             font-family=\"'Source Serif 4'\" font-weight=\"600\" fill=\"#ffffff\">\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"{deep}\"/>\
             <path fill=\"{hill}\" d=\"M420 630C640 520 760 540 900 420S1110 240 1200 210V630Z\"/>\
             <path fill=\"{action}\" d=\"M700 630C820 540 920 570 1010 470S1140 330 1200 300V630Z\"/>\
             <path fill=\"none\" stroke=\"{accent}\" stroke-width=\"8\" stroke-linecap=\"round\" stroke-dasharray=\"0.1 22\" \
             d=\"M760 596C880 560 890 500 990 470S1090 330 1150 290\"/>\
             <circle cx=\"1152\" cy=\"288\" r=\"18\" fill=\"{accent}\"/>\
             <text x=\"80\" y=\"130\" font-size=\"34\" fill=\"{accent}\">{}</text>{title_lines}\
             <text x=\"80\" y=\"566\" font-size=\"38\">{}</text></svg>",
            escaped(&self.kind),
            escaped(&self.site),
        )
    }
}

impl Artist {
    /// Creates an artist with WOFF2 fonts. Unreadable fonts are skipped.
    pub(crate) fn with_fonts(fonts: &[Vec<u8>]) -> Self {
        let mut database = fontdb::Database::new();
        for font in fonts {
            if let Ok(plain) = wuff::decompress_woff2(font) {
                database.load_font_data(plain);
            }
        }
        Self { options: Options { fontdb: Arc::new(database), ..Options::default() } }
    }

    /// Draws a picture as PNG.
    pub(crate) fn draw(&self, picture: &SharePicture) -> Result<Vec<u8>, DrawingError> {
        let failed = |reason: String| DrawingError { title: picture.title.clone(), reason };
        let svg = picture.svg();
        let tree = Tree::from_str(&svg, &self.options).map_err(|error| failed(error.to_string()))?;
        if drawable_texts(tree.root()) < svg.matches("<text ").count() {
            return Err(failed("no font of the site has its letters".into()));
        }
        let mut pixels = Pixmap::new(WIDTH, HEIGHT).ok_or_else(|| failed("it has no size".into()))?;
        resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
        pixels.encode_png().map_err(|error| failed(error.to_string()))
    }
}

/// Counts the texts that can be drawn. The renderer silently skips texts without a font.
fn drawable_texts(group: &Group) -> usize {
    let count = |node: &Node| match node {
        Node::Text(text) => usize::from(!text.flattened().children().is_empty()),
        Node::Group(group) => drawable_texts(group),
        _ => 0,
    };
    group.children().iter().map(count).sum()
}

/// Chooses the largest font size at which a title fits, and splits it into lines. Cuts titles that never fit.
fn fit_title(title: &str) -> (u32, Vec<String>) {
    for (size, letters, max_lines) in SIZES {
        let lines = wrap(title, letters);
        if lines.len() <= max_lines {
            return (size, lines);
        }
    }
    let (size, letters, max_lines) = SIZES[SIZES.len() - 1];
    let mut lines = wrap(title, letters);
    lines.truncate(max_lines);
    if let Some(last) = lines.last_mut() {
        last.push('…');
    }
    (size, lines)
}

/// Wraps words into lines of at most `letters` characters. A longer word is cut and gets its own line.
fn wrap(text: &str, letters: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let fits = |line: &String| line.chars().count() + 1 + word.chars().count() <= letters;
        match lines.last_mut().filter(|line| fits(line)) {
            Some(line) => {
                line.push(' ');
                line.push_str(word);
            }
            None => lines.push(word.chars().take(letters).collect()),
        }
    }
    lines
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    fn picture(title: &str) -> SharePicture {
        SharePicture {
            kind: "Study".into(),
            title: title.into(),
            site: "Harbor".into(),
            colors: Palette::new(None),
        }
    }

    #[test]
    fn longer_title_is_drawn_smaller_and_finally_cut() {
        assert_eq!(fit_title("Short").0, 76);
        assert_eq!(fit_title(&"word ".repeat(18)).0, 62);
        let (size, lines) = fit_title(&"endless ".repeat(80));
        assert_eq!((size, lines.len()), (52, 5));
        assert!(lines.iter().all(|line| line.chars().count() <= 37) && lines[4].ends_with('…'));
        assert_eq!(fit_title(&"x".repeat(500)).1[0].chars().count(), 24);
    }

    #[test]
    fn path_depends_on_every_word() {
        assert_eq!(picture("A").path(), picture("A").path());
        assert_ne!(picture("A").path(), picture("B").path());
        let moved = SharePicture { kind: "StudyA".into(), title: String::new(), ..picture("") };
        assert_ne!(picture("A").path(), moved.path());
    }

    fn artist() -> Artist {
        let font = include_bytes!("../tests/fixtures/bundle/client/assets/source-serif-4-latin-600-1.woff2");
        Artist::with_fonts(&[b"no font".to_vec(), font.to_vec()])
    }

    #[test]
    fn markup_in_a_title_is_drawn_as_text_and_deterministically() {
        let drawn = artist().draw(&picture("</text><script>& \"'")).unwrap();
        assert_eq!(drawn[..8], *b"\x89PNG\r\n\x1a\n");
        assert_eq!(drawn, artist().draw(&picture("</text><script>& \"'")).unwrap());
        assert_ne!(drawn, artist().draw(&picture("</text><script>& \"")).unwrap());
    }

    #[test]
    fn title_without_a_matching_font_is_rejected() {
        let error = Artist::with_fonts(&[]).draw(&picture("Words")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "can't draw the share picture of 'Words': no font of the site has its letters"
        );
    }
}

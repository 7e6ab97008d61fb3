//! The picture that others see when the address of a page is shared: its title, drawn.
//!
//! The name of a picture is a hash of everything that it is drawn from, so that one which stands already
//! is never drawn again.

use std::{fmt::Write, sync::Arc};

use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Group, Node, Options, Tree, fontdb},
};

use crate::{content::Palette, escaped::escaped, fingerprint};

/// Changes with the drawing, so that pictures of an earlier one are drawn anew.
const DRAWING: &str = "2";

/// In pixels: what the programs that show shared links ask for.
const WIDTH: u32 = 1200;
const HEIGHT: u32 = 630;

/// The title: its size in pixels, how many letters a line has room for, and how many lines there are.
const SIZES: [(u32, usize, usize); 3] = [(76, 24, 3), (62, 30, 4), (52, 36, 5)];

/// What a picture shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SharePicture {
    /// What kind of page it is of, in a word or two.
    pub(crate) kind: String,
    /// The page's title.
    pub(crate) title: String,
    /// The site's name.
    pub(crate) site: String,
    /// The colors of its brand.
    pub(crate) colors: Palette,
}

/// Draws pictures with the site's own fonts.
pub(crate) struct Artist {
    options: Options<'static>,
}

/// A picture can't be drawn.
#[derive(Debug, thiserror::Error)]
#[error("the picture of '{title}' can't be drawn: {reason}")]
pub struct DrawingError {
    title: String,
    reason: String,
}

impl SharePicture {
    /// Where it stands under the site's root.
    pub(crate) fn path(&self) -> String {
        let name =
            fingerprint::name_of([DRAWING, &self.kind, &self.title, &self.site, &self.colors.stylesheet()]);
        format!("pictures/{name}.png")
    }

    /// The picture as shapes and words.
    fn svg(&self) -> String {
        let Palette { action, deep, hill, accent, .. } = self.colors;
        let (size, lines) = laid_out(&self.title);
        let line_height = size * 6 / 5;
        let mut words = String::new();
        for (line, number) in lines.iter().zip(0_u32..) {
            let y = 250 + number * line_height;
            let _ = write!(words, "<text x=\"80\" y=\"{y}\" font-size=\"{size}\">{}</text>", escaped(line));
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
             <text x=\"80\" y=\"130\" font-size=\"34\" fill=\"{accent}\">{}</text>{words}\
             <text x=\"80\" y=\"566\" font-size=\"38\">{}</text></svg>",
            escaped(&self.kind),
            escaped(&self.site),
        )
    }
}

impl Artist {
    /// An artist with fonts of the web; those that can't be read are left out.
    pub(crate) fn with_fonts(fonts: &[Vec<u8>]) -> Self {
        let mut database = fontdb::Database::new();
        for font in fonts {
            if let Ok(plain) = wuff::decompress_woff2(font) {
                database.load_font_data(plain);
            }
        }
        Self { options: Options { fontdb: Arc::new(database), ..Options::default() } }
    }

    /// The picture as PNG.
    pub(crate) fn draw(&self, picture: &SharePicture) -> Result<Vec<u8>, DrawingError> {
        let failed = |reason: String| DrawingError { title: picture.title.clone(), reason };
        let svg = picture.svg();
        let tree = Tree::from_str(&svg, &self.options).map_err(|error| failed(error.to_string()))?;
        if texts(tree.root()) < svg.matches("<text ").count() {
            return Err(failed("no font of the site has its letters".into()));
        }
        let mut pixels = Pixmap::new(WIDTH, HEIGHT).ok_or_else(|| failed("it has no size".into()))?;
        resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
        pixels.encode_png().map_err(|error| failed(error.to_string()))
    }
}

/// How many texts can be drawn: those without a font are left out in silence.
fn texts(group: &Group) -> usize {
    let of_node = |node: &Node| match node {
        Node::Text(text) => usize::from(!text.flattened().children().is_empty()),
        Node::Group(group) => texts(group),
        _ => 0,
    };
    group.children().iter().map(of_node).sum()
}

/// The size of a title and its lines: the largest in which it has room, else the smallest, cut.
fn laid_out(title: &str) -> (u32, Vec<String>) {
    for (size, letters, most) in SIZES {
        let lines = wrapped(title, letters);
        if lines.len() <= most {
            return (size, lines);
        }
    }
    let (size, letters, most) = SIZES[SIZES.len() - 1];
    let mut lines = wrapped(title, letters);
    lines.truncate(most);
    if let Some(last) = lines.last_mut() {
        last.push('…');
    }
    (size, lines)
}

/// Words in lines of at most so many letters; a longer word has a line of its own.
fn wrapped(text: &str, letters: usize) -> Vec<String> {
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
            colors: Palette::of(None),
        }
    }

    #[test]
    fn a_title_is_as_large_as_its_words_allow_and_is_cut_at_last() {
        assert_eq!(laid_out("Short").0, 76);
        assert_eq!(laid_out(&"word ".repeat(18)).0, 62);
        let (size, lines) = laid_out(&"endless ".repeat(80));
        assert_eq!((size, lines.len()), (52, 5));
        assert!(lines.iter().all(|line| line.chars().count() <= 37) && lines[4].ends_with('…'));
        assert_eq!(laid_out(&"x".repeat(500)).1[0].chars().count(), 24);
    }

    #[test]
    fn the_same_words_have_the_same_name_and_others_another() {
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
    fn a_title_with_markup_is_drawn_as_it_is_written_and_always_in_the_same_way() {
        let drawn = artist().draw(&picture("</text><script>& \"'")).unwrap();
        assert_eq!(drawn[..8], *b"\x89PNG\r\n\x1a\n");
        assert_eq!(drawn, artist().draw(&picture("</text><script>& \"'")).unwrap());
        assert_ne!(drawn, artist().draw(&picture("</text><script>& \"")).unwrap());
    }

    #[test]
    fn a_picture_without_letters_is_refused() {
        let error = Artist::with_fonts(&[]).draw(&picture("Words")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the picture of 'Words' can't be drawn: no font of the site has its letters"
        );
    }
}

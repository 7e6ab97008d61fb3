//! The colors in which a brand is drawn, whether its letters can be read, and what the styles call them.

use std::fmt::Write;

use serde::Serialize;

use super::{brand::Colors, color::Color};

/// What letters need against what is behind them, and shapes (WCAG 2.2, 1.4.3 and 1.4.11).
const FOR_LETTERS: f64 = 4.5;
const FOR_SHAPES: f64 = 3.0;

/// Colors that no brand changes, as `site/styles/tokens.css` has them.
const PAPER: Color = Color::of([0xfa, 0xf8, 0xf4]);
const INK: Color = Color::of([0x14, 0x26, 0x2a]);
const INK_SOFT: Color = Color::of([0x4a, 0x5f, 0x63]);

/// The colors of the styles, for a brand that has none of its own.
const OF_THE_STYLES: Colors = Colors {
    action: Color::of([0x0a, 0x56, 0x5b]),
    action_dark: Color::of([0x08, 0x44, 0x48]),
    action_pale: Color::of([0xd9, 0xeb, 0xe8]),
    deep: Color::of([0x06, 0x38, 0x3c]),
    mist: Color::of([0xea, 0xf4, 0xf2]),
    accent: Color::of([0xff, 0xd2, 0x3f]),
};

/// Every color that a brand gives a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Palette {
    /// Of buttons and links.
    pub action: Color,
    /// Of a button under the pointer.
    pub action_dark: Color,
    /// Of what is chosen.
    pub action_pale: Color,
    /// Of bands with light words.
    pub deep: Color,
    /// Of a hill on such a band.
    pub hill: Color,
    /// Of a link in a frame on such a band.
    pub chip: Color,
    /// The same under the pointer.
    pub chip_over: Color,
    /// Of words on such a band that say less.
    pub on_deep: Color,
    /// Of bands with dark words.
    pub mist: Color,
    /// Of the path and the ring of the focus.
    pub accent: Color,
}

/// A color on which, or in which, something can't be told from what is beside it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TooAlike {
    /// The key of the brand's color.
    pub(super) key: &'static str,
    /// What it was compared with.
    pub(super) with: &'static str,
    /// Their contrast, and the least that is needed.
    pub(super) contrast: f64,
    pub(super) needed: f64,
}

impl Palette {
    /// The palette of these colors, or of the styles.
    #[must_use]
    pub fn of(colors: Option<Colors>) -> Self {
        let Colors { action, action_dark, action_pale, deep, mist, accent } = colors.unwrap_or(OF_THE_STYLES);
        Self {
            action,
            action_dark,
            action_pale,
            deep,
            hill: deep.mixed(action, 50),
            chip: deep.mixed(Color::WHITE, 9),
            chip_over: deep.mixed(Color::WHITE, 13),
            on_deep: Color::WHITE.mixed(deep, 15),
            mist,
            accent,
        }
    }

    /// What can't be read, or seen, in these colors.
    pub(super) fn too_alike(&self) -> Vec<TooAlike> {
        let pairs = [
            ("action", self.action, "white letters", Color::WHITE, FOR_LETTERS),
            ("action", self.action, "the paper behind links", PAPER, FOR_LETTERS),
            ("mist", self.mist, "links on it", self.action, FOR_LETTERS),
            ("mist", self.mist, "letters on it", INK_SOFT, FOR_LETTERS),
            ("action_dark", self.action_dark, "white letters", Color::WHITE, FOR_LETTERS),
            ("action_pale", self.action_pale, "letters on it", INK, FOR_LETTERS),
            ("action_pale", self.action_pale, "links on it", self.action, FOR_LETTERS),
            ("action_pale", self.action_pale, "numbers on it", self.deep, FOR_LETTERS),
            ("deep", self.deep, "white letters", Color::WHITE, FOR_LETTERS),
            ("deep", self.deep, "the soft letters on it", self.on_deep, FOR_LETTERS),
            ("deep", self.chip, "white letters, a little lighter", Color::WHITE, FOR_LETTERS),
            ("deep", self.chip_over, "white letters, lighter still", Color::WHITE, FOR_LETTERS),
            ("deep", self.deep, "the paper behind the site's name", PAPER, FOR_LETTERS),
            ("accent", self.accent, "the deep color behind the path", self.deep, FOR_SHAPES),
            ("accent", self.accent, "the dark line of the focus", INK, FOR_SHAPES),
        ];
        let compared = pairs.into_iter().map(|(key, color, with, other, needed)| TooAlike {
            key,
            with,
            contrast: color.contrast(other),
            needed,
        });
        compared.filter(|pair| pair.contrast < pair.needed).collect()
    }

    /// The palette as the styles name its colors.
    #[must_use]
    pub fn stylesheet(&self) -> String {
        let mut css = String::from(":root {\n");
        for (token, color) in self.tokens() {
            let _ = writeln!(css, "  {token}: {color};");
        }
        css.push_str("}\n");
        css
    }

    fn tokens(&self) -> [(&'static str, Color); 10] {
        [
            ("--teal", self.action),
            ("--teal-dark", self.action_dark),
            ("--teal-pale", self.action_pale),
            ("--deep", self.deep),
            ("--hill", self.hill),
            ("--chip", self.chip),
            ("--chip-over", self.chip_over),
            ("--on-deep", self.on_deep),
            ("--mist", self.mist),
            ("--gold", self.accent),
        ]
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    #[test]
    fn the_styles_have_the_colors_that_are_compared_here() {
        let tokens = include_str!("../../../site/styles/tokens.css");
        let fixed = [("--paper", PAPER), ("--ink", INK), ("--ink-soft", INK_SOFT)];
        for (token, color) in Palette::of(None).tokens().into_iter().chain(fixed) {
            assert!(tokens.contains(&format!("  {token}: {color};")), "{token}: {color}");
        }
    }

    #[test]
    fn the_colors_of_the_styles_can_be_read() {
        assert_eq!(Palette::of(None).too_alike(), []);
    }

    #[test]
    fn a_color_on_which_nobody_can_read_is_found() {
        let pale = Colors { action: "#7fb8bd".parse().unwrap(), ..OF_THE_STYLES };
        let keys: Vec<_> = Palette::of(Some(pale)).too_alike().iter().map(|pair| pair.key).collect();
        assert_eq!(keys, ["action", "action", "mist", "action_pale"]);
    }
}

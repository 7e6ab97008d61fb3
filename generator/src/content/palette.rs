//! The colors of a brand, their CSS variables, and checks of their contrast.

use std::fmt::Write;

use serde::Serialize;

use super::{brand::Colors, color::Color};

/// Minimum contrast of text against its background (WCAG 2.2, 1.4.3).
const MIN_TEXT_CONTRAST: f64 = 4.5;
/// Minimum contrast of shapes against their background (WCAG 2.2, 1.4.11).
const MIN_SHAPE_CONTRAST: f64 = 3.0;

/// Colors that are the same for every brand, from `site/styles/tokens.css`.
const PAPER: Color = Color::new([0xfa, 0xf8, 0xf4]);
const INK: Color = Color::new([0x14, 0x26, 0x2a]);
const INK_SOFT: Color = Color::new([0x4a, 0x5f, 0x63]);

/// The standard colors, for brands without their own.
const DEFAULT_COLORS: Colors = Colors {
    action: Color::new([0x0a, 0x56, 0x5b]),
    action_dark: Color::new([0x08, 0x44, 0x48]),
    action_pale: Color::new([0xd9, 0xeb, 0xe8]),
    deep: Color::new([0x06, 0x38, 0x3c]),
    mist: Color::new([0xea, 0xf4, 0xf2]),
    accent: Color::new([0xff, 0xd2, 0x3f]),
};

/// All colors that depend on the brand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Palette {
    /// Color of buttons and links.
    pub action: Color,
    /// Color of buttons under the pointer.
    pub action_dark: Color,
    /// Background of selected items.
    pub action_pale: Color,
    /// Background of bands with light text.
    pub deep: Color,
    /// Color of the hill on these bands.
    pub hill: Color,
    /// Background of framed links on these bands.
    pub chip: Color,
    /// Background of framed links under the pointer.
    pub chip_over: Color,
    /// Color of secondary text on these bands.
    pub on_deep: Color,
    /// Background of bands with dark text.
    pub mist: Color,
    /// Color of the dotted path and the focus ring.
    pub accent: Color,
}

/// A pair of colors with too little contrast.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct LowContrast {
    /// Key of the brand's color.
    pub(super) key: &'static str,
    /// Description of the other color.
    pub(super) with: &'static str,
    /// The contrast, and the required minimum.
    pub(super) contrast: f64,
    pub(super) needed: f64,
}

impl Palette {
    /// Derives the palette from a brand's colors, or from the standard colors.
    #[must_use]
    pub fn new(colors: Option<Colors>) -> Self {
        let Colors { action, action_dark, action_pale, deep, mist, accent } =
            colors.unwrap_or(DEFAULT_COLORS);
        Self {
            action,
            action_dark,
            action_pale,
            deep,
            hill: deep.mix(action, 50),
            chip: deep.mix(Color::WHITE, 9),
            chip_over: deep.mix(Color::WHITE, 13),
            on_deep: Color::WHITE.mix(deep, 15),
            mist,
            accent,
        }
    }

    /// Returns the pairs of colors with too little contrast.
    pub(super) fn low_contrast_pairs(&self) -> Vec<LowContrast> {
        let pairs = [
            ("action", self.action, "white text", Color::WHITE, MIN_TEXT_CONTRAST),
            ("action", self.action, "the page background behind links", PAPER, MIN_TEXT_CONTRAST),
            ("mist", self.mist, "the links on it", self.action, MIN_TEXT_CONTRAST),
            ("mist", self.mist, "the text on it", INK_SOFT, MIN_TEXT_CONTRAST),
            ("action_dark", self.action_dark, "white text", Color::WHITE, MIN_TEXT_CONTRAST),
            ("action_pale", self.action_pale, "the text on it", INK, MIN_TEXT_CONTRAST),
            ("action_pale", self.action_pale, "the links on it", self.action, MIN_TEXT_CONTRAST),
            ("action_pale", self.action_pale, "the numbers on it", self.deep, MIN_TEXT_CONTRAST),
            ("deep", self.deep, "white text", Color::WHITE, MIN_TEXT_CONTRAST),
            ("deep", self.deep, "the secondary text on it", self.on_deep, MIN_TEXT_CONTRAST),
            ("deep", self.chip, "white text on framed links", Color::WHITE, MIN_TEXT_CONTRAST),
            ("deep", self.chip_over, "white text on hovered links", Color::WHITE, MIN_TEXT_CONTRAST),
            ("deep", self.deep, "the page background behind the site's name", PAPER, MIN_TEXT_CONTRAST),
            ("accent", self.accent, "the deep color behind the dotted path", self.deep, MIN_SHAPE_CONTRAST),
            ("accent", self.accent, "the dark line of the focus ring", INK, MIN_SHAPE_CONTRAST),
        ];
        let compared = pairs.into_iter().map(|(key, color, with, other, needed)| LowContrast {
            key,
            with,
            contrast: color.contrast(other),
            needed,
        });
        compared.filter(|pair| pair.contrast < pair.needed).collect()
    }

    /// The palette as a stylesheet with CSS variables.
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
    fn standard_colors_match_the_styles() {
        let tokens = include_str!("../../../site/styles/tokens.css");
        let fixed = [("--paper", PAPER), ("--ink", INK), ("--ink-soft", INK_SOFT)];
        for (token, color) in Palette::new(None).tokens().into_iter().chain(fixed) {
            assert!(tokens.contains(&format!("  {token}: {color};")), "{token}: {color}");
        }
    }

    #[test]
    fn standard_colors_have_enough_contrast() {
        assert_eq!(Palette::new(None).low_contrast_pairs(), []);
    }

    #[test]
    fn color_with_low_contrast_is_found() {
        let pale = Colors { action: "#7fb8bd".parse().unwrap(), ..DEFAULT_COLORS };
        let keys: Vec<_> =
            Palette::new(Some(pale)).low_contrast_pairs().iter().map(|pair| pair.key).collect();
        assert_eq!(keys, ["action", "action", "mist", "action_pale"]);
    }
}

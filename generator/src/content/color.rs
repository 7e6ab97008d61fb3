//! Colors, and the contrast between them.

use std::{fmt, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An sRGB color, written like `#0a565b`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String", extend("pattern" = "^#[0-9a-f]{6}$"))]
pub struct Color([u8; 3]);

/// The text is not a color.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' isn't a valid color; write # and six digits from 0 to 9 or a to f, such as #0a565b")]
pub struct InvalidColor(String);

impl Color {
    pub const WHITE: Self = Self([255; 3]);

    /// Creates a color from its red, green, and blue values.
    #[must_use]
    pub const fn new(rgb: [u8; 3]) -> Self {
        Self(rgb)
    }

    /// Mixes this color with a percentage of another.
    #[must_use]
    pub fn mix(self, other: Self, percent: u16) -> Self {
        let share = percent.min(100);
        let mix_channel = |(own, others): (u8, u8)| {
            let sum = u16::from(own) * (100 - share) + u16::from(others) * share;
            u8::try_from((sum + 50) / 100).unwrap_or(u8::MAX)
        };
        let [r, g, b] = self.0;
        let [other_r, other_g, other_b] = other.0;
        Self([mix_channel((r, other_r)), mix_channel((g, other_g)), mix_channel((b, other_b))])
    }

    /// The WCAG 2.2 contrast ratio of two colors, from 1 to 21.
    #[must_use]
    pub fn contrast(self, other: Self) -> f64 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    fn luminance(self) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        let [r, g, b] = self.0.map(linear);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }
}

impl FromStr for Color {
    type Err = InvalidColor;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let invalid = || InvalidColor(text.chars().take(80).collect());
        let digits = text.strip_prefix('#').filter(|digits| {
            digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
        });
        let part = |at: usize| {
            let two = digits.and_then(|digits| digits.get(at..at + 2)).ok_or_else(invalid)?;
            u8::from_str_radix(two, 16).map_err(|_| invalid())
        };
        Ok(Self([part(0)?, part(2)?, part(4)?]))
    }
}

impl TryFrom<String> for Color {
    type Error = InvalidColor;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Color> for String {
    fn from(color: Color) -> Self {
        color.to_string()
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [r, g, b] = self.0;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Color = Color([0; 3]);

    #[test]
    fn color_is_a_hash_and_six_lowercase_hex_digits() {
        for (text, fits) in [
            ("#0a565b", true),
            ("#0A565B", false),
            ("0a565b", false),
            ("#fff", false),
            ("#éaaaa", false),
            ("", false),
        ] {
            assert_eq!(text.parse::<Color>().is_ok(), fits, "{text}");
        }
        assert_eq!("#0a565b".parse::<Color>().map(|color| color.to_string()), Ok("#0a565b".into()));
    }

    #[test]
    fn contrast_matches_wcag() {
        assert!((BLACK.contrast(Color::WHITE) - 21.0).abs() < 1e-9);
        assert!((BLACK.contrast(BLACK) - 1.0).abs() < 1e-9);
        // The lightest gray with sufficient contrast on white.
        let gray = Color([0x76; 3]).contrast(Color::WHITE);
        assert!((4.5..4.6).contains(&gray), "{gray}");
    }

    #[test]
    fn mix_is_between_its_colors() {
        assert_eq!(BLACK.mix(Color::WHITE, 0), BLACK);
        assert_eq!(BLACK.mix(Color::WHITE, 100), Color::WHITE);
        assert_eq!(BLACK.mix(Color::WHITE, 50), Color([128; 3]));
    }
}

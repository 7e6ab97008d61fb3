//! A color, and how well words of one can be read on another.

use std::{fmt, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A color of sRGB, written as in `#0a565b`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String", extend("pattern" = "^#[0-9a-f]{6}$"))]
pub struct Color([u8; 3]);

/// A text is no color.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no color; write # and six digits from 0 to 9 and a to f, such as #0a565b")]
pub struct InvalidColor(String);

impl Color {
    /// White.
    pub const WHITE: Self = Self([255; 3]);

    /// A color by its red, green and blue.
    #[must_use]
    pub const fn of(rgb: [u8; 3]) -> Self {
        Self(rgb)
    }

    /// A mix of this color with so many hundredths of another.
    #[must_use]
    pub fn mixed(self, other: Self, hundredths: u16) -> Self {
        let share = hundredths.min(100);
        let mix = |(own, others): (u8, u8)| {
            let sum = u16::from(own) * (100 - share) + u16::from(others) * share;
            u8::try_from((sum + 50) / 100).unwrap_or(u8::MAX)
        };
        let [r, g, b] = self.0;
        let [other_r, other_g, other_b] = other.0;
        Self([mix((r, other_r)), mix((g, other_g)), mix((b, other_b))])
    }

    /// The contrast ratio of two colors as WCAG 2.2 has it: from 1 to 21.
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
    fn a_color_is_six_small_digits_behind_a_hash() {
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
    fn the_contrast_is_that_of_wcag() {
        assert!((BLACK.contrast(Color::WHITE) - 21.0).abs() < 1e-9);
        assert!((BLACK.contrast(BLACK) - 1.0).abs() < 1e-9);
        // The gray that is the lightest of those that pass on white.
        let gray = Color([0x76; 3]).contrast(Color::WHITE);
        assert!((4.5..4.6).contains(&gray), "{gray}");
    }

    #[test]
    fn a_mix_lies_between_its_colors() {
        assert_eq!(BLACK.mixed(Color::WHITE, 0), BLACK);
        assert_eq!(BLACK.mixed(Color::WHITE, 100), Color::WHITE);
        assert_eq!(BLACK.mixed(Color::WHITE, 50), Color([128; 3]));
    }
}

//! QR codes, drawn as one path.

use std::fmt::Write;

use qrcode::{Color, EcLevel, QrCode};
use serde::Serialize;

/// How many light modules stand around a code, so that a phone finds it.
const MARGIN: usize = 4;

/// A QR code: a square of modules, and a path over the dark ones.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct QrDrawing {
    /// The modules along one side, with the margin.
    size: usize,
    /// A path in SVG's language.
    path: String,
}

impl QrDrawing {
    /// The code of a text at level M; nothing for a text that is too long for any code.
    pub(super) fn of(text: &str) -> Option<Self> {
        let code = QrCode::with_error_correction_level(text, EcLevel::M).ok()?;
        let width = code.width();
        let mut path = String::new();
        for (place, color) in code.to_colors().into_iter().enumerate() {
            if color == Color::Dark {
                let (x, y) = (place % width + MARGIN, place / width + MARGIN);
                let _ = write!(path, "M{x} {y}h1v1h-1z");
            }
        }
        Some(Self { size: width + 2 * MARGIN, path })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_its_three_corners_and_a_margin() {
        let code = QrDrawing::of("https://app.waypoint.example/get").unwrap();
        assert_eq!(code.size, 29 + 8);
        for corner in ["M4 4h", "M32 4h", "M4 32h"] {
            assert!(code.path.contains(corner), "{}", code.path);
        }
        assert!(!code.path.contains("M3 ") && !code.path.contains("M33 "));
        assert_eq!(QrDrawing::of(&"x".repeat(4_000)), None);
    }
}

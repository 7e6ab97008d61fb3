//! QR codes, drawn as one path.

use std::fmt::Write;

use qrcode::{Color, EcLevel, QrCode};
use serde::Serialize;

/// Quiet zone around a code, in modules, which scanners need.
const MARGIN: usize = 4;

/// A QR code as a square of modules.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct QrDrawing {
    /// Modules per side, including the margin.
    size: usize,
    /// An SVG path over the dark modules.
    path: String,
}

impl QrDrawing {
    /// Encodes a text at error correction level M. Returns `None` if the text is too long.
    pub(crate) fn encode(text: &str) -> Option<Self> {
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
    fn code_has_three_corners_and_a_margin() {
        let code = QrDrawing::encode("https://app.waypoint.example/get").unwrap();
        assert_eq!(code.size, 29 + 8);
        for corner in ["M4 4h", "M32 4h", "M4 32h"] {
            assert!(code.path.contains(corner), "{}", code.path);
        }
        assert!(!code.path.contains("M3 ") && !code.path.contains("M33 "));
        assert_eq!(QrDrawing::encode(&"x".repeat(4_000)), None);
    }
}

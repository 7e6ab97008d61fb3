//! Heights of the frames that show partners' pages.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The minimum height in pixels.
const LEAST: u16 = 300;
/// The maximum height in pixels.
const MOST: u16 = 8000;

/// A frame height in pixels, from 300 to 8000 (D-298, D-299).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "i64", into = "u16")]
#[schemars(extend("minimum" = 300, "maximum" = 8000))]
pub struct FrameHeight(u16);

/// The height in pixels is out of range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a frame can't be {0} pixels high; give a height from {LEAST} to {MOST}")]
pub struct InvalidFrameHeight(i64);

impl FrameHeight {
    /// The height in pixels.
    #[must_use]
    pub fn pixels(self) -> u16 {
        self.0
    }
}

impl TryFrom<i64> for FrameHeight {
    type Error = InvalidFrameHeight;

    fn try_from(pixels: i64) -> Result<Self, Self::Error> {
        u16::try_from(pixels)
            .ok()
            .filter(|height| (LEAST..=MOST).contains(height))
            .map(Self)
            .ok_or(InvalidFrameHeight(pixels))
    }
}

impl From<FrameHeight> for u16 {
    fn from(height: FrameHeight) -> Self {
        height.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frame_height_is_300_to_8000_pixels() {
        let table =
            [(300, true), (1950, true), (7000, true), (8000, true), (299, false), (8001, false), (-1, false)];
        for (pixels, fits) in table {
            assert_eq!(FrameHeight::try_from(pixels).is_ok(), fits, "{pixels}");
        }
    }
}

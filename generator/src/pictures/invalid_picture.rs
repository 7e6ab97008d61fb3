//! Reasons why a file can't be shown as a picture.

use std::io;

/// Maximum file size, more than a camera writes.
pub(super) const MAX_BYTES: u64 = 12 * 1024 * 1024;
/// Maximum number of pixels on one side.
pub(super) const MAX_PIXELS_PER_SIDE: u32 = 8000;
/// Maximum number of pixels in total. A small file can claim so many that they don't fit in memory.
pub(super) const MAX_PIXELS: u64 = 32_000_000;

/// Why a file can't be shown as a picture.
#[derive(Debug, thiserror::Error)]
pub enum InvalidPicture {
    /// The file can't be read.
    #[error("it can't be read: {0}")]
    Unreadable(#[from] io::Error),
    /// The file is too large.
    #[error("it has more than {} MB", MAX_BYTES / 1024 / 1024)]
    TooManyBytes,
    /// The picture has too many pixels.
    #[error(
        "it has {width} by {height} pixels; a side may have up to {MAX_PIXELS_PER_SIDE}, and the whole picture {} million",
        MAX_PIXELS / 1_000_000
    )]
    TooManyPixels {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
    /// The file is broken or has another format.
    #[error("it isn't a JPEG, PNG, or WebP picture, or it is damaged: {0}")]
    Broken(#[from] image::ImageError),
    /// The color profile is not supported.
    #[error("its color profile is of a kind that can't be shown on the web")]
    Colors,
    /// The encoder failed.
    #[error("it can't be made smaller: {0}")]
    Encoding(String),
    /// The file changed after the content was read.
    #[error("it changed during the build")]
    Changed,
}

impl InvalidPicture {
    /// How an editor can fix the problem.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Unreadable(_) => "check that it is a file and that you have permission to read it",
            Self::TooManyBytes => "save it smaller: 1600 pixels wide is plenty, as a JPEG if it is a photo",
            Self::TooManyPixels { .. } => "make it smaller: 1600 pixels wide is plenty",
            Self::Broken(_) => "open it in an image editor, and export it as JPEG or PNG",
            Self::Colors => "export it in the sRGB color space; pictures for print are often in CMYK",
            Self::Encoding(_) => "export it again as JPEG or PNG, 1600 pixels wide",
            Self::Changed => "build the site again",
        }
    }
}

/// A picture can't be converted.
#[derive(Debug, thiserror::Error)]
#[error("the picture {file} can't be shown: {reason}; {}", reason.hint())]
pub struct PictureError {
    pub(super) file: String,
    pub(super) reason: InvalidPicture,
}

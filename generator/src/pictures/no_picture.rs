//! Why a file can't be shown as a picture.

use std::io;

use super::source::{MOST_BYTES, MOST_PIXELS, MOST_PIXELS_A_SIDE};

/// Why a file can't be shown as a picture.
#[derive(Debug, thiserror::Error)]
pub enum NoPicture {
    /// It can't be read.
    #[error("it can't be read: {0}")]
    Unreadable(#[from] io::Error),
    /// It is too large a file.
    #[error("it has more than {} MB", MOST_BYTES / 1024 / 1024)]
    TooManyBytes,
    /// It has too many pixels.
    #[error(
        "it has {width} by {height} pixels; a side may have {MOST_PIXELS_A_SIDE}, and the whole {} million",
        MOST_PIXELS / 1_000_000
    )]
    TooManyPixels {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
    },
    /// It is something else, or broken.
    #[error("it is no picture in JPEG, PNG or WebP, or it is broken: {0}")]
    Broken(#[from] image::ImageError),
    /// What its numbers mean as colors is not known.
    #[error("its color profile is of a kind that can't be shown on the web")]
    Colors,
    /// The encoder refuses it.
    #[error("it can't be made smaller: {0}")]
    Encoding(String),
    /// It is another than when the content was read.
    #[error("it changed while the site was built")]
    Changed,
}

impl NoPicture {
    /// What to do about it.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Unreadable(_) => "check that it is a file and that you may read it",
            Self::TooManyBytes => "save it smaller: 1600 pixels wide is plenty, as a JPEG if it is a photo",
            Self::TooManyPixels { .. } => "make it smaller: 1600 pixels wide is plenty",
            Self::Broken(_) => "open it in a program for pictures, and export it as JPEG or PNG",
            Self::Colors => "export it in the color space sRGB; a picture for print is often in CMYK",
            Self::Encoding(_) => "export it anew as JPEG or PNG, 1600 pixels wide",
            Self::Changed => "build the site again",
        }
    }
}

/// No file can be made of a picture.
#[derive(Debug, thiserror::Error)]
#[error("the picture {file} can't be shown: {reason}; {}", reason.hint())]
pub struct PictureError {
    pub(super) file: String,
    pub(super) reason: NoPicture,
}

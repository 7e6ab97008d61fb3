//! Decoding of pictures into upright pixels. All other metadata, such as where and when a photo was taken, is
//! dropped.

use std::io::Cursor;

use image::{DynamicImage, ImageDecoder, ImageReader};

use super::{
    color_profile::ColorProfile,
    invalid_picture::{InvalidPicture, MAX_PIXELS, MAX_PIXELS_PER_SIDE},
};

/// A decoded picture.
#[derive(Debug)]
pub(super) struct Decoded {
    pub(super) pixels: DynamicImage,
    /// The color profile, unless it is sRGB.
    pub(super) profile: Option<ColorProfile>,
}

impl Decoded {
    pub(super) fn decode(bytes: Vec<u8>) -> Result<Self, InvalidPicture> {
        let mut decoder = ImageReader::new(Cursor::new(bytes)).with_guessed_format()?.into_decoder()?;
        let (width, height) = decoder.dimensions();
        check_size(width, height)?;
        let profile = decoder.icc_profile()?.map(|profile| ColorProfile::read(&profile)).transpose()?;
        let orientation = decoder.orientation()?;
        let mut pixels = DynamicImage::from_decoder(decoder)?;
        pixels.apply_orientation(orientation);
        Ok(Self { pixels, profile: profile.flatten() })
    }

    pub(super) fn width(&self) -> u32 {
        self.pixels.width()
    }

    pub(super) fn height(&self) -> u32 {
        self.pixels.height()
    }

    /// Whether any pixel is transparent.
    pub(super) fn is_transparent(&self) -> bool {
        self.pixels.color().has_alpha() && self.pixels.to_rgba8().pixels().any(|pixel| pixel.0[3] < u8::MAX)
    }
}

/// Rejects a picture with too many pixels before memory is allocated for them.
fn check_size(width: u32, height: u32) -> Result<(), InvalidPicture> {
    let fits = width.max(height) <= MAX_PIXELS_PER_SIDE && u64::from(width) * u64::from(height) <= MAX_PIXELS;
    if fits { Ok(()) } else { Err(InvalidPicture::TooManyPixels { width, height }) }
}

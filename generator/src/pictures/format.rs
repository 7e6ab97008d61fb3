//! The formats that a browser is offered.

use image::{
    DynamicImage,
    codecs::{jpeg::JpegEncoder, png::PngEncoder, webp::WebPEncoder},
};

use super::NoPicture;

const WEBP_QUALITY: f32 = 80.0;
const JPEG_QUALITY: u8 = 80;

/// What a browser is offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// The smallest.
    WebP,
    /// What every browser shows.
    Jpeg,
    /// The same, for a picture that one can see through.
    Png,
}

impl Format {
    /// The format that every browser shows.
    pub(super) fn plain(transparent: bool) -> Self {
        if transparent { Self::Png } else { Self::Jpeg }
    }

    /// How names of its files end.
    pub(super) fn ending(self) -> &'static str {
        match self {
            Self::WebP => "webp",
            Self::Jpeg => "jpg",
            Self::Png => "png",
        }
    }

    /// Pixels as bytes of this format, and nothing beside them.
    pub(super) fn encode(self, pixels: &DynamicImage) -> Result<Vec<u8>, NoPicture> {
        let mut bytes = Vec::new();
        match self {
            Self::WebP => match pixels {
                DynamicImage::ImageRgb8(_) => return lossy_webp(pixels),
                // libwebp weighs what one can see through in floating point, and compilers for some
                // processors round that otherwise. This encoder counts in whole numbers.
                _ => pixels.write_with_encoder(WebPEncoder::new_lossless(&mut bytes))?,
            },
            Self::Jpeg => {
                pixels.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY))?;
            }
            Self::Png => pixels.write_with_encoder(PngEncoder::new(&mut bytes))?,
        }
        Ok(bytes)
    }
}

/// The same bytes on every machine: libwebp codes colors in whole numbers, what it has for one processor
/// or another gives the same, and it uses one thread unless told otherwise.
fn lossy_webp(pixels: &DynamicImage) -> Result<Vec<u8>, NoPicture> {
    let refused = |reason: &dyn std::fmt::Debug| NoPicture::Encoding(format!("{reason:?}"));
    let mut settings = webp::WebPConfig::new().map_err(|()| refused(&"its settings"))?;
    settings.quality = WEBP_QUALITY;
    // Words and lines in color stay sharp.
    settings.use_sharp_yuv = 1;
    let encoder = webp::Encoder::from_rgb(pixels.as_bytes(), pixels.width(), pixels.height());
    let bytes = encoder.encode_advanced(&settings).map_err(|reason| refused(&reason))?;
    Ok(bytes.to_vec())
}

//! Encoding of pictures in the formats that browsers may choose from.

use image::{
    DynamicImage,
    codecs::{jpeg::JpegEncoder, png::PngEncoder, webp::WebPEncoder},
};

use super::invalid_picture::InvalidPicture;

const WEBP_QUALITY: f32 = 80.0;
const JPEG_QUALITY: u8 = 80;

/// A format that browsers may choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// The smallest format.
    WebP,
    /// The fallback for opaque pictures.
    Jpeg,
    /// The fallback for transparent pictures.
    Png,
}

impl Format {
    /// The format that every browser supports.
    pub(super) fn fallback(transparent: bool) -> Self {
        if transparent { Self::Png } else { Self::Jpeg }
    }

    /// File extension.
    pub(super) fn extension(self) -> &'static str {
        match self {
            Self::WebP => "webp",
            Self::Jpeg => "jpg",
            Self::Png => "png",
        }
    }

    /// Encodes pixels, without metadata.
    pub(super) fn encode(self, pixels: &DynamicImage) -> Result<Vec<u8>, InvalidPicture> {
        let mut bytes = Vec::new();
        match self {
            Self::WebP => match pixels {
                DynamicImage::ImageRgb8(_) => return lossy_webp(pixels),
                // libwebp weighs transparent pixels in floating point, which compilers round differently on some
                // processors. The lossless encoder uses integers.
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

/// Encodes opaque pixels as lossy WebP. The bytes are the same on every machine, because libwebp encodes colors in
/// integers on every processor and uses one thread by default.
fn lossy_webp(pixels: &DynamicImage) -> Result<Vec<u8>, InvalidPicture> {
    let failed = |reason: &dyn std::fmt::Debug| InvalidPicture::Encoding(format!("{reason:?}"));
    let mut settings = webp::WebPConfig::new().map_err(|()| failed(&"its settings"))?;
    settings.quality = WEBP_QUALITY;
    // Keeps colored text and lines sharp.
    settings.use_sharp_yuv = 1;
    let encoder = webp::Encoder::from_rgb(pixels.as_bytes(), pixels.width(), pixels.height());
    let bytes = encoder.encode_advanced(&settings).map_err(|reason| failed(&reason))?;
    Ok(bytes.to_vec())
}

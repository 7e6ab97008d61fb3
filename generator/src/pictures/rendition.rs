//! Published files of a picture, each in one width and format, without metadata.

use std::sync::Arc;

use super::{
    format::Format,
    invalid_picture::{InvalidPicture, PictureError},
    scaling::scaled,
    source::Picture,
};
use crate::fingerprint;

/// Part of every file name. Raise it when the same picture would get different bytes, so that caches don't serve old
/// files.
const ENCODING_VERSION: &str = "1";
/// Widths for text columns of phones and wide screens, at one to three device pixels per CSS pixel.
const WIDTHS: [u32; 4] = [480, 720, 1080, 1440];

/// A published file of a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rendition {
    picture: Arc<Picture>,
    pub(super) width: u32,
    format: Format,
}

impl Rendition {
    /// Returns every file of a picture.
    pub(crate) fn for_picture(picture: &Arc<Picture>) -> Vec<Self> {
        let formats = [Format::WebP, Format::fallback(picture.transparent)];
        formats.into_iter().flat_map(|format| Self::for_format(picture, format)).collect()
    }

    /// The files of one format, from narrow to wide. None is wider than the picture.
    pub(super) fn for_format(picture: &Arc<Picture>, format: Format) -> Vec<Self> {
        let [.., widest] = WIDTHS;
        let narrower = WIDTHS.into_iter().filter(|width| *width < picture.width.min(widest));
        let widths = narrower.chain([picture.width.min(widest)]);
        widths.map(|width| Self { picture: Arc::clone(picture), width, format }).collect()
    }

    /// Height in pixels.
    pub(super) fn height(&self) -> u32 {
        let (width, height) = (u64::from(self.picture.width), u64::from(self.picture.height));
        let scaled = (u64::from(self.width) * height + width / 2).checked_div(width).unwrap_or(0);
        u32::try_from(scaled).unwrap_or(u32::MAX).max(1)
    }

    /// Path under the site's root. The name is a hash of the content.
    pub(crate) fn path(&self) -> String {
        let (width, extension) = (self.width.to_string(), self.format.extension());
        let name = fingerprint::content_name([ENCODING_VERSION, &self.picture.hash, &width, extension]);
        format!("pictures/{name}-{width}.{extension}")
    }

    /// Encodes the file. The bytes are the same on every machine.
    pub(crate) fn make(&self) -> Result<Vec<u8>, PictureError> {
        let file = || self.picture.path.display().to_string();
        self.bytes().map_err(|reason| PictureError { file: file(), reason })
    }

    fn bytes(&self) -> Result<Vec<u8>, InvalidPicture> {
        let decoded = self.picture.decoded()?;
        let mut pixels = scaled(decoded.pixels, self.picture.transparent, self.width, self.height());
        if let Some(profile) = &decoded.profile {
            profile.apply(&mut pixels);
        }
        self.format.encode(&pixels)
    }
}

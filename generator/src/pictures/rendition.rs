//! A file made of a picture: one width, one format, nothing but pixels.

use std::sync::Arc;

use super::{NoPicture, Picture, PictureError, format::Format, scaling::scaled};
use crate::fingerprint;

/// A part of every name. Raised when the same picture would be made into other bytes than before, so
/// that no cache goes on to show the former ones.
const SETTINGS: &str = "1";
/// The column of a text, on a phone and on a wide screen, with one to three pixels for each of its own.
const WIDTHS: [u32; 4] = [480, 720, 1080, 1440];

/// A file made of a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rendition {
    picture: Arc<Picture>,
    pub(super) width: u32,
    format: Format,
}

impl Rendition {
    /// Every file that is made of a picture.
    pub(crate) fn all_of(picture: &Arc<Picture>) -> Vec<Self> {
        let formats = [Format::WebP, Format::plain(picture.transparent)];
        formats.into_iter().flat_map(|format| Self::of(picture, format)).collect()
    }

    /// The files of one format, from narrow to wide; none is wider than the picture.
    pub(super) fn of(picture: &Arc<Picture>, format: Format) -> Vec<Self> {
        let [.., widest] = WIDTHS;
        let narrower = WIDTHS.into_iter().filter(|width| *width < picture.width.min(widest));
        let widths = narrower.chain([picture.width.min(widest)]);
        widths.map(|width| Self { picture: Arc::clone(picture), width, format }).collect()
    }

    /// Its height in pixels.
    pub(super) fn height(&self) -> u32 {
        let (width, height) = (u64::from(self.picture.width), u64::from(self.picture.height));
        let scaled = (u64::from(self.width) * height + width / 2).checked_div(width).unwrap_or(0);
        u32::try_from(scaled).unwrap_or(u32::MAX).max(1)
    }

    /// Where it stands under the site's root. The name says all that is in it.
    pub(crate) fn path(&self) -> String {
        let (width, ending) = (self.width.to_string(), self.format.ending());
        let name = fingerprint::name_of([SETTINGS, &self.picture.hash, &width, ending]);
        format!("pictures/{name}-{width}.{ending}")
    }

    /// Its bytes, the same for the same picture on every machine.
    pub(crate) fn make(&self) -> Result<Vec<u8>, PictureError> {
        let file = || self.picture.path.display().to_string();
        self.bytes().map_err(|reason| PictureError { file: file(), reason })
    }

    fn bytes(&self) -> Result<Vec<u8>, NoPicture> {
        let decoded = self.picture.decoded()?;
        let mut pixels = scaled(decoded.pixels, self.picture.transparent, self.width, self.height());
        if let Some(profile) = &decoded.profile {
            profile.apply(&mut pixels);
        }
        self.format.encode(&pixels)
    }
}

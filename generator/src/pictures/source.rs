//! A picture as an editor put it into the content.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

use super::{NoPicture, decoded::Decoded};
use crate::fingerprint;

/// More than a camera writes.
pub(super) const MOST_BYTES: u64 = 12 * 1024 * 1024;
/// The most pixels on one side.
pub(super) const MOST_PIXELS_A_SIDE: u32 = 8000;
/// The most pixels of all: a small file can say that it has so many that they fit no memory.
pub(super) const MOST_PIXELS: u64 = 32_000_000;

/// A picture that texts can show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Where its file is.
    pub(super) path: PathBuf,
    /// The SHA-256 of its file, in hexadecimal digits.
    pub(super) hash: String,
    /// Its width as it is seen, in pixels.
    pub(super) width: u32,
    /// Its height.
    pub(super) height: u32,
    /// Whether one can see through a part of it.
    pub(super) transparent: bool,
}

impl Picture {
    /// Reads a picture. Pixels that were looked at before are not looked at again.
    pub(crate) fn read(path: &Path, before: Option<&Self>) -> Result<Self, NoPicture> {
        let bytes = bytes_of(path)?;
        let hash = fingerprint::of(&bytes);
        if let Some(same) = before.filter(|before| before.hash == hash && before.path == path) {
            return Ok(same.clone());
        }
        let decoded = Decoded::of(bytes)?;
        Ok(Self {
            path: path.to_owned(),
            hash,
            width: decoded.width(),
            height: decoded.height(),
            transparent: decoded.is_transparent(),
        })
    }

    /// Its pixels, upright, without whatever else the file tells.
    pub(super) fn decoded(&self) -> Result<Decoded, NoPicture> {
        let bytes = bytes_of(&self.path)?;
        if fingerprint::of(&bytes) != self.hash {
            return Err(NoPicture::Changed);
        }
        Decoded::of(bytes)
    }
}

/// Refuses a picture with too many pixels before there is room made for them.
pub(super) fn check_size(width: u32, height: u32) -> Result<(), NoPicture> {
    let fits = width.max(height) <= MOST_PIXELS_A_SIDE && u64::from(width) * u64::from(height) <= MOST_PIXELS;
    if fits { Ok(()) } else { Err(NoPicture::TooManyPixels { width, height }) }
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, NoPicture> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a file").into());
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES { Err(NoPicture::TooManyBytes) } else { Ok(bytes) }
}

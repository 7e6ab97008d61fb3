//! Picture files in the content folder.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

use super::{
    decoded::Decoded,
    invalid_picture::{InvalidPicture, MAX_BYTES},
};
use crate::fingerprint;

/// A picture that texts can show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Path of the file.
    pub(super) path: PathBuf,
    /// The SHA-256 of the file, as hexadecimal digits.
    pub(super) hash: String,
    /// Width of the upright picture, in pixels.
    pub(super) width: u32,
    /// Height of the upright picture, in pixels.
    pub(super) height: u32,
    /// Whether any pixel is transparent.
    pub(super) transparent: bool,
}

impl Picture {
    /// Reads a picture. Doesn't decode it again if the file is the same as `before`.
    pub(crate) fn read(path: &Path, before: Option<&Self>) -> Result<Self, InvalidPicture> {
        let bytes = read_file(path)?;
        let hash = fingerprint::sha256_hex(&bytes);
        if let Some(same) = before.filter(|before| before.hash == hash && before.path == path) {
            return Ok(same.clone());
        }
        let decoded = Decoded::decode(bytes)?;
        Ok(Self {
            path: path.to_owned(),
            hash,
            width: decoded.width(),
            height: decoded.height(),
            transparent: decoded.is_transparent(),
        })
    }

    /// The SHA-256 of the file, as hexadecimal digits.
    pub(crate) fn hash(&self) -> &str {
        &self.hash
    }

    /// Decodes the picture, without metadata.
    pub(super) fn decoded(&self) -> Result<Decoded, InvalidPicture> {
        let bytes = read_file(&self.path)?;
        if fingerprint::sha256_hex(&bytes) != self.hash {
            return Err(InvalidPicture::Changed);
        }
        Decoded::decode(bytes)
    }
}

fn read_file(path: &Path) -> Result<Vec<u8>, InvalidPicture> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a file").into());
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES { Err(InvalidPicture::TooManyBytes) } else { Ok(bytes) }
}
